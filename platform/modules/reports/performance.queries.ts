import { sql } from "drizzle-orm";
import { summaryReport, topPerformingStores } from "#contract/reports/performance";
import type { UnitFilters } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import { ofAllTypes, spotSeconds, store, storeDay, storeDayPlays } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import type { Parts } from "../../db/with-parts.ts";
import { adTimeOnSale, uncountedDays } from "../ads/index.ts";
import { deliveredIn } from "./campaigns.queries.ts";
import { findReportEnds, percentOf } from "./report-rows.queries.ts";
import { sourceOf } from "./report-source.ts";
import {
  filteredStores,
  inDates,
  reportedStores,
  storeUnits,
  unitPlaces,
} from "./report-units.queries.ts";

type Criteria = UnitFilters & { from: string; to: string; now: Date };

/** Time played of music, null without any, and of the other items. */
const lengths = sql`nullif(sum(music_seconds), 0) as music_seconds, sum(${spotSeconds}) as spots`;
/** Music fills what the other items leave of the open time (StoreMusicPlayOutTime). */
const expected = sql<number>`greatest(0, coalesce(open, 0) * 60 - coalesce(spots, 0))`;

/** Parts with a row a store: `played`, `opened` and `delivered`. */
const byStore = (scope: Scope, criteria: Criteria): Parts => ({
  played: sql`select store_id, ${lengths}, sum(music_plays) as music, sum(ad_plays) as ads, sum(jingle_plays) as promos, sum(toh_plays) as toh
    from ${storeDayPlays} where ${inDates(storeDayPlays, scope, criteria)} group by store_id`,
  opened: sql`select store_id, sum(open) as open, sum(online) as online from ${storeDay} where ${inDates(storeDay, scope, criteria)} group by store_id`,
  ...uncountedDays(
    scope,
    { campaignIds: deliveredIn(scope, criteria), stores: filteredStores(criteria) },
    criteria.now,
  ),
  delivered: sql`select store_id, sum(booked) as due, sum(verified) as verified
    from (select store_id, booked, verified from counted union all select store_id, booked, verified from entry) figure group by store_id`,
});

const music = sql<number>`coalesce(music_seconds, 0)`;
const open = sql`coalesce(open, 0)`;
const shares = {
  played: percentOf(music, expected),
  uptime: percentOf(sql`online`, open),
  delivery: percentOf(sql`verified`, sql`due`),
};
const sumOf = (column: string) => sql`sum(${sql.raw(column)})`;
const totalOf = (part: string, whole: string) =>
  sql<number>`(select ${percentOf(sumOf(part), sumOf(whole))} from figure)`;

/** A row is a store. */
export const storeRanks = sourceOf(topPerformingStores, {
  key: { storeId: "integer" },
  isAggregate: true,
  select: (scope, criteria) => ({
    with: {
      ...byStore(scope, criteria),
      figure: sql`select store_id, music_seconds, ${expected} as expected, online, open, verified, due, ${shares.played} as played,
          ${shares.uptime} as uptime, ${shares.delivery} as delivery
        from played full join opened using (store_id) left join delivered using (store_id) where open > 0 or music_seconds > 0 or spots > 0`,
    },
    columns: {
      ...storeUnits.columns,
      storeId: store.id,
      rank: sql<number>`rank() over (order by played desc nulls last, uptime desc nulls last, delivery desc nulls last)`,
      played: sql<number | null>`played`,
      uptime: sql<number | null>`uptime`,
      delivery: sql<number | null>`delivery`,
    },
    from: sql`from figure join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = figure.store_id ${storeUnits.join}`,
    totals: {
      played: totalOf("music_seconds", "expected"),
      uptime: totalOf("online", "open"),
      delivery: totalOf("verified", "due"),
    },
  }),
  graph: (scope, criteria) => ({
    with: {
      played: sql`select day, ${lengths} from ${storeDayPlays}
        where ${inDates(storeDayPlays, scope, criteria)} and ${ofAllTypes("plays")} > 0 group by day`,
      opened: sql`select day, sum(open) as open, sum(online) as online from ${storeDay} where ${inDates(storeDay, scope, criteria)} group by day`,
    },
    columns: { day: sql<string>`day`, played: shares.played, uptime: shares.uptime },
    from: sql`from played full join opened using (day)`,
  }),
  byStore: (scope, criteria) => ({
    with: {
      played: sql`select store_id, ${lengths} from ${storeDayPlays} where ${inDates(storeDayPlays, scope, criteria)} group by store_id`,
      opened: sql`select store_id, sum(open) as open from ${storeDay} where ${inDates(storeDay, scope, criteria)} group by store_id`,
    },
    columns: { storeId: sql<number>`store_id`, part: music, whole: expected },
    from: sql`from played full join opened using (store_id)`,
  }),
});

export type RankedStore = { storeId: number; store: string; rank: number } & Record<
  "played" | "uptime" | "delivery",
  number | null
>;

/** The stores at either end of the report TopPerformingStores: the best first, the worst first. */
export const findRankEnds = (
  scope: Scope,
  db: Db,
  criteria: Criteria & { timeZone: string },
  many: number,
) =>
  findReportEnds<RankedStore>(scope, db, { source: storeRanks, criteria }, { sort: "rank", many });

const figure = <T = number>(column: string) => sql<T>`figure.${sql.identifier(column)}`;
const sums = [
  "open",
  "online",
  "music",
  "ads",
  "promos",
  "toh",
  "capacity",
  "booked",
  "due",
  "verified",
];

/** A row is a location, or a store. */
export const unitSummaries = sourceOf(summaryReport, {
  key: { unitId: "integer" },
  isAggregate: true,
  select: (scope, criteria) => {
    const { id, name } = unitPlaces[criteria.by];
    return {
      with: {
        ...byStore(scope, criteria),
        sold: sql`select store_id, sum(capacity_in_all) as capacity, sum(booked_in_all) as booked
          from (${adTimeOnSale(scope, filteredStores(criteria), criteria)}) on_sale group by store_id`,
        placed: sql`select ${store.id} as store_id, coalesce(${id}, 0) as unit_id, coalesce(${name}, ${`No ${criteria.by}`}::text) as name
          from ${store} ${storeUnits.join} where ${reportedStores(scope, criteria)}`,
        figure: sql`select unit_id, min(name) as name, count(*) as stores, ${sql.raw(sums.map((one) => `coalesce(sum(${one}), 0)::bigint as ${one}`).join(", "))}
          from placed left join played using (store_id) left join opened using (store_id) left join sold using (store_id)
            left join delivered using (store_id) group by unit_id`,
      },
      columns: {
        unitId: figure("unit_id"),
        name: figure<string>("name"),
        stores: figure("stores"),
        uptime: shares.uptime,
        music: figure("music"),
        ads: figure("ads"),
        promos: figure("promos"),
        toh: figure("toh"),
        utilisation: percentOf(sql`booked`, sql`capacity`),
        delivery: shares.delivery,
      },
      from: sql`from figure`,
      totals: {
        uptime: totalOf("online", "open"),
        utilisation: totalOf("booked", "capacity"),
        delivery: totalOf("verified", "due"),
      },
    };
  },
});
