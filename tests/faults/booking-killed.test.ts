import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterEach, expect, inject, test, vi } from "vitest";
import type { Booking } from "#contract/ads/booking";
import { addDays, dateIn } from "#contract/base/dates";
import type { Database } from "#platform/db/database";
import { openDatabase } from "#platform/db/open-database";
import { findLedgerDifferences, keepLedger } from "#platform/modules/ads/index";
import { type BuiltServer, endServers, secrets, startServer } from "../support/built-server.ts";
import { hourly } from "../support/campaigns.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { freshPostgresDatabase, openTestDatabase } from "../support/database.ts";
import { bytesBelow } from "../support/folder-size.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { patience } from "../support/patience.ts";
import { openTestPlatform, password } from "../support/platform.ts";
import { makeSpot } from "../support/play-outs.ts";

const run = promisify(execFile);
const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0).reverse()) await work();
});

const timeZone = "Asia/Kolkata";
const startsOn = addDays(dateIn(timeZone, new Date()), 2);
const flight = { startsOn, endsOn: addDays(startsOn, 27), weekdays: [0, 1, 2, 3, 4, 5, 6] };
/** Once in each of twelve open hours. */
const plays = hourly((hour) => (hour >= 9 && hour < 21 ? 1 : 0));

/** A company of so many stores more in one group, all of them with music and days on sale. */
async function makeSeller(database: Database, stores: number) {
  const provider = await makeProvider(database);
  const library = await makeLibrary(database, provider.companyId);
  const company = await makeCompany(database);
  const { companyId } = company;
  const { db } = database;
  await db.execute(sql`insert into store (company_id, code, name, time_zone, region_id, zone_id, group_id)
    select ${companyId}, 'K-' || n, 'Store ' || n, ${timeZone}, region_id, zone_id, id from generate_series(1, ${stores}::int) n,
      (select region_id, zone_id, id from store_group where company_id = ${companyId} order by id limit 1) one`);
  await db.execute(sql`insert into store_hours (company_id, store_id, weekday, opens, closes)
    select ${companyId}, id, weekday, 540, 1260 from store, generate_series(0, 6) weekday where company_id = ${companyId} and code like 'K-%'`);
  const timeSlotId = await makeSlot(database, companyId);
  const platform = await openTestPlatform(database.engine, { database });
  const ruled = await platform
    .as(company.users.admin)
    .addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]) } }).reply;
  expect(ruled.status).toBe(201);
  await platform.stopListening();
  const spotId = await makeSpot(database, companyId, "AD", "Fizz");
  await keepLedger({ database, db, now: new Date() }, companyId);
  await db.execute(sql`analyze`);
  return { ...company, spotId, groupId: company.north.groupIds[0] ?? 0, inGroup: stores + 2 };
}
type Seller = Awaited<ReturnType<typeof makeSeller>>;

const signIn = async (server: BuiltServer, { users }: TestCompany) => {
  const { body } = await server.api("/auth/signin", {
    method: "POST",
    body: { username: users.admin, password },
  });
  return (body.data as { accessToken: string }).accessToken;
};

/** A server, and what a person of the company does there. */
async function open(settings: Record<string, string>, seller: Seller) {
  const server = await startServer(settings);
  const token = await signIn(server, seller);
  return {
    server,
    async draft(): Promise<number> {
      const body = {
        name: "Summer",
        kind: "AD",
        ...flight,
        plays,
        spots: [{ spotId: seller.spotId }],
        groupIds: [seller.groupId],
      };
      const reply = await server.api("/campaign", { method: "POST", token, body });
      expect([reply.status, reply.body.message]).toEqual([201, expect.any(String)]);
      return (reply.body.data as { id: number }).id;
    },
    book: (campaignId: number, key: string) =>
      server.api("/schedule-non-music", {
        method: "POST",
        token,
        body: { campaignId, as: "booked" },
        headers: { "Idempotency-Key": key },
      }),
    cancel: (id: number) =>
      server.api("/campaign/state", { method: "PATCH", token, body: { id, act: "cancel" } }),
  };
}

/**
 * Counts what the database has of a campaign: its plays, the company's plays in the ledger, and how
 * often its booking was audited.
 */
async function written(
  { pool }: Pick<Database, "pool">,
  { companyId }: Seller,
  campaignId: number,
) {
  const { rows } = await pool.query<{
    state: string;
    lines: number;
    stores: number;
    booked: number;
    audited: number;
  }>(
    `select state, (select coalesce(sum(p), 0)::int from campaign_line, unnest(plays) p where campaign_id = c.id) as lines,
      (select count(*)::int from campaign_store where campaign_id = c.id) as stores,
      (select coalesce(sum(b), 0)::int / 10 from ad_ledger l, unnest(booked) b where l.company_id = c.company_id) as booked,
      (select count(*)::int from audit_log where item_kind = 'campaign' and item_id = c.id::text and action = 'campaign booked') as audited
    from campaign c where company_id = $1 and id = $2`,
    [companyId, campaignId],
  );
  return rows[0];
}

const allOf = ({ inGroup }: Seller) => {
  const playCount = inGroup * 28 * 12;
  return { state: "BOOKED", lines: playCount, stores: inGroup, booked: playCount, audited: 1 };
};
const nothing = { state: "DRAFT", lines: 0, stores: 0, booked: 0, audited: 0 };

const checkAds = async (settings: Record<string, string>) => {
  const { stdout } = await run("npm", ["run", "--silent", "ads:check"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...secrets, ...settings },
  });
  return stdout;
};
const agrees = "The ad ledger agrees with the campaigns of all companies.\n";

test.runIf(inject("postgresUrl"))(
  "kill -9 in the middle of a booking of thousands of store-days books all or nothing, and sent again it is booked once (PostgreSQL) [ADS-2] [ADS-5]",
  async () => {
    const { url } = await freshPostgresDatabase();
    const database = await openDatabase({ url });
    clean.push(() => database.close());
    const seller = await makeSeller(database, process.env.TEST_ALL ? 2_000 : 100);
    const settings = { DATABASE_URL: url };
    // the end of the time that a statement has is an error that can be caught, the end of its client is
    // none
    await database.pool.query(`create sequence timed_out;
      create function run_on() returns trigger language plpgsql as
      $$ begin perform pg_sleep(600); return new; exception when query_canceled then perform nextval('timed_out'); raise; end $$`);
    const runsOn = () =>
      vi.waitFor(async () => {
        const { rows } = await database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
        );
        expect(rows).toHaveLength(1);
      }, patience);
    const moments = [
      // amid the one statement that writes all lines
      {
        stop: "before insert on campaign_line",
        of: `new.store_id = ${seller.stores[1]?.id} and new.day > '${addDays(startsOn, 13)}'`,
        is: nothing,
      },
      { stop: "before insert on audit_log", of: "new.action = 'campaign booked'", is: nothing },
      // done and not yet answered: who sends it again hears that it is done
      { stop: "before update on idempotency_key", of: "new.body is not null", is: allOf(seller) },
    ];
    let at = await open(settings, seller);
    for (const { stop, of, is } of moments) {
      const campaignId = await at.draft();
      const key = `booking-${campaignId}`;
      await database.pool.query(
        `create trigger stop ${stop} for each row when (${of}) execute function run_on()`,
      );
      const answered = at.book(campaignId, key).then(
        ({ status, body }) => `${status} ${body.message}`,
        () => "no answer",
      );
      await runsOn();
      await at.server.end("SIGKILL");
      expect(await answered, stop).toBe("no answer");
      // waits until the statement, which would run on, is ended with its process
      await database.dedicated((client) =>
        client.query(`drop trigger stop on ${stop.split(" on ")[1]}`),
      );
      expect((await database.pool.query("select is_called from timed_out")).rows, stop).toEqual([
        { is_called: false },
      ]);
      expect(await written(database, seller, campaignId), stop).toEqual(is);
      expect(await findLedgerDifferences(database.db), stop).toEqual([]);

      at = await open(settings, seller);
      const again = await at.book(campaignId, key);
      if (is === nothing) {
        expect(
          [again.status, (again.body.data as Booking | undefined)?.takenPlays],
          again.body.message,
        ).toEqual([200, allOf(seller).lines]);
        expect(await at.book(campaignId, key)).toMatchObject({ status: 200, body: again.body });
      } else
        expect([again.status, again.body.message]).toEqual([
          422,
          expect.stringContaining("is done, but its answer was lost"),
        ]);
      expect(await written(database, seller, campaignId), stop).toEqual(allOf(seller));
      expect((await at.cancel(campaignId)).body).toMatchObject({
        data: { returnedPlays: allOf(seller).lines },
      });
    }
    expect(await checkAds(settings)).toBe(agrees);
  },
);

// embedded-server.test.ts kills that engine in every run
if (process.env.TEST_ALL)
  test("kill -9 in the middle of a booking books all or nothing, and sent again it is booked once (embedded) [ADS-2] [ADS-5]", async () => {
    const directory = await mkdtemp(join(tmpdir(), "fever-booking-"));
    clean.push(() => rm(directory, { recursive: true, force: true }));
    const dataDir = join(directory, "database");
    const settings = { DATA_DIR: directory };
    const database = await openTestDatabase("embedded", { dataDir });
    const seller = await makeSeller(database, 80);
    await database.close();
    const first = await open(settings, seller);
    const campaignId = await first.draft();
    const bytesBefore = await bytesBelow(join(dataDir, "pgdata", "base"));
    const answered = first.book(campaignId, "booking").then(
      ({ status, body }) => `${status} ${body.message}`,
      () => "no answer",
    );
    // the engine is busy with that one transaction; its files tell how far it is
    await vi.waitFor(
      async () =>
        expect(await bytesBelow(join(dataDir, "pgdata", "base"))).toBeGreaterThan(
          bytesBefore + 100_000,
        ),
      {
        timeout: patience,
        interval: 10,
      },
    );
    await first.server.end("SIGKILL");
    expect(await answered).toBe("no answer");
    expect(await checkAds(settings)).toBe(agrees);

    const between = await openDatabase({ dataDir });
    expect(await written(between, seller, campaignId)).toEqual(nothing);
    await between.close();
    const second = await open(settings, seller);
    const again = await second.book(campaignId, "booking");
    expect(
      [again.status, (again.body.data as Booking | undefined)?.takenPlays],
      again.body.message,
    ).toEqual([200, allOf(seller).lines]);
    expect(await second.book(campaignId, "booking")).toMatchObject({
      status: 200,
      body: again.body,
    });
    await second.server.end("SIGTERM");
    expect(await checkAds(settings)).toBe(agrees);
    const after = await openDatabase({ dataDir });
    expect(await written(after, seller, campaignId)).toEqual(allOf(seller));
    await after.close();
  });
