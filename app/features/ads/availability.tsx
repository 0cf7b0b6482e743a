import type { useLoaderData } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure, useFigures } from "~/ui/frame/figures";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { Tabs } from "~/ui/frame/tabs";
import { TextLink } from "~/ui/frame/text-link";
import { HeatMap } from "~/ui/heat-map";
import type { loadAvailability } from "./availability.server";
import { availabilityPath as here } from "./paths";
import { StoreName } from "./store-name";
import { availabilityTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadAvailability>>;

/** Shows the free plays in total, and the hours with the fewest and the most. */
export function AvailabilityTiles({ stores, freePlays, worst, best, atTimes }: Data) {
  const { figure } = useFigures();
  if (atTimes) return <TimesTiles {...atTimes} />;
  const tile = (label: string, cell: Data["worst"]) =>
    cell ? [{ label, value: cell.freePlays, note: cell.note }] : [];
  return (
    <StatTiles
      label="Availability in short"
      tiles={[
        { label: "Free plays", value: figure(freePlays) },
        { label: "Stores", value: figure(stores) },
        ...tile(availabilityTexts.worst, worst),
        ...tile(availabilityTexts.best, best),
      ]}
    />
  );
}

type AtTimes = NonNullable<Data["atTimes"]>;

function TimesTiles({ stores, worst, best }: AtTimes) {
  const { figure } = useFigures();
  const tile = (label: string, cell: AtTimes["worst"]) =>
    cell ? [{ label, value: cell.free, note: cell.note }] : [];
  const tiles = [
    { label: "Stores", value: figure(stores) },
    ...tile(availabilityTexts.fewest, worst),
    ...tile(availabilityTexts.most, best),
  ];
  return <StatTiles label="Availability in short" tiles={tiles} />;
}

const TimesMap = ({ map, what }: { map: AtTimes["map"]; what: string }) => (
  <Panel title="Times by day" lead={availabilityTexts.timesLead(what)}>
    {map ? (
      <HeatMap
        {...map}
        caption={availabilityTexts.timesCaption}
        unit={availabilityTexts.timesUnit}
        nothing={availabilityTexts.timesNothing}
      />
    ) : (
      <NothingOnSale />
    )}
  </Panel>
);

const NothingOnSale = () => (
  <EmptyState icon="calendar" title="No Data Found">
    {availabilityTexts.nothing}
  </EmptyState>
);

const shows = [
  { show: "free", label: "Free plays" },
  { show: "stores", label: "Stores with room" },
  { show: "sold", label: "Sold" },
] as const;
const units = {
  free: availabilityTexts.free,
  stores: availabilityTexts.rooms,
  sold: availabilityTexts.sold,
};

export function AvailabilityMap({ map, show, filters, what, days, atTimes }: Data) {
  if (atTimes) return <TimesMap map={atTimes.map} what={what} />;
  return (
    <Panel title="Hours by day" lead={what}>
      <Tabs
        label="What the cells show"
        tabs={shows.map((one) => ({
          label: one.label,
          to: withMembers(here, filters, { show: one.show === "free" ? undefined : one.show }),
          current: one.show === show,
        }))}
      />
      {map ? (
        <HeatMap
          {...map}
          caption={availabilityTexts.caption}
          unit={units[show]}
          nothing={availabilityTexts.hourNothing}
        />
      ) : (
        <NothingOnSale />
      )}
      {map ? (
        <details className="group mt-3">
          <summary className="inline-block rounded-sm py-1 text-sm text-ink underline underline-offset-2 print:hidden">
            Show as table
          </summary>
          <div className="mt-2">
            <Table
              caption={availabilityTexts.byDay}
              columns={dayColumns}
              rows={days}
              rowKey={({ day }) => day}
            />
          </div>
        </details>
      ) : null}
    </Panel>
  );
}

type Day = Data["days"][number];
const dayColumns: Column<Day>[] = [
  {
    key: "day",
    header: "Day",
    cell: ({ day }) => <span className="whitespace-nowrap">{day}</span>,
  },
  { key: "stores", header: "Stores", numeric: true, cell: ({ stores }) => <Figure of={stores} /> },
  {
    key: "capacity",
    header: "Capacity",
    numeric: true,
    cell: ({ capacity }) => <Figure of={capacity} />,
  },
  { key: "booked", header: "Booked", numeric: true, cell: ({ booked }) => <Figure of={booked} /> },
  { key: "held", header: "Held", numeric: true, cell: ({ held }) => <Figure of={held} /> },
  {
    key: "free",
    header: "Free plays",
    numeric: true,
    cell: ({ freePlays }) => <Figure of={freePlays} />,
  },
  {
    key: "fullest",
    header: "Fullest hour",
    cell: ({ fullest }) => (fullest ? <Fullest when={fullest.hour} of={fullest.freePlays} /> : "–"),
  },
];

const Fullest = ({ when, of }: { when: string; of: number }) => (
  <>
    {when}, <Figure of={of} /> free
  </>
);

type StoreRow = NonNullable<Data["byStore"]>["rows"][number];

/** Lists the stores one by one, once the person asks for it. */
export function AvailabilityStores({ byStore, filters }: Data) {
  if (!byStore)
    return (
      <Panel title="Stores" lead={availabilityTexts.storesAsk}>
        <ButtonLink to={withMembers(here, filters, { by: "store" })}>Show by store</ButtonLink>
      </Panel>
    );
  const { rows, sort, row, page } = byStore;
  const viewParams = {
    ...filters,
    sort: sort === "free" ? undefined : sort,
    limit: sizeMember(page.limit),
  };
  return (
    <Panel
      title="Stores"
      lead={availabilityTexts.stores}
      actions={<TextLink to={withMembers(here, filters, { by: undefined })}>Hide stores</TextLink>}
    >
      <Table
        caption="Availability by store"
        columns={storeColumns}
        rows={rows}
        rowKey={({ key }) => key}
        sort={{
          by: sort,
          href: (by) => withMembers(here, viewParams, { sort: by === "free" ? undefined : by }),
        }}
        empty={<EmptyState title="No Data Found">{availabilityTexts.noStores}</EmptyState>}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(here, viewParams, place)}
      />
    </Panel>
  );
}

const storeColumns: Column<StoreRow>[] = [
  {
    key: "store",
    header: "Store",
    sortKey: "store",
    cell: ({ name, code, to }) => <StoreName name={name} code={code} to={to} />,
  },
  {
    key: "free",
    header: "Free plays",
    sortKey: "free",
    numeric: true,
    cell: ({ freePlays }) => <Figure of={freePlays} />,
  },
  {
    key: "capacity",
    header: "Capacity",
    numeric: true,
    cell: ({ capacity }) => <Figure of={capacity} />,
  },
  { key: "booked", header: "Booked", numeric: true, cell: ({ booked }) => <Figure of={booked} /> },
  { key: "held", header: "Held", numeric: true, cell: ({ held }) => <Figure of={held} /> },
  {
    key: "worst",
    header: "Fullest hour",
    cell: ({ worst }) => (worst ? <Fullest when={worst.when} of={worst.freePlays} /> : "–"),
  },
];
