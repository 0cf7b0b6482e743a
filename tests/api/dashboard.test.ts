import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dashboard, showDashboard } from "#contract/dashboard/endpoints";
import type { ItemKind } from "#contract/player/endpoints";
import * as schema from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { addStorePlays, makeSongs } from "../support/play-outs.ts";

const now = new Date("2026-11-19T20:00:00.000Z"); // already the 20th, 01:30, on the company's clock

describe.each(engines)("The dashboard on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let other: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let songs: number[];

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    const provider = await makeProvider(at.database);
    staff = provider.staff;
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    songs = await makeSongs(at.database, provider.companyId, [
      { title: "One", artist: "A" },
      { title: "Two", artist: "B" },
    ]);
    await at.database.db.update(schema.storeHours).set({ opens: 0, closes: 1440 });
    for (const of of [company, other]) {
      const day = (store: number, day: string, kind: ItemKind, itemId: number, plays: number) => ({
        companyId: of.companyId,
        storeId: of.stores[store]?.id ?? 0,
        day,
        kind,
        itemId,
        received: plays + 2,
        verified: plays,
        plays,
        seconds: plays * 100,
      });
      const [one = 0, two = 0] = songs;
      await at.database.db
        .insert(schema.playDaily)
        .values([
          day(0, "2026-11-20", "MUSIC", one, 5),
          day(0, "2026-11-19", "MUSIC", one, 10),
          day(0, "2026-11-19", "AD", 1, 3),
          day(2, "2026-11-19", "MUSIC", two, 7),
          day(4, "2026-11-19", "MUSIC", two, 100),
          day(4, "2026-11-18", "TOH", 2, 50),
          day(0, "2026-11-07", "JINGLE", 3, 1),
          day(0, "2026-11-06", "MUSIC", one, 1000),
        ]);
      await at.database.db.insert(schema.storeState).values(
        [0, 4].map((store) => ({
          companyId: of.companyId,
          storeId: of.stores[store]?.id ?? 0,
          lastSeenAt: now,
          lastPlayedAt: now,
          volume: 60,
        })),
      );
    }
    await addStorePlays(at.database);
  });
  afterAll(() => at.close());

  const show = async (as: string, companyId?: number) =>
    (await at.call(showDashboard, { query: { companyId } }, as)).body.data as Dashboard;

  test("14 days on the company's clock by type, yesterday beside the day before, the most played songs [DASH-1]", async () => {
    const dashboard = await show(company.users.admin);
    expect(dashboard.today).toBe("2026-11-20");
    expect(dashboard.playsByType.map(({ day }) => day)).toEqual(
      Array.from({ length: 14 }, (_, n) => `2026-11-${String(n + 7).padStart(2, "0")}`),
    );
    expect(dashboard.playsByType.at(0)?.plays).toEqual({ MUSIC: 0, AD: 0, JINGLE: 1, TOH: 0 });
    expect(dashboard.playsByType.at(-3)?.plays).toEqual({ MUSIC: 0, AD: 0, JINGLE: 0, TOH: 50 });
    expect(dashboard.playsByType.at(-2)?.plays).toEqual({ MUSIC: 117, AD: 3, JINGLE: 0, TOH: 0 });
    expect(dashboard.playsByType.at(-1)?.plays).toEqual({ MUSIC: 5, AD: 0, JINGLE: 0, TOH: 0 });
    expect(dashboard.yesterday).toEqual({ day: "2026-11-19", plays: 120, received: 128, seconds: 12_000, stores: 3 });
    expect(dashboard.dayBefore).toEqual({ day: "2026-11-18", plays: 50, received: 52, seconds: 5000, stores: 1 });
    expect(dashboard.topSongs).toEqual([
      { songId: songs[1], title: "Two", artist: "B", plays: 107, stores: 2 },
      { songId: songs[0], title: "One", artist: "A", plays: 15, stores: 1 },
    ]);
  });

  test("regional and zonal admins see totals of their own stores alone [ROL-4] [CTX-3] [DASH-1]", async () => {
    const [national, regional, zonal] = await Promise.all([
      show(company.users.admin),
      show(company.users.regional),
      show(company.users.zonal),
    ]);
    const stores = ({ stores: { total, online, neverSeen } }: Dashboard) => ({ total, online, neverSeen });
    expect([national, regional, zonal].map(stores)).toEqual([
      { total: 9, online: 2, neverSeen: 7 },
      { total: 4, online: 1, neverSeen: 3 },
      { total: 2, online: 1, neverSeen: 1 },
    ]);
    expect([national, regional, zonal].map(({ yesterday }) => [yesterday.plays, yesterday.stores])).toEqual([
      [120, 3],
      [20, 2],
      [13, 1],
    ]);
    expect(regional.topSongs.map(({ title, plays }) => [title, plays])).toEqual([
      ["One", 15],
      ["Two", 7],
    ]);
    expect(zonal.topSongs.map(({ title }) => title)).toEqual(["One"]);
    expect(zonal.playsByType.reduce((sum, { plays }) => sum + plays.TOH, 0)).toBe(0);
  });

  test("until a store has played it says what is left to do, with the player account nobody used [DASH-1] [COM-2]", async () => {
    expect((await show(company.users.admin)).firstSteps).toBeNull();
    const fresh = await makeCompany(at.database);
    const { firstSteps } = await show(fresh.users.admin);
    expect(firstSteps).toMatchObject({ hasStore: true, hasRule: false, hasPublishedDay: false, hasSeenPlayer: false });
    expect(firstSteps?.player?.username).toBe(fresh.users.manager);
    expect((await show(fresh.users.limited)).firstSteps?.player).toBeNull(); // opens no stores
    await at.database.db
      .insert(schema.storeState)
      .values({ companyId: fresh.companyId, storeId: fresh.stores[0]?.id ?? 0, lastSeenAt: now, lastPlayedAt: null });
    await at.database.db.update(schema.appUser).set({ lastSignedInAt: now }).where(eq(schema.appUser.username, fresh.users.manager));
    expect((await show(fresh.users.admin)).firstSteps).toMatchObject({ hasSeenPlayer: true, player: null });
  });

  test("is of one company; store managers and those without the area are shut out [CTX-2] [CTX-4]", async () => {
    const status = async (as: string, companyId?: number) => (await at.call(showDashboard, { query: { companyId } }, as)).status;
    expect(await status(company.users.admin, other.companyId)).toBe(403);
    expect(await status(company.users.manager)).toBe(403);
    expect(await status(staff.Fever_Music_Limited, company.companyId)).toBe(403);
    expect(await status(staff.Fever_Admin_Ops)).toBe(422);
    expect(await show(staff.Fever_Admin_Ops, company.companyId)).toEqual(await show(company.users.admin));
  });
});
