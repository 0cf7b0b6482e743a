import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, userUnit } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("Users of units", () => {
  let at: TestPlatform;
  let musicAdmin: string;
  let company: TestCompany;
  let other: TestCompany;
  let zonal: { id: number; username: string };
  let manager: { id: number; username: string };

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    musicAdmin = (await makeProvider(at.database)).staff.Fever_Music_Admin;
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    const make = (person: Parameters<typeof makeUser>[2]) =>
      makeUser(at.database, company.companyId, person);
    zonal = await make({ role: "ROLE_Client_Admin", level: "zonal", units: [{ zoneId: zone(1) }] });
    manager = await make({
      role: "ROLE_Store_Music_Manager",
      level: "store",
      units: [{ storeId: storeOf("South store 1.1") }],
    });
  });

  const zone = (n: number, side: "north" | "south" = "north", of = company) =>
    of[side].zoneIds[n] ?? 0;
  const storeOf = (name: string, of = company) =>
    of.stores.find((one) => one.name === name)?.id ?? 0;
  const list = async (query: object, as = company.users.admin) => {
    const { data, page } = await at.as(as).manageUsers({ query }).answer;
    const rows = data;
    expect(page?.total).toBe(rows.length);
    return rows;
  };
  const names = async (query: object, as?: string) =>
    (await list(query, as)).map(({ username }) => username);
  const update = (body: object, as = company.users.admin, query: object = {}) =>
    at.as(as).updateUnitUsers({ query, body } as never);
  const idOf = async (username: string) => (await list({ search: username }))[0]?.id ?? 0;

  test("a unit's lists hold the users of its level alone, with what they have [ASN-4] [ASN-6]", async () => {
    expect(await names({ zoneId: zone(0), assigned: "true" })).toEqual([company.users.zonal]);
    const [free] = await list({ zoneId: zone(0), assigned: "false" });
    expect(free).toEqual({
      id: zonal.id,
      username: zonal.username,
      firstName: "Test",
      lastName: null,
      userLevel: "zone",
      region: [],
      zone: [{ id: zone(1), zoneName: "North zone 2" }],
      group: [],
      store: null,
      assignTo: "zone-North zone 2",
    });
    await update({ zoneId: zone(0, "south"), toAssign: [zonal.id], toUnassign: [] });
    expect((await list({ zoneId: zone(0), assigned: "false" }))[0]?.assignTo).toBe(
      "zone-North zone 2,South zone 1",
    );
    expect(await names({ regionId: company.north.regionId, assigned: "true" })).toEqual([
      company.users.regional,
    ]);
    expect(await names({ groupId: company.north.groupIds[1], assigned: "false" })).toEqual([
      company.users.group,
    ]);
    expect((await names({ storeId: storeOf("Alone") })).sort()).toEqual(
      [company.users.manager, manager.username].sort(),
    );
    expect(await names({ role: "ROLE_Store_Music_Manager", search: manager.username })).toEqual([
      manager.username,
    ]);
    expect((await names({ unassigned: "true" })).includes(manager.username)).toBe(false);
    expect((await names({ unassigned: "true" })).includes(zonal.username)).toBe(true);
    const page = await at
      .as(company.users.admin)
      .manageUsers({ query: { limit: 1, search: "user." } }).answer;
    expect(
      (
        await at
          .as(company.users.admin)
          .manageUsers({ query: { limit: 1, search: "user.", cursor: page.page?.next ?? "" } })
      )[0]?.username,
    ).not.toBe(page.data[0]?.username);
  });

  test("users are assigned and unassigned in one call, which says so [ASN-3] [ASN-5] [AUD-1]", async () => {
    const before = await idOf(company.users.zonal);
    const reply = await update({ zoneId: zone(0), toAssign: [zonal.id], toUnassign: [before] })
      .answer;
    expect([reply.message, reply.data]).toEqual([
      "Users updated successfully",
      { assigned: 1, unassigned: 1 },
    ]);
    expect(await names({ zoneId: zone(0), assigned: "true" })).toEqual([zonal.username]);
    const rows = await at.database.db
      .select({
        action: auditLog.action,
        item: auditLog.itemName,
        before: auditLog.before,
        after: auditLog.after,
      })
      .from(auditLog)
      .where(
        and(eq(auditLog.companyId, company.companyId), like(auditLog.action, "user %assigned")),
      )
      .orderBy(auditLog.id);
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          action: "user assigned",
          item: zonal.username,
          before: { assignTo: "zone-North zone 2", zoneIds: [zone(1)], version: 1 },
          after: {
            assignTo: "zone-North zone 2,North zone 1",
            zoneIds: [zone(0), zone(1)],
            version: 2,
          },
        },
        {
          action: "user unassigned",
          item: company.users.zonal,
          before: { assignTo: "zone-North zone 1", zoneIds: [zone(0)], version: 1 },
          after: { assignTo: null, zoneIds: [], version: 2 },
        },
      ]),
    );
    expect(await update({ zoneId: zone(0), toAssign: [zonal.id], toUnassign: [before] })).toEqual({
      assigned: 0,
      unassigned: 0,
    });
    expect(
      await at.database.db.$count(
        auditLog,
        and(eq(auditLog.companyId, company.companyId), like(auditLog.action, "user %assigned")),
      ),
    ).toBe(2);
  });

  test("all users of a search are assigned or unassigned in one call [ASN-3] [ASN-5] [AUD-1]", async () => {
    const zoneId = zone(0);
    expect(
      await update({ zoneId, matching: { assigned: false, search: "nobody of this name" } }),
    ).toEqual({
      assigned: 0,
      unassigned: 0,
    });
    expect(await update({ zoneId, matching: { assigned: false } })).toEqual({
      assigned: 1,
      unassigned: 0,
    });
    expect((await names({ zoneId, assigned: "true" })).sort()).toEqual(
      [company.users.zonal, zonal.username].sort(),
    );
    expect(await update({ zoneId, matching: { assigned: true, search: zonal.username } })).toEqual({
      assigned: 0,
      unassigned: 1,
    });
    expect(await names({ zoneId, assigned: "true" })).toEqual([company.users.zonal]);
    const store = { storeId: storeOf("Alone") };
    expect(await update({ ...store, matching: { assigned: false, unassigned: true } })).toEqual({
      assigned: 0,
      unassigned: 0,
    });
    for (const wrong of [
      { matching: {} },
      { matching: { assigned: false }, toAssign: [zonal.id] },
      { matching: { assigned: "false" } },
    ])
      expect(await update({ zoneId, ...wrong }).status, JSON.stringify(wrong)).toBe(422);
    expect(
      await update({ zoneId: zone(0, "north", other), matching: { assigned: false } }).status,
    ).toBe(404);
  });

  test("a store user moves from the other store, felt within seconds [ASN-4] [CTX-3]", async () => {
    await update({ storeId: storeOf("Alone"), toAssign: [manager.id] });
    const own = await at.database.db
      .select({ storeId: userUnit.storeId })
      .from(userUnit)
      .where(eq(userUnit.userId, manager.id));
    expect(own).toEqual([{ storeId: storeOf("Alone") }]);
    const groups = async () => (await at.as(zonal.username).groupsForMe()).map((g) => g.groupName);
    expect(await groups()).toEqual(["North group 2"]);
    await update({ zoneId: zone(0), toAssign: [zonal.id] });
    at.clock.now += 5_000;
    expect(await groups()).toEqual(["North group 1", "North group 2"]);
  });

  test("nobody to change, no unit or two, and another level are refused [ASN-5]", async () => {
    const bodies: [object, string][] = [
      [{ zoneId: zone(0), toAssign: [], toUnassign: [] }, "toAssign"],
      [{ toAssign: [zonal.id] }, "regionId"],
      [{ zoneId: zone(0), regionId: company.north.regionId, toAssign: [zonal.id] }, "regionId"],
      [{ zoneId: zone(0), toAssign: [zonal.id], toUnassign: [zonal.id] }, "toUnassign"],
      [{ zoneId: zone(0), toAssign: ["x"] }, "toAssign.0"],
      [{ regionId: company.north.regionId, toAssign: [zonal.id] }, "toAssign"],
    ];
    for (const [body, field] of bodies) expect((await update(body).wrongFields)[0]).toEqual(field);
    expect(await names({ zoneId: zone(0), assigned: "true" })).toEqual([company.users.zonal]);
  });

  test("units and users out of scope are never touched [CTX-4] [ROL-3] [ROL-4]", async () => {
    const { regional, admin } = company.users;
    const foreign = await makeUser(at.database, other.companyId, {
      role: "ROLE_Client_Admin",
      level: "zonal",
    });
    const southern = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "zonal",
      units: [{ zoneId: zone(0, "south") }],
    });
    expect((await names({ zoneId: zone(0) }, regional)).sort()).toEqual(
      [company.users.zonal, zonal.username].sort(),
    );
    const refused: [object, string, number][] = [
      [{ zoneId: zone(0), toAssign: [southern.id] }, regional, 404],
      [{ zoneId: zone(0, "south"), toAssign: [zonal.id] }, regional, 404],
      [{ zoneId: zone(0), toAssign: [zonal.id, foreign.id] }, admin, 404],
      [{ zoneId: zone(0, "north", other), toAssign: [zonal.id] }, admin, 404],
      [{ regionId: company.north.regionId, toAssign: [zonal.id] }, company.users.zonal, 403],
      [{ zoneId: zone(0), toAssign: [zonal.id] }, company.users.limited, 403],
      [{ zoneId: zone(0), toAssign: [zonal.id] }, company.users.manager, 403],
    ];
    for (const [body, as, status] of refused)
      expect(await update(body, as).status, JSON.stringify(body)).toBe(status);
    expect(await at.as(regional).manageUsers({ query: { zoneId: zone(0, "south") } }).status).toBe(
      404,
    );
    expect(await names({ zoneId: zone(0), assigned: "true" })).toEqual([company.users.zonal]);
    const self = await idOf(company.users.regional);
    expect(
      await update({ regionId: company.north.regionId, toUnassign: [self] }, regional).status,
    ).toBe(404);
  });

  test("who manages a part leaves nobody without a unit [ROL-3]", async () => {
    const { regional } = company.users;
    expect(await update({ zoneId: zone(1), toUnassign: [zonal.id] }, regional).errors).toEqual({
      toUnassign: expect.stringContaining(`${zonal.username} has no other zone.`),
    });
    await update({ zoneId: zone(0), toAssign: [zonal.id] }, regional);
    await update({ zoneId: zone(1), toUnassign: [zonal.id] }, regional);
    expect(await names({ zoneId: zone(1), assigned: "true" })).toEqual([]);
  });

  test("a music manager with the hierarchy area assigns in the company they name [ROL-2] [CTX-2]", async () => {
    const query = { companyId: company.companyId };
    expect(await names({ ...query, zoneId: zone(0), assigned: "false" }, musicAdmin)).toEqual([
      zonal.username,
    ]);
    await update({ zoneId: zone(0), toAssign: [zonal.id] }, musicAdmin, query);
    expect(await update({ zoneId: zone(0), toAssign: [zonal.id] }, musicAdmin).status).toBe(422);
  });

  test("many who assign the same users at once leave each as the last call said", async () => {
    const first = await idOf(company.users.manager);
    const work = Array.from(
      { length: 10 },
      (_, n) =>
        update({
          storeId: storeOf(n % 2 ? "Alone" : "North store 2.1"),
          toAssign: n % 3 ? [manager.id] : [manager.id, first],
        }).reply,
    );
    for (const { status } of await Promise.all(work)) expect(status).toBe(200);
    expect(await at.database.db.$count(userUnit, eq(userUnit.userId, manager.id))).toBe(1);
  });
});
