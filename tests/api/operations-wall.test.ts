import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { streamAlertSignals } from "#contract/alerts/wall";
import type { AlertAct } from "#contract/alerts/words";
import { alert, auditLog, notification } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { watchStores } from "#platform/modules/alerts/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { measureSlowdown } from "../support/machine-speed.ts";
import { patience } from "../support/patience.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { openSignals } from "../support/signal-stream.ts";

/** 11:30 in India. */
const now = new Date("2026-11-20T06:00:00.000Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe.each([anyEngine])("The operations wall on %s", (engine) => {
  let at: TestPlatform;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let company: TestCompany;
  let other: TestCompany;
  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    staff = (await makeProvider(at.database)).staff;
    await ensurePartitions(at.database.db, now);
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    at.clock.now = now.getTime();
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
  });

  type Values = Partial<typeof alert.$inferInsert>;
  async function addAlert(of: TestCompany, index: number, minutes: number, values: Values = {}) {
    const [added] = await at.database.db
      .insert(alert)
      .values({
        companyId: of.companyId,
        storeId: of.stores[index]?.id ?? 0,
        kind: "offline",
        beganAt: ago(minutes),
        watchedFrom: ago(minutes),
        watchedAt: ago(minutes),
        raisedAt: ago(minutes - 1),
        ...values,
      })
      .returning({ id: alert.id });
    return added?.id ?? 0;
  }
  const wall = async (query: object = {}, as = company.users.admin) =>
    at.as(as).showWall({ query }).answer;
  const idsOf = async (query: object = {}, as = company.users.admin) =>
    (await wall(query, as)).data.map(({ id }) => id);
  const change = (act: AlertAct, alerts: object[], more: object = {}, as = company.users.admin) =>
    at.as(as).changeAlerts({ body: { act, alerts, ...more } } as never);
  const storedOf = async (id: number) =>
    (await at.database.db.select().from(alert).where(eq(alert.id, id)))[0];
  const actionsOf = async (of = company) =>
    (
      await at.database.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.companyId, of.companyId))
        .orderBy(desc(auditLog.id))
    ).map(({ action }) => action);

  test("a shop's call is on the wall at once, is taken, answered, handed over, closed [OPS-2]", async () => {
    const { admin, regional, manager } = company.users;
    await addAlert(company, 0, 60);
    const call = { reason: "no-music", details: "The amplifier is hot" } as const;
    expect(await at.as(manager).callForHelp({ body: call })).toEqual({
      calledAt: now.toISOString(),
    });
    const { data, page } = await wall();
    expect(data.map(({ kind }) => kind)).toEqual(["help", "offline"]);
    expect(page).toMatchObject({ total: 2, totals: { open: 2, unowned: 2, help: 1, offline: 1 } });
    const [help] = data;
    if (!help) throw new Error("the call is not on the wall");
    expect(help).toMatchObject({ ...call, storeName: company.stores[0]?.name, tried: [] });
    // a second call is the same one with other words
    await at.as(manager).callForHelp({ body: { reason: "device" } });
    expect((await wall()).page.total).toBe(2);
    const { version } = (await wall()).data[0] ?? { version: 0 };

    await change("take", [{ id: help.id, version }]);
    const storeIds = [company.stores[0]?.id ?? 0];
    const texts = { command: "message", text: "We are on it: switch the amplifier off" } as const;
    expect(await at.as(admin).askCommands({ body: { storeIds, ...texts } })).toEqual({ sent: 1 });
    await at.as(admin).askCommands({ body: { storeIds, command: "restart" } });
    const till = { "device-id": "till" };
    await at.as(manager).claimPlayer({ body: { deviceId: "till" } });
    const beat = { volume: 50, playing: true, version: "1.0.0", at: now.toISOString() };
    const { commands } = await at.as(manager).playerHeartbeat({ body: beat, headers: till });
    expect(commands.map(({ kind, text }) => [kind, text])).toEqual([
      ["message", texts.text],
      ["restart", null],
    ]);
    at.clock.now += 60_000;
    const sighting = { params: { id: commands[0]?.id ?? 0 }, body: { outcome: "done" as const } };
    await at.as(manager).answerCommand({ ...sighting, headers: till });
    const [row] = (await wall()).data;
    expect(row).toMatchObject({ acknowledgedBy: admin, reason: "device", details: null });
    expect(row?.tried.map(({ kind, state, since }) => [kind, state, since])).toEqual([
      ["restart", "delivered", now.toISOString()],
      ["message", "done", new Date(at.clock.now).toISOString()],
    ]);

    await change("note", [{ id: help.id }], { note: "Fuse blown, electrician comes" });
    const people = await at.as(admin).listAlertOwners({ params: { id: help.id } });
    expect(people.map(({ username }) => username)).toContain(regional);
    await change("hand-over", [{ id: help.id }], { to: regional });
    expect(await idsOf({ owner: "mine" }, regional)).toEqual([help.id]);
    const notices = await at.database.db
      .select({ title: notification.title })
      .from(notification)
      .where(eq(notification.companyId, company.companyId));
    expect(notices).toEqual([{ title: `${admin} handed 1 alert over to you` }]);

    expect((await change("close", [{ id: help.id }], {}, regional).wrongFields)[0]).toBe("cause");
    await change("close", [{ id: help.id }], { cause: "power" }, regional);
    expect(await storedOf(help.id)).toMatchObject({
      ending: "closed",
      cause: "power",
      closedBy: regional,
      note: "Fuse blown, electrician comes",
      notedBy: admin,
    });
    const after = await wall();
    expect(after.data.map(({ kind, alertsInWeek }) => [kind, alertsInWeek])).toEqual([
      ["offline", 2],
    ]);
    expect(after.page.totals).toMatchObject({ repairs: 1, repairMinutes: 1 });
    expect((await actionsOf()).slice(0, 3)).toEqual([
      "alert closed",
      "alert handed over",
      "alert note written",
    ]);
    expect(await actionsOf()).toContain("store called for help");
  });

  test("of two people who take one incident at once one gets it, and the other reads who", async () => {
    const id = await addAlert(company, 0, 60);
    const { admin, regional } = company.users;
    const replies = await Promise.all(
      [admin, regional].map((as) => change("take", [{ id, version: 1 }], {}, as).reply),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    const owner = (await storedOf(id))?.acknowledgedBy;
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body.message).toBe(`${company.stores[0]?.name}: ${owner} has it since 11:30.`);
    // who has read that takes it over; without a version nobody does unseen
    const loser = owner === admin ? regional : admin;
    expect(await change("take", [{ id }], {}, loser).status).toBe(422);
    expect(await change("take", [{ id, version: 2 }], {}, loser)).toMatchObject({ changed: 1 });
    // in bulk the others are done all the same
    const second = await addAlert(company, 1, 50);
    const both = await change(
      "take",
      [
        { id, version: 2 },
        { id: second, version: 1 },
      ],
      {},
      admin,
    ).answer;
    expect(both.data).toEqual({
      changed: 1,
      left: [{ id, words: expect.stringContaining(loser === admin ? "meanwhile" : loser) }],
    });
    expect(both.message).toMatch(/^1 alert taken\. /);
  });

  test("what is put off comes back by itself, and shows until then among those put off", async () => {
    const id = await addAlert(company, 0, 60);
    await addAlert(company, 1, 30, { kind: "silent" });
    await addAlert(company, 1, 20, { kind: "not-playing" }); // of a store that is silent already
    await change("snooze", [{ id }], { minutes: 30 });
    expect((await wall()).data.map(({ kind }) => kind)).toEqual(["silent"]);
    expect(await idsOf({ state: "snoozed" })).toEqual([id]);
    expect((await wall()).page.totals).toMatchObject({ open: 1, snoozed: 1, "not-playing": 0 });
    at.clock.now += 31 * 60_000;
    expect(await idsOf()).toContain(id);
    expect(await idsOf({ olderThan: 65 })).toEqual([id]);
    expect(await idsOf({ search: company.stores[1]?.name })).not.toContain(id);
    for (const minutes of [4, 2881])
      expect(await change("snooze", [{ id }], { minutes }).status).toBe(422);
  });

  test("people see and change the wall of their own locations, staff that of all [CTX-4]", async () => {
    const south = await addAlert(company, 4, 60);
    const north = await addAlert(company, 0, 50);
    const foreign = await addAlert(other, 0, 40);
    expect(await idsOf()).toEqual([south, north]);
    expect(await idsOf({}, company.users.regional)).toEqual([north]);
    expect(await idsOf({}, company.users.limited)).toHaveLength(2);
    expect(await at.as(company.users.manager).showWall().status).toBe(403);
    expect(await at.as(company.users.admin).showWallOfAll().status).toBe(403);
    expect(await at.as(staff.Fever_Music_Admin).showWallOfAll().status).toBe(403);
    const ops = at.as(staff.Fever_Super_Admin_Ops);
    const all = await ops.showWallOfAll({ query: { limit: 100 } });
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([south, north, foreign]));
    const onlyOne = { query: { onlyCompanyId: other.companyId } };
    expect((await ops.showWallOfAll(onlyOne)).map(({ id }) => id)).toEqual([foreign]);
    for (const [id, as] of [
      [south, company.users.regional],
      [foreign, company.users.admin],
      [999_999_999, company.users.admin],
    ] as const) {
      expect(await change("take", [{ id }, { id: north }], {}, as).status).toBe(404);
      expect(await at.as(as).listAlertOwners({ params: { id } }).status).toBe(404);
    }
    expect((await storedOf(north))?.acknowledgedBy).toBeNull();
    // staff work in the company of the alert, and hand over among themselves
    const query = { companyId: other.companyId };
    const handOver = (to: string) => ({
      query,
      body: { act: "hand-over" as const, alerts: [{ id: foreign }], to },
    });
    expect(await ops.changeAlerts(handOver(other.users.admin)).status).toBe(422);
    await ops.changeAlerts(handOver(staff.Fever_Admin_Ops));
    expect((await storedOf(foreign))?.acknowledgedBy).toBe(staff.Fever_Admin_Ops);
    // a colleague who does not see the store
    const toRegional = { to: company.users.regional };
    expect((await change("hand-over", [{ id: south }], toRegional).wrongFields)[0]).toBe("to");
    // commands to several stores are of the scope as well: all or none
    const storeIds = [company.stores[0]?.id ?? 0, company.stores[4]?.id ?? 0];
    const tone = { body: { storeIds, command: "tone" as const } };
    expect(await at.as(company.users.regional).askCommands(tone).status).toBe(404);
    expect(await at.as(company.users.limited).askCommands(tone).status).toBe(403);
    expect(await at.as(company.users.admin).askCommands(tone)).toEqual({ sent: 2 });
    for (const body of [
      { storeIds, command: "message" },
      { storeIds, command: "message", text: "x".repeat(301) },
      { storeIds, command: "tone", text: "x" },
    ])
      expect(await at.as(company.users.admin).askCommands({ body } as never).status).toBe(422);
  });

  test("people are told of a call for help, which the watch leaves open", async () => {
    await at.as(company.users.manager).callForHelp({ body: { reason: "other" } });
    const id = await addAlert(company, 1, 60);
    await change("close", [{ id }], { cause: "network" });
    await watchStores(at.database, company.companyId, now);
    const titles = await at.database.db
      .selectDistinct({ title: notification.title })
      .from(notification)
      .where(eq(notification.companyId, company.companyId));
    expect(titles).toEqual([{ title: `${company.stores[0]?.name} calls for help` }]);
    expect((await wall()).data.map(({ kind }) => kind)).toEqual(["help"]);
    await addAlert(company, 1, 1);
    expect((await wall()).page.total).toBe(2);
  });

  test("who watches the wall is told within a second that alerts have changed", async () => {
    const { admin, manager } = company.users;
    const stream = await openSignals(at, admin, undefined, streamAlertSignals);
    await stream.waitFor("hello");
    // once the process hears broadcasts
    await vi.waitFor(async () => {
      const count = stream.lastCount();
      await at.as(manager).callForHelp({ body: { reason: "other" } });
      await vi.waitFor(() => expect(stream.lastCount()).toBeGreaterThan(count));
    }, patience);
    const before = stream.lastCount();
    const calledAt = performance.now();
    await at.as(manager).callForHelp({ body: { reason: "other" } });
    await stream.waitFor("alerts", before);
    expect(performance.now() - calledAt).toBeLessThan(1_000 * measureSlowdown().clock);
    await stream.close();
    expect(await at.as(manager).streamAlertSignals().status).toBe(403);
  });

  test("one person takes twenty places of those who watch the wall, not those of others [CTX-4]", async () => {
    const watch = (as: string) => openSignals(at, as, undefined, streamAlertSignals);
    const { admin } = company.users;
    const own = await Promise.all(Array.from({ length: 20 }, () => watch(admin)));
    expect(own.map(({ status }) => status)).toEqual(own.map(() => 200));
    const [refused, others] = [await watch(admin), await watch(other.users.admin)];
    expect([refused.status, others.status]).toEqual([429, 200]);
    await Promise.all([...own, refused, others].map((stream) => stream.close()));
  });

  test("a message that no player took waits for a day, and other words are another message", async () => {
    const storeIds = [company.stores[0]?.id ?? 0];
    const say = (text: string) =>
      at.as(company.users.admin).askCommands({ body: { storeIds, command: "message", text } });
    await say("First");
    await say("First");
    await say("Second");
    at.clock.now += 23 * 3_600_000;
    await at.as(company.users.manager).claimPlayer({ body: { deviceId: "till" } });
    const beat = async () =>
      (
        await at.as(company.users.manager).playerHeartbeat({
          body: {
            volume: 50,
            playing: true,
            version: "1.0.0",
            at: new Date(at.clock.now).toISOString(),
          },
          headers: { "device-id": "till" },
        })
      ).commands.map(({ text }) => text);
    expect(await beat()).toEqual(["First", "Second"]);
    at.clock.now += 2 * 3_600_000;
    expect(await beat()).toEqual([]);
  });
});
