import type { useLoaderData } from "@remix-run/react";
import { DayStripKey, todayColumn } from "~/ui/day-strip";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { PhoneLink } from "~/ui/frame/contact-links";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { RowMenu } from "~/ui/frame/menu";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { AlertNote } from "./alert-note";
import { CommandButtons } from "./command-buttons";
import { HelpCallWords } from "./help-call-words";
import { wallActPath, wallPath } from "./paths";
import { wallTexts } from "./texts";
import type { loadWall } from "./wall.server";

export type Wall = ReturnType<typeof useLoaderData<typeof loadWall>>;
type Row = Wall["rows"][number];

/** Links to each view of the wall, with its count. */
export function WallViews({ open, unowned, mine, snoozed, kinds, filters }: Wall) {
  const { figure } = useFigures();
  const { search, place, onlyCompanyId } = filters;
  const view = (label: string, count: number, members: Record<string, string | undefined>) => ({
    label,
    value: figure(count),
    to: withMembers(wallPath, { search, place, onlyCompanyId }, members),
    current: (["state", "owner", "kind"] as const).every((name) => filters[name] === members[name]),
  });
  return (
    <StatTiles
      label="Views"
      tiles={[
        view("all", open, {}),
        view("not taken", unowned, { owner: "none" }),
        view("mine", mine, { owner: "mine" }),
        ...kinds.map(({ kind, label, count }) => view(label.toLowerCase(), count, { kind })),
        view("put off", snoozed, { state: "snoozed" }),
      ]}
    />
  );
}

const ages = [
  { value: "10", label: "10 min" },
  { value: "30", label: "30 min" },
  { value: "120", label: "2 hours" },
  { value: "1440", label: "24 hours" },
];

/** The stores in trouble, the most urgent first, with the actions for the ticked ones. */
export function WallTable(wall: Wall) {
  const { rows, filters, companies, page, row, mayCommand } = wall;
  const here = withMembers(wallPath, filters, { limit: sizeMember(page.limit) });
  const { state, kind, owner, ...narrowed } = filters;
  const active = Object.values(narrowed).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter the wall"
        search={<FilterSearch name="search" label="Store" value={filters.search} />}
        active={active}
        clearTo={withMembers(wallPath, { state, kind, owner })}
        hidden={{ state, kind, owner, limit: sizeMember(page.limit) }}
      >
        {companies.length > 0 ? (
          <FilterSelect
            name="onlyCompanyId"
            label="Company"
            any="All companies"
            value={filters.onlyCompanyId}
            options={companies}
          />
        ) : null}
        {filters.place ? (
          <FilterSelect
            name="place"
            label="City"
            any="All cities"
            value={filters.place}
            options={[{ value: filters.place, label: filters.place }]}
          />
        ) : null}
        <FilterSelect
          name="olderThan"
          label="For longer than"
          any="Any time"
          value={filters.olderThan === undefined ? undefined : String(filters.olderThan)}
          options={ages}
        />
      </FilterBar>
      <Table
        caption="Stores in trouble"
        columns={[...columns, actionsColumn(here)]}
        rows={rows}
        rowKey={({ ref }) => ref}
        sections={wall.sections}
        bulk={{
          formId,
          action: here,
          label: ({ store, kind }) => `Select ${store.name}, ${kind.words}`,
          actions: <BulkActs mayCommand={mayCommand} />,
        }}
        empty={
          <EmptyState icon="check" title={active > 0 ? "No Data Found" : wallTexts.fine}>
            {active > 0 || kind || owner ? wallTexts.noMatch : wallTexts.none}
          </EmptyState>
        }
      />
      {rows.length > 0 ? <DayStripKey rows={rows} /> : null}
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(at) => withMembers(here, {}, at)}
      />
    </Panel>
  );
}

const formId = "bulk";

function BulkActs({ mayCommand }: { mayCommand: boolean }) {
  const act = (value: string, label: string) => (
    <Button key={value} small name="act" value={value}>
      {label}
    </Button>
  );
  return (
    <>
      {act("take", "Take")}
      {act("hand-over", "Hand over")}
      {act("snooze", "Put off")}
      {act("note", "Note")}
      {act("close", "Close")}
      {mayCommand ? (
        <CommandButtons targetOf={(command) => ({ name: "act", value: command })} />
      ) : null}
    </>
  );
}

const columns: Column<Row>[] = [
  {
    key: "store",
    header: "Store",
    card: "title",
    cell: ({ store }) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere] md:inline-block md:min-w-32">
          {store.to ? <TextLink to={store.to}>{store.name}</TextLink> : store.name}
        </b>
        <small className="block text-ink-3">{store.place}</small>
        {store.phone ? (
          <small className="block whitespace-nowrap">
            <PhoneLink number={store.phone} />
          </small>
        ) : null}
      </>
    ),
  },
  {
    key: "kind",
    header: "State",
    card: "aside",
    cell: ({ store, kind, call, cause, repeats, nowPlaying }) => (
      <>
        <Pill tone={kind.tone}>{kind.words}</Pill>
        <small className="block [overflow-wrap:anywhere] md:max-w-56">{nowPlaying}</small>
        {repeats ? <small className="block text-ink-3">{wallTexts.repeats(repeats)}</small> : null}
        {call ? <HelpCallWords call={call} store={store.name} /> : null}
        {cause ? <small className="block text-ink-3">Cause: {cause}</small> : null}
      </>
    ),
  },
  {
    key: "lasted",
    header: "For",
    numeric: true,
    cell: ({ lasted, began, snoozed }) => (
      <>
        <span className="whitespace-nowrap" title={wallTexts.since(began)}>
          {lasted}
        </span>
        {snoozed ? (
          <small className="block whitespace-nowrap text-ink-3">{wallTexts.until(snoozed)}</small>
        ) : null}
      </>
    ),
  },
  todayColumn,
  { key: "tried", header: "Tried", card: "plain", cell: ({ tried }) => <Tried tried={tried} /> },
  {
    key: "owner",
    header: "Owner",
    cell: ({ owner, ref, store, kind }) =>
      owner ?? (
        <Button small form={formId} name="one" value={ref}>
          Take
          <span className="sr-only">
            {" "}
            {store.name}, {kind.words}
          </span>
        </Button>
      ),
  },
  {
    key: "note",
    header: "Note",
    card: "plain",
    cell: AlertNote,
  },
];

/** The actions of a row; they lead back to the list at `here`. */
const actionsColumn = (here: string): Column<Row> => ({
  key: "act",
  header: "Actions",
  card: "corner",
  cell: ({ ref, owner, store, kind }) => (
    <RowMenu of={`${store.name}, ${kind.words}`}>
      {owner ? (
        <Button variant="quiet" small form={formId} name="one" value={ref}>
          Take over
        </Button>
      ) : null}
      {rowActs.map(({ act, label }) => (
        <ButtonLink
          key={act}
          variant="quiet"
          small
          to={withMembers(wallActPath(act), { id: ref, back: here })}
        >
          {label}
        </ButtonLink>
      ))}
    </RowMenu>
  ),
});

const rowActs = [
  { act: "hand-over", label: "Hand over" },
  { act: "snooze", label: "Put off" },
  { act: "note", label: "Note" },
  { act: "close", label: "Close" },
];

function Tried({ tried }: Pick<Row, "tried">) {
  return (
    <>
      {tried.map(({ key, words, tone, state, more }) => (
        <small key={key} className="block [overflow-wrap:anywhere] md:max-w-56">
          {words} <Pill tone={tone}>{more ?? state}</Pill>
        </small>
      ))}
    </>
  );
}
