import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Slot, slotMinutes } from "#contract/telemetry/today";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { company, store, storeHour, storeHoursAdded, storeState } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { beginningAt } from "../stores/index.ts";
import { openHours } from "./store-minutes.queries.ts";

/** Minutes of the longest day, whose clock goes back by an hour, as bits. */
const mostMinutes = 1500;
const bits = sql.raw(`bit(${mostMinutes})`);
const allMinutes = sql`repeat('1', ${sql.raw(String(mostMinutes))})::${bits}`;
const noMinutes = sql`repeat('0', ${sql.raw(String(mostMinutes))})::${bits}`;

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
const minutesFrom = (from: SQL, at: SQL): SQL =>
  sql`floor(date_part('epoch', ${at} - ${from}) / 60)::int`;
/** The minutes of a day from its first up to, but without, another. */
const minutesBefore = (end: SQL): SQL =>
  sql`(${allMinutes} << ${sql.raw(String(mostMinutes))} - greatest(0, least(${sql.raw(String(mostMinutes))}, ${end})))`;

const shifted = (column: SQL, minutes: number, to: "<<" | ">>", by: "&" | "|"): SQL =>
  sql.join(
    Array.from({ length: minutes }, (_, shift) => sql.raw(`${to} ${shift}`)).map(
      (shift) => sql`(${column} ${shift})`,
    ),
    sql.raw(` ${by} `),
  );

/**
 * WITH parts up to `minute` (store_id, coming, past, offline, silent, quiet): a day of stores by
 * minute. `past` are the minutes in which a store was open up to now, `coming` those in
 * which it will be. As in statuses (storeFacts), a store is offline in five minutes or more
 * without a heartbeat, and silent in thirty or more without music or a pause; all others of `past`
 * were normal. A store counts from its first heartbeat on; a player that sends none has no minutes.
 * `dayFrom` is an instant over store.
 */
function storeMinutes(
  scope: Scope,
  { after, until, now, dayFrom, dayTo, stores }: DayOfStores,
): SQL {
  const offline = shifted(sql`no_heartbeat`, 5, "<<", "&");
  const silent = shifted(sql`no_music`, 30, "<<", "&");
  const within = sql`${and(storesWithin(scope), stores)}`;
  return sql`${openHours(scope, { after, until }, within)}, clock as materialized (
      select id as store_id, day_from, day_to, ${minutesBefore(minutesFrom(sql`day_from`, sql`day_to`))} as day,
        ${minutesBefore(sql`${minutesFrom(sql`day_from`, instant(now))} + 1`)} as gone,
        case when last_seen_at is null then ${noMinutes} else ~${minutesBefore(minutesFrom(sql`day_from`, sql`started_at`))} end as told
      from (select ${store.id} as id, ${dayFrom} as day_from, ${dayTo} as day_to, ${storeState.lastSeenAt}, ${storeState.startedAt}
        from ${store} left join ${storeState} on ${and(eq(storeState.companyId, store.companyId), eq(storeState.storeId, store.id))}
        where ${within} offset 0) as of_store
    ), planned_hours as (
      select store_id, bit_or(open_hour.open::${bits} >> ${minutesFrom(sql`clock.day_from`, sql`open_hour.hour_at`)}) as open from open_hour join clock using (store_id) group by store_id
    ), store_lanes as (
      select clock.store_id, clock.gone, clock.told, (coalesce(hours.open, ${noMinutes}) | coalesce(planned_hours.open, ${noMinutes})) & clock.day as open,
        coalesce(hours.online, ${noMinutes}) as online, coalesce(hours.playing, ${noMinutes}) as playing, coalesce(hours.quiet, ${noMinutes}) as quiet,
        coalesce(hours.paused, ${noMinutes}) as paused
      from clock left join planned_hours using (store_id) cross join lateral (
        select bit_or(open::${bits} >> shift) as open, bit_or(online::${bits} >> shift) as online,
          bit_or(playing::${bits} >> shift) as playing, bit_or(quiet::${bits} >> shift) as quiet, bit_or(paused::${bits} >> shift) as paused
        from (select coalesce(${storeHour.open}, ${storeHour.online}) | ${storeHour.online} as open, ${storeHour.online}, ${storeHour.playing}, ${storeHour.quiet}, ${storeHour.paused},
            ${minutesFrom(sql`clock.day_from`, sql`${storeHour.hourAt}`)} as shift
          from ${storeHour} where ${storeHour.companyId} = ${scope.companyId} and ${storeHour.storeId} = clock.store_id
            and ${storeHour.hourAt} > clock.day_from - interval '1 hour' and ${storeHour.hourAt} < clock.day_from + interval '25 hours' offset 0) as hour) as hours
    ), gaps as (
      select store_id, open & ~gone & told as coming, open & gone & told as past, open & gone & told & ~online as no_heartbeat,
        open & gone & told & ~playing & ~paused as no_music, quiet from store_lanes
    ), outage_starts as (
      select store_id, coming, past, quiet, ${offline} as offline, ${silent} as silent from gaps offset 0
    ), outages as (
      select store_id, coming, past, quiet, ${shifted(sql`offline`, 5, ">>", "|")} as offline, ${shifted(sql`silent`, 30, ">>", "|")} as silent
      from outage_starts offset 0
    ), minute as (
      select store_id, coming, past, offline, silent & ~offline as silent, quiet & past & ~offline & ~silent as quiet from outages
    )`;
}

type DayOfStores = {
  /** Opening hours are computed only between these: older ones have been added to days. */
  after: Date;
  until: Date;
  now: Date;
  dayFrom: SQL;
  dayTo: SQL;
  stores: SQL;
};

/** Finds the time up to which the company's hours were added to their days. */
async function findHoursAdded({ companyId }: Scope, db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ until: storeHoursAdded.until })
    .from(storeHoursAdded)
    .where(eq(storeHoursAdded.companyId, companyId));
  return row?.until;
}

/** Today on a company's clock: when it begins, and its slots. */
export type DayOfCompany = { timeZone: string; from: Date; slots: number };

export async function findDayOfCompany(
  { companyId }: Scope,
  db: Db,
  now: Date,
): Promise<DayOfCompany> {
  const zone = sql`${company.timeZone}`;
  const today = sql`(${instant(now)} at time zone ${zone})::date`;
  const from = beginningAt(sql`(${today})::timestamp`, zone);
  const to = beginningAt(sql`(${today} + 1)::timestamp`, zone);
  const [day] = await db
    .select({
      timeZone: company.timeZone,
      from: sql`${from}`.mapWith(store.statusSince),
      slots: sql<number>`ceil(extract(epoch from ${to} - ${from}) / 60 / ${slotMinutes}::int)::int`,
    })
    .from(company)
    .where(eq(company.id, companyId));
  if (!day) throw new Error("a scope's company is gone");
  return day;
}

/** Sums the minutes of the stores within the scope by slots of a day, which begins at an instant. */
export async function sumSlots(
  scope: Scope,
  db: Db,
  { from, slots, now }: DayOfCompany & { now: Date },
): Promise<Slot[]> {
  const to = new Date(from.getTime() + slots * slotMinutes * 60_000);
  const day = {
    after: laterOf(from, await findHoursAdded(scope, db)),
    until: new Date(to.getTime() + 3_600_000),
    now,
    dayFrom: instant(from),
    dayTo: instant(to),
    stores: sql`true`,
  };
  const sum = (lane: string) =>
    sql`sum(stores * bit_count(substring(${sql.raw(lane)} from slot * ${slotMinutes}::int + 1 for ${slotMinutes}::int)))::int as ${sql.raw(lane)}`;
  const lanes = ["coming", "past", "offline", "silent", "quiet"];
  // stores whose days are alike, which most are, are counted once
  const { rows } = await db.execute<Slot>(sql`
    with ${storeMinutes(scope, day)}, same_days as materialized (
      select coming, past, offline, silent, quiet, count(*) as stores from minute group by 1, 2, 3, 4, 5
    )
    select ${sql.join(lanes.map(sum), sql`, `)} from generate_series(0, ${slots - 1}::int) as slot cross join same_days group by slot order by slot`);
  return rows;
}

/** Minutes as text, of "0" and "1", from the first of the store's day on. */
export type MinutesOfDay = Record<"past" | "offline" | "silent" | "quiet", string> & {
  storeId: number;
  dayFrom: Date;
  dayTo: Date;
};

/** Today of some stores within the scope, each by its own clock. */
export async function findDaysOfStores(
  scope: Scope,
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<MinutesOfDay[]> {
  const zone = sql`${store.timeZone}`;
  const today = sql`(${instant(now)} at time zone ${zone})::date`;
  const stores = sql`${store.id} = any(${sql.param([...ids])}::bigint[])`;
  const dayFrom = beginningAt(sql`(${today})::timestamp`, zone);
  const dayTo = beginningAt(sql`(${today} + 1)::timestamp`, zone);
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const day = {
    after: laterOf(hours(-26), await findHoursAdded(scope, db)),
    until: hours(1),
    now,
    dayFrom,
    dayTo,
    stores,
  };
  const { rows } = await db.execute<MinutesOfDay>(sql`
    with ${storeMinutes(scope, day)}
    select store_id::int as "storeId", day_from as "dayFrom", day_to as "dayTo", past::text, offline::text, silent::text, quiet::text
    from minute join clock using (store_id)`);
  return rows;
}

const laterOf = (one: Date, other: Date | undefined) => (other && other > one ? other : one);
