import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addDays } from "#contract/base/dates";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { followChanges } from "#platform/jobs/follow-changes";
import { planGroups } from "#platform/modules/schedule/days/plan-days.service";
import { findCurrentLogs, keepDays, replaceWithdrawnSongs } from "#platform/modules/schedule/index";
import { findUnplayableDays } from "#platform/modules/schedule/logs/unplayable-days.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform, testSessionSecret } from "../support/platform.ts";

describe("A withdrawn song", () => {
  let at: TestPlatform;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let library: Awaited<ReturnType<typeof makeLibrary>>;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    const provider = await makeProvider(at.database);
    staff = provider.staff;
    library = await makeLibrary(at.database, provider.companyId);
  });
  afterAll(() => at?.close());
  afterEach(async () => {
    vi.useRealTimers();
    const { db } = at.database;
    await db.update(table.song).set({ active: true, licensedTo: null, territories: [] });
    // the jobs look at all companies that are active
    await db
      .update(table.company)
      .set({ status: "inactive" })
      .where(eq(table.company.kind, "client"));
  });

  /** Publishes what is due of a new company by a rule of its own. */
  const publishedCompany = async (now: Date, timeZone?: string) => {
    const company = await makeCompany(at.database, { timeZone });
    const timeSlotId = await makeSlot(at.database, company.companyId);
    const body = { timeSlotId, ...ruleOver([library.popular, 100]) };
    await at.as(company.users.admin).addMasterRule({ body });
    await keepDays({ database: at.database, db: at.database.db, now }, company.companyId);
    return company;
  };
  const withdraw = (ids: number[], now: Date) =>
    at.database.db
      .update(table.song)
      .set({ active: false, updatedAt: now })
      .where(inArray(table.song.id, ids));
  /** When logs play a song next, by group and date, the first first. */
  const nextPlays = async (companies: TestCompany[], songId: number, now: Date) => {
    const days = [-1, 0, 1, 2, 3].map((ahead) => addDays(now.toISOString().slice(0, 10), ahead));
    const next = new Map<string, { companyId: number; day: string; at: number }>();
    for (const { companyId, stores } of companies) {
      const scope = wholeCompany(companyId);
      const storeIds = stores.map(({ id }) => id);
      for (const { storeId, day, positions } of await findCurrentLogs(
        scope,
        at.database.db,
        storeIds,
        days,
      )) {
        const groupId = stores.find(({ id }) => id === storeId)?.groupId;
        const key = `${companyId} ${groupId} ${day}`;
        for (const { songId: id, startsAt = 0 } of positions)
          if (id === songId && startsAt > now.getTime())
            next.set(key, {
              companyId,
              day,
              at: Math.min(startsAt, next.get(key)?.at ?? startsAt),
            });
      }
    }
    return [...next.values()].sort((one, other) => one.at - other.at);
  };

  it("is replaced first where it plays next, in all companies; news interrupt it [RUN-1]", async () => {
    const now = new Date("2026-05-11T06:30:00Z");
    const companies = [
      await publishedCompany(now, "America/New_York"),
      await publishedCompany(now),
      await publishedCompany(now, "Asia/Dubai"),
    ];
    const [songId = 0] = library.songIds;
    await withdraw([songId], now);
    const { database } = at;
    let left = await nextPlays(companies, songId, now);
    expect(left.length).toBeGreaterThan(40);
    for (let run = 0; run < 15; run++) {
      await replaceWithdrawnSongs({ database, db: database.db, now, hasNews: () => true });
      const rest = await nextPlays(companies, songId, now);
      expect(rest).toEqual(left.slice(1));
      left = rest;
    }
  });

  it("is shown with the published days that still play it, until none does [RUN-1] [LIB-1]", async () => {
    const now = new Date();
    const { companyId } = await publishedCompany(now);
    const [songId = 0] = library.songIds;
    const asStaff = at.as(staff.Fever_Music_Admin);
    const count = async (id: number) => (await asStaff.songWaitingDays({ params: { id } })).days;
    expect(await count(songId)).toBe(0);
    await withdraw(library.songIds.slice(1, 2), now);
    expect(await count(songId)).toBe(0);
    await withdraw([songId], now);
    const { db } = at.database;
    const unplayable = () => findUnplayableDays(wholeCompany(companyId), db, now, { songId });
    expect(await count(songId)).toBe((await unplayable()).length);
    expect((await unplayable()).length).toBeGreaterThan(4);
    await replaceWithdrawnSongs({ database: at.database, db, now });
    expect(await count(songId)).toBe(0);
    expect(await asStaff.songWaitingDays({ params: { id: 987654321 } }).status).toBe(404);
  });

  it("counts as withdrawn after its licence, and in countries it lost [RUN-1] [SCH-6]", async () => {
    const now = new Date("2026-05-11T06:30:00Z");
    const { database } = at;
    const { db } = database;
    const company = await publishedCompany(now);
    const { companyId, north } = company;
    const [mixed = 0, abroad = 0] = north.groupIds;
    const [ended = 0, lost = 0] = library.songIds;
    // one group in Britain, one in both countries
    await db.update(table.store).set({ country: "GB" }).where(eq(table.store.groupId, abroad));
    const [inBritain] = company.stores.filter(({ groupId }) => groupId === mixed);
    await db
      .update(table.store)
      .set({ country: "GB" })
      .where(eq(table.store.id, inBritain?.id ?? 0));
    await keepDays({ database, db, now }, companyId);
    const limit = (id: number, licence: object) =>
      db
        .update(table.song)
        .set({ ...licence, updatedAt: now })
        .where(eq(table.song.id, id));
    await limit(ended, { licensedTo: "2026-05-11" });
    await limit(lost, { territories: ["IN"] });
    const isBritish = (id: number, groupId: number | null) =>
      groupId === abroad || id === inBritain?.id;
    const playsOf = async (songId: number) => {
      const plays = [];
      for (const { id, groupId } of company.stores)
        for (const { day } of await nextPlays(
          [{ ...company, stores: company.stores.filter((store) => store.id === id) }],
          songId,
          now,
        ))
          plays.push({ day, country: isBritish(id, groupId) ? "GB" : "IN" });
      return plays;
    };
    const count = async () => ({
      endedLater: (await playsOf(ended)).filter(({ day }) => day > "2026-05-11").length,
      lostInBritain: (await playsOf(lost)).filter(({ country }) => country === "GB").length,
      lostInIndia: (await playsOf(lost)).filter(({ country }) => country === "IN").length,
    });
    const before = await count();
    for (const plays of Object.values(before)) expect(plays).toBeGreaterThan(0);
    await replaceWithdrawnSongs({ database, db, now });
    expect(await count()).toEqual({
      endedLater: 0,
      lostInBritain: 0,
      lostInIndia: expect.any(Number),
    });
    expect((await count()).lostInIndia).toBeGreaterThan(0);
    expect(await findUnplayableDays(wholeCompany(companyId), db, now)).toEqual([]);
  });

  it("is replaced in groups in the order given, that of their next play [RUN-1]", async () => {
    const now = new Date("2026-05-11T06:30:00Z");
    const { companyId, north, south } = await publishedCompany(now);
    const [first = 0, second = 0] = north.groupIds;
    const [third = 0, fourth = 0] = south.groupIds;
    const { signal: stopped } = new AbortController();
    const call = { scope: wholeCompany(companyId), database: at.database, db: at.database.db, now };
    for (const groupIds of [
      [fourth, first, third, second],
      [second, null, fourth, first],
    ]) {
      const order: (number | null)[] = [];
      // background work has one lane, so that groups never cross
      await planGroups({ ...call, stopped }, groupIds, {
        from: "2026-05-12",
        to: "2026-05-12",
        isBackground: true,
        work(_, groupId) {
          order.push(groupId);
          return null;
        },
        publishing: () => ({ by: null, how: "CHANGE" }),
      });
      expect(order).toEqual(groupIds);
    }
  });

  it("is replaced without the rest that background work takes between groups [RUN-1]", async () => {
    const now = new Date("2026-05-11T06:30:00Z");
    const company = await publishedCompany(now);
    const [songId = 0] = library.songIds;
    await withdraw([songId], now);
    const rests = vi.spyOn(timers, "setTimeout");
    syncBuiltinESMExports();
    try {
      const stopped = new AbortController().signal;
      const call = { database: at.database, db: at.database.db, now, stopped };
      await replaceWithdrawnSongs(call);
      expect(await nextPlays([company], songId, now)).toEqual([]);
      expect(rests).not.toHaveBeenCalled();
      await withdraw(library.songIds.slice(1, 2), now);
      await keepDays(call, company.companyId);
      expect(rests).toHaveBeenCalled();
    } finally {
      rests.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it("is followed at once even if the run before it took long [RUN-1]", async () => {
    const now = new Date();
    const company = await publishedCompany(now);
    const call = at.as(staff.Fever_Super_Admin_Major);
    const errors: object[] = [];
    vi.useFakeTimers({ toFake: ["performance"] });
    const changes = followChanges({
      database: at.database,
      files: folderStore("/nonexistent"),
      mail: { send: async () => {}, track() {} },
      publicUrl: "https://shops.example",
      logger: { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) },
      sessionSecret: testSessionSecret,
      webhookReceivers: "https",
    });
    const isReplaced = async (songId: number) => {
      vi.advanceTimersByTime(isFirst ? 60_000 : 0); // the first run takes minutes, by its own clock
      return (await nextPlays([company], songId, now)).length === 0;
    };
    let isFirst = true;
    for (const songId of library.songIds.slice(0, 2)) {
      await call.changeSongs({ body: { ids: [songId], set: { status: "inactive" } } });
      await expect
        .poll(() => isReplaced(songId), { timeout: isFirst ? 240_000 : 25_000 })
        .toBe(true);
      isFirst = false;
    }
    await changes.stop();
    expect(errors).toEqual([]);
  });

  it("leaves silence that is told once a group, on its first day [RUN-1] [SCH-4]", async () => {
    const now = new Date("2026-05-11T06:30:00Z");
    const { companyId } = await publishedCompany(now);
    await withdraw(library.songIds, now);
    await replaceWithdrawnSongs({ database: at.database, db: at.database.db, now });
    const { rows } = await at.database.db.execute<{ title: string }>(
      sql`select title from notification where company_id = ${companyId} order by title`,
    );
    expect(rows.map(({ title }) => title.replace(/\d+ minutes/, "n minutes"))).toEqual(
      [
        "North group 1",
        "North group 2",
        "South group 1",
        "South group 2",
        "Stores without a group",
      ].map((group) => `${group}: n minutes without music on 11/05/26`),
    );
  });

  it("is replaced in all groups but the one whose inputs cannot be read", async () => {
    const now = new Date("2026-05-11T06:30:00Z");
    const { companyId, north, south } = await publishedCompany(now);
    const [broken = 0, whole = 0] = north.groupIds;
    const { db } = at.database;
    // the first read of all groups together, and the one of the first group alone
    let failures = 2;
    const withFailingReads = (all: typeof db) =>
      new Proxy(all, {
        get(target, name, receiver) {
          if (name !== "select" || failures === 0) return Reflect.get(target, name, receiver);
          failures--;
          throw new Error("its stores cannot be read");
        },
      });
    const order: (number | null)[] = [];
    const run = planGroups(
      {
        scope: wholeCompany(companyId),
        database: at.database,
        db: withFailingReads(db),
        now,
      },
      [broken, whole, ...south.groupIds],
      {
        from: "2026-05-12",
        to: "2026-05-12",
        work(_, groupId) {
          order.push(groupId);
          return null;
        },
        publishing: () => ({ by: null, how: "CHANGE" }),
      },
    );
    await expect(run).rejects.toThrow("its stores cannot be read");
    expect(order).toEqual([whole, ...south.groupIds]);
  });

  it("leaves rule breaks that are told once a group, until that was read [SCH-6]", async () => {
    const now = new Date("2026-05-11T06:30:00Z");
    const { companyId } = await publishedCompany(now);
    const { database } = at;
    const replace = () => replaceWithdrawnSongs({ database, db: database.db, now });
    const titles = async () => {
      const { rows } = await database.db.execute<{ title: string }>(
        sql`select title from notification where company_id = ${companyId} order by title`,
      );
      return rows.map(({ title }) => title.replace(/[\d,]+ new rule breaks? on .*/, "n breaks"));
    };
    expect(await titles()).toEqual([]);
    await withdraw(library.songIds.slice(20), now);
    await replace();
    const once = [
      "North group 1",
      "North group 2",
      "South group 1",
      "South group 2",
      "Stores without a group",
    ].map((group) => `${group}: n breaks`);
    expect(await titles()).toEqual(once);
    await withdraw(library.songIds.slice(15), now);
    await replace();
    expect(await titles()).toEqual(once);
    await database.db
      .update(table.notification)
      .set({ readAt: now })
      .where(eq(table.notification.companyId, companyId));
    await replace();
    expect(await titles()).toEqual(once);
  });
});
