import { Link, type useLoaderData } from "@remix-run/react";
import { statusOptions } from "#contract/base/status";
import { Form } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { Counted, Figure, useFigures } from "~/ui/frame/figures";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { RowMenu } from "~/ui/frame/menu";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { PhoneFold } from "~/ui/frame/phone-fold";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { ItemFields } from "./item-fields";
import { isOfSongs, itemWindowWords, type ListWords, rankInWords, titled } from "./list-words";
import type { loadList } from "./lists.server";
import { itemPath, libraryPath, listPath, mergePath } from "./paths";
import { listTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadList>>;
type Row = Data["rows"][number];

/** Up to this many groups of doubles are shown; others follow once these are merged. */
const doublesShown = 4;

export function AddItem({
  words,
  constraints,
  page,
  fields,
}: Data & { fields: FormFields | undefined }) {
  return (
    <PhoneFold
      label={`Add ${words.one}`}
      switchClass="mb-4 w-full"
      className="[&>*]:w-full"
      open={fields !== undefined}
    >
      <Panel>
        <Form
          key={`${words.kind} ${page.total}`}
          fields={{ constraints, ...fields }}
          className="!flex !max-w-none flex-wrap items-end !gap-3 [&>[role=alert]]:w-full"
        >
          <ItemFields words={words} inline />
          <Button variant="primary" icon="plus">
            Add {words.one}
          </Button>
        </Form>
      </Panel>
    </PhoneFold>
  );
}

/** Shows all lists at once, also on a phone, where tabs would hide the current one. */
export function ListNav({ tabs }: Data) {
  return (
    <nav aria-label="Catalogue lists">
      <ul className="mb-4 flex flex-wrap gap-1 lg:grid lg:gap-0.5">
        {tabs.map(({ label, to, current, count }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={current ? "page" : undefined}
              className="flex min-h-[36px] items-center justify-between touch:min-h-[44px] gap-2 rounded-lg px-3 font-medium text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
            >
              {label}
              <span className="text-xs tabular-nums text-ink-3">
                <Figure of={count} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Lists names that may mean the same, each group with a link that merges them. */
export function Doubles({ words, doubles }: Data) {
  if (doubles.length === 0) return null;
  const more = doubles.length - doublesShown;
  return (
    <Panel
      title={listTexts.doublesTitle}
      lead={
        isOfSongs(words)
          ? `${listTexts.doubles} ${listTexts.mergeDoubles(words.one)}`
          : listTexts.doubles
      }
      className="max-md:order-last"
    >
      <ul className="grid gap-2">
        {doubles.slice(0, doublesShown).map((group) => (
          <li
            key={group[0]?.ref}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <span className="[overflow-wrap:anywhere]">
              {group.map(({ ref, name, songs }, at) => (
                <span key={ref}>
                  {at > 0 ? ", " : null}
                  <b className="font-semibold">{name}</b>
                  {isOfSongs(words) ? (
                    <span className="text-ink-3">
                      {" "}
                      (<Counted of={songs} one="song" />)
                    </span>
                  ) : null}
                </span>
              ))}
            </span>
            <ButtonLink
              small
              to={mergePath(
                words.kind,
                group.map(({ ref }) => ref),
              )}
            >
              Merge…
              <span className="sr-only"> {group[0]?.name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-2 text-sm text-ink-3">
          And <Figure of={more} /> more.
        </p>
      ) : null}
    </Panel>
  );
}

export function ItemTable(data: Data) {
  const { words, rows, filters, sort, row, page } = data;
  const here = listPath(words.kind);
  const viewParams = { sort: sort === "rank" ? undefined : sort, limit: sizeMember(page.limit) };
  const active = [filters.search, filters.status].filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label={`Filter ${words.many}`}
        active={active}
        clearTo={here}
        hidden={viewParams}
        search={
          <FilterSearch
            name="search"
            label="Search"
            value={filters.search}
            placeholder={listTexts.search(words.one)}
          />
        }
      >
        <FilterSelect
          name="status"
          label="Status"
          value={filters.status}
          any="All"
          options={statusOptions}
        />
      </FilterBar>
      <Table
        caption={titled(words.many)}
        columns={columns(words)}
        rows={rows}
        rowKey={(row) => row.ref}
        sort={{
          by: sort === "rank" && !words.rank ? "name" : sort,
          href: (by) =>
            withMembers(here, filters, { ...viewParams, sort: by === "rank" ? undefined : by }),
        }}
        bulk={{
          formId: "bulk",
          action: mergePath(words.kind),
          name: "itemIds",
          label: (row) => `Select ${row.name}`,
          actions: <Button small>Merge…</Button>,
        }}
        empty={
          active > 0 ? (
            <EmptyState
              title="No Data Found"
              action={<ButtonLink to={here}>Show all {words.many}</ButtonLink>}
            >
              No {words.one} matches.
            </EmptyState>
          ) : (
            <EmptyState icon="music" title="No List Found">
              {listTexts.none(words.many)}
            </EmptyState>
          )
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(here, { ...filters, ...viewParams }, place)}
      />
    </Panel>
  );
}

/** Maps a list to its filter in the library's address, if the filter has another name. */
const facetMember: Record<string, string> = {
  "rating-chart": "ratingChartIds",
  "play-window": "playWindowIds",
};

export function SongsLink({
  words,
  item,
}: {
  words: ListWords;
  item: Pick<Row, "ref" | "songs" | "name">;
}) {
  const { figure, counted } = useFigures();
  if (item.songs === 0) return <span className="text-ink-3">0</span>;
  return (
    <Link
      to={withMembers(libraryPath, { [facetMember[words.kind] ?? `${words.kind}Ids`]: item.ref })}
      className="inline-link"
      aria-label={`${counted(item.songs, "song")} of ${item.name}`}
    >
      {figure(item.songs)}
    </Link>
  );
}

const playWindow: Column<Row> = {
  key: "window",
  header: "Play window",
  cell: (row) => itemWindowWords(row) ?? <span className="text-ink-3">Any time</span>,
};

function columns(words: ListWords): Column<Row>[] {
  const rank: Column<Row> = {
    key: "rank",
    sortKey: "rank",
    header: words.rank === "speed" ? "Speed" : "Position",
    cell: (row) => rankInWords(words, row.rank) ?? <span className="text-ink-3">–</span>,
  };
  return [
    {
      key: "name",
      header: "Name",
      sortKey: "name",
      cell: (row) => (
        <Link
          to={itemPath(words.kind, row.ref)}
          className="font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {row.name}
        </Link>
      ),
    },
    {
      key: "status",
      header: "Status",
      sortKey: "status",
      card: "aside",
      cell: (row) =>
        row.isActive ? <Pill tone="ok">Active</Pill> : <Pill tone="idle">Inactive</Pill>,
    },
    ...(words.rank ? [rank] : []),
    ...(words.window ? [playWindow] : []),
    ...(isOfSongs(words)
      ? [
          {
            key: "songs",
            header: "Songs",
            numeric: true,
            cell: (row: Row) => <SongsLink words={words} item={row} />,
          },
        ]
      : []),
    {
      key: "actions",
      header: "Actions",
      card: "corner",
      cell: (row) => (
        <RowMenu of={row.name}>
          <ButtonLink to={itemPath(words.kind, row.ref)}>
            {words.window ? "Edit" : "Rename"}
            <span className="sr-only"> {row.name}</span>
          </ButtonLink>
          <ConfirmLink variant="plain" {...row.turn} of={row.name} />
          {row.removal ? <ConfirmLink {...row.removal} of={row.name} /> : null}
        </RowMenu>
      ),
    },
  ];
}
