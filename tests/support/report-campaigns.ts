import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/types";

/**
 * Adds two campaigns in all stores of a company, one with a brand and one with an exact time, which
 * have plays on each of the days, some verified, and turns of devices at every store's player on
 * the last day. All names contain `word`.
 */
export async function addCampaignsAndTurns(
  db: Db,
  companyId: number,
  word: string,
  days: readonly [string, ...string[]],
): Promise<void> {
  const all = sql`${sql.param([...days])}::date[]`;
  const first = days[0];
  const last = days.at(-1) ?? days[0];
  for (const [prefix, exact] of [["=", false] as const, ["@", true] as const]) {
    const plays = sql`(array_fill(0, array[10]) || array[2, 1] || array_fill(0, array[12]))::smallint[]`;
    await db.execute(sql`with brand as (insert into catalogue_item (company_id, kind, name) values (${companyId}, 'brand', ${`${prefix}${word} brand`}) returning id),
      film as (insert into spot (company_id, kind, name, duration_seconds) values (${companyId}, 'AD', ${`${prefix}${word} spot`}, 20) returning id),
      made as (insert into campaign (company_id, name, brand_id, kind, play_takes, starts_on, ends_on, weekdays, plays, exact_times, state, created_by)
        select ${companyId}, ${`${prefix}${word} campaign`}, ${exact ? sql`null::bigint` : sql`brand.id`}, 'AD', 20, ${first}, ${last},
          array[0, 1, 2, 3, 4, 5, 6], ${plays}, ${exact ? sql`array[605]::smallint[]` : sql`null::smallint[]`}, 'LIVE', 'test' from brand returning id),
      unit as (insert into campaign_unit (company_id, campaign_id) select ${companyId}, id from made),
      spots as (insert into campaign_spot (company_id, campaign_id, spot_id, weight) select ${companyId}, made.id, film.id, 1 from made, film),
      stores as (insert into campaign_store (company_id, campaign_id, store_id, since, taken)
        select ${companyId}, made.id, store.id, ${first}, 3 * cardinality(${all}) from made, store where store.company_id = ${companyId}),
      lines as (insert into campaign_line (company_id, campaign_id, store_id, day, plays)
        select ${companyId}, made.id, store.id, day, ${plays} from made, store, unnest(${all}) day where store.company_id = ${companyId}),
      heard as (insert into campaign_plays (company_id, campaign_id, day, store_id, spot_id, verified)
        select ${companyId}, made.id, day, store.id, film.id, 1 + store.id % 3 from made, film, store, unnest(${all}) day
        where store.company_id = ${companyId} and (store.id + extract(day from day)::int) % 3 > 0)
      insert into campaign_time (company_id, store_id, day, minute, campaign_id)
        select ${companyId}, store.id, day, 605, made.id from made, store, unnest(${all}) day where store.company_id = ${companyId} and ${exact}`);
  }
  await db.execute(sql`with device as (insert into player_device (company_id, store_id, device_id, user_agent, user_id, signed_in_at, last_seen_at)
      select ${companyId}, store.id, 'device-' || n, '=' || ${word} || ' browser ' || n, (select min(id) from app_user where company_id = ${companyId}),
        ${last}::date, ${last}::date from store, generate_series(1, 2) n where company_id = ${companyId})
    insert into playing_turn (company_id, store_id, since, device_id) select ${companyId}, store.id, ${last}::date + make_interval(mins => n), case when n < 3 then 'device-' || n end
    from store, generate_series(1, 3) n where company_id = ${companyId} and (n < 3 or store.id % 3 = 0)`);
}
