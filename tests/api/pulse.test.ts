import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Pulse, StoreToday } from "#contract/telemetry/today";
import { wholeCompany } from "#platform/access/scope";
import { store } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { keepStoreHours, type StoreBeat, saveHeartbeats } from "#platform/modules/telemetry/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const minute = 60_000;
/** Midnight in India; the stores of the tests open at 09:00. */
const midnight = Date.parse("2026-11-19T18:30:00Z");
const opening = 9 * 60;
const now = 12 * 60 + 7;
const instantOf = (at: number) => new Date(midnight + at * minute);
const quiet = 5;

type Minute = "right" | "quiet" | "silent" | "offline";
/** The state of the stores from one minute up to another; right at all others. */
type Faults = [state: Minute, from: number, to: number][];

describe.each([anyEngine])("The pulse on %s", (engine) => {
  let at: TestPlatform;
  let staff: string;
  let one: TestCompany;
  let other: TestCompany;
  const faults: Faults[] = [
    [],
    // a gap of four minutes is none; one of five is
    [
      ["offline", 600, 604],
      ["offline", 620, 625],
    ] as Faults,
    // music counts as missing after thirty minutes
    [
      ["silent", 560, 589],
      ["silent", 630, 660],
    ] as Faults,
    [["quiet", 700, 720]],
    [["offline", 650, now + 1]],
    [["silent", 690, now + 1]],
  ];

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: instantOf(now) });
    await ensurePartitions(at.database.db, instantOf(now));
    staff = (await makeProvider(at.database)).staff.Fever_Admin_Ops;
    one = await makeCompany(at.database);
    other = await makeCompany(at.database);
    await at.database.db.update(store).set({ statusSince: instantOf(-10_000) });
    await at.database.db.execute(sql`update company set threshold_volume = 20`);
    await at.database.db.execute(sql`insert into store_hours_added (company_id, until)
      select id, ${instantOf(0).toISOString()}::timestamptz from company where kind = 'client'`);
    for (const company of [one, other]) await playDay(company);
    // as the job does it: the hours that are over are closed, the running one is not
    await keepStoreHours({ database: at.database, now: instantOf(now) });
  });
  afterAll(() => at?.close());

  const beatsOf = (storeId: number, known: Faults): StoreBeat[] =>
    Array.from({ length: now + 1 - opening }, (_, index) => opening + index).flatMap((clock) => {
      const state = known.find(([, from, to]) => clock >= from && clock < to)?.[0] ?? "right";
      if (state === "offline") return [];
      const volume = state === "quiet" ? quiet : 60;
      return [{ storeId, at: instantOf(clock), volume, playing: state !== "silent", version: "1" }];
    });
  const playDay = async ({ companyId, stores }: TestCompany) => {
    const beats = faults.flatMap((known, index) => beatsOf(stores[index]?.id ?? 0, known));
    await saveHeartbeats(wholeCompany(companyId), at.database.db, beats);
    const silent = stores[5]?.id ?? 0;
    await at.database.db.execute(sql`update store_state set last_played_at =
      case store_id when ${silent} then ${instantOf(690).toISOString()}::timestamptz else last_seen_at end where company_id = ${companyId}`);
  };
  const isJudged = ([state, from, to]: Faults[number]) =>
    to - from >= { right: 0, quiet: 1, silent: 30, offline: 5 }[state];
  const stateAt = (known: Faults, clock: number): Minute =>
    known.filter(isJudged).find(([, from, to]) => clock >= from && clock < to)?.[0] ?? "right";
  /** The slots' sums, counted minute by minute. */
  const countPlainly = (known: Faults[]) =>
    Array.from({ length: 96 }, (_, slot) => {
      const total = { past: 0, offline: 0, silent: 0, quiet: 0, coming: 0 };
      for (const store of known)
        for (let clock = slot * 15; clock < slot * 15 + 15; clock++) {
          if (clock < opening || clock >= 21 * 60) continue;
          if (clock > now) total.coming++;
          else {
            total.past++;
            const state = stateAt(store, clock);
            if (state !== "right") total[state]++;
          }
        }
      return total;
    });
  const pulse = (username: string, query = {}): PromiseLike<Pulse> =>
    at.as(username).showPulse({ query });

  test("slots add up the minutes in which stores were open and did not sound right [LOOK-1]", async () => {
    const { slots, now: slot, time } = await pulse(one.users.admin);
    expect(slots).toEqual(countPlainly(faults));
    expect({ slot, time }).toEqual({ slot: 48, time: "12:07" });
  });

  test("the counts of now are those of the stores' list [LOOK-1]", async () => {
    const { stores } = await pulse(one.users.admin);
    expect(await at.as(one.users.admin).storeCounts()).toMatchObject(stores);
    expect(stores).toMatchObject({ offline: 1, silent: 1 });
  });

  test("the stores' list sorts by status, those that need someone first [LOOK-1]", async () => {
    const statuses = async (sort: string) => {
      const rows = await at.as(one.users.admin).listStores({ query: { sort } });
      return rows.map(({ condition }) => condition);
    };
    const worstFirst = await statuses("status");
    expect(worstFirst.slice(0, 2)).toEqual(["offline", "silent"]);
    expect(worstFirst.at(-1)).toBe("online");
    expect(await statuses("-status")).toEqual(worstFirst.reverse());
  });

  test("who sees a zone has its stores alone, whoever asked before [LOOK-1]", async () => {
    await pulse(one.users.admin);
    const { slots } = await pulse(one.users.zonal);
    // the zonal user's zone has the first two stores
    expect(slots).toEqual(countPlainly(faults.slice(0, 2)));
    expect(await pulse(one.users.admin)).not.toEqual(await pulse(one.users.zonal));
  });

  test("what is remembered of a company is never another's, and its changes are seen [LOOK-1]", async () => {
    await at.database.db.execute(sql`delete from store_hour where company_id = ${other.companyId}`);
    const before = await pulse(one.users.admin);
    const emptied = await pulse(other.users.admin);
    expect(emptied.slots.map(({ past }) => past)).not.toEqual(before.slots.map(({ past }) => past));
    const fourth = one.stores[4]?.id ?? 0;
    await at.as(one.users.admin).setStoreStatus({ body: { status: "inactive", ids: [fourth] } });
    const after = await pulse(one.users.admin);
    expect(after.stores.offline).toBe(0);
    expect(await pulse(one.users.admin)).toEqual(after);
    await at.as(one.users.admin).setStoreStatus({ body: { status: "active", ids: [fourth] } });
    await at.database.db.update(store).set({ statusSince: instantOf(-10_000) });
  });

  test("provider staff without a company have all companies together [LOOK-1]", async () => {
    const all = await at.as(staff).showPulseOfAll();
    const each = await Promise.all(
      [one, other].map(({ companyId }) => pulse(staff, { companyId })),
    );
    expect(all.slots.map(({ past }) => past)).toEqual(
      all.slots.map((_, slot) =>
        each.reduce((sum, { slots }) => sum + (slots[slot]?.past ?? 0), 0),
      ),
    );
    expect(await at.as(one.users.admin).showPulseOfAll().status).toBe(403);
  });

  const today = (username: string, ids: number[]): PromiseLike<StoreToday[]> =>
    at.as(username).showStoresToday({ query: { ids } });

  test("a store's day comes in runs of equal minutes, and ends in its status [LOOK-1]", async () => {
    const ids = one.stores.map(({ id }) => id);
    const days = await today(one.users.admin, ids);
    const runsOf = (index: number) => days.find(({ storeId }) => storeId === ids[index]);
    expect(runsOf(1)).toEqual({
      storeId: ids[1],
      minutes: 1440,
      now: now + 1,
      runs: [
        { state: "right", from: opening, to: 620 },
        { state: "offline", from: 620, to: 625 },
        { state: "right", from: 625, to: now + 1 },
      ],
    });
    expect(runsOf(2)?.runs.map(({ state }) => state)).toEqual(["right", "silent", "right"]);
    expect(runsOf(3)?.runs.map(({ state }) => state)).toEqual(["right", "quiet", "right"]);
    expect(runsOf(4)?.runs.at(-1)).toMatchObject({ state: "offline", to: now + 1 });
    // never heard of: nothing is known
    expect(runsOf(8)?.runs).toEqual([]);
  });

  test("days of stores outside the scope are left out [LOOK-1]", async () => {
    const ids = [...one.stores, ...other.stores].map(({ id }) => id);
    const days = await today(one.users.zonal, ids);
    expect(days.map(({ storeId }) => storeId).sort()).toEqual(
      one.stores
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test("a list's days are remembered for a minute, until its stores change [LOOK-1]", async () => {
    const ids = one.stores.map(({ id }) => id);
    const before = await today(one.users.admin, ids);
    await at.database.db.execute(sql`delete from store_hour where company_id = ${one.companyId}`);
    expect(await today(one.users.admin, ids)).toEqual(before);
    expect(await today(one.users.zonal, ids)).not.toEqual(before);
    await at.as(one.users.admin).setStoreStatus({ body: { status: "inactive", ids: [ids[4]] } });
    expect(await today(one.users.admin, ids)).not.toEqual(before);
  });
});
