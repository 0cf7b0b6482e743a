import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { PlayerSignal } from "#contract/player/words";
import { broadcastToPlayers } from "#platform/db/changes";
import type { Database } from "#platform/db/database";
import { openDatabase } from "#platform/db/open-database";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine, engines, freshPostgresDatabase } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { patience } from "../support/patience.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { openSignals } from "../support/signal-stream.ts";
import { storeCsv } from "../support/store-csv.ts";

const now = new Date("2026-05-11T06:30:00Z");
type Stream = Awaited<ReturnType<typeof openSignals>>;
const tomorrow = "2026-05-12";

describe.each(engines)("What players are told on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let neighbour: string;
  const streams: Stream[] = [];

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    const library = await makeLibrary(at.database, (await makeProvider(at.database)).companyId);
    company = await makeCompany(at.database);
    await ensurePartitions(at.database.db, now);
    const timeSlotId = await makeSlot(at.database, company.companyId);
    await at.as(company.users.admin).addMasterRule({
      body: { timeSlotId, ...ruleOver([library.popular, 100]) } as never,
    });
    const other = await makeUser(at.database, company.companyId, {
      role: "ROLE_Store_Music_Manager",
      level: "store",
      units: [{ storeId: neighbourStoreId() }],
    });
    neighbour = other.username;
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) await stream.close();
  });
  afterAll(() => at?.close());

  const storeId = () => company.stores[0]?.id ?? 0;
  const neighbourStoreId = () => company.stores[1]?.id ?? 0;
  /** A stream that has said all that it begins with. */
  async function listen(username: string, lastId?: string): Promise<Stream> {
    const stream = await openSignals(at, username, lastId);
    streams.push(stream);
    await stream.waitFor("hello");
    return stream;
  }
  const tell = (signal: PlayerSignal, storeId: number) =>
    at.database.transaction(async (tx) => broadcastToPlayers(tx, { signal, storeIds: [storeId] }));
  /** A stream whose process hears by now: what comes from here on is new. */
  async function listenFromNow(username: string): Promise<Stream> {
    const stream = await listen(username);
    const id = username === neighbour ? neighbourStoreId() : storeId();
    const first = stream.lastCount();
    await vi.waitFor(async () => {
      await tell("commands", id);
      expect(stream.lastCount()).toBeGreaterThan(first);
    }, patience);
    // what comes after it came after all that was told before
    const last = stream.lastCount();
    await tell("schedule", id);
    await stream.waitFor("schedule", last);
    stream.takeEvents();
    return stream;
  }
  /** The messages of the neighbour's stream, once all that was due has come. */
  const takeAll = async (stream: Stream) => {
    await tell("commands", neighbourStoreId());
    await stream.waitFor("commands");
    return stream.takeEvents();
  };
  const publish = async () => {
    const body = { groupIds: [company.north.groupIds[0] ?? 0], from: tomorrow, to: tomorrow };
    const { question } = await at.as(company.users.admin).publishDays({ body });
    const confirm = question?.confirm;
    if (confirm) await at.as(company.users.admin).publishDays({ body: { ...body, confirm } });
  };
  const ask = (command: string, as = company.users.admin) =>
    at.as(as).askCommand({ body: { storeId: storeId(), command } as never });

  test("a stream begins with all there is to ask for, and is not kept by proxies [EAR-1]", async () => {
    const stream = await listen(company.users.manager);
    await stream.waitFor("commands");
    expect(stream.takeEvents().slice(0, 3)).toEqual(["hello", "schedule", "commands"]);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("Content-Type")).toBe("text/event-stream");
    expect(stream.headers.get("Cache-Control")).toBe("no-store");
    expect(stream.headers.get("X-Accel-Buffering")).toBe("no");
  });

  test("a command, a take-over and a store's volume are told to that store alone [EAR-1]", async () => {
    const own = await listenFromNow(company.users.manager);
    const next = await listenFromNow(neighbour);
    await ask("tone");
    await own.waitFor("commands");
    own.takeEvents();
    await at.as(company.users.manager).claimPlayer({
      body: { deviceId: "shop-1", takeOver: true, newCredential: false },
    } as never);
    await own.waitFor("commands");
    own.takeEvents();
    await at
      .as(company.users.admin)
      .changeStore({ body: { section: "sound", id: storeId(), volume: 71 } } as never);
    await own.waitFor("schedule");
    expect(await takeAll(next)).toEqual(["commands"]);
  });

  test("a file of stores tells the players of those that it changes, and no other [EAR-1]", async () => {
    const { check, apply, codeOf } = storeCsv(() => ({ at, admin: company.users.admin, company }));
    const own = await listenFromNow(company.users.manager);
    const next = await listenFromNow(neighbour);
    const run = await check(`Code,Volume\n${codeOf(0)},64`);
    expect(run).toMatchObject({ toChange: 1, refused: 0 });
    expect((await apply(run)).status).toBe(200);
    await own.waitFor("schedule");
    expect(await takeAll(next)).toEqual(["commands"]);
  });

  test("days that are published are told to the players of their stores [EAR-1]", async () => {
    const own = await listenFromNow(company.users.manager);
    await publish();
    await own.waitFor("schedule");
  });

  test("a change that is rolled back is not told [EAR-1]", async () => {
    const own = await listenFromNow(neighbour);
    await at.database
      .transaction(async (tx) => {
        broadcastToPlayers(tx, {
          signal: "schedule",
          storeIds: [company.stores[1]?.id ?? 0],
        });
        throw new Error("changed my mind");
      })
      .catch(() => {});
    expect(await takeAll(own)).toEqual(["commands"]);
  });

  test("a cut stream goes on behind its last message, or with everything [EAR-1]", async () => {
    await listenFromNow(neighbour); // this process goes on hearing
    const first = await listenFromNow(company.users.manager);
    await tell("commands", storeId());
    await first.waitFor("commands");
    const lastId = first.lastId();
    await first.close();
    const again = await listen(company.users.manager, lastId);
    await tell("schedule", storeId());
    await again.waitFor("schedule");
    expect(again.takeEvents()).toEqual(["hello", "schedule"]);
    await again.close();
    await tell("commands", storeId());
    const later = await listen(company.users.manager, lastId);
    await later.waitFor("commands");
    expect(later.takeEvents().sort()).toEqual(["commands", "hello", "schedule"]);
  });

  test("an eleventh stream of a store is refused, and one that ends makes room [EAR-1]", async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, () => listen(company.users.manager)));
    const eleventh = await openSignals(at, company.users.manager);
    expect(eleventh.status).toBe(429);
    await ten[0]?.close();
    await vi.waitFor(async () => {
      const stream = await openSignals(at, company.users.manager);
      streams.push(stream);
      expect(stream.status).toBe(200);
    }, patience);
  });

  test("only players may listen, and only to their own store [EAR-1] [CTX-4]", async () => {
    const { status } = await openSignals(at, company.users.admin);
    expect(status).toBe(403);
  });

  test("the store's page knows whether its player holds the newest logs [EAR-1]", async () => {
    const detail = () => at.as(company.users.admin).findStore({ query: { id: storeId() } });
    const beat = (logIds?: number[]) =>
      at.as(company.users.manager).playerHeartbeat({
        body: { volume: 50, playing: true, version: "1.0.0", at: now.toISOString(), logIds },
        headers: { "device-id": "shop-1" },
      } as never);
    await beat();
    expect((await detail()).playerLogs).toBeNull();
    const { days } = await at.as(company.users.manager).playerSchedule();
    const logIds = days.flatMap(({ logId }) => logId ?? []);
    expect(logIds.length).toBeGreaterThan(0);
    await beat(logIds);
    const held = { areNewest: true, since: now.toISOString() };
    expect((await detail()).playerLogs).toEqual(held);
    at.clock.now += 60_000;
    await beat(logIds);
    expect((await detail()).playerLogs).toEqual(held);
    await at.database.db.execute(
      sql`update store_log set superseded_at = null, id = id + 100000 where store_id = ${storeId()} and superseded_at is null`,
    );
    expect((await detail()).playerLogs).toEqual({ areNewest: false, since: held.since });
  });
});

describe.runIf(anyEngine === "postgres")("What players are told by other processes", () => {
  let other: Database;
  let at: TestPlatform;
  let company: TestCompany;

  beforeAll(async () => {
    const { url } = await freshPostgresDatabase();
    other = await openDatabase({ url, maxConnections: 2 });
    at = await openTestPlatform("postgres", {
      now,
      database: await openDatabase({ url, maxConnections: 5 }),
    });
    company = await makeCompany(at.database);
  });
  afterAll(async () => {
    await at?.close();
    await other?.close();
  });

  const tellAll = () =>
    other.transaction(async (tx) =>
      broadcastToPlayers(tx, {
        signal: "schedule",
        storeIds: [
          ...Array.from({ length: 1_000 }, (_, n) => 10_000_000 + n),
          company.stores[0]?.id ?? 0,
        ],
      }),
    );

  test("what another process commits comes here, however many stores it names [EAR-1]", async () => {
    const stream = await openSignals(at, company.users.manager);
    await stream.waitFor("commands");
    await vi.waitFor(async () => {
      stream.takeEvents();
      await tellAll();
      await stream.waitFor("schedule");
    }, patience);
    await stream.close();
  });

  test("a connection that is cut is opened again, and everything is told anew [EAR-1]", async () => {
    const stream = await openSignals(at, company.users.manager);
    await stream.waitFor("commands");
    await vi.waitFor(async () => {
      const { rowCount } = await other.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
      );
      expect(rowCount).toBe(1);
    }, patience);
    stream.takeEvents();
    await stream.waitFor("schedule");
    await stream.close();
  });
});
