import { and, eq, sql } from "drizzle-orm";
import type { UnitFilters } from "#contract/reports/report";
import { storeOnlineStatus, storeVolumeReport } from "#contract/reports/store-minutes";
import type { Scope } from "../../access/scope.ts";
import { ofStoresWithin } from "../../access/scope-conditions.ts";
import { store, storeDay, storeHour } from "../../db/schema/index.ts";
import { percentOf } from "./report-rows.queries.ts";
import { sourceOf } from "./report-source.ts";
import { filteredStores, inDates, storeUnits } from "./report-units.queries.ts";

type Criteria = UnitFilters & { from: string; to: string };

/** A row is a day on which a store was open. */
export const onlineDays = sourceOf(storeOnlineStatus, {
  key: { storeId: "integer", day: "date" },
  isAggregate: false,
  select: (scope, criteria) => ({
    columns: {
      ...storeUnits.columns,
      storeId: store.id,
      day: storeDay.day,
      open: storeDay.open,
      online: storeDay.online,
      uptime: percentOf(storeDay.online, storeDay.open),
      lastSeen: sql<Date | null>`${storeDay.lastSeenAt}`,
      playerVersion: sql<string | null>`${storeDay.playerVersion}`,
      paused: storeDay.paused,
    },
    from: sql`from ${storeDay} join ${store} on ${and(eq(store.companyId, storeDay.companyId), eq(store.id, storeDay.storeId))} ${storeUnits.join}
      where ${inDates(storeDay, scope, criteria)}`,
  }),
  sums: (scope, criteria) => ({
    columns: {
      day: storeDay.day,
      rows: sql<number>`count(*)`,
      open: sql<number>`sum(${storeDay.open})`,
      online: sql<number>`sum(${storeDay.online})`,
      paused: sql<number>`sum(${storeDay.paused})`,
      lastSeen: sql<Date | null>`max(${storeDay.lastSeenAt})`,
    },
    from: sql`from ${storeDay} where ${inDates(storeDay, scope, criteria)} group by ${storeDay.day}`,
  }),
  byStore: (scope, criteria) => ({
    columns: {
      storeId: storeDay.storeId,
      part: sql<number>`sum(${storeDay.online})`,
      whole: sql<number>`sum(${storeDay.open})`,
    },
    from: sql`from ${storeDay} where ${inDates(storeDay, scope, criteria)} group by ${storeDay.storeId}`,
  }),
});

const online = sql<number>`bit_count(${storeHour.online})::int`;
// the hours of a date begin on the day before or after it where the store's clock is far from UTC
const hoursWithin = (
  scope: Scope,
  criteria: Criteria,
) => sql`${ofStoresWithin(storeHour, scope, filteredStores(criteria))}
  and bit_count(${storeHour.online}) > 0
  and ${storeHour.hourAt} >= ${criteria.from}::date - 1 and ${storeHour.hourAt} < ${criteria.to}::date + 2
  and ${storeHour.localHour} >= ${criteria.from}::date and ${storeHour.localHour} < ${criteria.to}::date + 1`;

/**
 * A row is an hour of a store with a heartbeat. Its instant distinguishes the two hours that a
 * clock change makes of one.
 */
export const volumeHours = sourceOf(storeVolumeReport, {
  key: { storeId: "integer", hourAt: "instant" },
  isAggregate: false,
  select: (scope, criteria) => {
    return {
      columns: {
        ...storeUnits.columns,
        storeId: store.id,
        hourAt: storeHour.hourAt,
        day: sql<string>`${storeHour.localHour}::date`,
        hour: sql<string>`${storeHour.localHour}::time`,
        least: sql<number | null>`${storeHour.volumeLeast}`,
        most: sql<number | null>`${storeHour.volumeMost}`,
        average: sql<number>`round(${storeHour.volumeSum}::numeric / ${online})::int`,
        quiet: sql<number>`bit_count(${storeHour.quiet})::int`,
        online,
      },
      from: sql`from ${storeHour} join ${store} on ${and(eq(store.companyId, storeHour.companyId), eq(store.id, storeHour.storeId))} ${storeUnits.join}
        where ${hoursWithin(scope, criteria)}`,
    };
  },
  sums: (scope, criteria) => ({
    columns: {
      day: sql<string>`${storeHour.localHour}::date`,
      rows: sql<number>`count(*)`,
      most: sql<number | null>`max(${storeHour.volumeMost})`,
      quiet: sql<number>`sum(bit_count(${storeHour.quiet}))`,
      online: sql<number>`sum(${online})`,
    },
    from: sql`from ${storeHour} where ${hoursWithin(scope, criteria)} group by ${storeHour.localHour}::date`,
  }),
  byStore: (scope, criteria) => ({
    columns: {
      storeId: storeHour.storeId,
      part: sql<number>`sum(bit_count(${storeHour.quiet}))`,
      whole: sql<number>`sum(${online})`,
    },
    from: sql`from ${storeHour} where ${hoursWithin(scope, criteria)} group by ${storeHour.storeId}`,
  }),
});
