import { type SQL, sql } from "drizzle-orm";
import {
  availableAds,
  companyAdUtilisation,
  primeAdInventory,
  storeAdUtilisation,
} from "#contract/reports/ad-inventory";
import type { UnitFilters } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import { store } from "../../db/schema/index.ts";
import type { Parts } from "../../db/with-parts.ts";
import { adTimeOnSale, primeHoursOf } from "../ads/index.ts";
import { percentOf } from "./report-rows.queries.ts";
import { sourceOf } from "./report-source.ts";
import { filteredStores, reportedStores, storeUnits } from "./report-units.queries.ts";

type Criteria = UnitFilters & { from: string; to: string };

const onSale = (scope: Scope, criteria: Criteria): SQL =>
  adTimeOnSale(scope, filteredStores(criteria), criteria);
const ofStore = sql`join ${store} on ${store.companyId} = on_sale.company_id and ${store.id} = on_sale.store_id ${storeUnits.join}`;
const prime = (scope: Scope, criteria: Criteria): SQL =>
  primeHoursOf(reportedStores(scope, criteria));
const sums = {
  capacity: sql<number>`on_sale.capacity_in_all`,
  booked: sql<number>`on_sale.booked_in_all`,
  held: sql<number>`on_sale.held_in_all`,
};
const storeDay = { storeId: store.id, day: sql<string>`on_sale.day` };

/** A row is a day of all stores that the filters leave. */
export const adUtilisationByDay = sourceOf(companyAdUtilisation, {
  key: { day: "date" },
  isAggregate: true,
  select: (scope, criteria) => ({
    with: {
      on_sale: onSale(scope, criteria),
      by_day: sql`select day, sum(capacity_in_all)::bigint as capacity, sum(booked_in_all)::bigint as booked, sum(held_in_all)::bigint as held
        from on_sale group by day`,
    },
    columns: {
      day: sql<string>`by_day.day`,
      capacity: sql<number>`by_day.capacity`,
      booked: sql<number>`by_day.booked`,
      held: sql<number>`by_day.held`,
      utilisation: percentOf(sql`by_day.booked`, sql`by_day.capacity`),
    },
    from: sql`from by_day`,
  }),
});

const added = (column: string) => sql<number>`sum(${sql.identifier(column)})`;
const dayOf = { day: sql<string>`day`, rows: sql<number>`count(*)` };

/** A row is a store and a day. */
export const adUtilisationByStore = sourceOf(storeAdUtilisation, {
  key: { storeId: "integer", day: "date" },
  isAggregate: false,
  select: (scope, criteria) => ({
    with: { on_sale: onSale(scope, criteria) },
    columns: {
      ...storeUnits.columns,
      ...storeDay,
      ...sums,
      utilisation: percentOf(sums.booked, sums.capacity),
    },
    from: sql`from on_sale ${ofStore}`,
  }),
  sums: (scope, criteria) => ({
    with: { on_sale: onSale(scope, criteria) },
    columns: {
      ...dayOf,
      capacity: added("capacity_in_all"),
      booked: added("booked_in_all"),
      held: added("held_in_all"),
    },
    from: sql`from on_sale group by day`,
  }),
});

/** Parts that end in `split`: the inventory on sale, with its share in prime hours. */
const splitByPrime = (scope: Scope, criteria: Criteria): Parts => ({
  on_sale: onSale(scope, criteria),
  prime: sql`select store_id, hour / 24 as weekday, array_agg(hour % 24 + 1) as hours
    from (${prime(scope, criteria)}) prime, unnest(hours) hour group by 1, 2`,
  split: sql`select on_sale.*, prime_capacity, prime_booked
    from on_sale left join prime on prime.store_id = on_sale.store_id and prime.weekday = extract(dow from on_sale.day)::int,
      lateral (select coalesce(sum(on_sale.capacity[hour]), 0)::int as prime_capacity, coalesce(sum(on_sale.booked[hour]), 0)::int as prime_booked
        from unnest(prime.hours) hour) in_prime`,
});

/** A row is a store and a day. */
export const primeInventory = sourceOf(primeAdInventory, {
  key: { storeId: "integer", day: "date" },
  isAggregate: false,
  select: (scope, criteria) => ({
    with: splitByPrime(scope, criteria),
    columns: {
      ...storeUnits.columns,
      ...storeDay,
      primeCapacity: sql<number>`on_sale.prime_capacity`,
      primeBooked: sql<number>`on_sale.prime_booked`,
      primeUtilisation: percentOf(sql`on_sale.prime_booked`, sql`on_sale.prime_capacity`),
      otherCapacity: sql<number>`(on_sale.capacity_in_all - on_sale.prime_capacity)`,
      otherBooked: sql<number>`(on_sale.booked_in_all - on_sale.prime_booked)`,
      otherUtilisation: percentOf(
        sql`(on_sale.booked_in_all - on_sale.prime_booked)`,
        sql`(on_sale.capacity_in_all - on_sale.prime_capacity)`,
      ),
    },
    from: sql`from split as on_sale ${ofStore}`,
  }),
  sums: (scope, criteria) => ({
    with: splitByPrime(scope, criteria),
    columns: {
      ...dayOf,
      primeCapacity: added("prime_capacity"),
      primeBooked: added("prime_booked"),
      otherCapacity: sql<number>`sum(capacity_in_all - prime_capacity)`,
      otherBooked: sql<number>`sum(booked_in_all - prime_booked)`,
    },
    from: sql`from split group by day`,
  }),
});

/** Hours that may sell ads, from the next hour of the store's own clock on. */
const hoursToCome = (
  now: Date,
) => sql`unnest(on_sale.capacity, on_sale.booked, on_sale.held) with ordinality as hours(capacity, booked, held, hour)
  where hours.capacity > 0 and on_sale.day + make_interval(hours => (hours.hour - 1)::int) > (${now.toISOString()}::timestamptz at time zone ${store.timeZone})`;
const free = sql<number>`(hours.capacity - hours.booked - hours.held)::int`;
const spotsIn = ({ length }: { length: string }) => sql<number>`(${free} / ${Number(length)}::int)`;

/** A row is an hour of a store in which it may sell ads, from the next hour of its own clock on. */
export const adTimeToBook = sourceOf(availableAds, {
  key: { storeId: "integer", day: "date", hourOfDay: "integer" },
  isAggregate: false,
  select: (scope, criteria) => ({
    with: { on_sale: onSale(scope, criteria), prime: prime(scope, criteria) },
    columns: {
      ...storeUnits.columns,
      ...storeDay,
      hourOfDay: sql<number>`(hours.hour - 1)::int`,
      hour: sql<string>`make_time((hours.hour - 1)::int, 0, 0)`,
      seconds: free,
      spots: spotsIn(criteria),
      prime: sql<
        "yes" | "no"
      >`case when extract(dow from on_sale.day)::int * 24 + hours.hour - 1 = any(prime.hours) then 'yes' else 'no' end`,
    },
    from: sql`from on_sale ${ofStore} join prime on prime.store_id = on_sale.store_id, ${hoursToCome(criteria.now)}`,
  }),
  sums: (scope, criteria) => ({
    with: { on_sale: onSale(scope, criteria) },
    columns: {
      ...dayOf,
      seconds: sql<number>`sum(${free})`,
      spots: sql<number>`sum(${spotsIn(criteria)})`,
    },
    from: sql`from on_sale join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = on_sale.store_id,
      ${hoursToCome(criteria.now)} group by day`,
  }),
});
