import type { z } from "zod";
import type * as contract from "#contract/ads/availability";
import type { Availability, StoreAvailability } from "#contract/ads/availability";
import { hoursOfDay } from "#contract/ads/words";
import { dateIn, timeIn } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import type { SpotKind } from "#contract/schedule/positions";
import { findTimeZone, type Scope } from "../../../access/scope.ts";
import { notFound } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findSeenStoreIds } from "../booking/booking.queries.ts";
import { findCampaignRow, findCampaignUnits } from "../campaigns/campaigns.queries.ts";
import { settingsFor } from "../settings/store-settings.ts";
import {
  type CellQuery,
  countStoresOnSale,
  type DayCells,
  findDayCells,
  findStoreCells,
  findTimeCells,
  type UnitSelection,
} from "./availability.queries.ts";
import { findInventory } from "./inventory.queries.ts";

type Units = { [K in keyof UnitSelection]?: number[] | undefined } & {
  campaignId?: number | undefined;
};
type Times = { from: string; to: string; weekdays?: number[] | undefined };

/**
 * The stores that a query names. Throws 404 for a campaign that is not seen; locations out of scope
 * have no stores.
 */
async function storeFilterOf(
  scope: Scope,
  db: Db,
  { regionIds = [], zoneIds = [], groupIds = [], storeIds = [], campaignId }: Units,
): Promise<UnitSelection> {
  if (campaignId === undefined) return { regionIds, zoneIds, groupIds, storeIds };
  if (!(await findCampaignRow(scope, db, campaignId))) throw notFound();
  const units = await findCampaignUnits(scope, db, [campaignId]);
  const at = (level: string) =>
    units.flatMap((unit) => (unit.level === level ? [unit.unitId] : []));
  if (units.some(({ level }) => level === "COMPANY"))
    return { regionIds: [], zoneIds: [], groupIds: [], storeIds: [] };
  return {
    regionIds: at("REGION"),
    zoneIds: at("ZONE"),
    groupIds: at("GROUP"),
    storeIds: at("STORE"),
  };
}

const cellFilterOf = (
  { from, to, weekdays }: Times,
  kind: SpotKind,
  playSeconds: number,
  now: Date,
): CellQuery => ({
  from,
  to,
  weekdays,
  kind,
  now,
  playTakes: kind === "AD" ? playSeconds : 1,
});

/**
 * Shows the room of each day and hour, and the worst and best. Throws 404 for a campaign that the
 * caller does not see.
 */
export async function showAvailability(
  { scope, db, now }: Pick<ScopedCall, "scope" | "db" | "now">,
  query: Units & Times & { hours?: number[] | undefined; kind: SpotKind; playSeconds: number },
): Promise<Availability> {
  const stores = await storeFilterOf(scope, db, query);
  const filters = cellFilterOf(query, query.kind, query.playSeconds, now);
  const requestedHours = new Set(query.hours ?? hoursOfDay);
  const only = (values: number[]) =>
    values.map((value, hour) => (requestedHours.has(hour) ? value : 0));
  const days = (await findDayCells(scope, db, stores, filters)).map((cells) => ({
    ...cells,
    capacity: only(cells.capacity),
    booked: only(cells.booked),
    held: only(cells.held),
    freePlays: only(cells.freePlays),
    storesWithRoom: only(cells.storesWithRoom),
  }));
  const freePlays = sum(days.flatMap((day) => day.freePlays));
  return {
    stores: await countStoresOnSale(scope, db, stores, filters),
    playTakes: filters.playTakes,
    freePlays,
    days,
    ...extremes(days, now, await findTimeZone(scope, db)),
  };
}

/**
 * The hours on sale with the fewest and the most stores that have room, then plays; of equal ones
 * the first.
 */
function extremes(
  days: readonly DayCells[],
  now: Date,
  timeZone: string,
): Pick<Availability, "worst" | "best"> {
  // an hour that has begun on the company's clock is over, not full, though a store on another clock
  // may still have room
  const begun = `${dateIn(timeZone, now)}T${timeIn(timeZone, now).slice(0, 2)}`;
  const cells = days.flatMap(({ day, stores, capacity, freePlays, storesWithRoom }) =>
    capacity.flatMap((amount, hour) =>
      amount > 0 && `${day}T${String(hour).padStart(2, "0")}` > begun
        ? [
            {
              day,
              hour,
              stores,
              freePlays: freePlays[hour] ?? 0,
              storesWithRoom: storesWithRoom[hour] ?? 0,
            },
          ]
        : [],
    ),
  );
  const order = (one: (typeof cells)[number], other: (typeof cells)[number]) =>
    one.storesWithRoom - other.storesWithRoom || one.freePlays - other.freePlays;
  let worst = cells[0] ?? null;
  let best = cells[0] ?? null;
  for (const cell of cells) {
    if (worst && order(cell, worst) < 0) worst = cell;
    if (best && order(cell, best) > 0) best = cell;
  }
  return { worst, best };
}

/**
 * In how many stores each exact time is free by day. Throws 404 for a campaign that is not seen.
 */
export async function showTimes(
  { scope, db, now }: ScopedCall,
  query: z.output<typeof contract.slotAvailabilityWithTime.query>,
) {
  const stores = await storeFilterOf(scope, db, query);
  const filters = cellFilterOf(query, query.kind, query.playSeconds, now);
  const { exactTimes } = query;
  return {
    stores: await countStoresOnSale(scope, db, stores, filters),
    exactTimes,
    days: await findTimeCells(scope, db, stores, { filters, minutes: exactTimes }),
  };
}

/**
 * Lists availability by store. Throws 404 for a campaign that is not seen, 422 for a cursor that is
 * not ours.
 */
export async function listStores(
  { scope, db, now }: ScopedCall,
  query: z.output<typeof contract.storeAvailability.query>,
) {
  const stores = await storeFilterOf(scope, db, query);
  const { sort, limit, cursor, hours = hoursOfDay } = query;
  const pageQuery = {
    ...cellFilterOf(query, query.kind, query.playSeconds, now),
    sort,
    limit,
    cursor,
    hours,
  };
  const { rows, page } = await findStoreCells(scope, db, stores, pageQuery);
  const data = rows.map(({ worst, ...row }): StoreAvailability => {
    const [day, hour, freePlays] = worst[0] ?? [];
    return {
      ...row,
      worst: day && hour != null ? { day, hour: Number(hour), freePlays: Number(freePlays) } : null,
    };
  });
  return { data, page: { ...page, total: await countStoresOnSale(scope, db, stores, pageQuery) } };
}

/** Capacity, booked and held by unit and date, prime hours apart. Throws as listStores does. */
export async function listInventory(
  { scope, db, caller }: ScopedCall,
  query: z.output<typeof contract.adInventory.query>,
) {
  const stores = await storeFilterOf(scope, db, query);
  const settings = await settingsFor(scope, db, await findSeenStoreIds(scope, db));
  const prime = new Map([...settings].map(([storeId, { primeHours }]) => [storeId, primeHours]));
  const { kind, from, to, by, limit, cursor } = query;
  const { rows, page } = await findInventory(scope, db, stores, {
    kind,
    from,
    to,
    by,
    limit,
    cursor,
    prime,
    weekdays: undefined,
  });
  const fallback = by === "company" ? caller.companyName : "No location";
  return {
    data: rows.map(({ unitName, ...row }) => ({ ...row, unitName: unitName ?? fallback })),
    page,
  };
}

/**
 * Seconds of ads that the stores in scope may sell, have booked and hold from a date to another.
 */
export async function sumAdSeconds(
  { scope, db, now }: Pick<ScopedCall, "scope" | "db" | "now">,
  { from, to }: Omit<Times, "weekdays">,
) {
  const stores = await storeFilterOf(scope, db, {});
  const days = (
    await findDayCells(scope, db, stores, cellFilterOf({ from, to }, "AD", 1, now))
  ).map(sumDay);
  const sumOf = (of: (day: ReturnType<typeof sumDay>) => number) =>
    days.reduce((total, day) => total + of(day), 0);
  return {
    from,
    to,
    capacity: sumOf(({ capacity }) => capacity),
    booked: sumOf(({ booked }) => booked),
    held: sumOf(({ held }) => held),
    days,
  };
}

/** Capacity, booked and held by date. Throws 404 for a campaign that is not seen. */
export async function showGraph(
  { scope, db, now }: ScopedCall,
  query: z.output<typeof contract.inventoryGraph.query>,
) {
  return (
    await findDayCells(
      scope,
      db,
      await storeFilterOf(scope, db, query),
      cellFilterOf(query, query.kind, 1, now),
    )
  ).map(sumDay);
}

function sumDay({ day, capacity, booked, held }: DayCells) {
  return { day, capacity: sum(capacity), booked: sum(booked), held: sum(held) };
}
