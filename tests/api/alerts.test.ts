import { and, asc, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AlertKind } from "#contract/alerts/words";
import { wholeCompany } from "#platform/access/scope";
import {
  alert,
  alertSetting,
  company as companyTable,
  notification,
  store,
  storeHours,
  storeState,
} from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { watchStores } from "#platform/modules/alerts/index";
import { moveLastPlayed } from "#platform/modules/player/store-states.queries.ts";
import { saveHeartbeats } from "#platform/modules/telemetry/store-minutes.queries";
import { makeCompany, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const minute = 60_000;
const hour = 60 * minute;
/** An instant of the stores' clock, Asia/Kolkata; they are open from 09:00 to 21:00. */
const at = (clock: string, day = "2026-11-20") => new Date(`${day}T${clock}:00+05:30`).getTime();

describe.each([anyEngine])("Alerts, on %s", (engine) => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await openTestPlatform(engine);
    await ensurePartitions(platform.database.db, new Date(at("12:00")));
  });
  afterAll(() => platform.close());

  /**
   * A company whose stores are heard of and play as the test says, and the job that runs beside
   * them.
   */
  async function makeShops() {
    const { database } = platform;
    const { db } = database;
    const company = await makeCompany(database);
    const { companyId, stores } = company;
    const scope = wholeCompany(companyId);
    await db
      .update(store)
      .set({ statusSince: new Date(at("09:00", "2026-11-01")) })
      .where(eq(store.companyId, companyId));
    await db
      .update(companyTable)
      .set({ thresholdVolume: 25 })
      .where(eq(companyTable.id, companyId));
    const all = stores.map(({ id }) => id);
    const beat = async (
      now: number,
      storeIds = all,
      { plays = true, volume = 60, storedHours = 48 } = {},
    ) => {
      const heartbeat = { volume, playing: plays, version: "1", at: new Date(now) };
      const storedUntil = new Date(now + storedHours * hour).toISOString();
      await saveHeartbeats(
        scope,
        db,
        storeIds.map((storeId) => ({ ...heartbeat, storeId, storedUntil })),
      );
      if (!plays) return;
      await database.transaction((tx) =>
        moveLastPlayed(
          scope,
          tx,
          storeIds.map((storeId) => ({ storeId, at: now })),
        ),
      );
    };
    const watch = (now: number) => watchStores(database, companyId, new Date(now));
    return {
      ...company,
      all,
      beat,
      watch,
      first: company.stores[0] as TestCompany["stores"][number],
      /** Runs the job each minute; what `tell` does comes first in each. */
      async run(from: number, to: number, tell: (now: number) => Promise<void> = async () => {}) {
        for (let now = from; now <= to; now += minute) {
          await tell(now);
          await watch(now);
        }
      },
      alerts: (...kinds: AlertKind[]) =>
        db
          .select()
          .from(alert)
          .where(
            and(
              eq(alert.companyId, companyId),
              kinds.length > 0 ? inArray(alert.kind, kinds) : undefined,
            ),
          )
          .orderBy(asc(alert.id)),
      /** Lists one person's notifications, oldest first. */
      async listMessages(userId: number) {
        const rows = await db
          .select()
          .from(notification)
          .where(eq(notification.userId, userId))
          .orderBy(asc(notification.id));
        return rows.map(({ kind, title, detail }) =>
          [kind, title, detail].filter(Boolean).join(" | "),
        );
      },
      person: (level: "national" | "regional" | "zonal" | "group", units: object[] = []) =>
        makeUser(database, companyId, { role: "ROLE_Client_Admin", level, units }),
      set: (values: Omit<typeof alertSetting.$inferInsert, "companyId">) =>
        db.insert(alertSetting).values({ ...values, companyId }),
    };
  }

  test("a store that is offline is told once after its threshold, and its recovery once", async () => {
    const shops = await makeShops();
    const { id: userId } = await shops.person("national");
    const [lost, ...others] = shops.all as [number, ...number[]];
    await shops.beat(at("10:00"));
    await shops.run(at("10:01"), at("10:14"), (now) => shops.beat(now, others));
    expect(await shops.listMessages(userId)).toEqual([]);
    await shops.run(at("10:15"), at("10:40"), (now) => shops.beat(now, others));
    const { name } = shops.first;
    expect(await shops.listMessages(userId)).toEqual([`WARN | ${name} is offline`]);
    await shops.run(at("10:41"), at("10:50"), (now) => shops.beat(now));
    expect(await shops.listMessages(userId)).toEqual([
      `WARN | ${name} is offline`,
      `SUCCESS | ${name} is online again`,
    ]);
    expect(await shops.alerts()).toMatchObject([
      {
        storeId: lost,
        kind: "offline",
        beganAt: new Date(at("10:00")),
        raisedAt: new Date(at("10:15")),
        toldAt: new Date(at("10:15")),
        endedAt: new Date(at("10:41")),
        ending: "recovered",
        recoveryToldAt: new Date(at("10:41")),
      },
    ]);
  });

  test("time counts from opening, and what passed before its threshold is not told", async () => {
    const shops = await makeShops();
    await shops.beat(at("20:50"));
    await shops.run(at("20:50"), at("21:30")); // 10 minutes short of the threshold
    await shops.run(at("08:50", "2026-11-21"), at("09:14", "2026-11-21"));
    expect((await shops.alerts("offline")).map(({ raisedAt }) => raisedAt)).toEqual(
      shops.all.map(() => null),
    );
    await shops.watch(at("09:15", "2026-11-21"));
    const raised = await shops.alerts("offline");
    expect(raised.map(({ beganAt, raisedAt }) => [beganAt, raisedAt])).toEqual(
      shops.all.map(() => [
        new Date(at("09:00", "2026-11-21")),
        new Date(at("09:15", "2026-11-21")),
      ]),
    );
    await shops.run(at("20:55", "2026-11-21"), at("21:10", "2026-11-21"));
    expect((await shops.alerts("offline")).filter(({ endedAt }) => endedAt)).toEqual([]);
    // heard again after closing: it is well, though nobody is in the shop
    await shops.beat(at("21:11", "2026-11-21"));
    await shops.watch(at("21:11", "2026-11-21"));
    expect((await shops.alerts("offline")).every(({ ending }) => ending === "recovered")).toBe(
      true,
    );
  });

  test("silence, low volume, a day without music and an ending log each raise an alert", async () => {
    const shops = await makeShops();
    const { id: userId } = await shops.person("national");
    const [silent, quiet, dayOff, noLog, well] = shops.all as [
      number,
      number,
      number,
      number,
      number,
    ];
    const others = shops.all.slice(4);
    const { db } = platform.database;
    await shops.beat(at("09:59", "2026-11-19"), [dayOff]);
    await shops.beat(at("10:00"), [silent, quiet, noLog, ...others]);
    await shops.run(at("10:01"), at("10:50"), async (now) => {
      await shops.beat(now, [silent, dayOff], { plays: false });
      await shops.beat(now, [quiet], { volume: 10 });
      await shops.beat(now, [noLog], { storedHours: 5 });
      await shops.beat(now, others);
    });
    const raised = (await shops.alerts()).filter(({ raisedAt }) => raisedAt);
    const of = (storeId: number) =>
      raised
        .filter((one) => one.storeId === storeId)
        .map(({ kind }) => kind)
        .sort();
    expect([silent, quiet, dayOff, noLog, well].map(of)).toEqual([
      ["silent"],
      ["low-volume"],
      ["not-playing", "silent"],
      ["log-ending"],
      [],
    ]);
    expect(raised.find(({ storeId }) => storeId === silent)?.raisedAt).toEqual(
      new Date(at("10:45")),
    );
    await shops.beat(at("10:51"));
    await shops.watch(at("10:51"));
    expect((await shops.alerts()).map(({ ending }) => ending)).toEqual(
      raised.map(() => "recovered"),
    );
    const messages = await shops.listMessages(userId);
    // at 10:06, 10:16, 10:45 twice in one, 10:50
    expect(messages.filter((title) => title.startsWith("WARN"))).toHaveLength(4);
    expect(messages.at(-1)).toMatch(
      /^SUCCESS \| 5 alerts are over \| Playing again: .*\. Loud enough again: .*\. Supplied with a log again: .*\.$/,
    );
    expect(await db.$count(notification, eq(notification.userId, userId))).toBe(messages.length);
  });

  test("after the server was away nobody is told of stores only unheard meanwhile", async () => {
    const shops = await makeShops();
    const { id: userId } = await shops.person("national");
    const [lost, ...others] = shops.all as [number, ...number[]];
    await shops.beat(at("10:00"));
    // the lost one is watched, not told
    await shops.run(at("10:01"), at("10:10"), (now) => shops.beat(now, others));
    await shops.run(at("14:00"), at("14:03"), async (now) => {
      if (now === at("14:02")) await shops.beat(now, others);
    });
    expect(await shops.listMessages(userId)).toEqual([]);
    await shops.run(at("14:04"), at("14:20"), (now) => shops.beat(now, others));
    expect(await shops.listMessages(userId)).toEqual([`WARN | ${shops.first.name} is offline`]);
    // it comes back while the server is away
    await shops.run(at("18:00"), at("18:20"), (now) => shops.beat(now));
    expect(await shops.listMessages(userId)).toEqual([
      `WARN | ${shops.first.name} is offline`,
      `SUCCESS | ${shops.first.name} is online again`,
    ]);
    expect(await shops.alerts()).toMatchObject([{ storeId: lost }]);
  });

  test("two runs at once, and a run that is repeated, tell nothing twice", async () => {
    const shops = await makeShops();
    const { id: userId } = await shops.person("national");
    await shops.beat(at("10:00"));
    for (let now = at("10:01"); now <= at("10:30"); now += minute)
      await Promise.all([shops.watch(now), shops.watch(now), shops.watch(now + 5)]);
    await shops.beat(at("10:31"));
    await Promise.all([1, 2, 3].map(() => shops.watch(at("10:31"))));
    await shops.watch(at("10:31"));
    const all = shops.all.length;
    const messages = await shops.listMessages(userId);
    expect(messages.map((text) => text.split(" | ")[1])).toEqual([
      `${all} stores are offline`,
      `${all} stores are online again`,
    ]);
    expect(await shops.alerts()).toHaveLength(all);
  });

  test("what begins in quiet hours is told when they end, if it still stands", async () => {
    const shops = await makeShops();
    const { id: userId } = await shops.person("national");
    await shops.set({ quietFrom: "20:00", quietTo: "09:45" });
    const [brief, lasting, ...others] = shops.all as [number, number, ...number[]];
    await shops.beat(at("08:59"));
    await shops.run(at("09:00"), at("09:44"), async (now) => {
      await shops.beat(now, others);
      if (now >= at("09:30")) await shops.beat(now, [brief]);
    });
    expect(await shops.listMessages(userId)).toEqual([]);
    expect(await shops.alerts("offline")).toMatchObject([
      { storeId: brief, ending: "recovered", toldAt: null },
      { storeId: lasting, endedAt: null },
    ]);
    await shops.run(at("09:45"), at("09:50"), (now) => shops.beat(now, [brief, ...others]));
    const name = shops.stores[1]?.name;
    expect(await shops.listMessages(userId)).toEqual([`WARN | ${name} is offline`]);
    // a recovery within quiet hours waits for their end as well
    await shops.run(at("20:10"), at("20:20"), (now) => shops.beat(now));
    expect(await shops.listMessages(userId)).toHaveLength(1);
    await shops.beat(at("09:45", "2026-11-21"));
    await shops.watch(at("09:45", "2026-11-21"));
    expect(await shops.listMessages(userId)).toEqual([
      `WARN | ${name} is offline`,
      `SUCCESS | ${name} is online again`,
    ]);
  });

  test.each([
    ["back, so that they come twice", "2026-10-25", "00:50", "01:05", "01:30"],
    ["forward, over their end", "2027-03-28", "00:40", "00:55", "01:00"],
  ])(
    "quiet hours go by each store's clock on a day when it is put %s",
    async (_, day, lastBeat, kolkataNotice, londonNotice) => {
      const shops = await makeShops();
      const utc = (clock: string) => Date.parse(`${day}T${clock}:00Z`);
      const { db } = platform.database;
      await ensurePartitions(db, new Date(utc(lastBeat)));
      const [london, kolkata] = shops.all as [number, number];
      const ofBoth = inArray(store.id, [london, kolkata]);
      await db
        .update(storeHours)
        .set({ opens: 0, closes: 1440 })
        .where(
          and(
            eq(storeHours.companyId, shops.companyId),
            inArray(storeHours.storeId, [london, kolkata]),
          ),
        );
      await db
        .update(store)
        .set({ statusSince: new Date(utc("00:00") - 86_400_000) })
        .where(ofBoth);
      await db.update(store).set({ timeZone: "Europe/London" }).where(eq(store.id, london));
      await shops.set({ quietFrom: "00:30", quietTo: "01:30" });
      await shops.beat(utc(lastBeat), [london, kolkata]);
      await shops.run(utc(lastBeat) + 6 * minute, utc("01:35"));
      expect(
        (await shops.alerts("offline")).map(({ storeId, toldAt }) => [storeId, toldAt]).sort(),
      ).toEqual(
        [
          [london, new Date(utc(londonNotice))],
          [kolkata, new Date(utc(kolkataNotice))],
        ].sort(),
      );
    },
  );

  test("people are told of the stores of their own scope, in one notice each", async () => {
    const shops = await makeShops();
    const { north, south } = shops;
    const { database } = platform;
    const [, unitOfNorth] = [south, shops.first];
    const groupId = unitOfNorth.groupId as number;
    const people = {
      national: await shops.person("national"),
      region: await shops.person("regional", [{ regionId: north.regionId }]),
      group: await shops.person("group", [{ groupId }]),
      // units of another level than the holder's do not count
      stale: await shops.person("group", [{ regionId: north.regionId }]),
      limited: await makeUser(database, shops.companyId, { role: "ROLE_Client_Admin_Limited" }),
      manager: await makeUser(database, shops.companyId, {
        role: "ROLE_Store_Music_Manager",
        level: "store",
        units: [{ storeId: shops.first.id }],
      }),
      gone: await makeUser(database, shops.companyId, {
        role: "ROLE_Client_Admin",
        status: "inactive",
      }),
    };
    await shops.beat(at("10:00"));
    await shops.run(at("10:01"), at("10:20"));
    const counts = {
      north: shops.stores.filter(({ regionId }) => regionId === north.regionId).length,
      group: shops.stores.filter((one) => one.groupId === groupId).length,
    };
    const titles = async ({ id }: { id: number }) =>
      (await shops.listMessages(id)).map((text) => text.split(" | ")[1]);
    expect(await titles(people.national)).toEqual([`${shops.all.length} stores are offline`]);
    expect(await titles(people.limited)).toEqual([`${shops.all.length} stores are offline`]);
    expect(await titles(people.region)).toEqual([`${counts.north} stores are offline`]);
    expect(await titles(people.group)).toEqual([`${counts.group} stores are offline`]);
    for (const nobody of [people.stale, people.manager, people.gone])
      expect(await titles(nobody)).toEqual([]);
    const [ofGroup] = await shops.listMessages(people.group.id);
    const names = shops.stores.filter((one) => one.groupId === groupId).map(({ name }) => name);
    expect(ofGroup).toBe(`WARN | ${counts.group} stores are offline | ${names.sort().join(", ")}.`);
  });

  test("thresholds and switches are those of the store, else of its group, zone, region, company", async () => {
    const shops = await makeShops();
    const { id: userId } = await shops.person("national");
    const { id: storeId, groupId, regionId } = shops.first;
    await shops.set({ offlineMinutes: 60 });
    await shops.set({ regionId, offlineMinutes: 30 });
    await shops.set({ groupId, tellOffline: false });
    await shops.set({ storeId, offlineMinutes: 10, tellOffline: true });
    await shops.beat(at("10:00"));
    await shops.run(at("10:01"), at("11:05"));
    const raised = (await shops.alerts("offline")).map((one) => ({
      ...one,
      after: (Number(one.raisedAt) - at("10:00")) / minute,
    }));
    const expected = shops.stores.map((one) => [
      one.id,
      one.id === storeId ? 10 : one.regionId === regionId ? 30 : 60,
    ]);
    expect(raised.map((one) => [one.storeId, one.after]).sort()).toEqual(expected.sort());
    const untold = raised.filter(({ toldAt }) => toldAt === null).map((one) => one.storeId);
    expect(untold).toEqual(
      shops.stores
        .filter((one) => one.groupId === groupId && one.id !== storeId)
        .map(({ id }) => id),
    );
    expect(await shops.listMessages(userId)).toHaveLength(3);
    // nobody is told of the recovery of what nobody was told of
    await shops.beat(at("11:06"));
    await shops.watch(at("11:06"));
    expect(
      (await shops.alerts("offline"))
        .filter(({ recoveryToldAt }) => !recoveryToldAt)
        .map((one) => one.storeId),
    ).toEqual(untold);
  });

  test("a deactivated store or company has its alerts ended without a word", async () => {
    const shops = await makeShops();
    const { db } = platform.database;
    const { id: userId } = await shops.person("national");
    await shops.beat(at("10:00"));
    await shops.run(at("10:01"), at("10:20"));
    await db.update(store).set({ status: "inactive" }).where(eq(store.id, shops.first.id));
    await shops.run(at("10:21"), at("10:30"));
    expect((await shops.alerts()).filter(({ endedAt }) => endedAt)).toMatchObject([
      { storeId: shops.first.id, ending: "deactivated" },
    ]);
    await db
      .update(companyTable)
      .set({ status: "inactive" })
      .where(eq(companyTable.id, shops.companyId));
    await shops.run(at("10:31"), at("11:00"));
    expect((await shops.alerts()).every(({ ending }) => ending === "deactivated")).toBe(true);
    expect(await shops.listMessages(userId)).toHaveLength(1);
  });

  test("a store that is open around the clock is offline from its last heartbeat, across midnight", async () => {
    const shops = await makeShops();
    const { db } = platform.database;
    await db.execute(
      `update store_hours set opens = 0, closes = 1440 where company_id = ${shops.companyId}`,
    );
    await shops.beat(at("23:56"));
    await shops.run(at("23:57"), at("23:59"));
    await shops.run(at("00:00", "2026-11-21"), at("00:11", "2026-11-21"));
    expect(
      (await shops.alerts("offline")).map(({ beganAt, raisedAt }) => [beganAt, raisedAt]),
    ).toEqual(shops.all.map(() => [new Date(at("23:56")), new Date(at("00:11", "2026-11-21"))]));
  });

  test("a job that is killed before it ends has told nobody and noted nothing; the next one tells", async () => {
    const shops = await makeShops();
    const { id: userId } = await shops.person("national");
    await shops.beat(at("10:00"));
    await shops.run(at("10:01"), at("10:14"));
    const { database } = platform;
    const killed = {
      transaction: (work: Parameters<typeof database.transaction>[0]) =>
        database.transaction(async (tx) => {
          await work(tx);
          throw new Error("killed");
        }),
    } as unknown as typeof database;
    await expect(watchStores(killed, shops.companyId, new Date(at("10:15")))).rejects.toThrow(
      "killed",
    );
    expect(await shops.listMessages(userId)).toEqual([]);
    await shops.run(at("10:16"), at("10:20"));
    expect(await shops.listMessages(userId)).toHaveLength(1);
  });

  test("a store that was never heard of raises nothing", async () => {
    const shops = await makeShops();
    await shops.run(at("10:00"), at("10:40"));
    expect(await shops.alerts()).toEqual([]);
    await platform.database.db.delete(storeState).where(eq(storeState.companyId, shops.companyId));
  });

  /** Minutes for which a store is heard of and not, in turn. */
  const course = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 30, maxLength: 60 });

  test("over drawn courses of heartbeats each fault is told once and each recovery once [ALR-1]", async () => {
    const shops = await makeShops();
    const { id: userId } = await shops.person("national");
    const step = 2 * minute;
    const courses = new Map(
      fc
        .sample(course, shops.all.length)
        .map((lengths, index) => [shops.all[index] as number, lengths]),
    );
    const start = at("08:50");
    const isHeard = (storeId: number, now: number) => {
      let ends = start;
      let isOnline = false;
      for (const length of courses.get(storeId) ?? []) {
        isOnline = !isOnline;
        ends += length * minute;
        if (now < ends) return isOnline;
      }
      return true;
    };
    const steps = (from: number, to: number) =>
      Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
    const times = [
      ...steps(start, at(process.env.TEST_ALL ? "21:10" : "15:10")),
      ...steps(at("08:50", "2026-11-21"), at("10:30", "2026-11-21")),
    ];
    for (const now of times) {
      await shops.beat(
        now,
        shops.all.filter((storeId) => isHeard(storeId, now)),
      );
      await shops.watch(now);
      if (now % 7 === 0) await shops.watch(now + 1); // a second process, a moment later
    }
    // what must have been told, worked out from the course alone
    const opensAt = [at("09:00"), at("09:00", "2026-11-21")];
    const expected = shops.all.flatMap((storeId) => {
      const faults: { storeId: number; began: number; ended: number | null }[] = [];
      let last = times.find((now) => isHeard(storeId, now)) as number;
      let open: (typeof faults)[number] | undefined;
      for (const now of times.filter((one) => one >= last)) {
        if (isHeard(storeId, now)) {
          if (open) open.ended = now;
          [last, open] = [now, undefined];
          continue;
        }
        const opened = opensAt.find((one) => now >= one && now < one + 12 * hour);
        if (opened === undefined || open) continue;
        const watchedSince = times.find(
          (one) => one >= opened && one > last + 5 * minute,
        ) as number;
        const began = Math.max(last, opened);
        if (now < began + 15 * minute || now < watchedSince + 4 * minute) continue;
        open = { storeId, began, ended: null };
        faults.push(open);
      }
      return faults;
    });
    const alerts = (await shops.alerts("offline")).filter(({ raisedAt }) => raisedAt);
    const inOrder = <F extends { storeId: number; began: number }>(faults: F[]) =>
      faults.sort((a, b) => a.storeId - b.storeId || a.began - b.began);
    expect(
      inOrder(
        alerts.map(({ storeId, beganAt, endedAt }) => ({
          storeId,
          began: Number(beganAt),
          ended: endedAt && Number(endedAt),
        })),
      ),
    ).toEqual(inOrder(expected));
    expect(expected.length).toBeGreaterThan(10);
    const toldOf = async (word: RegExp) => {
      const titles = (await shops.listMessages(userId))
        .map((text) => text.split(" | ")[1] ?? "")
        .filter((title) => word.test(title));
      return titles.reduce((sum, title) => sum + Number(/^(\d+) stores/.exec(title)?.[1] ?? 1), 0);
    };
    expect(await toldOf(/offline$/)).toBe(expected.length);
    expect(await toldOf(/online again$/)).toBe(
      expected.filter(({ ended }) => ended !== null).length,
    );
  });
});
