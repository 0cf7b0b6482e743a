import { and, eq, sql } from "drizzle-orm";
import { averagePlayOut, musicPlayOutTime, playOutTypes } from "#contract/reports/play-out-times";
import type { UnitFilters } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import { store, storeDay, storePlays } from "../../db/schema/index.ts";
import type { Parts } from "../../db/with-parts.ts";
import { sourceOf } from "./report-source.ts";
import { inDates, storeUnits } from "./report-units.queries.ts";

/** Parts with a row for each store and day: `played` and `opened`. */
const musicParts = (scope: Scope, criteria: UnitFilters & { from: string; to: string }): Parts => ({
  played: sql`select store_id, day, sum(seconds) filter (where kind = 'MUSIC') as music, sum(seconds) filter (where kind <> 'MUSIC') as spots,
      min(first_at) filter (where kind = 'MUSIC') as first_at, max(last_at) filter (where kind = 'MUSIC') as last_at
    from ${storePlays} where ${inDates(storePlays, scope, criteria)} and plays > 0 group by store_id, day`,
  opened: sql`select store_id, day, open from ${storeDay} where ${inDates(storeDay, scope, criteria)}`,
});
const music = sql<number>`coalesce(played.music, 0)`;
const expected = sql<number>`greatest(0, coalesce(opened.open, 0) * 60 - coalesce(played.spots, 0))`;

const ofDay = sql`(select sum(day.seconds) from ${storePlays} as day where day.company_id = ${storePlays.companyId}
  and day.store_id = ${storePlays.storeId} and day.day = ${storePlays.day})`;

/** A row is a type of what a store played on a day. */
export const typesPlayed = sourceOf(playOutTypes, {
  key: { storeId: "integer", day: "date", type: "text" },
  isAggregate: false,
  select: (scope, criteria) => ({
    columns: {
      ...storeUnits.columns,
      ...{ storeId: store.id, day: storePlays.day, type: storePlays.kind, plays: storePlays.plays, seconds: storePlays.seconds },
      share: sql<number | null>`round(100.0 * ${storePlays.seconds} / nullif(${ofDay}, 0), 1)::float8`,
    },
    from: sql`from ${storePlays} join ${store} on ${and(eq(store.companyId, storePlays.companyId), eq(store.id, storePlays.storeId))} ${storeUnits.join}
      where ${inDates(storePlays, scope, criteria)} and ${storePlays.plays} > 0`,
  }),
  sums: (scope, criteria) => ({
    columns: {
      ...{ type: storePlays.kind, rows: sql<number>`count(*)` },
      ...{ plays: sql<number>`sum(${storePlays.plays})`, seconds: sql<number>`sum(${storePlays.seconds})` },
    },
    from: sql`from ${storePlays} where ${inDates(storePlays, scope, criteria)} and ${storePlays.plays} > 0 group by ${storePlays.kind}`,
  }),
});

/** A row is a day on which a store was open or played music. */
export const musicOfDays = sourceOf(musicPlayOutTime, {
  key: { storeId: "integer", day: "date" },
  isAggregate: false,
  select: (scope, criteria) => {
    const clock = (at: string) => sql<string | null>`(played.${sql.identifier(at)} at time zone ${store.timeZone})::time`;
    return {
      with: musicParts(scope, criteria),
      columns: {
        ...storeUnits.columns,
        ...{ storeId: store.id, day: sql<string>`day`, first: clock("first_at"), last: clock("last_at") },
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
      ...{ day: sql<string>`day`, rows: sql<number>`count(*)` },
      ...{ seconds: sql<number>`sum(${music})`, expected: sql<number>`sum(${expected})` },
    },
    from: sql`from played full join opened using (store_id, day) where opened.open > 0 or played.music > 0 group by day`,
  }),
});

const secondsOf = (kind: string) => sql`coalesce(sum(seconds) filter (where kind = ${kind}), 0)::int`;
const average = (column: string) => sql`(sum(${sql.identifier(column)}) / count(*))::int as ${sql.identifier(column)}`;

/** A row is a store. */
export const averagePlayOuts = sourceOf(averagePlayOut, {
  key: { storeId: "integer" },
  isAggregate: true,
  select: (scope, criteria) => ({
    with: {
      by_day: sql`select store_id, ${secondsOf("MUSIC")} as music, ${secondsOf("AD")} as ads, ${secondsOf("JINGLE")} as promos, ${secondsOf("TOH")} as toh
        from ${storePlays} where ${inDates(storePlays, scope, criteria)} and plays > 0 group by store_id, day`,
      by_store: sql`select store_id, count(*)::int as days, ${average("music")}, ${average("ads")}, ${average("promos")}, ${average("toh")}
        from by_day group by store_id`,
    },
    columns: {
      ...storeUnits.columns,
      storeId: store.id,
      ...{ days: sql<number>`by_store.days`, music: sql<number>`by_store.music`, ads: sql<number>`by_store.ads` },
      ...{ promos: sql<number>`by_store.promos`, toh: sql<number>`by_store.toh` },
    },
    from: sql`from by_store join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = by_store.store_id ${storeUnits.join}`,
  }),
});
