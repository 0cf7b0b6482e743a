import { and, eq, type SQL, sql } from "drizzle-orm";
import { type ItemKind, itemKinds } from "#contract/player/endpoints";
import { averagePlayOut, musicPlayOutTime, playOutTypes } from "#contract/reports/play-out-times";
import type { UnitFilters } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import {
  ofAllTypes,
  playColumn,
  spotSeconds,
  store,
  storeDay,
  storeDayPlays,
} from "../../db/schema/index.ts";
import type { Parts } from "../../db/with-parts.ts";
import { sourceOf } from "./report-source.ts";
import { inDates, storeUnits } from "./report-units.queries.ts";

/** Parts with a row for each store and day: `played` and `opened`. */
const musicParts = (scope: Scope, criteria: UnitFilters & { from: string; to: string }): Parts => ({
  played: sql`select store_id, day, music_seconds as music, ${spotSeconds} as spots, music_first_at as first_at, music_last_at as last_at
    from ${storeDayPlays} where ${inDates(storeDayPlays, scope, criteria)}`,
  opened: sql`select store_id, day, open from ${storeDay} where ${inDates(storeDay, scope, criteria)}`,
});
const music = sql<number>`coalesce(played.music, 0)`;
const expected = sql<number>`greatest(0, coalesce(opened.open, 0) * 60 - coalesce(played.spots, 0))`;

/**
 * FROM `of_type`, with these figures: a row for each type out of one with the columns of all types.
 */
function rowsByType(...figures: string[]): SQL {
  const rows = itemKinds.map(
    (kind) => `('${kind}', ${figures.map((figure) => playColumn(kind, figure)).join(", ")})`,
  );
  return sql.raw(`lateral (values ${rows.join(", ")}) of_type(kind, ${figures.join(", ")})`);
}
const type = sql<ItemKind>`of_type.kind`;
const ofType = (figure: string) => sql<number>`of_type.${sql.identifier(figure)}`;
const sumsByType = itemKinds.map((kind) => {
  const plays = playColumn(kind, "plays");
  const seconds = playColumn(kind, "seconds");
  return `count(*) filter (where ${plays} > 0) as ${playColumn(kind, "rows")}, sum(${plays}) as ${plays}, sum(${seconds}) as ${seconds}`;
});

/** A row is one type of item that a store played on a day. */
export const typesPlayed = sourceOf(playOutTypes, {
  key: { storeId: "integer", day: "date", type: "text" },
  isAggregate: false,
  select: (scope, criteria) => ({
    columns: {
      ...storeUnits.columns,
      storeId: store.id,
      day: storeDayPlays.day,
      type,
      plays: ofType("plays"),
      seconds: ofType("seconds"),
      share: sql<
        number | null
      >`round(100.0 * of_type.seconds / nullif(${ofAllTypes("seconds")}, 0), 1)::float8`,
    },
    from: sql`from ${storeDayPlays} join ${store} on ${and(eq(store.companyId, storeDayPlays.companyId), eq(store.id, storeDayPlays.storeId))} ${storeUnits.join}
      cross join ${rowsByType("plays", "seconds")} where ${inDates(storeDayPlays, scope, criteria)} and of_type.plays > 0`,
  }),
  sums: (scope, criteria) => ({
    columns: { type, rows: ofType("rows"), plays: ofType("plays"), seconds: ofType("seconds") },
    from: sql`from (select ${sql.raw(sumsByType.join(", "))} from ${storeDayPlays} where ${inDates(storeDayPlays, scope, criteria)}) added
      cross join ${rowsByType("rows", "plays", "seconds")} where of_type.rows > 0`,
  }),
});

/** A row is a day on which a store was open or played music. */
export const musicOfDays = sourceOf(musicPlayOutTime, {
  key: { storeId: "integer", day: "date" },
  isAggregate: false,
  select: (scope, criteria) => {
    const clock = (at: string) =>
      sql<string | null>`(played.${sql.identifier(at)} at time zone ${store.timeZone})::time`;
    return {
      with: musicParts(scope, criteria),
      columns: {
        ...storeUnits.columns,
        storeId: store.id,
        day: sql<string>`day`,
        first: clock("first_at"),
        last: clock("last_at"),
        seconds: sql<number>`${music}::int`,
        expected: sql<number>`${expected}::int`,
      },
      from: sql`from played full join opened using (store_id, day)
        join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = store_id ${storeUnits.join}
        where opened.open > 0 or played.music > 0`,
    };
  },
  sums: (scope, criteria) => ({
    with: musicParts(scope, criteria),
    columns: {
      day: sql<string>`day`,
      rows: sql<number>`count(*)`,
      seconds: sql<number>`sum(${music})`,
      expected: sql<number>`sum(${expected})`,
    },
    from: sql`from played full join opened using (store_id, day) where opened.open > 0 or played.music > 0 group by day`,
  }),
  byStore: (scope, criteria) => ({
    with: musicParts(scope, criteria),
    columns: {
      storeId: sql<number>`store_id`,
      part: sql<number>`sum(${music})`,
      whole: sql<number>`sum(${expected})`,
    },
    from: sql`from played full join opened using (store_id, day) group by store_id`,
  }),
});

const average = (column: string) => sql.raw(`(sum(${column}_seconds) / count(*))::int`);

/** A row is a store. */
export const averagePlayOuts = sourceOf(averagePlayOut, {
  key: { storeId: "integer" },
  isAggregate: true,
  select: (scope, criteria) => ({
    with: {
      by_store: sql`select store_id, count(*)::int as days, ${average("music")} as music, ${average("ad")} as ads, ${average("jingle")} as promos, ${average("toh")} as toh
        from ${storeDayPlays} where ${inDates(storeDayPlays, scope, criteria)} and ${ofAllTypes("plays")} > 0 group by store_id`,
    },
    columns: {
      ...storeUnits.columns,
      storeId: store.id,
      days: sql<number>`by_store.days`,
      music: sql<number>`by_store.music`,
      ads: sql<number>`by_store.ads`,
      promos: sql<number>`by_store.promos`,
      toh: sql<number>`by_store.toh`,
    },
    from: sql`from by_store join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = by_store.store_id ${storeUnits.join}`,
  }),
});
