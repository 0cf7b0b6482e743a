import { type SQL, sql } from "drizzle-orm";
import { addDays, dateIn } from "../../contract/base/dates.ts";
import type { Database } from "../../platform/db/database.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { ensureMonthPartitions } from "../../platform/db/month-partitions.ts";
import { openDatabase } from "../../platform/db/open-database.ts";
import { campaign, ofAllTypes } from "../../platform/db/schema/index.ts";
import { countDelivery } from "../../platform/modules/ads/delivery/count-delivery.service.ts";
import { addToTotals, countSongs } from "../../platform/modules/player/index.ts";
import { plainCampaign } from "../../tests/support/plain-campaign.ts";
import { openBenchDatabase } from "./postgres.ts";
import { seedOrganisation } from "./seed.ts";

/** The company's Client_Admin, whose password is that of bench/support/seed.ts. */
export const historyUser = "bench.reports";

/**
 * Sets how many plays each store has a day: every fifth an ad, promo or top-of-the-hour item, the
 * others music, one each 216 s from six in the morning on.
 */
export const playsADay = 300;
const songs = 3_000;
const campaigns = 20;

/**
 * Opens a database with the past of 2,000 stores and sixty days up to yesterday (STORES, DAYS), and
 * describes it. HISTORY_URL names a database that is filled once and kept.
 */
export async function openHistory() {
  const historyUrl = process.env.HISTORY_URL;
  const { url, database, stop } = historyUrl
    ? await openKept(historyUrl)
    : await openBenchDatabase();
  const { db } = database;
  const companyId = 900;
  const span = async () => {
    const { rows } = await db.execute<{
      from: string | null;
      to: string | null;
      stores: number;
      plays: string;
      totals: string;
    }>(sql`
      select min(day)::text as from, max(day)::text as to, count(distinct store_id)::int as stores, sum(${ofAllTypes("received")}) as plays,
        (select count(*) from store_songs) as totals from store_day_plays where company_id = ${companyId}`);
    return rows[0];
  };
  let held = await span();
  if (!held?.from) {
    const stores = Number(process.env.STORES ?? 2_000);
    const days = Number(process.env.DAYS ?? 60);
    await seedOrganisation(database, { id: companyId, stores, username: historyUser });
    await fillHistory(database, {
      companyId,
      stores,
      from: addDays(dateIn("Asia/Kolkata", new Date()), -days),
      days,
    });
    held = await span();
  }
  const { from, to } = held ?? {};
  if (!held || !from || !to) throw new Error("the past was not made");
  const { rows: sizes } = await db.execute<{ gigabytes: number }>(
    sql`select round(pg_database_size(current_database()) / 1e9, 1)::float8 as gigabytes`,
  );
  return { url, database, stop, companyId, from, to, held: { ...held, ...sizes[0] } };
}

async function openKept(url: string) {
  const database = await openDatabase({ url, statementTimeout: 10 * 60_000 });
  await migrate(database);
  return { url, database, stop: () => database.close() };
}

type History = { companyId: number; stores: number; from: string; days: number };

/**
 * Fills the past of a company of seedOrganisation: play-outs, written by the database a day at a
 * time and added to the totals by the statement that the product's ingest uses (addToTotals);
 * minutes by hour and day; twenty campaigns with their lines, counted by the product's jobs; ad
 * time for the month to come. Stores of a group play the same songs, four in five once a day. The
 * log's indexes are rebuilt at the end.
 */
export async function fillHistory(
  database: Database,
  { companyId, stores, from, days }: History,
): Promise<void> {
  const { db, transaction } = database;
  const run = (statement: SQL) => db.execute(statement);
  const company = sql`${companyId}::bigint`;
  for (const table of ["play_log", "store_hour"])
    await ensureMonthPartitions(db, table, new Date(`${addDays(from, -1)}T00:00:00Z`), 5);
  const campaignIds = await addCampaigns();
  await withoutIndexes(async () => {
    for (let day = 0; day < days; day++) await addDay(day);
  });
  await run(sql`insert into store_hour (company_id, store_id, hour_at, local_hour, open, online, playing, quiet, volume_least, volume_sum, volume_most)
    select ${company}, store, at at time zone 'Asia/Kolkata', at, heard, heard, heard, repeat('0', 60)::bit(60), 50, 3540, 60
    from ${series("store", 1, stores)}, ${series("back", 0, days - 1)}, ${series("hour", 9, 21)},
      lateral (select ${from}::timestamp + make_interval(days => back, hours => hour) as at, (repeat('1', 59) || '0')::bit(60) as heard) made`);
  await run(sql`insert into store_day (company_id, day, store_id, open, online, playing, quiet, volume_least, volume_sum, volume_most, last_seen_at)
    select ${company}, ${from}::date + back, store, 780, 780 - store % 60, 700, 0, 50, 46000, 60, (${from}::timestamp + make_interval(days => back, hours => 22)) at time zone 'Asia/Kolkata'
    from ${series("store", 1, stores)}, ${series("back", 0, days - 1)}`);
  await run(sql`insert into ad_ledger (company_id, kind, store_id, day, capacity, booked, held)
    select ${company}, 'AD', store, ${from}::date + day, array_fill(600, array[24]), array_fill(120, array[24]), array_fill(0, array[24])
    from ${series("store", 1, stores)}, ${series("day", 0, days + 31)}`);
  await run(sql`vacuum analyze`);
  await countDelivery({ database, now: new Date(`${addDays(from, days)}T06:30:00Z`) });
  await countSongs({ database, now: new Date(`${addDays(from, days)}T06:30:00Z`) });
  await run(sql`vacuum analyze campaign_delivery, store_songs, song_day, songs_counted`);

  async function addCampaigns(): Promise<number[]> {
    await transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into song (company_id, id, title, artist, album, isrc, label, duration_seconds)
        select ${company}, n, 'Song ' || md5(n::text), 'Artist ' || n % 700, 'Album ' || n % 1500, 'BENCH' || n, 'Label ' || n % 50, 200 from ${series("n", 1, songs)}`);
      await tx.execute(sql`insert into spot (company_id, id, kind, name, duration_seconds)
        select ${company}, n, case when n <= ${campaigns} then 'AD' when n % 2 = 0 then 'JINGLE' else 'TOH' end, 'Spot ' || n, 20 from ${series("n", 1, campaigns + 2)}`);
    });
    // ten in each half of the past, and ten of them in the month to come
    const half = Math.ceil(days / 2);
    const values = Array.from({ length: campaigns }, (_, n) => ({
      ...plainCampaign,
      companyId,
      name: `Campaign ${n}`,
      kind: "AD" as const,
      playTakes: 20,
      state: "LIVE" as const,
      startsOn: addDays(from, n < 10 ? 0 : half),
      endsOn: addDays(from, n < 10 ? half - 1 : days + 31),
    }));
    const ids = (await db.insert(campaign).values(values).returning({ id: campaign.id })).map(
      ({ id }) => id,
    );
    const each = sql`unnest(${sql.param(ids)}::bigint[]) with ordinality as of(id, n)`;
    await run(
      sql`insert into campaign_spot (company_id, campaign_id, spot_id, weight) select ${company}, id, n, 1 from ${each}`,
    );
    // like the ads below
    await run(sql`with asked as materialized (
        select of.id, (select array_agg((select count(*) from ${series("n", 0, playsADay - 1)} where ${isAd} and ${adOf} = (of.n - 1) % 10
          and (21600 + n * 216) / 3600 = hour)::smallint order by hour) from ${series("hour", 0, 23)}) as plays from ${each})
      insert into campaign_line (company_id, campaign_id, store_id, day, plays)
      select ${company}, campaign.id, store, day::date, asked.plays
      from asked join campaign on campaign.company_id = ${company} and campaign.id = asked.id, ${series("store", 1, stores)},
        generate_series(campaign.starts_on, campaign.ends_on, interval '1 day') day`);
    await run(sql`insert into campaign_store (company_id, campaign_id, store_id, since, taken)
      select ${company}, campaign_id, store_id, min(day), sum((select sum(count) from unnest(plays) count)) from campaign_line
      where company_id = ${company} group by campaign_id, store_id`);
    return ids;
  }

  async function addDay(day: number) {
    const offset = day < Math.ceil(days / 2) ? 1 : 11;
    await run(sql`with new_plays as (
        insert into play_log (company_id, store_id, event_id, started_at, day, kind, song_id, spot_id, seconds, reason, due_at, campaign_id)
        select ${company}, store, gen_random_uuid(), at, ${from}::date + ${day}::int, kind,
          case kind when 'MUSIC' then 1 + (${day * 97} + store % 10 * 389 + n % 200 * 31) % ${songs} end,
          case kind when 'MUSIC' then null when 'AD' then ${offset} + ${adOf} when 'JINGLE' then ${campaigns + 2} else ${campaigns + 1} end,
          case when reason = 'TOO_SHORT' then 9 when kind = 'MUSIC' then 200 else 20 end, reason, case when reason is null then at end,
          case when kind = 'AD' and reason is null then (${sql.param(campaignIds)}::bigint[])[${offset} + ${adOf}] end
        from ${series("store", 1, stores)}, ${series("n", 0, playsADay - 1)},
          lateral (select (${addDays(from, day)}::timestamp + make_interval(secs => 21600 + n * 216)) at time zone 'Asia/Kolkata' as at,
            case when n % 5 < 4 then 'MUSIC' when n % 25 < 15 then 'AD' when n % 25 < 20 then 'JINGLE' else 'TOH' end as kind,
            case when (n * 7 + store) % 40 = 0 then 'TOO_SHORT' when n % 5 < 4 and (n + store) % 97 = 0 then 'SUBSTITUTE' end as reason offset 0) made
        returning store_id, day, kind, spot_id, started_at, seconds, reason, due_at, campaign_id
      ), ${addToTotals(companyId)} select count(*) from new_plays`);
  }

  /** Building an index at once over a full table takes a tenth of the time of row by row. */
  async function withoutIndexes(fill: () => Promise<void>) {
    const { rows: indexes } = await db.execute<{
      name: string;
      made: string;
      key: string | null;
    }>(sql`
      select index.relname as name, pg_get_indexdef(index.oid) as made, pg_get_constraintdef(pg_constraint.oid) as key
      from pg_index join pg_class index on index.oid = indexrelid left join pg_constraint on conindid = indexrelid where indrelid = 'play_log'::regclass`);
    for (const { name, key } of indexes)
      await run(
        key
          ? sql`alter table play_log drop constraint ${sql.identifier(name)}`
          : sql`drop index ${sql.identifier(name)}`,
      );
    await fill();
    for (const { name, made: definition, key } of indexes)
      await run(
        key
          ? sql`alter table play_log add constraint ${sql.identifier(name)} ${sql.raw(key)}`
          : sql.raw(definition.replace(" ON ONLY ", " ON ")),
      );
  }
}

const adOf = sql`((n / 25 * 3 + n / 5 % 5) % 10)`;
const isAd = sql`n % 5 = 4 and n % 25 < 15`;
const series = (name: string, from: number, to: number): SQL =>
  sql`generate_series(${from}::int, ${to}::int) ${sql.raw(name)}`;
