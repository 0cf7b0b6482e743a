import { songsAtATime } from "#contract/charts/words";
import { FacetPanel } from "~/features/library/facet-panel";
import { Chips } from "~/features/library/library-list";
import { LibrarySearch } from "~/features/library/library-search";
import { ConfirmPage } from "~/ui/confirm-page";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { Icon } from "~/ui/frame/icon";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TrackCover, TrackList } from "~/ui/play-button";
import { songAddingTexts } from "./texts";

type Library = Parameters<typeof FacetPanel>[0];
/** The filtered library; `isThere` marks songs that the list already has. */
type Data = Omit<Library, "rows"> & {
  rows: (Library["rows"][number] & { isThere: boolean })[];
  here: string;
  name: string;
  /** The kind of list that the songs are added to. */
  into?: "chart" | "event" | "demo";
};
type Row = Data["rows"][number];

/** Lists the library to tick songs from, or to add all that match. */
export function SongPicker(picker: Data) {
  const {
    here,
    name,
    rows,
    members,
    sort,
    sortMember,
    row,
    page,
    chips,
    total,
    similar,
    into = "chart",
  } = picker;
  const { figure } = useFigures();
  const limit = sizeMember(page.limit);
  const address = { ...members, sort: sortMember, limit };
  const action = withMembers(here, address);
  return (
    <div className="grid gap-3 lg:grid-cols-[212px_minmax(0,1fr)] lg:items-start lg:gap-4">
      <FacetPanel {...picker} rows={rows} />
      <Panel>
        <SearchRow {...picker} />
        <Chips chips={chips} clearTo={here} />
        {similar && total > 0 ? (
          <p className="flex items-center gap-2 border-b border-line bg-info-tint px-3 py-2 text-sm text-info">
            <Icon name="info" size={16} />
            {songAddingTexts.similar}
          </p>
        ) : null}
        {into === "chart" && total > songsAtATime ? (
          <p className="border-b border-line px-3 py-2 text-sm text-ink-2">
            {songAddingTexts.tooMany(figure(total), figure(songsAtATime))}
          </p>
        ) : null}
        <TrackList>
          <Table
            caption="Songs of the library"
            columns={columnsFor(into)}
            rows={rows}
            rowKey={(row) => row.ref}
            sort={{ by: sort, href: (by) => withMembers(here, members, { sort: by, limit }) }}
            bulk={{
              formId: "picked",
              action,
              label: (row) => `Select ${row.title}`,
              ticks: ({ isThere }) => !isThere,
              total: into === "chart" && total <= songsAtATime ? page.total : undefined,
              actions: (
                <Button small icon="plus">
                  Add to {name}
                </Button>
              ),
            }}
            empty={
              <EmptyState
                title="No Data Found"
                action={<ButtonLink to={here}>Show all songs</ButtonLink>}
              >
                {songAddingTexts.noMatch}
              </EmptyState>
            }
          />
        </TrackList>
        <ListPager
          page={page}
          row={row}
          rowCount={rows.length}
          href={(place) => withMembers(here, address, place)}
        />
      </Panel>
    </div>
  );
}

/** Asks before all songs that match the filters are added. */
export function AddAllQuestion({
  total,
  names,
  backTo,
  name,
}: {
  total: number;
  names: string;
  backTo: string;
  name: string;
}) {
  const songs = useFigures().counted(total, "song");
  return (
    <ConfirmPage
      title={`Add ${songs} to ${name}?`}
      message={`${names}. ${songAddingTexts.addAllMessage}`}
      confirmLabel={`Add ${songs}`}
      danger={false}
      action={backTo}
      hidden={{ all: "on", confirmed: "yes" }}
      cancelTo={backTo}
    />
  );
}

/** Its field belongs to the facets' form, so that one address holds both. */
function SearchRow({ members }: Data) {
  const search = typeof members.search === "string" ? members.search : undefined;
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-3">
      <LibrarySearch label="Search the library" search={search} />
    </div>
  );
}

const columnsFor = (into: NonNullable<Data["into"]>): Column<Row>[] => [
  {
    key: "title",
    header: "Song",
    sortKey: "title",
    card: "title",
    cell: ({ title, artist, album, audio, art, isThere, isActive, licenceOver }) => (
      <div className="flex items-center gap-3 md:min-w-[210px]">
        <TrackCover src={audio} title={title} by={artist} art={art} />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b className="font-semibold">{title}</b>
          <small className="block text-ink-3">
            <span className="text-ink-2">{artist}</span>
            {album ? ` · ${album}` : null}
          </small>
          <span className="flex flex-wrap gap-1 empty:hidden">
            {isThere ? <Pill tone="info">In the {into}</Pill> : null}
            {isActive ? null : <Pill tone="idle">Inactive</Pill>}
            {licenceOver ? <Pill tone="warn">Licence expired</Pill> : null}
          </span>
        </div>
      </div>
    ),
  },
  {
    key: "language",
    header: "Language, genre",
    card: "plain",
    cell: ({ language, genre }) => joinTexts(language, genre),
  },
  {
    key: "mood",
    header: "Mood, tempo",
    card: "plain",
    cell: ({ mood, tempo }) => joinTexts(mood, tempo),
  },
  {
    key: "length",
    header: "Length",
    numeric: true,
    sortKey: "duration",
    cell: ({ length }) => length,
  },
];

const joinTexts = (one: string | null, other: string | null) =>
  [one, other].filter(Boolean).join(" · ") || "–";
