import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StoreCommand } from "#contract/player/commands";
import { type Claim, revokeDevice } from "#contract/player/devices";
import type * as contract from "#contract/player/endpoints";
import { type ReportRow, reportEndpoints } from "#contract/reports/endpoints";
import { storeLoginReport } from "#contract/reports/logins";
import { findStore, listStores } from "#contract/stores/endpoints";
import { me } from "#contract/users/me";
import {
  auditLog,
  playerCommand,
  playerDevice,
  playingTurn,
  playLog,
  storeState,
} from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs, makeStoreLog, playOut } from "../support/play-outs.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);

describe.each([anyEngine])("The devices of a player on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let logId: number;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    const provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    await ensurePartitions(at.database.db, now);
    const songs = await makeSongs(at.database, provider.companyId, [
      { title: "One" },
      { title: "Two" },
      { title: "Three" },
      { title: "Four" },
    ]);
    const store = {
      companyId: company.companyId,
      storeId: storeId(),
      groupId: company.north.groupIds[0] ?? 0,
    };
    logId = await makeStoreLog(
      at.database,
      { ...store, day: "2026-11-20", from: minutes(-12) },
      songs.map((id) => ({ kind: "MUSIC" as const, id })),
    );
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    at.clock.now = now.getTime();
    for (const table of [playerCommand, playerDevice, playingTurn, playLog, storeState])
      await at.database.db.delete(table);
  });

  const storeId = () => company.stores[0]?.id ?? 0;
  const agent = (name: string) => ({ "User-Agent": name });
  const claim = async (
    deviceId: string,
    more: object = {},
    headers: Record<string, string> = agent(deviceId),
  ) => {
    const { status, body } = await at
      .as(company.users.manager)
      .claimPlayer({ body: { deviceId, ...more }, headers } as never).reply;
    return status === 200
      ? (body.data as Claim)
      : Promise.reject(new Error(`${status} ${body.message}`));
  };
  const bearer = (credential: string | null) => ({ Authorization: `Bearer ${credential}` });
  const beat = async (headers: Record<string, string>, volume = 50, as?: string) => {
    const body = { volume, playing: true, version: "1.0.0", at: now.toISOString() };
    const { data } = (await at.as(as).playerHeartbeat({ body, headers } as never).reply).body;
    return data as {
      at: string;
      volume: number;
      plays: boolean;
      playing: contract.PlayingDevice | null;
      commands: contract.PlayerCommand[];
    };
  };
  const report = async (headers: Record<string, string>, batch: object[]) =>
    (
      await at.as(company.users.manager).reportPlayOuts({ body: batch, headers } as never)
    ).unverified.map(({ reason }) => reason);
  const devicesOf = async () =>
    (await at.as(company.users.admin).findStore({ query: { id: storeId() } })).devices;
  const auditRows = async () =>
    (
      await at.database.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.itemKind, "store"))
        .orderBy(auditLog.id)
    ).map(({ action, before, after }) => ({ action, before, after }));

  test("StoreLoginReport has sign-ins and turns of devices with their outcome [REP-1]", async () => {
    const rowsOf = async (query: object = {}) => {
      const range = { from: "2026-11-20", to: "2026-11-20", sort: "at" };
      // without the sign-ins of this test's own calls
      const rows = (
        (await at.as(company.users.admin).call(reportEndpoints(storeLoginReport).table, {
          query: { ...range, ...query } as never,
        })) as ReportRow[]
      ).filter(({ device }) => device !== "node");
      return rows.map(({ at: when, event, user, device, version, address, result }) => [
        when,
        event,
        user,
        device,
        version,
        address,
        result,
      ]);
    };
    const { companyId, users, stores } = company;
    const other = stores[1]?.id ?? 0;
    for (const [username, minute, end] of [
      [users.manager, 1, "expired"] as const,
      [users.manager, 2, null] as const,
      [users.admin, 3, null] as const,
    ])
      await at.database.db.execute(sql`insert into auth_session (company_id, id, user_id, created_at, ended_at, end_reason, address, device)
        select company_id, gen_random_uuid(), id, ${minutes(minute).toISOString()}::timestamptz, null, ${end}, '10.0.0.1', 'Kiosk' from app_user where username = ${username}`);
    at.clock.now = minutes(4).getTime();
    await claim("front");
    at.clock.now = minutes(5).getTime();
    await claim("back", { takeOver: true });
    await beat({ "Device-Id": "back" }, 50, users.manager);
    await at.database.db.insert(playingTurn).values([
      { companyId, storeId: other, since: minutes(6), deviceId: "gone" },
      { companyId, storeId: other, since: minutes(7), deviceId: null },
    ]);
    const iso = (n: number) => minutes(n).toISOString();
    expect(await rowsOf()).toEqual([
      [iso(1), "account", users.manager, "Kiosk", null, "10.0.0.1", "expired"],
      [iso(2), "account", users.manager, "Kiosk", null, "10.0.0.1", "signed in"],
      [iso(4), "device", users.manager, "front", null, null, "replaced"],
      [iso(5), "device", users.manager, "back", "1.0.0", null, "playing"],
      [iso(6), "device", null, null, null, null, "stopped"],
    ]);
    expect((await rowsOf({ event: "device" })).map(([when]) => when)).toEqual([
      iso(4),
      iso(5),
      iso(6),
    ]);
    expect(await rowsOf({ storeId: other })).toHaveLength(1);
  });

  test("one device plays a store, until another says that it takes over [PLY-3]", async () => {
    expect(await claim("till")).toMatchObject({
      plays: true,
      playing: { userAgent: "till", since: now.toISOString() },
    });
    at.clock.now = minutes(5).getTime();
    expect(await claim("tablet")).toEqual({
      plays: false,
      playing: { userAgent: "till", since: now.toISOString(), lastSeenAt: now.toISOString() },
      credential: null,
    });
    expect(await claim("till")).toMatchObject({
      plays: true,
      playing: { since: now.toISOString() },
    });
    expect(await beat({ "Device-Id": "till" }, 40, company.users.manager)).toMatchObject({
      plays: true,
      volume: 60,
    });
    const [before] = await at.database.db.select().from(storeState);

    expect(await claim("tablet", { takeOver: true })).toMatchObject({
      plays: true,
      playing: { userAgent: "tablet" },
    });
    at.clock.now = minutes(6).getTime();
    expect(await beat({ "Device-Id": "till" }, 90, company.users.manager)).toMatchObject({
      plays: false,
      playing: { userAgent: "tablet", since: minutes(5).toISOString() },
    });
    // what the store is said to do is its playing device's word alone
    expect(await at.database.db.select().from(storeState)).toEqual([before]);
    expect(await auditRows()).toContainEqual({
      action: "player taken over",
      before: { device: "till" },
      after: { device: "tablet" },
    });
  });

  test("of two devices that claim at once one plays [PLY-3]", async () => {
    const names = Array.from({ length: 6 }, (_, n) => `till-${n}`);
    const claims = await Promise.all(names.map((name) => claim(name)));
    expect(claims.filter(({ plays }) => plays)).toHaveLength(1);
    expect(await at.database.db.select().from(playingTurn)).toHaveLength(1);
  });

  test("the last to take over plays, though another server's clock is behind [PLY-3]", async () => {
    await claim("till");
    at.clock.now = minutes(-1).getTime();
    expect(await claim("tablet", { takeOver: true })).toMatchObject({
      plays: true,
      playing: { userAgent: "tablet" },
    });
    expect(await claim("phone", { takeOver: true })).toMatchObject({
      plays: true,
      playing: { userAgent: "phone" },
    });
    expect(await beat({ "Device-Id": "tablet" }, 50, company.users.manager)).toMatchObject({
      plays: false,
    });
    await at.as(company.users.manager).leavePlayer({ headers: { "Device-Id": "phone" } } as never);
    expect(await claim("till")).toMatchObject({ plays: true, playing: { userAgent: "till" } });
    expect(await at.database.db.select().from(playingTurn)).toHaveLength(5);
  });

  test("plays count that the playing device of their time has played [PLY-4]", async () => {
    at.clock.now = minutes(-12).getTime();
    await claim("till");
    at.clock.now = minutes(-5).getTime();
    await claim("tablet", { takeOver: true });
    at.clock.now = now.getTime();
    const play = (position: number) => playOut(`${logId}-${position}`, minutes(-12 + position * 3));
    expect(await report({ "Device-Id": "till" }, [play(0), play(1), play(3)])).toEqual([
      "OTHER_DEVICE",
    ]);
    expect(await report({ "Device-Id": "tablet" }, [play(2), play(3)])).toEqual(["OTHER_DEVICE"]);
    await at.as(company.users.manager).leavePlayer({ headers: { "Device-Id": "tablet" } } as never);
    expect(await claim("till")).toMatchObject({ plays: true });
  });

  test("a device's credential makes the player's calls of its store alone [PLY-3] [SES-9]", async () => {
    const { credential } = await claim("till");
    at.clock.now = minutes(60 * 24 * 365).getTime();
    await ensurePartitions(at.database.db, new Date(at.clock.now)); // as the daily job does
    const as = { headers: bearer(credential) };
    expect(await at.nobody.playerSchedule(as as never)).toMatchObject({ storeId: storeId() });
    // the device is the credential's, whatever it calls itself
    expect(await beat({ ...bearer(credential), "Device-Id": "tablet" })).toMatchObject({
      plays: true,
    });
    expect(
      await at.nobody.claimPlayer({ ...as, body: { deviceId: "tablet" } } as never).reply,
    ).toMatchObject({
      body: { data: { plays: true, credential: null } },
    });
    for (const endpoint of [me, listStores, findStore, revokeDevice])
      expect(
        await at.nobody.call(endpoint, { ...as, query: { id: storeId() } } as never).status,
        endpoint.path,
      ).toBe(403);
    for (const wrong of [
      "player.1.1.x",
      `${credential}x`,
      credential?.replace(/^player\.\d+/, "player.999") ?? "",
    ])
      expect(
        await at.nobody.playerSchedule({ headers: bearer(wrong) } as never).status,
        wrong,
      ).toBe(401);
    // a person's sign-in gets another only where the device has lost its own
    expect((await claim("till")).credential).toBeNull();
    const another = (await claim("till", { newCredential: true })).credential;
    expect(another).toMatch(/^player\./);
    at.clock.now += 3_000;
    expect(await at.nobody.playerSchedule(as as never).status).toBe(401);
    await at.nobody.playerSchedule({ headers: bearer(another) } as never);
    expect(JSON.stringify(await at.database.db.select().from(playerDevice))).not.toContain(
      another?.split(".")[3],
    );
  });

  test("a store keeps its last twenty devices and the one that plays [PLY-3]", async () => {
    const { credential } = await claim("till");
    const second = (await claim("tablet", { takeOver: true })).credential;
    await claim("till", { takeOver: true });
    for (let n = 1; n <= 22; n++) {
      at.clock.now = minutes(n).getTime();
      await claim(`phone-${n}`);
    }
    const left = await at.database.db
      .select({ deviceId: playerDevice.deviceId })
      .from(playerDevice);
    expect(left.map(({ deviceId }) => deviceId).sort()).toEqual(
      ["till", ...Array.from({ length: 20 }, (_, n) => `phone-${n + 3}`)].sort(),
    );
    const status = (of: string | null) => at.nobody.playerSchedule({ headers: bearer(of) }).status;
    expect([await status(credential), await status(second)]).toEqual([200, 401]);
  });

  test("who edits a store sees its devices and signs them out [PLY-3] [AUD-1] [CTX-4]", async () => {
    const { credential } = await claim("till");
    const [device] = await devicesOf();
    expect(device).toMatchObject({
      userAgent: "till",
      username: company.users.manager,
      playsSince: now.toISOString(),
    });
    const revoke = (as: string, of = storeId()) =>
      at.as(as).revokeDevice({ query: { storeId: of, playerDeviceId: device?.id ?? 0 } });
    const foreign = await makeCompany(at.database);
    for (const [as, status] of [
      [foreign.users.admin, 404],
      [company.users.limited, 403],
      [company.users.manager, 403],
    ] as const)
      expect(await revoke(as).status).toBe(status);
    expect(await revoke(company.users.admin, company.stores[1]?.id).status).toBe(404);
    await revoke(company.users.regional);
    expect(await devicesOf()).toEqual([]);
    expect((await auditRows()).at(-1)).toEqual({
      action: "player device revoked",
      before: { device: "till" },
      after: null,
    });
    at.clock.now += 3_000;
    expect(await at.nobody.playerSchedule({ headers: bearer(credential) } as never).status).toBe(
      401,
    );
    expect(await beat({ "Device-Id": "till" }, 50, company.users.manager)).toMatchObject({
      plays: false,
      playing: null,
    });
    // what it played before and had not told yet still counts
    expect(await report({ "Device-Id": "till" }, [playOut(`${logId}-0`, minutes(-12))])).toEqual(
      [],
    );
  });

  const till = { "Device-Id": "till" };
  const ask = async (command: string, more: object = {}, as = company.users.admin) => {
    const { status, body } = await at
      .as(as)
      .askCommand({ body: { storeId: storeId(), command, ...more } } as never).reply;
    return { status, message: body.message, errors: body.errors, ...(body.data as StoreCommand) };
  };
  const beatOf = async (headers: Record<string, string>) =>
    (await beat(headers, 50, company.users.manager)).commands.map(({ kind, volume }) =>
      volume === null ? kind : `${kind} ${volume}`,
    );
  const answer = (id: number, body: object, headers: Record<string, string> = till) =>
    at.as(company.users.manager).answerCommand({ params: { id }, body, headers } as never);
  const statesOf = async () =>
    (await at.as(company.users.admin).findStore({ query: { id: storeId() } })).commands.map(
      ({ kind, state, reason }) => [kind, state, reason],
    );

  test("a command is told to the playing device until it is answered [AUD-1]", async () => {
    await claim("till");
    await claim("tablet");
    const volume = await ask("volume", { volume: 70 });
    expect(volume).toMatchObject({
      state: "asked",
      askedBy: company.users.admin,
      since: now.toISOString(),
      volume: 70,
    });
    const tone = await ask("tone");
    const restart = await ask("restart", {}, company.users.regional);
    expect(await beatOf({ "Device-Id": "tablet" })).toEqual([]);
    expect(await beatOf({})).toEqual([]);
    for (let again = 0; again < 2; again++)
      expect(await beatOf(till)).toEqual(["volume 70", "tone", "restart"]);
    expect((await statesOf()).map(([, state]) => state)).toEqual([
      "delivered",
      "delivered",
      "delivered",
    ]);
    expect(await answer(volume.id, { outcome: "done" })).toMatchObject({ state: "done" });
    await answer(tone.id, { outcome: "refused", reason: "No sound before a press" });
    await answer(tone.id, { outcome: "done" });
    expect(await beatOf(till)).toEqual(["restart"]);
    at.clock.now = minutes(7).getTime();
    expect(await beatOf(till)).toEqual([]);
    await answer(restart.id, { outcome: "done" }); // it was carried out all the same
    expect(await statesOf()).toEqual([
      ["restart", "done", null],
      ["tone", "refused", "No sound before a press"],
      ["volume", "done", null],
    ]);
    // not given to this device, none at all, of who plays nothing
    const later = await ask("tone");
    for (const [id, headers] of [
      [later.id, till] as const,
      [999_999, till] as const,
      [volume.id, { "Device-Id": "tablet" }] as const,
    ])
      expect(await answer(id, { outcome: "done" }, headers).status).toBe(404);
    expect((await auditRows()).slice(-4)).toEqual([
      { action: "volume command sent", before: null, after: { command: "volume", volume: 70 } },
      { action: "test tone sent", before: null, after: { command: "tone" } },
      { action: "player restart sent", before: null, after: { command: "restart" } },
      { action: "test tone sent", before: null, after: { command: "tone" } },
    ]);
  });

  test("a command that no player took within five minutes expires and is never carried out [PLY-3]", async () => {
    await ask("restart");
    at.clock.now = minutes(4).getTime();
    await ask("tone");
    at.clock.now = minutes(5).getTime();
    await claim("till");
    expect(await beatOf(till)).toEqual(["tone"]);
    expect(await statesOf()).toEqual([
      ["tone", "delivered", null],
      ["restart", "expired", null],
    ]);
    // taken over while it is under way: the next device does not do it as well
    await claim("tablet", { takeOver: true });
    expect(await beatOf({ "Device-Id": "tablet" })).toEqual([]);
  });

  test("a message that nobody has seen goes to the device that plays next, until it is seen there", async () => {
    await claim("till");
    const message = await ask("message", { text: "Please call us" });
    const tablet = { "Device-Id": "tablet" };
    expect(await beatOf(till)).toEqual(["message"]);
    await claim("tablet", { takeOver: true });
    expect(await beatOf(till)).toEqual([]);
    expect(await beatOf(tablet)).toEqual(["message"]);
    expect(await answer(message.id, { outcome: "done" }).status).toBe(404);
    expect(await answer(message.id, { outcome: "done" }, tablet)).toMatchObject({ state: "done" });
    expect(await beatOf(tablet)).toEqual([]);
  });

  test("the same command is asked once while it waits, in scope alone [CTX-4]", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => ask("tone")));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    const volumes = [
      await ask("volume", { volume: 60 }),
      await ask("volume", { volume: 60 }),
      await ask("volume", { volume: 61 }),
    ];
    // a volume that still waits takes the next one, so that the player sets the last alone
    expect(volumes.map(({ id }) => id === volumes[0]?.id)).toEqual([true, true, true]);
    expect(volumes.at(-1)).toMatchObject({ state: "asked", volume: 61 });
    const foreign = await makeCompany(at.database);
    for (const [as, status] of [
      [foreign.users.admin, 404],
      [company.users.limited, 403],
      [company.users.manager, 403],
    ] as const)
      expect((await ask("restart", {}, as)).status).toBe(status);
    const outside = { storeId: company.stores[4]?.id };
    expect((await ask("restart", outside, company.users.regional)).status).toBe(404);
    for (const [command, more] of [
      ["volume", {}],
      ["volume", { volume: 24 }],
      ["volume", { volume: 101 }],
      ["tone", { volume: 60 }],
      ["dance", {}],
    ] as const)
      expect((await ask(command, more)).status, `${command} ${JSON.stringify(more)}`).toBe(422);
    expect((await ask("volume", { volume: 24 })).message).toContain(
      "Enter a volume from 25 to 100.",
    );
    expect(await at.database.db.select().from(playerCommand)).toHaveLength(2);
  });

  test("a device that signs out leaves the store to the next one [PLY-3]", async () => {
    const { credential } = await claim("till");
    await at.nobody.leavePlayer({ headers: bearer(credential) } as never);
    expect(await devicesOf()).toEqual([]);
    expect((await auditRows()).at(-1)).toMatchObject({ action: "player device signed out" });
    const other = await claim("tablet");
    expect(other.plays).toBe(true);
    const [user] = await at.database.db.select({ id: playerDevice.userId }).from(playerDevice);
    await at.as(company.users.admin).resetUserPassword({ body: { userId: user?.id ?? 0 } });
    at.clock.now += 3_000;
    expect(
      await at.nobody.playerSchedule({ headers: bearer(other.credential) } as never).status,
    ).toBe(401);
  });
});
