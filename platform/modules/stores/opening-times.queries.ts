import { type SQL, sql } from "drizzle-orm";
import { store, storeHours, storeHoursException } from "../../db/schema/index.ts";

/**
 * Opening hours as instants, by the same clock as the engine's
 * (platform/engine/scheduling/day-clock.ts): a store opens at the first occurrence of its opening
 * time and closes after the last occurrence of the second before its closing time, and where the
 * clocks skip either it is the jump.
 */

/**
 * Farther than clocks go back anywhere (two hours in Antarctica/Troll), and jumps fall on whole
 * minutes.
 */
const farthestBack = sql`interval '3 hours'`;
const atZone = (at: SQL, zone: SQL): SQL => sql`${at} at time zone ${zone}`;

/**
 * A local time as an instant: `exact` is looked for minute by minute only where clocks change near
 * it.
 */
const instantOf = (wall: SQL, zone: SQL, exact: SQL): SQL => sql`(
  select case when ${atZone(sql`nominal.at`, zone)} = ${wall} and (nominal.at - ${farthestBack}) at time zone ${zone} = ${wall} - ${farthestBack} then nominal.at
    else (select ${exact}) end
  from (select ${wall} at time zone ${zone} as at offset 0) as nominal)`;
const minutesAround = sql`generate_series(nominal.at - ${farthestBack}, nominal.at + ${farthestBack}, interval '1 minute') as minute`;

/** The instant at which what begins at a local time (timestamp) begins. */
export const beginningAt = (wall: SQL, zone: SQL): SQL =>
  instantOf(
    wall,
    zone,
    sql`min(minute) from ${minutesAround} where ${atZone(sql`minute`, zone)} >= ${wall}`,
  );

/** The instant at which what ends at a local time (timestamp) is over. */
export const endAt = (wall: SQL, zone: SQL): SQL =>
  instantOf(
    wall,
    zone,
    sql`max(minute) + interval '1 minute' from ${minutesAround} where ${atZone(sql`minute`, zone)} < ${wall}`,
  );

/**
 * The openings of a store on a date and the day before, which may last past midnight, as rows of
 * the local times `begins` and `ends`: a date's exception replaces its weekday's hours.
 * `day` must not be costly: the statement contains it several times.
 */
export function openingsBy({
  companyId,
  storeId,
  day,
}: {
  companyId: SQL;
  storeId: SQL;
  day: SQL;
}): SQL {
  const other = storeHoursException;
  const ofStore = sql`${storeHours.companyId} = ${companyId} and ${storeHours.storeId} = ${storeId}`;
  const dated = sql`from ${other} where ${other.companyId} = ${companyId} and ${other.storeId} = ${storeId}`;
  const local = (date: SQL, minutes: SQL) => sql`${date} + ${minutes} * interval '1 minute'`;
  const onDay = (date: SQL) => sql`
    select ${local(date, sql`${storeHours.opens}`)} as begins, ${local(date, sql`${storeHours.closes}`)} as ends from ${storeHours}
      where ${ofStore} and ${storeHours.weekday} = extract(dow from ${date})::int and not exists (select ${dated} and ${other.day} = ${date})
    union all
    select ${local(date, sql`${other.opens}`)}, ${local(date, sql`${other.closes}`)} ${dated} and ${other.day} = ${date} and ${other.opens} is not null`;
  return sql`(${onDay(day)} union all ${onDay(sql`(${day} - 1)`)})`;
}

/**
 * Computes if each store is open at an instant, once a store, however many facts ask
 * for it (`offset 0` keeps the planner from copying it into each). Joined on true wherever
 * storeFacts are used. A store's exact instants are computed only near its opening and closing.
 */
export function openingAt(now: Date | SQL): SQL {
  const at = sql`clock.at`;
  const zone = sql`${store.timeZone}`;
  const hasBegun = sql`(clock.local >= begins + ${farthestBack} or (clock.local >= begins - ${farthestBack} and ${at} >= ${beginningAt(sql`begins`, zone)}))`;
  const isOver = sql`(clock.local >= ends + ${farthestBack} or (clock.local >= ends - ${farthestBack} and ${at} >= ${endAt(sql`ends`, zone)}))`;
  const ofStore = {
    companyId: sql`${store.companyId}`,
    storeId: sql`${store.id}`,
    day: sql`clock.day`,
  };
  return sql`lateral (
    select exists (select 1 from ${openingsBy(ofStore)} as stretch where ${hasBegun} and not ${isOver}) as open
    from (select at, local, local::date as day
      from (select at, at at time zone ${zone} as local from (select ${now instanceof Date ? sql`${now.toISOString()}::timestamptz` : now} as at offset 0) as asked offset 0)
        as clocks offset 0) as clock
    offset 0) as opening`;
}

/**
 * Finds when each store's current opening began, or the one that it followed without a gap (all
 * day, each day): a store is not at fault for what it did while it was closed. Joined on
 * true; null if it is closed.
 */
export function openedAt(now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const zone = sql`${store.timeZone}`;
  const day = sql`(${atZone(at, zone)})::date`;
  const ofStore = { companyId: sql`${store.companyId}`, storeId: sql`${store.id}` };
  return sql`lateral (
    with span as (
      select ${beginningAt(sql`begins`, zone)} as begins, ${endAt(sql`ends`, zone)} as ends
      from (select begins, ends from ${openingsBy({ ...ofStore, day })} as latest union select begins, ends from ${openingsBy({ ...ofStore, day: sql`(${day} - 1)` })} as before)
        as stretch
      offset 0)
    select min(earlier.begins) as opened_at
    from span as latest join span as earlier on earlier.begins <= latest.begins and earlier.ends >= latest.begins
    where latest.begins <= ${at} and latest.ends > ${at}
  ) as opened`;
}
