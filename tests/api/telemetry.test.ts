import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn, timeIn } from "#contract/base/dates";
import type { StoreTimeline } from "#contract/telemetry/endpoints";
import { store, storeHours, storeHoursException } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { forgetOldStoreHours, keepStoreHours } from "#platform/modules/telemetry/index";
import { makeCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const minute = 60_000;
const hour = 60 * minute;

describe.each(engines)("Telemetry on %s", (engine) => {
  let at: TestPlatform;
  beforeAll(async () => {
    at = await openTestPlatform(engine);
  });
  afterAll(() => at.close());

  const rows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await at.database.db.execute<T>(query)).rows;
  let monthReached = "";
  const reach = async (instant: string | number) => {
    at.clock.now = typeof instant === "string" ? Date.parse(instant) : instant;
    const month = new Date(at.clock.now).toISOString().slice(0, 7);
    if (month !== monthReached) await ensurePartitions(at.database.db, new Date(at.clock.now));
    monthReached = month;
  };
  const addHours = () => keepStoreHours({ database: at.database, now: new Date(at.clock.now) });

  /**
   * A company whose first store has these hours on every weekday, in minutes; the job has added its
   * hours up to `from`.
   */
  async function makeShop(timeZone: string, opens: number, closes: number, from: string) {
    await reach(from);
    const company = await makeCompany(at.database, { timeZone });
    const { db } = at.database;
    // the months between this test and the ones before are no matter of theirs
    await db.execute(
      sql`update store_hours_added set until = greatest(until, ${from}::timestamptz)`,
    );
    const storeId = company.stores[0]?.id ?? 0;
    await db
      .update(store)
      .set({ statusSince: new Date(Date.parse(from) - 400 * 24 * hour) })
      .where(eq(store.companyId, company.companyId));
    const setHours = (opens: number, closes: number) =>
      db.update(storeHours).set({ opens, closes }).where(eq(storeHours.storeId, storeId));
    await setHours(opens, closes);
    await addHours();
    const beat = async (instant: string | number, { volume = 60, playing = true } = {}) => {
      await reach(instant);
      const body = { volume, playing, version: "1.0", at: new Date(at.clock.now).toISOString() };
      await at.as(company.users.manager).playerHeartbeat({ body });
    };
    const days = () =>
      rows<{ day: string; open: number; online: number; playing: number; quiet: number }>(
        sql`select day, open, online, playing, quiet from store_day where store_id = ${storeId} order by day`,
      );
    const hours = () =>
      rows<{
        hour: string;
        at: Date;
        open: number | null;
        online: number;
      }>(sql`select local_hour::text as hour, hour_at as at,
        bit_count(open)::int as open, bit_count(online)::int as online from store_hour where store_id = ${storeId} order by hour_at`);
    const timeline = (day: string, as = company.users.admin) =>
      at.as(as).storeTimeline({ query: { storeId, day } });
    return { ...company, storeId, setHours, beat, days, hours, timeline };
  }

  /** Expects that what was added to days is the sum of their hours. */
  const expectDaysOfHours = async (storeId: number) =>
    expect(
      await rows(
        sql`select day, open, online, playing, quiet, volume_sum from store_day where store_id = ${storeId} order by day`,
      ),
    ).toEqual(
      await rows(sql`select local_hour::date as day, sum(bit_count(open))::int as open, sum(bit_count(online))::int as online,
        sum(bit_count(playing))::int as playing, sum(bit_count(quiet))::int as quiet, sum(volume_sum)::int as volume_sum
        from store_hour where store_id = ${storeId} and open is not null group by 1 having sum(bit_count(open)) > 0 order by 1`),
    );

  test("a minute counts once, by its first heartbeat, however many come and however close [TRU-1]", async () => {
    const shop = await makeShop("Asia/Kolkata", 540, 1260, "2026-11-20T03:00:00Z");
    await shop.beat("2026-11-20T05:00:05Z", { volume: 40 });
    await shop.beat("2026-11-20T05:00:59.999Z", { volume: 10, playing: false });
    await shop.beat("2026-11-20T05:01:00Z", { volume: 24, playing: false });
    await Promise.all(
      [1, 2, 3, 4, 5].map((volume) => shop.beat("2026-11-20T05:02:30Z", { volume: 50 + volume })),
    );
    await Promise.all([1, 2, 3].map(() => shop.beat("2026-11-20T05:06:10Z")));
    await reach("2026-11-20T06:00:00Z");
    await addHours();
    expect(await shop.days()).toEqual([
      { day: "2026-11-20", open: 120, online: 4, playing: 3, quiet: 1 },
    ]);
    const [day] = await rows<{ least: number; most: number; seen: Date; version: string }>(
      sql`select volume_least as least, volume_most as most, last_seen_at as seen, player_version as version from store_day where store_id = ${shop.storeId}`,
    );
    expect(day).toEqual({
      least: 24,
      most: 60,
      seen: new Date("2026-11-20T05:06:00Z"),
      version: "1.0",
    });
    await expectDaysOfHours(shop.storeId);
  });

  test("heartbeats of a closed or an inactive store count in no minute [TRU-1]", async () => {
    const shop = await makeShop("Asia/Kolkata", 600, 660, "2026-11-20T03:00:00Z"); // 10:00 to 11:00
    await shop.beat("2026-11-20T04:29:00Z");
    await shop.beat("2026-11-20T04:30:00Z");
    await shop.beat("2026-11-20T05:29:00Z");
    await shop.beat("2026-11-20T05:30:00Z");
    await at.database.db
      .update(store)
      .set({ status: "inactive", statusSince: new Date("2026-11-20T05:31:00Z") })
      .where(eq(store.id, shop.storeId));
    await shop.setHours(0, 1440);
    await shop.beat("2026-11-20T05:40:00Z");
    expect((await shop.hours()).map(({ hour, online }) => [hour, online])).toEqual([
      ["2026-11-20 10:00:00", 2],
    ]);
  });

  test("a store that is open past midnight has its minutes on the dates of its own clock [TRU-1]", async () => {
    // 22:00 to 02:00
    const shop = await makeShop("Asia/Kolkata", 1320, 1560, "2026-11-20T06:00:00Z");
    await shop.beat("2026-11-20T18:29:00Z"); // 23:59
    await shop.beat("2026-11-20T18:30:00Z"); // 00:00
    await shop.beat("2026-11-20T20:29:00Z"); // 01:59
    await shop.beat("2026-11-20T20:30:00Z"); // 02:00, closed
    await reach("2026-11-21T06:00:00Z");
    await addHours();
    expect((await shop.days()).map(({ day, open, online }) => [day, open, online])).toEqual([
      ["2026-11-20", 120, 1],
      ["2026-11-21", 120, 2],
    ]);
    const { open, online, hours } = await shop.timeline("2026-11-21");
    expect(open).toEqual([{ from: "2026-11-20T18:30:00.000Z", to: "2026-11-20T20:30:00.000Z" }]);
    expect(online.map(({ from }) => from)).toEqual([
      "2026-11-20T18:30:00.000Z",
      "2026-11-20T20:29:00.000Z",
    ]);
    expect(hours.map((one) => [one.hour, one.open, one.online])).toEqual([
      ["00:00", 60, 1],
      ["01:00", 60, 1],
    ]);
  });

  /**
   * By Intl's clocks, a minute after the other: from the first minute that shows the opening time
   * or a later one to the last before the closing time.
   */
  function openMinutes(zone: string, day: string, [opens, closes]: [number, number]): Set<number> {
    const open = new Set<number>();
    for (const date of [addDays(day, -1), day]) {
      const clockReadings: [number, number][] = [];
      for (
        let instant = Date.parse(day) - 40 * hour;
        instant < Date.parse(day) + 64 * hour;
        instant += minute
      ) {
        const [h = 0, m = 0] = timeIn(zone, new Date(instant)).split(":").map(Number);
        clockReadings.push([
          instant,
          (Date.parse(dateIn(zone, new Date(instant))) - Date.parse(date)) / minute + h * 60 + m,
        ]);
      }
      const first = clockReadings.findIndex(([, wall]) => wall >= opens);
      const last = clockReadings.findLastIndex(([, wall]) => wall < closes);
      for (const [instant] of clockReadings.slice(first, last + 1))
        if (dateIn(zone, new Date(instant)) === day) open.add(instant);
    }
    return open;
  }

  test.each([
    ["Europe/London", "2026-10-25", 0, 1440, 1500],
    ["Europe/London", "2027-03-28", 0, 1440, 1380],
    // from the first 01:15 to the last 01:45, as the log plays
    ["Europe/London", "2026-10-25", 75, 105, 90],
    ["Europe/London", "2027-03-28", 75, 105, 0],
    ["Australia/Lord_Howe", "2026-10-04", 0, 1440, 1410], // by half an hour
    ["Australia/Lord_Howe", "2027-04-04", 0, 1440, 1470],
    ["Europe/London", "2027-03-28", 0, 120, 60], // to the end of the hour that the clocks skip
    ["Asia/Kathmandu", "2026-11-20", 605, 1261, 656],
    // 23:00 to 03:00; the clock goes back at 02:00
    ["America/Los_Angeles", "2026-11-01", 1380, 1620, 300],
  ])(
    "%s on %s, open from minute %i to %i, is open for %i minutes, each heard once [TRU-1]",
    async (zone, day, opens, closes, expected) => {
      const open = openMinutes(zone, day, [opens, closes]);
      expect(open.size).toBe(expected);
      const before = addDays(day, -1);
      const shop = await makeShop(zone, opens, closes, `${addDays(before, -1)}T00:00:00Z`);
      let expectedMinutes = 0;
      for (
        let instant = Date.parse(day) - 14 * hour + 5 * minute;
        instant < Date.parse(day) + 38 * hour;
        instant += 60 * minute
      ) {
        const onDay = dateIn(zone, new Date(instant)) === day;
        if (!onDay) continue;
        await shop.beat(instant);
        if (open.has(Math.floor(instant / minute) * minute)) expectedMinutes++;
      }
      await reach(`${addDays(day, 2)}T00:00:00Z`);
      await addHours();
      expect(
        (await shop.days()).find((one) => one.day === day) ?? { open: 0, online: 0 },
      ).toMatchObject({ open: expected, online: expectedMinutes });
      const timeline = await shop.timeline(day);
      const lengthOf = (spans: StoreTimeline["open"]) =>
        spans.reduce((sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / minute, 0);
      expect([lengthOf(timeline.open), lengthOf(timeline.online)]).toEqual([
        expected,
        expectedMinutes,
      ]);
      await expectDaysOfHours(shop.storeId);
    },
  );

  test("dates with hours of their own stand in place of the weekday's [TRU-1]", async () => {
    // 20:00 to 01:00
    const shop = await makeShop("Asia/Kolkata", 1200, 1500, "2026-11-19T00:00:00Z");
    const exception = (day: string, opens: number | null, closes: number | null) =>
      at.database.db
        .insert(storeHoursException)
        .values({ companyId: shop.companyId, storeId: shop.storeId, day, opens, closes });
    await exception("2026-11-20", 600, 1470); // 10:00 to 00:30
    await exception("2026-11-21", null, null);
    await reach("2026-11-23T00:00:00Z");
    await addHours();
    expect((await shop.days()).map(({ day, open, online }) => [day, open, online])).toEqual([
      ["2026-11-19", 240, 0],
      ["2026-11-20", 60 + 840, 0],
      ["2026-11-21", 30, 0],
      ["2026-11-22", 240, 0],
      ["2026-11-23", 60, 0],
    ]);
  });

  test("hours, zones and statuses that change never change hours added before [TRU-1]", async () => {
    const shop = await makeShop("Europe/London", 540, 1260, "2026-11-20T08:00:00Z");
    await shop.beat("2026-11-20T09:10:00Z");
    await reach("2026-11-20T10:05:00Z");
    await addHours();
    expect(await shop.days()).toEqual([
      { day: "2026-11-20", open: 60, online: 1, playing: 1, quiet: 0 },
    ]);
    await shop.beat("2026-11-20T10:10:00Z");
    await shop.setHours(720, 1260); // from 12:00
    await reach("2026-11-20T11:05:00Z");
    await addHours();
    // the running hour is closed by the new hours, with the minutes that were heard by the old ones
    expect((await shop.hours()).map(({ hour, open, online }) => [hour, open, online])).toEqual([
      ["2026-11-20 09:00:00", 60, 1],
      ["2026-11-20 10:00:00", 1, 1],
    ]);
    await shop.setHours(0, 1440);
    await at.database.db
      .update(store)
      .set({ timeZone: "Asia/Kolkata" })
      .where(eq(store.id, shop.storeId));
    await addHours();
    expect(await shop.days()).toEqual([
      { day: "2026-11-20", open: 61, online: 2, playing: 2, quiet: 0 },
    ]);
    // a zone that changes within an hour that was heard in: that hour is closed with what it has
    await at.database.db
      .update(store)
      .set({ timeZone: "Europe/London" })
      .where(eq(store.id, shop.storeId));
    await shop.beat("2026-11-20T11:10:00Z");
    await at.database.db
      .update(store)
      .set({ timeZone: "Asia/Kolkata" })
      .where(eq(store.id, shop.storeId));
    await reach("2026-11-20T12:10:00Z");
    await addHours();
    expect((await shop.hours()).filter(({ open }) => open === null)).toEqual([]);
    await expectDaysOfHours(shop.storeId);
  });

  test("a store is open from its activation until its deactivation [TRU-1]", async () => {
    const shop = await makeShop("Asia/Kolkata", 540, 1260, "2026-11-20T03:00:00Z");
    const turn = (status: "active" | "inactive") =>
      at
        .as(shop.users.admin)
        .setStoreStatus({ body: { ids: [shop.storeId], status } })
        .reply.then(({ status }) => expect(status).toBe(200));
    await reach("2026-11-20T04:40:20Z"); // 10:10:20
    await turn("inactive");
    await reach("2026-11-20T06:00:00Z");
    await addHours();
    expect(await shop.days()).toMatchObject([{ open: 60 + 11 }]);
    await reach("2026-11-20T06:50:20Z"); // 12:20:20
    await turn("active");
    await reach("2026-11-20T08:00:00Z");
    await addHours();
    expect(await shop.days()).toMatchObject([{ open: 71 + 40 }]);
  });

  test("after days of standing still the job adds each hour once [TRU-1]", async () => {
    const shop = await makeShop("Asia/Kolkata", 540, 1260, "2026-11-10T00:00:00Z");
    await shop.beat("2026-11-10T05:00:00Z");
    await reach("2026-11-14T12:00:00Z");
    await Promise.all([addHours(), addHours(), addHours()]);
    await addHours(); // what one left to another
    expect((await shop.days()).map(({ day, open, online }) => [day, open, online])).toEqual([
      ["2026-11-10", 720, 1],
      ["2026-11-11", 720, 0],
      ["2026-11-12", 720, 0],
      ["2026-11-13", 720, 0],
      ["2026-11-14", 480, 0], // up to 17:00, the last hour that is over
    ]);
    const [added] = await rows(
      sql`select count(*)::int as stores from store_day where company_id = ${shop.companyId} and day = '2026-11-12'`,
    );
    expect(added).toEqual({ stores: 9 }); // those that were never heard of, too
    await shop.beat("2026-11-14T11:50:00Z");
    await expectDaysOfHours(shop.storeId);
  });

  test("the first time, the job takes up every hour that was heard in [TRU-1]", async () => {
    const shop = await makeShop("Asia/Kolkata", 540, 1260, "2026-11-10T00:00:00Z");
    await at.database.db.execute(
      sql`delete from store_hours_added where company_id = ${shop.companyId}`,
    );
    await shop.beat("2026-11-10T05:20:00Z");
    await reach("2026-11-10T07:05:00Z");
    await addHours();
    expect(await shop.days()).toMatchObject([{ open: 120, online: 1 }]);
  });

  test("a store that sends plays and no heartbeat has its open minutes too [TRU-1]", async () => {
    const shop = await makeShop("Asia/Kolkata", 540, 1260, "2026-11-10T00:00:00Z");
    await at.database.db.execute(
      sql`delete from store_hours_added where company_id = ${shop.companyId}`,
    );
    await reach("2026-11-10T05:20:00Z");
    await at.database.db.execute(
      sql`insert into store_day_plays (company_id, day, store_id) values (${shop.companyId}, '2026-11-10', ${shop.storeId})`,
    );
    await reach("2026-11-10T07:05:00Z");
    await addHours();
    expect(await shop.days()).toMatchObject([{ open: 180, online: 0 }]);
  });

  test("a day is seen by those who see the store, with its plays [ROL-4] [CTX-4]", async () => {
    const shop = await makeShop("Asia/Kolkata", 540, 1260, "2026-11-20T03:00:00Z");
    await shop.beat("2026-11-20T03:40:00Z", { volume: 20 });
    await shop.beat("2026-11-20T03:41:00Z", { volume: 31, playing: false });
    await reach("2026-11-20T03:45:30Z");
    const timeline = await shop.timeline("2026-11-20");
    expect(timeline).toMatchObject({
      timeZone: "Asia/Kolkata",
      day: "2026-11-20",
      from: "2026-11-19T18:30:00.000Z",
      to: "2026-11-20T18:30:00.000Z",
      open: [{ from: "2026-11-20T03:30:00.000Z", to: "2026-11-20T03:46:00.000Z" }],
      online: [{ from: "2026-11-20T03:40:00.000Z", to: "2026-11-20T03:42:00.000Z" }],
      playing: [{ from: "2026-11-20T03:40:00.000Z", to: "2026-11-20T03:41:00.000Z" }],
      quiet: [{ from: "2026-11-20T03:40:00.000Z", to: "2026-11-20T03:41:00.000Z" }],
      hours: [
        {
          hour: "09:00",
          open: 16,
          online: 2,
          playing: 1,
          quiet: 1,
          volume: { least: 20, average: 26, most: 31 },
        },
      ],
      plays: [],
    });
    expect((await shop.timeline("2026-11-19")).hours).toEqual([]);
    const statusOf = (storeId: number | undefined, as: string) =>
      at.as(as).storeTimeline({ query: { storeId: storeId ?? 0 } }).status;
    const other = await makeCompany(at.database);
    expect(await statusOf(shop.storeId, shop.users.regional)).toBe(200);
    expect(await statusOf(shop.stores[4]?.id, shop.users.regional)).toBe(404); // South's
    expect(await statusOf(shop.storeId, other.users.admin)).toBe(404);
    expect(await statusOf(shop.storeId, shop.users.manager)).toBe(403);
  });

  test("months of hours that are no longer kept are dropped, and their days stay [TRU-1]", async () => {
    const shop = await makeShop("Asia/Kolkata", 540, 1260, "2026-11-10T00:00:00Z");
    await shop.beat("2026-11-10T05:00:00Z");
    await reach("2026-11-10T06:05:00Z");
    await addHours();
    const months = async () =>
      (
        await rows<{ name: string }>(
          sql`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'store_hour'::regclass`,
        )
      ).map(({ name }) => name);
    await forgetOldStoreHours(at.database, new Date("2027-11-30T00:00:00Z"));
    expect(await months()).toContain("store_hour_y2026m11"); // its last day is not 400 days old
    await forgetOldStoreHours(at.database, new Date("2028-01-10T00:00:00Z"));
    expect(await months()).not.toContain("store_hour_y2026m11");
    expect(await shop.hours()).toEqual([]);
    expect(await shop.days()).toMatchObject([{ online: 1 }]);
  });
});
