import type { useLoaderData } from "@remix-run/react";
import { playOutcomes, playOutcomeWords } from "#contract/ads/words";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterDate, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { PlayButton } from "~/ui/play-button";
import type { loadAsRun } from "./as-run.server";
import { asRunTexts as texts } from "./delivery-words";
import { campaignAsRunPath } from "./paths";

type Data = ReturnType<typeof useLoaderData<typeof loadAsRun>>;
type Row = Data["rows"][number];

const outcomeOptions = [
  { value: "MISSED", label: "Missed, any reason" },
  ...playOutcomes.map((outcome) => ({ value: outcome, label: playOutcomeWords[outcome] })),
];

const columns: Column<Row>[] = [
  {
    key: "store",
    header: "Store",
    cell: ({ store, to }) => (
      <b className="font-semibold [overflow-wrap:anywhere]">
        {to ? <TextLink to={to}>{store}</TextLink> : store}
      </b>
    ),
  },
  {
    key: "day",
    header: "Date",
    cell: ({ day }) => <span className="whitespace-nowrap">{day}</span>,
  },
  {
    key: "hour",
    header: "Booked for",
    cell: ({ hour }) => <span className="whitespace-nowrap tabular-nums">{hour}</span>,
  },
  { key: "due", header: "Due at", numeric: true, cell: ({ due }) => due ?? "–" },
  { key: "started", header: "Started at", numeric: true, cell: ({ started }) => started ?? "–" },
  { key: "length", header: "Length", numeric: true, cell: ({ length }) => length ?? "–" },
  {
    key: "spot",
    header: "Spot",
    cell: ({ spot, audio }) => (
      <span className="flex items-center gap-3">
        {spot && audio ? <PlayButton src={audio} title={spot} /> : null}
        <span className="min-w-0 [overflow-wrap:anywhere]">{spot ?? "–"}</span>
      </span>
    ),
  },
  {
    key: "outcome",
    header: "Outcome",
    cell: ({ outcome }) => <Pill tone={outcome.tone}>{outcome.words}</Pill>,
  },
];

export function AsRunLog({ rows, filters, store, row, page, path }: Data) {
  const here = campaignAsRunPath(path);
  const { storeId, ...typed } = filters;
  const active = Object.values(filters).filter(Boolean).length;
  const viewParams = { limit: sizeMember(page.limit) };
  return (
    <Panel>
      <FilterBar
        label="Filter plays"
        search={
          <>
            <FilterDate name="from" label="From" value={typed.from} />
            <FilterDate name="to" label="To" value={typed.to} />
            {storeId ? null : (
              <FilterSearch
                name="search"
                label="Store"
                value={typed.search}
                placeholder="Name or code"
                narrow
              />
            )}
            <FilterSelect
              name="outcome"
              label="Outcome"
              any="Any outcome"
              value={typed.outcome}
              options={outcomeOptions}
            />
          </>
        }
        active={active}
        clearTo={here}
        hidden={{ ...viewParams, storeId }}
      />
      {storeId ? (
        <p className="border-b border-line py-2 text-sm text-ink-2">
          {store ? texts.oneStore(store) : null}{" "}
          <TextLink to={withMembers(here, { ...typed, ...viewParams })}>Show all stores</TextLink>
        </p>
      ) : null}
      <Table
        caption={texts.caption}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={
          <NoPlays
            here={here}
            isFiltered={active > 0}
            next={
              page.next ? withMembers(here, filters, { ...viewParams, cursor: page.next }) : null
            }
          />
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

/** A page may be empty although more follow, because one call searches only so far. */
function NoPlays({
  here,
  isFiltered,
  next,
}: {
  here: string;
  isFiltered: boolean;
  next: string | null;
}) {
  if (next)
    return (
      <EmptyState title="None found so far" action={<ButtonLink to={next}>Continue</ButtonLink>}>
        {texts.notFoundYet}
      </EmptyState>
    );
  if (!isFiltered) return <EmptyState title="No Data Found">{texts.none}</EmptyState>;
  return (
    <EmptyState title="No Data Found" action={<ButtonLink to={here}>Show all plays</ButtonLink>}>
      {texts.noMatch}
    </EmptyState>
  );
}
