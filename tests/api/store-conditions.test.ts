import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Condition, type ConditionFilter, conditions } from "#contract/stores/conditions";
import { company as companyTable, store, storeHours, storeState } from "#platform/db/schema/index";
import { findZonesApart } from "#platform/db/zone-rules";
import { makeCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const minute = 60_000;
const hour = 60 * minute;
const sunday = 0;
const friday = 5;
const saturday = 6;

/** Hours as weekday, opens, closes (HH:mm, beyond 24:00 past midnight). */
type Hours = [weekday: number, opens: string, closes: string][];
/** Holds what the player last reported, in milliseconds before now. */
type State = { lastSeen?: number; lastPlayed?: number; volume?: number; started?: number };

const wellOf: State = { lastSeen: minute, lastPlayed: minute, volume: 60 };
const allDay: Hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, "00:00", "24:00"]);

const facts = [
  "online",
  "offline",
  "notPlaying",
  "lowVolume",
  "silent",
  "neverSeen",
  "closed",
  "inactive",
  "licenceEnding",
] as const;
type Fact = (typeof facts)[number];
const conditionOf: Record<Fact, ConditionFilter> = {
  online: "online",
  offline: "offline",
  notPlaying: "not-playing",
  lowVolume: "low-volume",
  silent: "silent",
  neverSeen: "never-seen",
  closed: "closed",
  inactive: "inactive",
  licenceEnding: "licence-ending",
};

describe.each(engines)("What a store is doing, on %s", (engine) => {
  let at: TestPlatform;
  beforeAll(async () => {
    at = await openTestPlatform(engine);
  });
  afterAll(() => at.close());

  /** A company of one store; gives how list, filters, counts and CSV see it at an instant. */
  async function makeShop(timeZone: string, hours: Hours, thresholdVolume = 25) {
    const { companyId, stores, users } = await makeCompany(at.database);
    const { db } = at.database;
    await db.update(companyTable).set({ thresholdVolume }).where(eq(companyTable.id, companyId));
    const [onlyStore] = stores;
    for (const { id } of stores)
      if (id !== onlyStore?.id) await db.delete(store).where(eq(store.id, id));
    const storeId = onlyStore?.id ?? 0;
    await db.update(store).set({ timeZone }).where(eq(store.id, storeId));
    await db.delete(storeHours).where(eq(storeHours.storeId, storeId));
    const minutes = (clock: string) =>
      Number(clock.split(":")[0]) * 60 + Number(clock.split(":")[1]);
    if (hours.length > 0)
      await db.insert(storeHours).values(
        hours.map(([weekday, opens, closes]) => ({
          companyId,
          storeId,
          weekday,
          opens: minutes(opens),
          closes: minutes(closes),
        })),
      );
    return {
      storeId,
      admin: users.admin,
      async at(instant: string, state: State | null = wellOf) {
        at.clock.now = Date.parse(instant);
        await db.delete(storeState).where(eq(storeState.storeId, storeId));
        const ago = (ms: number | undefined) =>
          ms === undefined ? null : new Date(at.clock.now - ms);
        if (state)
          await db.insert(storeState).values({
            companyId,
            storeId,
            startedAt: ago(state.started ?? 365 * 24 * hour),
            lastSeenAt: ago(state.lastSeen),
            lastPlayedAt: ago(state.lastPlayed),
            volume: state.volume ?? null,
          });
        return seenBy(users.admin);
      },
    };
  }

  /**
   * The one store's status and all filters that hold, once list, filters, counts and CSV have said
   * the same.
   */
  async function seenBy(admin: string): Promise<{ condition: Condition; facts: Fact[] }> {
    const row = async (query: object) => (await at.as(admin).listStores({ query }))[0];
    const counts = await at.as(admin).storeCounts();
    const holding: Fact[] = [];
    for (const fact of facts) {
      const inList = (await row({ condition: conditionOf[fact] })) !== undefined;
      const csv = readCsv(
        await at.as(admin).exportStores({ query: { condition: conditionOf[fact] } }).text,
      );
      expect([counts[fact], csv.length - 1], fact).toEqual(inList ? [1, 1] : [0, 0]);
      if (inList) holding.push(fact);
    }
    const condition = (await row({}))?.condition ?? "inactive";
    expect(conditions).toContain(condition);
    expect(holding.map((fact) => conditionOf[fact])).toContain(condition);
    expect(counts.total).toBe(1);
    expect(
      holding.filter((fact) => fact !== "notPlaying" && fact !== "licenceEnding"),
    ).toHaveLength(1); // statuses add up to the total
    return { condition, facts: holding };
  }

  test("follows from its last heartbeat, last song and volume", async () => {
    const shop = await makeShop("Asia/Kolkata", allDay);
    const noon = "2026-11-20T06:30:00.000Z";
    const cases: [State | null, Condition, Fact[]][] = [
      [wellOf, "online", ["online"]],
      [{ lastSeen: 5 * minute, lastPlayed: 30 * minute, volume: 25 }, "online", ["online"]],
      [{ lastSeen: 5 * minute + 1, lastPlayed: minute, volume: 60 }, "offline", ["offline"]],
      [{ lastSeen: minute, lastPlayed: 30 * minute + 1, volume: 60 }, "silent", ["silent"]],
      [{ lastSeen: minute, lastPlayed: 24 * hour, volume: 60 }, "silent", ["silent"]],
      [
        { lastSeen: minute, lastPlayed: 24 * hour + 1, volume: 60 },
        "silent",
        ["notPlaying", "silent"],
      ],
      [{ lastSeen: minute, lastPlayed: minute, volume: 24 }, "low-volume", ["lowVolume"]],
      [{ lastSeen: minute, lastPlayed: hour, volume: 0 }, "silent", ["silent"]],
      [
        { lastSeen: 2 * hour, lastPlayed: 48 * hour, volume: 0 },
        "offline",
        ["offline", "notPlaying"],
      ],
      [{ lastSeen: minute }, "silent", ["notPlaying", "silent"]],
      [null, "never-seen", ["neverSeen"]],
      // a player that sends what it plays and no heartbeat
      [{ lastPlayed: minute }, "online", ["online"]],
      [{ lastPlayed: hour }, "offline", ["offline"]],
      // a new store's time counts from its player's first start
      [{ lastSeen: minute, started: 6 * minute }, "online", ["online"]],
      [{ lastSeen: minute, started: 30 * minute + 1 }, "silent", ["silent"]],
      [{ lastSeen: minute, started: 24 * hour + 1 }, "silent", ["notPlaying", "silent"]],
      // a player whose clock is ahead
      [{ lastSeen: -minute, lastPlayed: -minute, volume: 60 }, "online", ["online"]],
    ];
    for (const [state, condition, holding] of cases)
      expect(await shop.at(noon, state), JSON.stringify(state)).toEqual({
        condition,
        facts: holding,
      });
  });

  test("silence counts from the opening, in status, list and report [DASH-1]", async () => {
    const shop = await makeShop(
      "Asia/Kolkata",
      allDay.map(([weekday]) => [weekday, "09:00", "21:00"]),
    );
    const opens = Date.parse("2026-11-20T03:30:00.000Z");
    const statusAt = (minutesOpen: number, days = 0) => {
      const played = (12 * 60 + minutesOpen) * minute + days * 24 * hour; // until it closed
      return shop.at(new Date(opens + minutesOpen * minute).toISOString(), {
        lastSeen: minute,
        lastPlayed: played,
        volume: 60,
      });
    };
    expect(await statusAt(6)).toEqual({ condition: "online", facts: ["online"] });
    expect(await statusAt(30)).toEqual({ condition: "online", facts: ["online"] });
    expect(await statusAt(31)).toEqual({ condition: "silent", facts: ["silent"] });
    expect(await statusAt(30, 2)).toEqual({ condition: "online", facts: ["online"] });
    expect(await statusAt(31, 2)).toEqual({ condition: "silent", facts: ["notPlaying", "silent"] });
  });

  test("an active store's licence is ending within 30 days of its date [DASH-1]", async () => {
    const shop = await makeShop("America/New_York", allDay);
    const evening = "2026-11-21T02:00:00Z"; // still the 20th there
    const ends = (licenceTo: string) =>
      at.database.db.update(store).set({ licenceTo }).where(eq(store.id, shop.storeId));
    for (const [day, isEnding] of [
      ["2026-12-21", false],
      ["2026-12-20", true],
      ["2025-01-01", true],
    ] as const) {
      await ends(day);
      expect((await shop.at(evening)).facts, day).toEqual(
        isEnding ? ["online", "licenceEnding"] : ["online"],
      );
    }
    await at.as(shop.admin).setStoreStatus({ body: { status: "inactive", ids: [shop.storeId] } });
    expect((await shop.at(evening)).facts).toEqual(["inactive"]);
  });

  test("an inactive store is inactive and nothing else, and a store without hours closed", async () => {
    const shop = await makeShop("Asia/Kolkata", []);
    expect(await shop.at("2026-11-20T06:30:00Z", wellOf)).toEqual({
      condition: "closed",
      facts: ["closed"],
    });
    expect(await shop.at("2026-11-20T06:30:00Z", null)).toEqual({
      condition: "never-seen",
      facts: ["neverSeen"],
    });
    await at.as(shop.admin).setStoreStatus({ body: { status: "inactive", ids: [shop.storeId] } });
    expect(await shop.at("2026-11-20T06:30:00Z", wellOf)).toEqual({
      condition: "inactive",
      facts: ["inactive"],
    });
  });

  const doing = async (shop: Awaited<ReturnType<typeof makeShop>>, instant: string) =>
    (await shop.at(instant)).condition;

  test("hours past midnight belong to the evening they begin on, the week's end included", async () => {
    // Saturday 20:00 to Sunday 02:00, UTC + 5:30
    const shop = await makeShop("Asia/Kolkata", [[saturday, "20:00", "26:00"]]);
    expect(await doing(shop, "2026-11-21T14:29:59Z")).toBe("closed"); // Saturday 19:59
    expect(await doing(shop, "2026-11-21T14:30:00Z")).toBe("online"); // 20:00
    expect(await doing(shop, "2026-11-21T18:29:00Z")).toBe("online"); // 23:59
    expect(await doing(shop, "2026-11-21T18:30:00Z")).toBe("online"); // Sunday 00:00
    expect(await doing(shop, "2026-11-21T20:29:59Z")).toBe("online"); // Sunday 01:59
    expect(await doing(shop, "2026-11-21T20:30:00Z")).toBe("closed"); // Sunday 02:00
    // Saturday 01:30: Friday has no hours
    expect(await doing(shop, "2026-11-20T20:00:00Z")).toBe("closed");
    const friSat = await makeShop("Asia/Kolkata", [
      [friday, "20:00", "26:00"],
      [saturday, "01:00", "03:00"],
    ]);
    expect(await doing(friSat, "2026-11-20T21:00:00Z")).toBe("online"); // Saturday 02:30
  });

  test("each store is judged by the clock and the weekday of its own zone", async () => {
    // Saturday 22:00 in New York, Sunday 08:30 in Kolkata, 16:00 in Auckland
    const instant = "2026-11-22T03:00:00Z";
    const saturdayEvening: Hours = [[saturday, "21:00", "23:00"]];
    expect(await doing(await makeShop("America/New_York", saturdayEvening), instant)).toBe(
      "online",
    );
    expect(await doing(await makeShop("Asia/Kolkata", saturdayEvening), instant)).toBe("closed");
    expect(await doing(await makeShop("Asia/Kolkata", [[sunday, "08:30", "09:00"]]), instant)).toBe(
      "online",
    );
    expect(
      await doing(await makeShop("Pacific/Auckland", [[sunday, "15:59", "16:01"]]), instant),
    ).toBe("online");
    expect(
      await doing(await makeShop("Asia/Kathmandu", [[sunday, "08:45", "08:46"]]), instant),
    ).toBe("online"); // UTC + 5:45
  });

  test("on the day clocks go forward the hour that is skipped opens with the hour after it", async () => {
    // 29 March 2026: 02:00 becomes 03:00 at 01:00Z
    const shop = await makeShop("Europe/Berlin", [[sunday, "02:30", "04:00"]]);
    expect(await doing(shop, "2026-03-29T00:59:00Z")).toBe("closed"); // 01:59
    expect(await doing(shop, "2026-03-29T01:00:00Z")).toBe("online"); // 03:00
    expect(await doing(shop, "2026-03-29T01:59:00Z")).toBe("online"); // 03:59
    expect(await doing(shop, "2026-03-29T02:00:00Z")).toBe("closed"); // 04:00
  });

  test("on the day clocks go back the hour that comes twice is open twice", async () => {
    // 25 October 2026: 03:00 becomes 02:00 at 01:00Z
    const shop = await makeShop("Europe/Berlin", [[sunday, "02:00", "03:00"]]);
    expect(await doing(shop, "2026-10-24T23:59:00Z")).toBe("closed"); // 01:59 summer time
    expect(await doing(shop, "2026-10-25T00:00:00Z")).toBe("online"); // 02:00 summer time
    expect(await doing(shop, "2026-10-25T01:30:00Z")).toBe("online"); // 02:30 standard time
    expect(await doing(shop, "2026-10-25T02:00:00Z")).toBe("closed"); // 03:00
  });

  test("every time zone that a form takes is one the database knows", async () => {
    const { rows } = await at.database.pool.query<{ name: string }>(
      "select name from pg_timezone_names",
    );
    const databaseZones = new Set(rows.map(({ name }) => name.toLowerCase()));
    const unknown = [...Intl.supportedValuesOf("timeZone"), "UTC", "Asia/Kolkata"].filter(
      (zone) => !databaseZones.has(zone.toLowerCase()),
    );
    expect(unknown).toEqual([]);
  });

  test("zones whose rules differ between database and process are found [OPS-1]", async () => {
    const instants = [new Date("2026-01-01Z"), new Date("2026-07-01Z")];
    // India's for Node.js, Israel's for PostgreSQL
    const zones = ["Asia/Kolkata", "IST", "America/New_York"];
    expect(await findZonesApart(at.database.pool, zones, instants)).toEqual(["IST"]);
  });
});
