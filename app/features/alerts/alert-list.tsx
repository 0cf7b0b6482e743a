import type { useLoaderData } from "@remix-run/react";
import { alertKinds, alertKindWords } from "#contract/alerts/words";
import { DayStripKey, todayColumn } from "~/ui/day-strip";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSelect } from "~/ui/frame/filter-bar";
import { LocationFilters } from "~/ui/frame/location-filters";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { Tabs } from "~/ui/frame/tabs";
import { TextLink } from "~/ui/frame/text-link";
import type { loadAlerts } from "./alerts.server";
import { alertPath, alertSettingsPath, alertsPath } from "./paths";
import { alertsTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadAlerts>>;
type Row = Data["rows"][number];

const firstSort = "-began";

/** Tabs to open and past alerts, and to the settings for people who may change them. */
export function AlertTabs({ current, maySet }: { current: string; maySet: boolean }) {
  const past = withMembers(alertsPath, { state: "ended" });
  const tabs = [
    { label: "Open", to: alertsPath },
    { label: "Past", to: past },
    ...(maySet ? [{ label: "Settings", to: alertSettingsPath }] : []),
  ];
  return (
    <Tabs label="Alerts" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
  );
}

export function AlertList({ rows, state, filters, choices, sort, row, page }: Data) {
  const viewParams = {
    state: state === "ended" ? "ended" : undefined,
    sort: sort === firstSort ? undefined : sort,
    limit: sizeMember(page.limit),
  };
  const active = Object.values(filters).filter(Boolean).length;
  const place = withMembers(alertsPath, { ...filters, ...viewParams });
  return (
    <Panel>
      <FilterBar
        label="Filter alerts"
        search={
          <>
            <FilterSelect
              name="kind"
              label="Kind"
              any="All kinds"
              value={filters.kind}
              options={kindOptions}
            />
            <FilterSelect
              name="acknowledged"
              label="Acknowledged"
              any="Any"
              value={filters.acknowledged}
              options={acknowledgedOptions}
            />
          </>
        }
        active={active}
        clearTo={withMembers(alertsPath, { state: viewParams.state })}
        hidden={viewParams}
      >
        <LocationFilters values={filters} choices={choices} />
      </FilterBar>
      <Table
        caption="Alerts"
        columns={columns.filter(({ key }) => key !== (state === "ended" ? "today" : "ended"))}
        rows={rows}
        rowKey={({ ref }) => ref}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(alertsPath, filters, {
              ...viewParams,
              sort: by === firstSort ? undefined : by,
            }),
        }}
        bulk={{
          formId: "bulk",
          action: place,
          label: ({ store, kind }) => `Select ${store.name}, ${kind.words}`,
          ticks: ({ acknowledgedBy }) => acknowledgedBy === null,
          actions: (
            <Button small icon="check">
              Acknowledge
            </Button>
          ),
        }}
        empty={<NoAlerts isFiltered={active > 0} state={state} />}
      />
      {state === "open" && rows.length > 0 ? <DayStripKey rows={rows} /> : null}
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(at) => withMembers(alertsPath, { ...filters, ...viewParams }, at)}
      />
    </Panel>
  );
}

const kindOptions = alertKinds.map((kind) => ({ value: kind, label: alertKindWords[kind] }));
const acknowledgedOptions = [
  { value: "no", label: "Not acknowledged" },
  { value: "yes", label: "Acknowledged" },
];

const columns: Column<Row>[] = [
  {
    key: "store",
    header: "Store",
    sortKey: "store",
    card: "title",
    cell: ({ store, location }) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere] md:inline-block md:min-w-32">
          {store.to ? <TextLink to={store.to}>{store.name}</TextLink> : store.name}
        </b>
        <small className="block text-ink-3">
          {[store.code, location].filter(Boolean).join(" · ")}
        </small>
      </>
    ),
  },
  {
    key: "kind",
    header: "Kind",
    card: "aside",
    cell: ({ kind }) => <Pill tone={kind.tone}>{kind.words}</Pill>,
  },
  todayColumn,
  {
    key: "began",
    header: "Since",
    sortKey: "began",
    cell: ({ began }) => <span className="whitespace-nowrap">{began}</span>,
  },
  { key: "ended", header: "Until", cell: ({ ended }) => ended },
  {
    key: "lasted",
    header: "How long",
    cell: ({ lasted }) => <span className="whitespace-nowrap">{lasted}</span>,
  },
  {
    key: "acknowledged",
    header: "Acknowledged",
    cell: ({ acknowledgedBy, note }) =>
      acknowledgedBy ? (
        <span className="max-md:text-right">
          {acknowledgedBy}
          {note ? (
            <small className="block text-ink-3 [overflow-wrap:anywhere] md:max-w-64">{note}</small>
          ) : null}
        </span>
      ) : (
        <span className="text-ink-3">No</span>
      ),
  },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ ref, store, kind, acknowledgedBy }) => (
      <ButtonLink to={alertPath(ref)} variant="quiet" small>
        {acknowledgedBy ? "Edit note" : "Acknowledge"}
        <span className="sr-only">
          {" "}
          of {store.name}, {kind.words}
        </span>
      </ButtonLink>
    ),
  },
];

function NoAlerts({ isFiltered, state }: { isFiltered: boolean; state: Data["state"] }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No Data Found"
        action={
          <ButtonLink
            to={withMembers(alertsPath, { state: state === "ended" ? state : undefined })}
          >
            Show all alerts
          </ButtonLink>
        }
      >
        {alertsTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState icon="check" title={state === "open" ? "No open alerts" : "No past alerts"}>
      {state === "open" ? alertsTexts.noneOpen : alertsTexts.nonePast}
    </EmptyState>
  );
}
