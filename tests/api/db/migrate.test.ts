import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import type { Database } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { ensureMonthPartitions } from "#platform/db/month-partitions";
import { campaign, company, masterRule, storeLog } from "#platform/db/schema/index";
import {
  type FixedSpot,
  type StoreLogInput,
  scheduleGroupDay,
  scheduleStoreLog,
} from "#platform/engine/scheduling";
import { hourlySpots, sampleDay } from "#platform/engine/scheduling/sample-day";
import { packLog, packPlaylist } from "#platform/modules/schedule/logs/playlist-record";
import { findCurrentLog } from "#platform/modules/schedule/logs/store-logs.queries";
import {
  anyEngine,
  bothEngines,
  type Engine,
  freshPostgresDatabase,
  openTestDatabase,
} from "../../support/database.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fever-migrations-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Later than the product's own, which the test databases have already. */
const LATER = Date.UTC(2100, 0, 1);

async function writeMigrations(...statements: string[]): Promise<void> {
  await mkdir(join(folder, "meta"), { recursive: true });
  const entries = statements.map((_, idx) => ({
    idx,
    version: "7",
    when: LATER + idx,
    tag: `${idx}_step`,
    breakpoints: true,
  }));
  await writeFile(
    join(folder, "meta/_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  for (const [idx, text] of statements.entries())
    await writeFile(join(folder, `${idx}_step.sql`), text);
}

/** A database as it was after the migration named; `migrate` then brings it to today. */
async function openDatabaseOf(engine: Engine, last: string): Promise<Database> {
  const database = await openTestDatabase(engine);
  for (const schema of ["public", "drizzle"])
    await database.db.execute(sql`drop schema ${sql.identifier(schema)} cascade`);
  await database.db.execute(sql`create schema public`);
  const older = join(folder, last);
  await cp(fileURLToPath(new URL("../../../platform/db/migrations", import.meta.url)), older, {
    recursive: true,
  });
  const journal = JSON.parse(await readFile(join(older, "meta/_journal.json"), "utf8"));
  const end = journal.entries.findIndex(({ tag }: { tag: string }) => tag === last) + 1;
  await writeFile(
    join(older, "meta/_journal.json"),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }),
  );
  await migrate(database, { folder: older });
  return database;
}

const song = (songId: number, startSeconds: number) => ({ kind: "MUSIC", songId, startSeconds });

describe.each([anyEngine])("a database of before on %s", (engine) => {
  test("gets an item for each brand that its spots named, each company its own", async () => {
    const database = await openDatabaseOf(engine, "0030_ad_settings");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (5, 'OLD', 'Old', 'client'), (6, 'NEW', 'New', 'client')`,
      );
      await db.execute(sql`insert into spot (company_id, id, kind, name, brand, duration_seconds, active) values
        (5, 1, 'AD', 'Sale', ' Kettle  & Cup', 10, true), (5, 2, 'AD', 'SALE', 'kettle & cup', 10, true), (5, 3, 'TOH', 'Sale', null, 10, true),
        (5, 4, 'AD', 'Sale', ' ', 10, false), (6, 5, 'AD', 'Sale', 'Kettle & Cup', 10, true)`);
      await migrate(database);
      const { rows } =
        await db.execute(sql`select spot.id::int, spot.name, item.name as brand, item.company_id::int as "companyId" from spot
        left join catalogue_item item on item.company_id = spot.company_id and item.id = spot.brand_id and item.kind = 'brand' order by spot.id`);
      expect(rows).toEqual([
        { id: 1, name: "Sale", brand: "Kettle & Cup", companyId: 5 },
        { id: 2, name: "SALE (2)", brand: "Kettle & Cup", companyId: 5 },
        { id: 3, name: "Sale", brand: null, companyId: null },
        { id: 4, name: "Sale", brand: null, companyId: null },
        { id: 5, name: "Sale", brand: "Kettle & Cup", companyId: 6 },
      ]);
    } finally {
      await database.close();
    }
  });

  test("gets a booking of each minute that a spot was set to", async () => {
    const database = await openDatabaseOf(engine, "0009_one_provider");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (5, 'OLD', 'Old', 'client')`,
      );
      await db.execute(sql`insert into region (company_id, id, name) values (5, 1, 'R')`);
      await db.execute(
        sql`insert into zone (company_id, id, region_id, name) values (5, 1, 1, 'Z')`,
      );
      await db.execute(
        sql`insert into store_group (company_id, id, zone_id, region_id, name) values (5, 1, 1, 1, 'G')`,
      );
      await db.execute(sql`insert into spot (company_id, id, kind, name, duration_seconds, minutes_of_hour, starts_on) values
        (5, 7, 'AD', 'Twice', 10, '{20,20}', '2026-05-01'), (5, 8, 'TOH', 'Hour', 8, '{0}', null), (5, 9, 'AD', 'Rests', 10, '{}', null)`);
      const spotAt = (spotId: number, bookedSeconds: number) => ({
        kind: "AD",
        spotId,
        name: "Ad",
        trace: { bookedSeconds },
      });
      const positions = [
        spotAt(8, 36_000),
        { kind: "MUSIC", songId: 3 },
        spotAt(7, 37_200),
        spotAt(7, 37_260),
      ];
      for (const [version, state] of ["superseded", "published", "draft"].entries())
        await db.execute(sql`insert into group_playlist (company_id, group_id, day, version, state, inputs_digest, positions, summary)
          values (5, 1, '2026-05-12', ${version}, ${state}, '', ${JSON.stringify(positions)}, '{}')`);
      await migrate(database);

      const { rows } = await db.execute<{ positions: { bookingId?: number }[] }>(
        sql`select positions from group_playlist order by version`,
      );
      const [hour = 0, first = 0] = [0, 2].map((place) => rows[1]?.positions[place]?.bookingId);
      // a campaign is never mistaken for what was booked before there were campaigns
      const flight = {
        startsOn: "2026-05-12",
        endsOn: "2026-05-12",
        weekdays: [0],
        plays: Array.from({ length: 24 }, () => 1),
      };
      const [later] = await db
        .insert(campaign)
        .values({
          companyId: 5,
          name: "Later",
          kind: "TOH",
          playTakes: 1,
          ...flight,
          createdBy: "test",
        })
        .returning({ id: campaign.id });
      expect([first < hour, hour < (later?.id ?? 0)]).toEqual([true, true]);
      const bookedPositions = positions.map((at, place) =>
        place === 0 ? { ...at, bookingId: hour } : place === 2 ? { ...at, bookingId: first } : at,
      );
      expect(rows.map((row) => row.positions)).toEqual([
        positions,
        bookedPositions,
        bookedPositions,
      ]);
    } finally {
      await database.close();
    }
  });

  test("gets in its days to come the events that they were published with [PUB-1]", async () => {
    const database = await openDatabaseOf(engine, "0095_store_first_start");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (5, 'OLD', 'Old', 'client')`,
      );
      await db.execute(sql`insert into region (company_id, id, name) values (5, 1, 'R')`);
      await db.execute(
        sql`insert into zone (company_id, id, region_id, name) values (5, 1, 1, 'Z')`,
      );
      await db.execute(
        sql`insert into store_group (company_id, id, zone_id, region_id, name) values (5, 1, 1, 1, 'G'), (5, 2, 1, 1, 'H')`,
      );
      await db.execute(sql`insert into event_playlist
        (company_id, id, name, starts_on, ends_on, weekdays, from_minute, to_minute, priority, mode, updated_at)
        select 5, id, 'Event ' || id, current_date, current_date + 9, '{0,1,2,3,4,5,6}', 1020, 1080, 5, 'ORDER', now() + make_interval(hours => shift)
        from (values (1, -2), (2, 2), (3, -2)) as event(id, shift)`);
      await db.execute(
        sql`insert into event_playlist_unit (company_id, event_id, region_id, group_id) values (5, 1, 1, null), (5, 2, 1, null), (5, 3, null, 2)`,
      );
      await db.execute(sql`insert into group_playlist (company_id, group_id, day, version, state, inputs_digest, positions, summary, published_at)
        values (5, 1, current_date + 2, 1, 'published', '', '[]', '{}', now()), (5, 1, current_date + 20, 1, 'published', '', '[]', '{}', now())`);
      await migrate(database);
      const { rows } = await db.execute(sql`select events from group_playlist order by day`);
      // the second was changed since, the third is another group's
      expect(rows).toEqual([
        { events: { 1: createHash("md5").update("1020|1080|5|ORDER").digest("hex") } },
        { events: {} },
      ]);
    } finally {
      await database.close();
    }
  });

  test("keeps its payments to the paisa, each as a receipt with one allocation [GST-2]", async () => {
    const database = await openDatabaseOf(engine, "0099_tax_details");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (5, 'OLD', 'Old', 'client')`,
      );
      await db.execute(sql`with made as (insert into invoice (company_id, id, number, financial_year, serial, issued_on, issued_at, issued_by, taxable, cgst, sgst, igst, total,
            period_from, period_to, due_on, tax_kind, tax_rate, supplier, customer)
          values (5, 8, 'INV/1', '2026-27', 1, '2026-05-01', now(), 'fever', 100000, 0, 0, 18000, 118000, '2026-04-01', '2026-04-30', '2026-05-16', 'IGST', 1800, '{}', '{}'))
        insert into invoice_line (company_id, invoice_id, line, kind, month, description, quantity, rate, amount) values (5, 8, 1, 'STORES', '2026-04-01', 'Stores', 1, 100000, 100000)`);
      await db.execute(sql`insert into payment (company_id, id, invoice_id, paid_on, amount, method, reference, reverses, noted_by) values
        (5, 3, 8, '2026-05-02', 50001, 'UPI', 'UTR', null, 'fever'), (5, 4, 8, '2026-05-03', 2000, 'TDS', null, null, 'fever'),
        (5, 9, 8, '2026-05-04', -50001, 'UPI', 'UTR', 3, 'fever')`);
      await migrate(database);
      const { rows } = await db.execute(
        sql`select r.id::int, r.amount::int, r.tds::int, r.method, r.reverses::int, a.invoice_id::int as invoice, a.amount::int as settled, a.tds::int as deducted
          from receipt r join receipt_allocation a on a.company_id = r.company_id and a.receipt_id = r.id order by r.id`,
      );
      const of = { invoice: 8, reverses: null };
      expect(rows).toEqual([
        { ...of, id: 3, amount: 50_001, tds: 0, method: "UPI", settled: 50_001, deducted: 0 },
        { ...of, id: 4, amount: 0, tds: 2000, method: "TDS", settled: 0, deducted: 2000 },
        {
          ...of,
          id: 9,
          amount: -50_001,
          tds: 0,
          method: "UPI",
          reverses: 3,
          settled: -50_001,
          deducted: 0,
        },
      ]);
      const next = await db.execute<{ id: number }>(
        sql`insert into receipt (company_id, received_on, amount, tds, method, noted_by) values (5, '2026-06-01', 1, 0, 'UPI', 'fever') returning id::int`,
      );
      expect(next.rows).toEqual([{ id: 10 }]);
    } finally {
      await database.close();
    }
  });

  test("gets the last day of credit of each credit note, by the return filed before it [GST-1]", async () => {
    const database = await openDatabaseOf(engine, "0133_ad_separation_and_renewed_keys");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (4, 'FEVER', 'Fever', 'provider'), (5, 'OLD', 'Old', 'client')`,
      );
      await db.execute(sql`insert into billing_setting (company_id, legal_name, address_line, city, postal_code, gst_no, pan_no, gst_rate, payment_days, annual_return_year, annual_return_filed_on)
        values (4, 'Fever', '1 Marine Drive', 'Mumbai', '400002', '27AAPFU0939F1ZV', 'AAPFU0939F', 1800, 15, '2025-26', '2026-08-15')`);
      await db.execute(sql`with made as (insert into invoice (company_id, id, number, financial_year, serial, issued_on, issued_at, issued_by, taxable, cgst, sgst, igst, total,
            period_from, period_to, due_on, tax_kind, tax_rate, supplier, customer)
          select 5, id, 'INV/' || id, '2026-27', id, '2026-05-01', now(), 'fever', 100, 0, 0, 18, 118, period_from, period_to, '2026-05-16', 'IGST', 1800, '{}', '{}'
          from (values (7, date '2026-03-01', date '2026-03-31'), (8, date '2026-04-01', date '2026-04-30')) as billed(id, period_from, period_to))
        insert into invoice_line (company_id, invoice_id, line, kind, month, description, quantity, rate, amount)
          values (5, 7, 1, 'STORES', '2026-03-01', 'Stores', 1, 100, 100), (5, 8, 1, 'STORES', '2026-04-01', 'Stores', 1, 100, 100)`);
      await db.execute(sql`insert into credit_note (company_id, id, invoice_id, kind, number, financial_year, serial, issued_on, issued_at, issued_by, taxable, cgst, sgst, igst, total, reason)
        select 5, id, invoice_id, kind, 'CRN/' || id, '2026-27', id, issued_on::date, now(), 'fever', 1, 0, 0, 0, 1, 'Late'
        from (values (1, 7, 'CREDIT', '2026-08-16'), (2, 7, 'CREDIT', '2026-08-14'), (3, 8, 'CREDIT', '2026-08-16'), (4, 7, 'DEBIT', '2026-08-16')) as note(id, invoice_id, kind, issued_on)`);
      await migrate(database);
      const { rows } = await db.execute(
        sql`select last_credit_day::text as day from credit_note order by id`,
      );
      expect(rows.map(({ day }) => day)).toEqual(["2026-08-15", "2026-11-30", "2027-11-30", null]);
      await expect(db.execute(sql`update credit_note set reason = 'Changed'`)).rejects.toThrow();
    } finally {
      await database.close();
    }
  });

  test("keeps what its master rules mean, as ordered lists [MST-1]", async () => {
    const database = await openDatabaseOf(engine, "0024_day_edits");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (5, 'OLD', 'Old', 'client')`,
      );
      await db.execute(
        sql`insert into time_slot (company_id, id, name, from_minute, to_minute) values (5, 1, 'One', 0, 1440), (5, 2, 'Two', 0, 1440)`,
      );
      await db.execute(sql`insert into master_rule
        (company_id, id, time_slot_id, minimum_rest_minutes, artist_separation_minutes, title_separation_minutes, day_offset, tempo_step)
        values (5, 1, 1, 180, 30, 60, true, 1), (5, 2, 2, 0, 15, 0, false, 2)`);
      await migrate(database);
      const rules = await db.select().from(masterRule).orderBy(masterRule.id);
      expect(rules.map(({ separation }) => separation)).toEqual([
        [
          { name: "MINIMUM_REST", breakable: false, minutes: 180 },
          { name: "ARTIST_SEPARATION", breakable: false, minutes: 30 },
          { name: "TITLE_SEPARATION", breakable: false, minutes: 60 },
          { name: "DAY_OFFSET", breakable: false },
          { name: "SEGUE", breakable: true, tempoStep: 1, energyStep: null },
        ],
        [{ name: "ARTIST_SEPARATION", breakable: false, minutes: 15 }],
      ]);
      expect(rules[1]).toMatchObject({
        searchDepth: 40,
        fallbackChartId: null,
        beforeFixedPoint: "BREAK_RULE",
      });
    } finally {
      await database.close();
    }
  });

  test("gets the songs of its stored days and their seconds beside them", async () => {
    const database = await openDatabaseOf(engine, "0018_stored_until");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (5, 'OLD', 'Old', 'client')`,
      );
      const positions = [
        { kind: "TOH", startSeconds: 36_000 },
        song(9, 36_010),
        song(3, 36_200.4),
        song(9, 90_000),
      ];
      for (const [version, of] of [positions, []].entries())
        await db.execute(sql`insert into group_playlist (company_id, day, version, state, inputs_digest, positions, summary)
          values (5, '2026-05-12', ${version}, 'superseded', '', ${JSON.stringify(of)}, '{}')`);
      await migrate(database);
      const { rows } = await db.execute(
        sql`select song_ids as songs, song_starts as starts from group_playlist order by version`,
      );
      expect(rows).toEqual([
        { songs: [9, 3, 9], starts: [36_010, 36_200, 90_000] },
        { songs: [], starts: [] },
      ]);
    } finally {
      await database.close();
    }
  });

  test("keeps each company's rate, now in integer paise", async () => {
    const database = await openDatabaseOf(engine, "0010_bookings");
    try {
      const { db } = database;
      await db.execute(sql`insert into company (code, name, kind, billing_rate) values
        ('A', 'A', 'client', 1450.5), ('B', 'B', 'client', null), ('C', 'C', 'client', 999999999.99), ('D', 'D', 'client', 0)`);
      await migrate(database);
      const rates = sql`select array_agg(billing_rate_paise::text order by code) as rates from company`;
      expect((await db.execute(rates)).rows).toEqual([
        { rates: ["145050", null, "99999999999", "0"] },
      ]);
      const read = await db
        .select({ rate: company.billingRate })
        .from(company)
        .orderBy(company.code);
      expect(read.map(({ rate }) => rate)).toEqual(["1450.50", null, "999999999.99", "0.00"]);
    } finally {
      await database.close();
    }
  });

  test("stores' logs are stored as runs of their groups' days, and read as before [PLY-2]", async () => {
    const database = await openDatabaseOf(engine, "0018_stored_until");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (5, 'OLD', 'Old', 'client')`,
      );
      await db.execute(sql`insert into region (company_id, id, name) values (5, 1, 'R')`);
      await db.execute(
        sql`insert into zone (company_id, id, region_id, name) values (5, 1, 1, 'Z')`,
      );
      await db.execute(
        sql`insert into store_group (company_id, id, zone_id, region_id, name) values (5, 1, 1, 1, 'G')`,
      );
      const input = sampleDay();
      const playlist = scheduleGroupDay(input);
      const { positions, summary } = packPlaylist(playlist);
      const logOf = (over: Partial<StoreLogInput>) =>
        packLog(
          scheduleStoreLog({ ...input, timeZone: "Asia/Kolkata", playlist, ...over }),
          playlist.positions,
          summary,
        );
      const noon = { opening: [{ from: 12 * 3600, to: 15 * 3600 }], spots: hourlySpots(12, 15) };
      const ownSpots = [
        ...input.spots,
        { ...hourlySpots(9, 10)[1], bookingId: 77, spotId: 88, at: 33_000 } as FixedSpot,
      ];
      const logs = [
        logOf({}),
        logOf(noon),
        [],
        logOf({ spots: ownSpots }),
        logOf({ territory: "US", songs: input.songs.slice(0, 300) }),
      ];
      await db.execute(sql`insert into group_playlist (company_id, id, group_id, day, version, state, inputs_digest, positions, summary)
        overriding system value values (5, 9, 1, ${input.date}, 1, 'published', '', ${JSON.stringify(positions)}, ${JSON.stringify(summary)})`);
      for (const [place, lines] of logs.entries()) {
        await db.execute(sql`insert into store (company_id, id, code, name, region_id, zone_id, group_id, time_zone) overriding system value
          values (5, ${place + 1}, ${`S-${place}`}, ${`Store ${place}`}, 1, 1, 1, 'Asia/Kolkata')`);
        await db.execute(sql`insert into store_log (company_id, id, store_id, day, playlist_id, positions) overriding system value
          values (5, ${100 + place}, ${place + 1}, ${input.date}, 9, ${JSON.stringify(lines)})`);
      }
      await migrate(database);

      const kinds = await db
        .select({ isRun: isNull(storeLog.own) })
        .from(storeLog)
        .orderBy(storeLog.id);
      expect(kinds.map(({ isRun }) => isRun)).toEqual([true, true, true, false, false]);
      for (const [place, lines] of logs.entries()) {
        const log = await findCurrentLog(wholeCompany(5), db, place + 1, input.date);
        expect(log?.id).toBe(100 + place);
        expect(log?.positions).toEqual(lines);
      }
    } finally {
      await database.close();
    }
  });

  test("finds half-filled forms and requests by the names that their fields have now", async () => {
    const database = await openDatabaseOf(engine, "0013_covering_play_totals");
    try {
      const { db } = database;
      await db.execute(
        sql`insert into company (id, code, name, kind) values (5, 'P', 'P', 'provider')`,
      );
      await db.execute(sql`insert into app_user (company_id, id, username, email, fname, role) overriding system value
        values (5, 7, 'u', 'u@example.com', 'U', 'ROLE_Fever_Admin')`);
      const values = { place: { code: "A-1", storeName: "One" }, hours: { code: "kept" } };
      for (const form of ["store/add", "other"])
        await db.execute(sql`insert into form_draft (company_id, user_id, form, about_company_id, values)
          values (5, 7, ${form}, 5, ${JSON.stringify(values)})`);
      for (const details of [{ companyCode: "WISH", industry: "Other" }, { industry: "Other" }])
        await db.execute(sql`insert into public_request (company_id, kind, person_name, email, details)
          values (5, 'signup', 'Ada', 'ada@example.com', ${JSON.stringify(details)})`);
      await migrate(database);
      const drafts = await db.execute<{ values: object }>(
        sql`select values from form_draft order by form desc`,
      );
      expect(drafts.rows.map((row) => row.values)).toEqual([
        { ...values, place: { storeCode: "A-1", storeName: "One" } },
        values,
      ]);
      const requests = await db.execute<{ details: object }>(
        sql`select details from public_request order by id`,
      );
      expect(requests.rows.map((row) => row.details)).toEqual([
        { companyId: "WISH", industry: "Other" },
        { industry: "Other" },
      ]);
    } finally {
      await database.close();
    }
  });
});

describe.each(bothEngines)("migrations on %s", (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  test("the product's own are applied, and once only", async () => {
    const applied = sql`select count(*) as n from drizzle.__drizzle_migrations`;
    const before = (await database.db.execute(applied)).rows;
    await migrate(database);
    expect((await database.db.execute(applied)).rows).toEqual(before);
    expect(
      (await database.db.execute(sql`select to_regclass('store') is not null as there`)).rows,
    ).toEqual([{ there: true }]);
  });

  test("each step is applied once, and a failing one leaves nothing of itself", async () => {
    const steps = [
      "create table step (id int);\n--> statement-breakpoint\ninsert into step values (1);",
      "insert into step values (2);",
    ];
    await writeMigrations(...steps);
    await migrate(database, { folder });
    await migrate(database, { folder });
    await writeMigrations(
      ...steps,
      "insert into step values (3);\n--> statement-breakpoint\nselect 1 / 0;",
    );
    await expect(migrate(database, { folder })).rejects.toThrow();
    await writeMigrations(...steps, "insert into step values (4);");
    await migrate(database, { folder });
    expect(
      (await database.db.execute(sql`select array_agg(id order by id) as ids from step`)).rows,
    ).toEqual([{ ids: [1, 2, 4] }]);
  });

  test("month partitions are made where missing, by several at once, across the turn of a year", async () => {
    await database.db.execute(
      sql`create table visit (company_id bigint, at timestamptz, note text, primary key (company_id, at)) partition by range (at)`,
    );
    const november = new Date("2026-11-20T10:00:00Z");
    await Promise.all(
      [1, 2, 3, 4].map((months) => ensureMonthPartitions(database.db, "visit", november, months)),
    );
    await database.transaction((tx) => ensureMonthPartitions(tx, "visit", november, 4));
    await database.db.execute(
      sql`insert into visit values (1, '2026-11-01T00:00:00Z'), (1, '2026-12-31T23:59:59.999Z'), (1, '2027-02-28T12:00:00Z')`,
    );
    const { rows } = await database.db.execute(
      sql`select tableoid::regclass::text as partition from visit order by at`,
    );
    expect(rows.map(({ partition }) => partition)).toEqual([
      "visit_y2026m11",
      "visit_y2026m12",
      "visit_y2027m02",
    ]);
    await expect(
      database.db.execute(sql`insert into visit values (1, '2027-03-01T00:00:00Z')`),
    ).rejects.toThrow();
    const keys = sql`select count(*) as n from pg_constraint where contype = 'p' and conrelid::regclass::text like 'visit_y%'`;
    expect((await database.db.execute(keys)).rows).toEqual([{ n: 4 }]);
  });
});

test.runIf(bothEngines.includes("postgres"))(
  "several processes that migrate at once apply each step once",
  async () => {
    const { url } = await freshPostgresDatabase();
    await writeMigrations(
      "create table once (id int);\n--> statement-breakpoint\nselect pg_sleep(0.5);",
      "insert into once values (1);",
    );
    const script = fileURLToPath(new URL("./database-child.ts", import.meta.url));
    const migrations = Array.from({ length: 3 }, () =>
      run(process.execPath, ["--import", "tsx", script, "migrate", url, folder]),
    );
    for (const { stdout } of await Promise.all(migrations)) expect(stdout).toBe("migrated\n");
    const { rows } = await (await import("#platform/db/open-database"))
      .openDatabase({ url })
      .then(async (database) => {
        const result = await database.db.execute(sql`select id from once`);
        await database.close();
        return result;
      });
    expect(rows).toEqual([{ id: 1 }]);
  },
);
