import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, store, storeHoursException } from "#platform/db/schema/index";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe.each([anyEngine])("Bulk changes of stores on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: new Date("2026-11-20T06:00:00Z") });
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
    admin = company.users.admin;
  });
  afterAll(() => at.close());

  const change = (body: object, as = admin) => at.as(as).changeStores({ body } as never);
  const find = (id: number) => at.as(admin).findStore({ query: { id } });
  const id = (name: string) => company.stores.find((one) => one.name === name)?.id ?? 0;
  const auditRows = () =>
    at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.companyId, company.companyId))
      .orderBy(auditLog.id);
  const allWeek = (opens: string, closes: string, pastMidnight = false) =>
    Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens, closes, pastMidnight }));

  test("the volume of the stores named changes, once, and is written down [STO-1]", async () => {
    await change({ volume: 45, ids: [id("Alone")] });
    const reply = await change({
      volume: 45,
      ids: [id("Alone"), id("North store 1.1"), id("North store 1.1")],
    }).reply;
    expect(reply.body).toMatchObject({
      message: "1 store changed, 1 already had these values",
      data: { changed: 1, unchanged: 1 },
    });
    expect((await find(id("North store 1.1"))).setVolume).toBe(45);
    expect((await find(id("North store 1.2"))).setVolume).toBe(60);
    const rows = await auditRows();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      action: "store changed",
      itemKind: "store",
      itemId: String(id("North store 1.1")),
      itemName: "North store 1.1",
      actorName: admin,
      before: { volume: 60, version: 1 },
      after: { volume: 45, version: 2 },
    });
  });

  test("all that match go into a group, though they leave the filter as they go [STO-1]", async () => {
    const [groupId = 0] = company.south.groupIds;
    const reply = await change({ groupId, matching: { regionId: company.north.regionId } }).reply;
    expect(reply.body).toMatchObject({
      message: "4 stores changed",
      data: { changed: 4, unchanged: 0 },
    });
    const moved = await at.database.db
      .select({ regionId: store.regionId, zoneId: store.zoneId })
      .from(store)
      .where(and(eq(store.companyId, company.companyId), eq(store.groupId, groupId)));
    expect(moved).toEqual(
      Array(6).fill({ regionId: company.south.regionId, zoneId: company.south.zoneIds[0] }),
    );
    expect((await auditRows())[0]).toMatchObject({
      action: "store assigned",
      before: { groupId: company.north.groupIds[0] },
      after: { groupId, group: "South group 1" },
    });
  });

  test("hours replace the week and leave exceptions; the same hours again change nothing [STO-1]", async () => {
    const storeId = id("Alone");
    await at.database.db
      .insert(storeHoursException)
      .values({ companyId: company.companyId, storeId, day: "2026-12-25" });
    const week = [...allWeek("18:00", "02:00", true).slice(1), { weekday: 0, closed: true }];
    expect(await change({ week, matching: {} }).answer).toMatchObject({
      data: { changed: 9, unchanged: 0 },
    });
    expect(await find(storeId)).toMatchObject({
      week: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: 1080, closes: 1560 })),
      exceptions: [{ day: "2026-12-25", opens: null }],
    });
    expect(await change({ week, matching: {} }).answer).toMatchObject({
      data: { changed: 0, unchanged: 9 },
    });
    expect((await auditRows())[0]).toMatchObject({
      before: {
        week: Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens: 540, closes: 1260 })),
        version: 1,
      },
      after: {
        week: Array.from({ length: 6 }, (_, at) => ({
          weekday: at + 1,
          opens: 1080,
          closes: 1560,
        })),
        version: 2,
      },
    });
  });

  test("several at once are one change of each store [STO-1]", async () => {
    const storeId = id("North store 1.1");
    const [groupId = 0] = company.south.groupIds;
    const { version } = await find(storeId);
    expect(
      await change({ groupId, volume: 30, week: allWeek("10:00", "24:00"), ids: [storeId] }),
    ).toEqual({
      changed: 1,
      unchanged: 0,
    });
    const late = { section: "sound" as const, id: storeId, version, volume: 80 };
    const { status, body } = await at.as(admin).changeStore({ body: late }).reply;
    expect([status, body.errors?.[0]]).toEqual([
      422,
      {
        field: "volume",
        message: `${admin} has changed this to “30” in the meantime. Save again to keep your entry.`,
      },
    ]);
  });

  test("what is out of scope changes nothing, and all that match ends at the scope", async () => {
    const { zonal } = company.users;
    expect(
      await change({ volume: 10, ids: [id("North store 1.1"), id("South store 1.1")] }, zonal)
        .status,
    ).toBe(404);
    const other = await makeCompany(at.database);
    for (const groupId of [company.south.groupIds[0], other.north.groupIds[0], 999_999_999]) {
      expect(await change({ groupId, matching: {} }, zonal).errors).toEqual({
        groupId: "There is no such group, or you are not allowed to assign stores to it.",
      });
    }
    expect(await change({ volume: 10, ids: [other.stores[0]?.id] }).status).toBe(404);
    expect(await auditRows()).toEqual([]);
    expect(await change({ volume: 10, matching: {} }, zonal).answer).toMatchObject({
      data: { changed: 2 },
    });
    expect(await change({ volume: 20, matching: {} }, company.users.manager).status).toBe(403);
  });

  test("values are held to the rules of a store's own form, and a refusal names its field [STO-1]", async () => {
    const refused = (body: object) => change({ matching: {}, ...body }).wrongFields;
    expect(await refused({})).toEqual([""]);
    expect(await refused({ volume: 101 })).toEqual(["volume"]);
    expect(await refused({ volume: "loud" })).toEqual(["volume"]);
    expect(await refused({ volume: 5, ids: [1] })).toEqual(["ids"]);
    expect(await refused({ volume: 5, name: "x" })).toEqual(["name"]);
    expect(await refused({ week: [{ weekday: 1, opens: "10:00", closes: "09:00" }] })).toEqual([
      "week.0.closes",
    ]);
    expect(
      await refused({
        week: Array.from({ length: 7 }, (_, weekday) => ({ weekday, closed: true })),
      }),
    ).toEqual(["week"]);
  });
});
