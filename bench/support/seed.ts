import { sql } from "drizzle-orm";
import { addDays } from "../../contract/base/dates.ts";
import type { Database } from "../../platform/db/database.ts";
import { ensureMonthPartitions } from "../../platform/db/month-partitions.ts";
import { hashPassword } from "../../platform/modules/session/session.service.ts";

export const password = "Bench@2026pass";

type Organisation = { id: number; stores: number; username: string };

/**
 * Makes a company of ten groups in two regions, with `stores` stores, their hours and states, and a
 * national Client_Admin. The database makes them from series, so that 200,000 stores take
 * seconds. Foreign keys are not checked during this: the numbers below satisfy them.
 */
export async function seedOrganisation(
  { db, transaction }: Database,
  { id, stores, username }: Organisation,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`insert into company (id, kind, code, name) values (${id}, 'client', ${`BENCH${id}`}, ${`Bench "${id}", Retail`})`,
    );
    await tx.execute(
      sql`insert into region (company_id, id, name) select ${id}::bigint, n, 'Region ' || n from generate_series(1, 2) n`,
    );
    await tx.execute(
      sql`insert into zone (company_id, id, region_id, name) select ${id}::bigint, n, 1 + n % 2, 'Zone ' || n from generate_series(1, 4) n`,
    );
    await tx.execute(
      sql`insert into store_group (company_id, id, region_id, zone_id, name) select ${id}::bigint, n, 1 + (1 + n % 4) % 2, 1 + n % 4, 'Group ' || n from generate_series(1, 10) n`,
    );
    await tx.execute(sql`insert into store (company_id, id, code, name, region_id, zone_id, group_id, status, time_zone, city, state, contact_name, phone_country_code, phone)
      select ${id}::bigint, n, 'B-' || n, 'Shop ' || md5(n::text), g.region_id, g.zone_id, g.id, case when n % 25 = 7 then 'inactive' else 'active' end, 'Asia/Kolkata',
        'City ' || n % 400, 'State ' || n % 30, 'Keeper ' || n % 9000, '91', (7000000000 + n)::text
      from generate_series(1, ${stores}::int) n join store_group g on g.company_id = ${id} and g.id = 1 + n % 10`);
    await tx.execute(sql`insert into store_hours (company_id, store_id, weekday, opens, closes)
      select ${id}::bigint, n, weekday, 540, 1320 from generate_series(1, ${stores}::int) n, generate_series(0, 6) weekday`);
    await tx.execute(sql`insert into store_state (company_id, store_id, last_seen_at, last_played_at, playing, volume)
      select ${id}::bigint, n, now() - make_interval(secs => n % 600), now() - make_interval(secs => n % 4000), true, n % 100
      from generate_series(1, ${stores}::int) n where n % 80 <> 61`);
    await tx.execute(sql`insert into app_user (company_id, id, username, email, fname, role, level, password_hash)
      values (${id}, 1, ${username}, ${`${username}@bench.example`}, 'Bench', 'ROLE_Client_Admin', 'national', ${passwordHash})`);
    await tx.execute(
      sql`insert into login (username, company_id, user_id) values (${username}, ${id}, 1)`,
    );
  });
  await db.execute(sql`analyze`);
}

type Plays = {
  companyId: number;
  stores: number;
  songs: number;
  rows: number;
  from: string;
  days: number;
};

/**
 * Seeds a library and `rows` plays of music, spread over stores, songs and the days from
 * `from` on.
 */
export async function seedPlays(
  database: Database,
  { companyId, stores, songs, rows, from, days }: Plays,
): Promise<void> {
  const { db, transaction } = database;
  await ensureMonthPartitions(db, "play_log", new Date(`${addDays(from, -1)}T00:00:00Z`), 3);
  await transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into song (company_id, id, title, artist, album, isrc, label, duration_seconds)
      select ${companyId}::bigint, n, 'Song ' || md5(n::text), 'Artist ' || n % 2000, 'Album ' || n % 5000, 'BENCH' || n, 'Label ' || n % 50, 180
      from generate_series(1, ${songs}::int) n`);
    await tx.execute(sql`insert into play_log (company_id, store_id, event_id, started_at, day, kind, song_id, seconds)
      select ${companyId}::bigint, 1 + n % ${stores}::int, md5(n::text)::uuid, ${`${from}T04:00:00Z`}::timestamptz + make_interval(days => n % ${days}::int, secs => n % 43200),
        ${from}::date + n % ${days}::int, 'MUSIC', 1 + (n::bigint * 7919) % ${songs}::int, 180 from generate_series(1, ${rows}::int) n`);
    await tx.execute(sql`insert into store_day_plays (company_id, day, store_id, music_received, music_verified, music_plays, music_seconds)
      select company_id, day, store_id, count(*), count(*), count(*), sum(seconds) from play_log where company_id = ${companyId} group by 1, 2, 3`);
  });
  await db.execute(sql`analyze`);
}
