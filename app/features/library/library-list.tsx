import { Link, type useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Icon } from "~/ui/frame/icon";
import { Menu } from "~/ui/frame/menu";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TrackCover, TrackList } from "~/ui/play-button";
import type { loadLibrary } from "./library.server";
import { LibrarySearch } from "./library-search";
import { libraryPath as here, songPath, songsEditPath } from "./paths";
import { libraryTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadLibrary>>;
type Row = Data["rows"][number];

const sortWords: Record<string, string> = {
  relevance: "Best match",
  title: "Title, A to Z",
  "-title": "Title, Z to A",
  artist: "Artist, A to Z",
  "-artist": "Artist, Z to A",
  newest: "Newest first",
  duration: "Shortest first",
  "-duration": "Longest first",
};

/** The songs; `save` is the button that saves the filters in use. */
export function LibraryList({ save, ...data }: Data & { save: ReactNode }) {
  const { rows, members, sort, sortMember, row, page, chips, total, similar } = data;
  const address = { ...members, sort: sortMember };
  const limit = sizeMember(page.limit);
  return (
    <Panel>
      <SearchRow {...data} />
      <Chips chips={chips} clearTo={here}>
        {save}
      </Chips>
      {similar && total > 0 ? (
        <p className="flex items-center gap-2 border-b border-line bg-info-tint px-3 py-2 text-sm text-info">
          <Icon name="info" size={16} />
          {libraryTexts.similar}
        </p>
      ) : null}
      <TrackList>
        <Table
          caption="Songs"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.ref}
          sort={{ by: sort, href: (by) => withMembers(here, members, { sort: by, limit }) }}
          bulk={{
            formId: "bulk",
            action: withMembers(songsEditPath, address),
            label: (row) => `Select ${row.title}`,
            total: page.total,
            actions: <Button small>Change…</Button>,
          }}
          empty={<NoSongs chips={chips} members={members} />}
        />
      </TrackList>
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(here, { ...address, limit }, place)}
      />
    </Panel>
  );
}

function SearchRow({ members, sort }: Data) {
  const search = typeof members.search === "string" ? members.search : undefined;
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-3 print:hidden">
      <LibrarySearch label="Search" search={search} />
      <Menu
        buttonClass="btn"
        label={
          <>
            <Icon name="sort" size={16} />
            {sortWords[sort]}
          </>
        }
      >
        {Object.entries(sortWords)
          .filter(([value]) => value !== "relevance" || search)
          .map(([value, label]) => (
            <Link
              key={value}
              to={withMembers(here, members, { sort: value })}
              aria-current={value === sort ? "true" : undefined}
              className="btn"
            >
              {label}
            </Link>
          ))}
      </Menu>
    </div>
  );
}

type ChipsProps = Pick<Data, "chips"> & { clearTo: string; children?: ReactNode };

/** Links that remove the filters in use; `children` is what else can be done with them. */
export function Chips({ chips, clearTo, children }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul
      aria-label="Filters in use"
      className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2"
    >
      {chips.map(({ label, to }) => (
        <li key={label}>
          <Link
            to={to}
            preventScrollReset
            className="inline-flex min-h-[28px] max-w-full items-center gap-1 rounded-full bg-sunken px-2.5 text-sm text-ink no-underline hover:underline"
          >
            <span className="sr-only">Remove filter </span>
            <span className="[overflow-wrap:anywhere]">{label}</span>
            <Icon name="close" size={14} />
          </Link>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <Link to={clearTo} className="inline-link text-sm">
            Clear all
          </Link>
        </li>
      ) : null}
      {children ? <li>{children}</li> : null}
    </ul>
  );
}

const none = <span className="text-ink-3">–</span>;

const columns: Column<Row>[] = [
  {
    key: "title",
    header: "Song",
    sortKey: "title",
    card: "title",
    cell: (row) => (
      <div className="flex items-center gap-3 md:min-w-[210px]">
        <TrackCover src={row.audio} title={row.title} by={row.artist} art={row.art} />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <Link to={songPath(row.ref)} className="font-semibold">
            {row.title}
          </Link>
          {row.explicit ? (
            <abbr
              title="Explicit"
              className="ml-1.5 rounded-sm bg-sunken px-1 text-xs text-ink-3 no-underline"
            >
              E
            </abbr>
          ) : null}
          <small className="block text-ink-3">
            <span className="text-ink-2">{row.artist}</span>
            {row.album ? ` · ${row.album}` : null}
            {row.audio ? null : " · No audio yet"}
          </small>
        </div>
      </div>
    ),
  },
  {
    key: "status",
    header: "Status",
    card: "aside",
    cell: (row) => <State isActive={row.isActive} licenceOver={row.licenceOver} />,
  },
  {
    key: "language",
    header: "Language, genre",
    card: "plain",
    cell: (row) => <Pair main={row.language} second={row.genre} />,
  },
  {
    key: "mood",
    header: "Mood, tempo",
    card: "plain",
    cell: (row) => <Pair main={row.mood} second={row.tempo} />,
  },
  {
    key: "length",
    header: "Length",
    sortKey: "duration",
    card: "plain",
    cell: (row) => <Pair main={row.length} second={row.ratingChart} />,
  },
];

/** Two lines of a cell; on a phone's card one. */
function Pair({ main, second }: { main: string | null; second: string | null }) {
  if (!main && !second) return none;
  return (
    <>
      {main ?? none}
      {second ? (
        <>
          <span className="text-ink-3 md:hidden"> · </span>
          <span className="text-ink-3 md:block md:whitespace-nowrap md:text-xs">{second}</span>
        </>
      ) : null}
    </>
  );
}

function State({ isActive, licenceOver }: Pick<Row, "isActive" | "licenceOver">) {
  if (!isActive) return <Pill tone="idle">Inactive</Pill>;
  return licenceOver ? <Pill tone="warn">Licence expired</Pill> : <Pill tone="ok">Active</Pill>;
}

function NoSongs({ chips, members }: Pick<Data, "chips" | "members">) {
  if (chips.length === 0)
    return (
      <EmptyState icon="music" title="No List Found">
        {libraryTexts.none}
      </EmptyState>
    );
  const search = members.search;
  const filtersOnly = chips.length > 1;
  return (
    <EmptyState title="No Data Found" action={<ButtonLink to={here}>Show all songs</ButtonLink>}>
      <p>{search ? libraryTexts.noMatchForSearch : libraryTexts.noMatch} Try with fewer:</p>
      <ul className="mt-2 grid justify-items-center gap-1">
        {filtersOnly
          ? chips.map(({ label, to }) => (
              <li key={label}>
                <Link to={to} className="inline-link">
                  Without {label}
                </Link>
              </li>
            ))
          : null}
        {search ? <li>{libraryTexts.fewerWords}</li> : null}
      </ul>
    </EmptyState>
  );
}
