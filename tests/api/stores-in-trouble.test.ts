import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StoresInTrouble } from "#contract/stores/store-counts";
import { storeState } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/** Noon in India, when the companies of the tests are open. */
const noon = new Date("2026-11-20T06:30:00Z");
const ago = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);

describe.each([anyEngine])("Stores in trouble across companies on %s", (engine) => {
  let at: TestPlatform;
  let staff: string;
  let bad: TestCompany;
  let worse: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: noon });
    staff = (await makeProvider(at.database)).staff.Fever_Admin_Ops;
    [bad, worse] = [await makeCompany(at.database), await makeCompany(at.database)];
    const fine = await makeCompany(at.database);
    const closed = await makeCompany(at.database);
    const { db } = at.database;
    const playing = { lastSeenAt: ago(1), lastPlayedAt: ago(2), volume: 60 };
    for (const one of [bad, worse, fine, closed])
      await db
        .insert(storeState)
        .values(
          one.stores.map(({ id }) => ({ companyId: one.companyId, storeId: id, ...playing })),
        );
    const set = async (
      { stores, companyId }: TestCompany,
      n: number,
      state: Partial<typeof storeState.$inferInsert>,
    ) =>
      db
        .insert(storeState)
        .values({ companyId, storeId: stores[n]?.id ?? 0, ...state })
        .onConflictDoUpdate({ target: [storeState.companyId, storeState.storeId], set: state });
    await set(bad, 0, { lastSeenAt: ago(10) });
    // offline and not playing: one store in trouble
    await set(bad, 1, { lastSeenAt: ago(1600), lastPlayedAt: ago(1600) });
    await set(worse, 0, { lastPlayedAt: ago(45) });
    await set(worse, 1, { volume: 5 });
    await set(worse, 2, { lastSeenAt: null, lastPlayedAt: null, startedAt: null });
    await set(fine, 0, { lastSeenAt: ago(900) });
    await at.database.pool.query("update store set status = 'inactive' where id = $1", [
      fine.stores[0]?.id,
    ]);
    await set(closed, 0, { lastSeenAt: ago(900) });
    await at.database.pool.query("update company set status = 'inactive' where id = $1", [
      closed.companyId,
    ]);
    await at.database.pool.query("update company set threshold_volume = 20 where id = $1", [
      worse.companyId,
    ]);
  });
  afterAll(() => at?.close());

  test("active companies are counted by trouble, those with most first [CTX-2] [DASH-1]", async () => {
    const { status, body } = await at.as(staff).storesInTrouble().reply;
    expect(status).toBe(200);
    const { companies, total } = body.data as StoresInTrouble;
    const none = { offline: 0, silent: 0, "not-playing": 0, "low-volume": 0, "never-seen": 0 };
    expect(total).toBe(2);
    expect(companies).toEqual([
      {
        companyId: worse.companyId,
        companyName: worse.name,
        stores: 9,
        troubled: 3,
        byTrouble: { ...none, silent: 1, "low-volume": 1, "never-seen": 1 },
      },
      {
        companyId: bad.companyId,
        companyName: bad.name,
        stores: 9,
        troubled: 2,
        byTrouble: { ...none, offline: 2, "not-playing": 1 },
      },
    ]);
    const { data } = (
      await at.as(staff).storeCounts({ query: { companyId: worse.companyId } }).reply
    ).body;
    expect(data).toMatchObject({ silent: 1, lowVolume: 1, neverSeen: 1, offline: 0 });
  });

  test("they are counted once in half a minute, whoever asks", async () => {
    const ask = () => at.as(staff).storesInTrouble();
    const { countedAt } = await ask();
    at.clock.now += 29_000;
    expect((await ask()).countedAt).toBe(countedAt);
    at.clock.now += 2_000;
    expect((await ask()).countedAt).not.toBe(countedAt);
  });
});
