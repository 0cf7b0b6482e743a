import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exportStores, listStores } from "#contract/stores/endpoints";
import { storeCounts } from "#contract/stores/store-counts";
import { auditLog, store } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { storeForm } from "../support/store-form.ts";

const north = ["North store 1.1", "North store 1.2", "North store 2.1", "North store 2.2"];
const south = ["South store 1.1", "South store 1.2", "South store 2.1", "South store 2.2"];
const all = ["Alone", ...north, ...south];

describe("Scope on stores", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let other: TestCompany;
  let staff: string;
  /**
   * Client admins beyond those of makeCompany: of the store level, of no units, of no level at all.
   */
  let more: Record<"ofStore" | "ofNothing" | "ofNoLevel" | "regionalLimited", string>;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    staff = provider.staff.Fever_Admin_Ops;
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    const person = async (
      overrides: Omit<Parameters<typeof makeUser>[2], "role">,
      role: "ROLE_Client_Admin" | "ROLE_Client_Admin_Limited" = "ROLE_Client_Admin",
    ) => (await makeUser(at.database, company.companyId, { role, ...overrides })).username;
    more = {
      ofStore: await person({ level: "store", units: [{ storeId: idOf("South store 2.2") }] }),
      ofNothing: await person({ level: "group" }),
      ofNoLevel: await person({}),
      regionalLimited: await person(
        { level: "regional", units: [{ regionId: company.north.regionId }] },
        "ROLE_Client_Admin_Limited",
      ),
    };
  });
  beforeEach(() => at.database.db.update(store).set({ status: "active" }));
  afterAll(() => at.close());

  const idOf = (name: string, of = company) => of.stores.find((one) => one.name === name)?.id ?? 0;
  const names = async (username: string, query: object = {}) => {
    const { data, page } = await at.as(username).listStores({ query: { limit: 100, ...query } })
      .answer;
    const rows = data;
    expect(page?.total).toBe(rows.length);
    return rows.map(({ storeName }) => storeName);
  };
  const csvNames = async (username: string, query: object = {}) => {
    const [, ...lines] = (await at.as(username).exportStores({ query }).text).trim().split("\n");
    return lines.map((line) => line.split(",")[1]);
  };
  const inactive = async () =>
    (
      await at.database.db
        .select({ name: store.name })
        .from(store)
        .where(
          and(
            inArray(store.companyId, [company.companyId, other.companyId]),
            eq(store.status, "inactive"),
          ),
        )
        .orderBy(store.name)
    ).map(({ name }) => name);
  const auditRows = () => at.database.db.$count(auditLog);

  test.each<[string, () => string, string[]]>([
    ["a national admin", () => company.users.admin, all],
    ["a client admin of no level, who is national too", () => more.ofNoLevel, all],
    ["a regional admin", () => company.users.regional, north],
    ["a zonal admin", () => company.users.zonal, north.slice(0, 2)],
    ["a group admin", () => company.users.group, north.slice(0, 2)],
    ["a client admin of one store", () => more.ofStore, ["South store 2.2"]],
    ["an admin whose units were all taken", () => more.ofNothing, []],
  ])(
    "%s sees and changes the stores of that scope alone [CTX-3] [CTX-4] [ROL-4]",
    async (_, person, own) => {
      const username = person();
      expect(await names(username)).toEqual(own);
      expect(await csvNames(username)).toEqual(own);
      const counts = await at.as(username).storeCounts();
      const { total, notPlaying, licenceEnding, countedAt, ...byStatus } = counts;
      expect([total, notPlaying <= total, licenceEnding, typeof countedAt]).toEqual([
        own.length,
        true,
        0,
        "string",
      ]);
      expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(own.length);

      for (const { id, name } of company.stores) {
        const mine = own.includes(name);
        expect(await at.as(username).findStore({ query: { id } }).status, name).toBe(
          mine ? 200 : 404,
        );
        expect(
          await at.as(username).setStoreStatus({ body: { status: "inactive", ids: [id] } }).status,
          name,
        ).toBe(mine ? 200 : 404);
      }
      expect(await inactive()).toEqual(own);

      await at.database.db.update(store).set({ status: "active" });
      expect(
        await at.as(username).setStoreStatus({ body: { status: "inactive", matching: {} } }),
      ).toEqual({
        changed: own.length,
        unchanged: 0,
      });
      expect(await inactive()).toEqual(own);
    },
  );

  test("a limited admin sees the scope's counts and no list, a store manager none [CTX-3] [ROL-4]", async () => {
    const total = async (username: string) => (await at.as(username).storeCounts()).total;
    expect(await total(company.users.limited)).toBe(9);
    expect(await total(more.regionalLimited)).toBe(4);
    for (const endpoint of [listStores, exportStores])
      expect(await at.as(company.users.limited).call(endpoint).status).toBe(403);
    for (const endpoint of [listStores, exportStores, storeCounts])
      expect(await at.as(company.users.manager).call(endpoint).status).toBe(403);
  });

  test("provider staff work in the client they name, 422 without one, 404 for none [CTX-2] [CTX-4]", async () => {
    const query = { companyId: other.companyId };
    expect(await names(staff, query)).toEqual(all);
    expect(await csvNames(staff, query)).toEqual(all);
    const mine = idOf("Alone");
    expect(await at.as(staff).findStore({ query: { ...query, id: mine } }).status).toBe(404);
    expect(
      await at.as(staff).setStoreStatus({ query, body: { status: "inactive", ids: [mine] } })
        .status,
    ).toBe(404);
    await at
      .as(staff)
      .setStoreStatus({ query, body: { status: "inactive", ids: [idOf("Alone", other)] } });
    expect(await inactive()).toEqual(["Alone"]);
    const calls = [
      (companyId?: number) => at.as(staff).listStores({ query: { companyId } }).reply,
      (companyId?: number) => at.as(staff).storeCounts({ query: { companyId } }).reply,
      (companyId?: number) => at.as(staff).findStore({ query: { companyId, id: mine } }).reply,
      (companyId?: number) => at.as(staff).exportStores({ query: { companyId } }).reply,
      (companyId?: number) =>
        at
          .as(staff)
          .setStoreStatus({ query: { companyId }, body: { status: "inactive", ids: [mine] } })
          .reply,
      (companyId?: number) => at.as(staff).addStore({ query: { companyId }, body: form() }).reply,
    ];
    for (const call of calls) {
      const without = await call();
      expect([without.status, without.body.errors]).toEqual([
        422,
        [{ field: "companyId", message: "Please select Company" }],
      ]);
      expect((await call(provider.companyId)).status).toBe(404);
      expect((await call(999_999)).status).toBe(404);
    }
    expect(await inactive()).toEqual(["Alone"]);
  });

  test("client staff that name another company are refused, be it there or not [CTX-2] [CTX-4]", async () => {
    const before = await at.database.db.$count(store);
    for (const companyId of [other.companyId, provider.companyId, 999_999]) {
      const query = { companyId };
      const replies = [
        await at.as(company.users.admin).listStores({ query }).reply,
        await at.as(company.users.admin).storeCounts({ query }).reply,
        await at
          .as(company.users.admin)
          .findStore({ query: { ...query, id: idOf("Alone", other) } }).reply,
        await at.as(company.users.admin).exportStores({ query }).reply,
        await at
          .as(company.users.admin)
          .setStoreStatus({ query, body: { status: "inactive", matching: {} } }).reply,
        await at.as(company.users.admin).addStore({ query, body: form() }).reply,
      ];
      for (const reply of replies)
        expect([reply.status, reply.body.message]).toEqual([
          403,
          "You are not allowed to do this.",
        ]);
    }
    expect(await names(company.users.zonal, { companyId: company.companyId })).toEqual(
      north.slice(0, 2),
    );
    expect(await inactive()).toEqual([]);
    expect(await at.database.db.$count(store)).toBe(before);
  });

  test("another company's store is as unknown as one that is not there [CTX-4]", async () => {
    const ask = async (id: number) => {
      const { status, body } = await at.as(company.users.admin).findStore({ query: { id } }).reply;
      return { status, message: body.message };
    };
    expect(await ask(idOf("Alone", other))).toEqual(await ask(999_999));
    expect((await ask(idOf("Alone", other))).status).toBe(404);
  });

  test.each<[string, () => string, () => number]>([
    ["another company's", () => company.users.admin, () => idOf("Alone", other)],
    ["another region's", () => company.users.regional, () => idOf("South store 1.1")],
    ["another zone's", () => company.users.zonal, () => idOf("North store 2.1")],
    ["an unknown", () => company.users.admin, () => 999_999],
  ])(
    "a bulk change with one store of %s among its own changes none [CTX-4]",
    async (_, person, foreign) => {
      const before = await auditRows();
      const ids = [idOf("North store 1.1"), foreign(), idOf("North store 1.2")];
      expect(
        await at.as(person()).setStoreStatus({ body: { status: "inactive", ids } }).status,
      ).toBe(404);
      expect(await inactive()).toEqual([]);
      expect(await auditRows()).toBe(before);
    },
  );

  test("filters by units outside the scope find nothing and change nothing [CTX-4] [ROL-4]", async () => {
    const southZone = company.south.zoneIds[0];
    const southGroup = company.south.groupIds[0];
    const foreign: [string, object][] = [
      [company.users.regional, { regionId: company.south.regionId }],
      [company.users.regional, { zoneId: southZone }],
      [company.users.zonal, { groupId: southGroup }],
      [company.users.zonal, { regionId: company.south.regionId }],
      [company.users.admin, { regionId: other.north.regionId }],
      [company.users.admin, { zoneId: other.north.zoneIds[0] }],
      [company.users.admin, { groupId: other.north.groupIds[0] }],
      [company.users.admin, { groupId: 999_999 }],
    ];
    for (const [username, filter] of foreign) {
      expect(await names(username, filter)).toEqual([]);
      expect(await csvNames(username, filter)).toEqual([]);
      expect(
        await at.as(username).setStoreStatus({ body: { status: "inactive", matching: filter } }),
      ).toEqual({
        changed: 0,
        unchanged: 0,
      });
    }
    expect(await inactive()).toEqual([]);
    expect(await names(company.users.zonal, { regionId: company.north.regionId })).toEqual(
      north.slice(0, 2),
    );
    expect(await names(company.users.admin, { groupId: southGroup })).toEqual(south.slice(0, 2));
  });

  test("a cursor of another company's list is a place in the order, no key [CTX-4]", async () => {
    const { page } = await at.as(other.users.admin).listStores({ query: { limit: 2 } }).answer;
    expect(
      (
        await at
          .as(company.users.zonal)
          .listStores({ query: { limit: 100, cursor: page?.next ?? "" } })
      ).every(({ id }) => company.stores.some((one) => one.id === id)),
    ).toBe(true);
  });

  let codes = 0;
  const form = (overrides: object = {}) => storeForm({ storeCode: `NEW-${++codes}`, ...overrides });

  test("a store is added where the caller owns the group, with its path [CTX-3] [CTX-4]", async () => {
    const [ownGroup, neighbour] = company.north.groupIds;
    const add = (groupId: number | undefined, username: string, query = {}) =>
      at.as(username).addStore({ query, body: form({ groupId }) });
    const pathOf = async (id: number) =>
      (
        await at.database.db
          .select({
            companyId: store.companyId,
            regionId: store.regionId,
            zoneId: store.zoneId,
            groupId: store.groupId,
          })
          .from(store)
          .where(eq(store.id, id))
      )[0];
    for (const username of [
      company.users.admin,
      company.users.regional,
      company.users.zonal,
      company.users.group,
    ]) {
      const reply = await add(ownGroup, username);
      expect(await pathOf(reply.id)).toEqual({
        companyId: company.companyId,
        regionId: company.north.regionId,
        zoneId: company.north.zoneIds[0],
        groupId: ownGroup,
      });
    }
    const refused: [number | undefined, string, object?][] = [
      [neighbour, company.users.group],
      [neighbour, company.users.zonal],
      [company.south.groupIds[0], company.users.regional],
      [other.north.groupIds[0], company.users.admin],
      [other.north.groupIds[0], staff, { companyId: company.companyId }],
      [999_999, company.users.admin],
      [undefined, company.users.regional],
      [ownGroup, more.ofStore],
      [undefined, more.ofStore],
    ];
    const before = [await at.database.db.$count(store), await auditRows()];
    for (const [groupId, username, query] of refused) {
      expect(await add(groupId, username, query).wrongFields).toEqual(["groupId"]);
    }
    expect([await at.database.db.$count(store), await auditRows()]).toEqual(before);
    const alone = await add(undefined, company.users.admin);
    expect(await pathOf(alone.id)).toMatchObject({ companyId: company.companyId, groupId: null });
  });

  test("a store that left a person's scope is out of it with the next request [CTX-4]", async () => {
    const id = idOf("North store 1.2");
    expect(await names(company.users.group)).toContain("North store 1.2");
    const { zoneId, groupId } = {
      zoneId: company.north.zoneIds[1],
      groupId: company.north.groupIds[1],
    };
    await at.database.db.update(store).set({ zoneId, groupId }).where(eq(store.id, id));
    expect(await names(company.users.group)).not.toContain("North store 1.2");
    expect(
      await at.as(company.users.group).setStoreStatus({ body: { status: "inactive", ids: [id] } })
        .status,
    ).toBe(404);
  });
});
