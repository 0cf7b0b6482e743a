import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as contract from "#contract/hierarchy/endpoints";
import { auditLog, groupPlaylist, masterRule, region, store, storeGroup, timeSlot, userUnit, zone } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type Reply, type TestPlatform } from "../support/platform.ts";

describe("Changes of the hierarchy", () => {
  let at: TestPlatform;
  let staff: string;
  let company: TestCompany;
  let other: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    staff = (await makeProvider(at.database)).staff.Fever_Music_Admin;
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
  });

  const idOf = (name: string, of = company) => of.stores.find((one) => one.name === name)?.id ?? 0;
  const zoneId = (n: 0 | 1, side: "north" | "south" = "north", of = company) => of[side].zoneIds[n] ?? 0;
  const groupId = (n: 0 | 1, side: "north" | "south" = "north", of = company) => of[side].groupIds[n] ?? 0;
  const readRefusal = ({ status, body }: Reply) => [status, body.errors?.[0]?.field ?? null, body.message];
  const id = ({ body }: Reply) => (body.data as { id: number }).id;
  const audited = async (itemKind: string, itemId: number) =>
    (
      await at.database.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(and(eq(auditLog.companyId, company.companyId), eq(auditLog.itemKind, itemKind), eq(auditLog.itemId, String(itemId))))
        .orderBy(auditLog.id)
    ).map(({ action }) => action);
  const pathOf = async (storeId: number) =>
    (
      await at.database.db
        .select({ regionId: store.regionId, zoneId: store.zoneId, groupId: store.groupId })
        .from(store)
        .where(eq(store.id, storeId))
    )[0];

  test("units are added below each other, renamed, and say what they hold [HIE-1] [AUD-1]", async () => {
    const { admin } = company.users;
    const east = id(await at.call(contract.addRegion, { body: { regionName: "East" } }, admin));
    const zoneOne = id(await at.call(contract.addZone, { body: { zoneName: "East zone", regionId: east } }, admin));
    const group = await at.call(contract.addGroup, { body: { groupName: "East group", zoneId: zoneOne } }, admin);
    expect([group.status, group.body.data]).toEqual([
      201,
      { id: expect.any(Number), groupName: "East group", regionId: east, zoneId: zoneOne },
    ]);
    expect((await at.call(contract.changeRegion, { body: { id: east, regionName: "Far East" } }, admin)).status).toBe(200);
    await at.call(contract.moveStores, { body: { groupId: id(group), ids: [idOf("Alone"), idOf("South store 1.1")] } }, admin);
    await at.database.db
      .update(store)
      .set({ status: "inactive" })
      .where(eq(store.id, idOf("Alone")));

    const regions = (await at.call(contract.regionsByCompany, {}, admin)).body.data as contract.RegionRow[];
    const rows = regions.map(({ id: _, ...row }) => row);
    const rights = { mayChange: true, mayRemove: true };
    expect(rows).toEqual([
      { regionName: "Far East", zones: 1, groups: 1, stores: 2, inactiveStores: 1, users: 0, ...rights },
      { regionName: "North", zones: 2, groups: 2, stores: 4, inactiveStores: 0, users: 1, ...rights },
      { regionName: "South", zones: 2, groups: 2, stores: 3, inactiveStores: 0, users: 0, ...rights },
    ]);
    const zones = (await at.call(contract.zonesByRegions, { query: { regionIds: `${east},${company.north.regionId}` } }, admin)).body.data;
    expect((zones as contract.ZoneRow[]).map((row) => [row.zoneName, row.groups, row.stores, row.users])).toEqual([
      ["East zone", 1, 2, 0],
      ["North zone 1", 1, 2, 1],
      ["North zone 2", 1, 2, 0],
    ]);
    const names = async (query: object) => {
      const { body } = await at.call(contract.zonesByRegions, { query: { regionIds: `${company.north.regionId}`, ...query } }, admin);
      return (body.data as contract.ZoneRow[]).map(({ zoneName }) => zoneName);
    };
    const [one, two] = company.north.zoneIds;
    expect(await names({ first: 1 })).toEqual(["North zone 1"]);
    expect(await names({ first: 1, keep: one })).toEqual(["North zone 1"]);
    expect(await names({ first: 1, keep: two })).toEqual(["North zone 1", "North zone 2"]);
    expect(await names({ first: 1, keep: company.south.zoneIds[0] })).toEqual(["North zone 1"]); // of another region
    const groups = (await at.call(contract.groupsByZones, { query: { zoneIds: `${zoneOne}`, first: 5 } }, admin)).body
      .data as contract.GroupRow[];
    expect(groups.map((row) => [row.groupName, row.stores, row.inactiveStores])).toEqual([["East group", 2, 1]]);
    const stores = await at.call(contract.storesByUnits, { query: { groupIds: `${id(group)}`, limit: 1 } }, admin);
    expect([(stores.body.data as { storeName: string }[]).map(({ storeName }) => storeName), stores.body.page?.total]).toEqual([
      ["Alone"],
      2,
    ]);
    const next = await at.call(
      contract.storesByUnits,
      { query: { groupIds: `${id(group)}`, cursor: stores.body.page?.next ?? "" } },
      admin,
    );
    expect((next.body.data as { storeName: string }[]).map(({ storeName }) => storeName)).toEqual(["South store 1.1"]);
    expect(await audited("region", east)).toEqual(["region added", "region renamed"]);
    expect(await audited("zone", zoneOne)).toEqual(["zone added"]);
    expect(await audited("group", id(group))).toEqual(["group added"]);
    expect(await audited("store", idOf("Alone"))).toEqual(["store assigned"]);
  });

  test("a name is taken within its parent alone, however it is written [HIE-1]", async () => {
    const { admin } = company.users;
    const { regionId } = company.north;
    expect(readRefusal(await at.call(contract.addRegion, { body: { regionName: " north " } }, admin))).toEqual([
      422,
      "regionName",
      "There is already a region with this name.",
    ]);
    expect(readRefusal(await at.call(contract.addZone, { body: { zoneName: "NORTH ZONE 1", regionId } }, admin))).toEqual([
      422,
      "zoneName",
      "The region already has a zone with this name.",
    ]);
    expect((await at.call(contract.addZone, { body: { zoneName: "North zone 1", regionId: company.south.regionId } }, admin)).status).toBe(
      201,
    );
    expect(
      readRefusal(
        await at.call(contract.changeGroup, { body: { id: groupId(0), groupName: "x".repeat(101), zoneId: zoneId(0) } }, admin),
      )[1],
    ).toBe("groupName");
  });

  test("a unit moves with all it holds, and the paths of its stores follow [HIE-1] [AUD-1]", async () => {
    const { admin } = company.users;
    const south = company.south.regionId;
    const moved = await at.call(contract.changeZone, { body: { id: zoneId(0), zoneName: "North zone 1", regionId: south } }, admin);
    expect(moved.body.data).toEqual({ id: zoneId(0), zoneName: "North zone 1", regionId: south, version: 2 });
    expect(await pathOf(idOf("North store 1.1"))).toEqual({ regionId: south, zoneId: zoneId(0), groupId: groupId(0) });
    await at.call(contract.changeGroup, { body: { id: groupId(0), groupName: "Moved", zoneId: zoneId(1) } }, admin);
    expect(await pathOf(idOf("North store 1.1"))).toEqual({ regionId: company.north.regionId, zoneId: zoneId(1), groupId: groupId(0) });
    expect(await audited("zone", zoneId(0))).toEqual(["zone moved"]);
    expect(await audited("group", groupId(0))).toEqual(["group moved"]);
  });

  test("who saves an older form of a unit is told what others changed [HIE-1]", async () => {
    const { admin } = company.users;
    const { username: other } = await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin", level: "national" });
    const [north, south] = [company.north.regionId, company.south.regionId];
    const problemOf = ({ status, body: { errors, version } }: Reply) => ({ status, errors, version });
    const outdated = (field: string, now: string, version: number) => ({
      status: 422,
      errors: [{ field, message: `${other} has changed this to “${now}” in the meantime. Save again to keep your entry.` }],
      version,
    });
    const versionOf = async (endpoint: typeof contract.findRegion, id: number) =>
      ((await at.call(endpoint, { query: { id } }, admin)).body.data as contract.UnitDetails).version;

    const zone = { id: zoneId(0), version: await versionOf(contract.findZone, zoneId(0)) };
    expect(zone.version).toBe(1);
    await at.call(contract.changeZone, { body: { ...zone, zoneName: "North zone 1", regionId: south } }, other);
    const rename = { ...zone, zoneName: "Renamed", regionId: north };
    expect(problemOf(await at.call(contract.changeZone, { body: rename }, admin))).toEqual(outdated("regionId", "South", 2));
    expect(await pathOf(idOf("North store 1.1"))).toMatchObject({ regionId: south, zoneId: zoneId(0) });
    const there = await at.call(contract.changeZone, { body: { ...rename, regionId: south } }, admin);
    expect(there.body.data).toEqual({ id: zone.id, zoneName: "Renamed", regionId: south, version: 3 });
    const again = await at.call(contract.changeZone, { body: { ...rename, version: 3 } }, admin);
    expect([again.status, await versionOf(contract.findZone, zone.id)]).toEqual([200, 4]);
    expect((await at.call(contract.changeZone, { body: { ...rename, version: undefined, zoneName: "By a program" } }, admin)).status).toBe(
      200,
    );

    const group = { id: groupId(0), version: await versionOf(contract.findGroup, groupId(0)) };
    await at.call(contract.changeGroup, { body: { ...group, groupName: "Theirs", zoneId: zoneId(0) } }, other);
    const move = { ...group, groupName: "North group 1", zoneId: zoneId(1) };
    expect(problemOf(await at.call(contract.changeGroup, { body: move }, admin))).toEqual(outdated("groupName", "Theirs", 2));
    await at.call(contract.changeGroup, { body: { ...group, version: 2, groupName: "Theirs", zoneId: zoneId(1) } }, other);
    const stay = { ...group, version: 2, groupName: "Ours", zoneId: zoneId(0) };
    expect(problemOf(await at.call(contract.changeGroup, { body: stay }, admin))).toEqual(outdated("zoneId", "North › North zone 2", 3));

    await at.call(contract.changeRegion, { body: { id: north, version: 1, regionName: "Upper" } }, other);
    const region = { id: north, version: 1, regionName: "Lower" };
    expect(problemOf(await at.call(contract.changeRegion, { body: region }, admin))).toEqual(outdated("regionName", "Upper", 2));
    const same = await at.call(contract.changeRegion, { body: { ...region, regionName: "Upper" } }, admin);
    expect(same.body.data).toEqual({ id: north, regionName: "Upper", version: 2 });
  });

  test("a unit moves to no place that is out of reach [HIE-1] [CTX-3] [CTX-4]", async () => {
    const { admin, regional } = company.users;
    const move = (regionId: number, username = admin) =>
      at.call(contract.changeZone, { body: { id: zoneId(0), zoneName: "North zone 1", regionId } }, username);
    expect(readRefusal(await move(company.north.regionId))).toEqual([422, "regionId", "North zone 1 is already in North."]);
    const notThere = [422, "regionId", "There is no such location, or you are not allowed to add to it."];
    expect(readRefusal(await move(999_999))).toEqual(notThere);
    expect(readRefusal(await move(other.north.regionId))).toEqual(notThere);
    expect(readRefusal(await move(company.south.regionId, regional))).toEqual(notThere);
    const group = { id: groupId(0), groupName: "North group 1" };
    expect(readRefusal(await at.call(contract.changeGroup, { body: { ...group, zoneId: groupId(0) + 500_000 } }, admin))[1]).toBe("zoneId");
    expect(await pathOf(idOf("North store 1.1"))).toEqual({ regionId: company.north.regionId, zoneId: zoneId(0), groupId: groupId(0) });
  });

  test("admins of a part change what is theirs and not what is above it [CTX-3] [ROL-4]", async () => {
    const { regional, zonal, group, limited, manager } = company.users;
    const statusOf = async (reply: Promise<Reply>) => (await reply).status;
    const region = { id: company.north.regionId, regionName: "Our north" };
    expect(await statusOf(at.call(contract.addRegion, { body: { regionName: "Mine" } }, regional))).toBe(403);
    expect(await statusOf(at.call(contract.changeRegion, { body: region }, regional))).toBe(200);
    expect(await statusOf(at.call(contract.removeRegion, { query: { id: region.id } }, regional))).toBe(403);
    const added = await at.call(contract.addZone, { body: { zoneName: "North zone 3", regionId: region.id } }, regional);
    expect(added.status).toBe(201);
    expect(await statusOf(at.call(contract.removeZone, { query: { id: id(added) } }, regional))).toBe(200);
    expect(await statusOf(at.call(contract.addZone, { body: { zoneName: "Z", regionId: company.south.regionId } }, regional))).toBe(422);

    expect(await statusOf(at.call(contract.changeRegion, { body: region }, zonal))).toBe(403);
    expect(await statusOf(at.call(contract.addZone, { body: { zoneName: "Z", regionId: region.id } }, zonal))).toBe(422);
    expect(await statusOf(at.call(contract.removeZone, { query: { id: zoneId(0) } }, zonal))).toBe(403);
    expect(await statusOf(at.call(contract.addGroup, { body: { groupName: "G", zoneId: zoneId(0) } }, zonal))).toBe(201);
    expect(await statusOf(at.call(contract.addGroup, { body: { groupName: "G", zoneId: zoneId(1) } }, zonal))).toBe(422);
    expect(await statusOf(at.call(contract.changeZone, { body: { id: zoneId(1), zoneName: "Z", regionId: region.id } }, zonal))).toBe(404);

    expect(await statusOf(at.call(contract.addGroup, { body: { groupName: "H", zoneId: zoneId(0) } }, group))).toBe(422);
    expect(await statusOf(at.call(contract.changeGroup, { body: { id: groupId(0), groupName: "Ours", zoneId: zoneId(0) } }, group))).toBe(
      200,
    );
    expect(await statusOf(at.call(contract.removeGroup, { query: { id: groupId(0) } }, group))).toBe(403);
    expect(await statusOf(at.call(contract.findRegion, { query: { id: company.south.regionId } }, group))).toBe(404);
    for (const nobody of [limited, manager])
      expect(await statusOf(at.call(contract.addRegion, { body: { regionName: "X" } }, nobody))).toBe(403);
    const rows = (await at.call(contract.regionsByCompany, {}, group)).body.data as contract.RegionRow[];
    expect(rows.map((row) => [row.regionName, row.zones, row.groups, row.stores, row.mayChange])).toEqual([["Our north", 1, 1, 2, false]]);
  });

  test("a unit that only leads to one's own shows nothing else of itself [ROL-4] [CTX-4]", async () => {
    const { admin, regional, group } = company.users;
    const readDetails = async (username: string) =>
      (await at.call(contract.findRegion, { query: { id: company.north.regionId } }, username)).body.data as contract.UnitDetails;
    expect(await readDetails(admin)).toMatchObject({ inTheWay: { zones: 2, stores: 4 }, goesAlong: { users: 1, userNames: [regional] } });
    const none = { inTheWay: { zones: 0, groups: 0, stores: 0, publishedDays: 0 }, goesAlong: { users: 0, userNames: [] } };
    expect(await readDetails(group)).toMatchObject({ name: "North", mayChange: false, mayRemove: false, ...none });
  });

  test("a unit that holds something is not deleted, and says what [HIE-1] [AUD-1]", async () => {
    const { admin } = company.users;
    const { db } = at.database;
    expect(readRefusal(await at.call(contract.removeRegion, { query: { id: company.north.regionId } }, admin))).toEqual([
      422,
      "id",
      "North holds 2 zones, 2 groups, 4 stores. Move or delete what it holds first.",
    ]);
    expect(readRefusal(await at.call(contract.removeGroup, { query: { id: groupId(0) } }, admin))[2]).toMatch(
      /^North group 1 holds 2 stores\./,
    );
    await at.call(contract.moveStores, { body: { matching: { fromGroupId: groupId(0) } } }, admin);
    const [slot] = await db
      .insert(timeSlot)
      .values({ companyId: company.companyId, name: "Day", fromMinute: 0, toMinute: 1440 })
      .returning({ id: timeSlot.id });
    await db.insert(masterRule).values({
      companyId: company.companyId,
      timeSlotId: slot?.id ?? 0,
      groupId: groupId(0),
    });
    const day = { companyId: company.companyId, groupId: groupId(0), inputsDigest: "", positions: [], summary: {} };
    await db.insert(groupPlaylist).values({ ...day, day: "2026-11-20", version: 1, state: "draft" });
    const { body } = await at.call(contract.findGroup, { query: { id: groupId(0) } }, admin);
    expect(body.data).toEqual({
      id: groupId(0),
      name: "North group 1",
      regionId: company.north.regionId,
      zoneId: zoneId(0),
      version: 1,
      path: ["North", "North zone 1"],
      mayChange: true,
      mayRemove: true,
      inTheWay: { zones: 0, groups: 0, stores: 0, publishedDays: 0, onlyUnitOf: [] },
      goesAlong: { users: 1, userNames: [company.users.group], masterRules: 1, events: 0, drafts: 1 },
    });
    expect((await at.call(contract.removeGroup, { query: { id: groupId(0) } }, admin)).status).toBe(200);
    expect(await db.$count(storeGroup, eq(storeGroup.id, groupId(0)))).toBe(0);
    expect(await db.$count(userUnit, eq(userUnit.groupId, groupId(0)))).toBe(0);
    expect(await audited("group", groupId(0))).toEqual(["group deleted"]);
    expect((await at.call(contract.removeGroup, { query: { id: groupId(0) } }, admin)).status).toBe(404);
  });

  test("who manages a part deletes no unit that is the last of a user [HIE-1] [ROL-3]", async () => {
    const { admin, regional, zonal } = company.users;
    const added = async (zoneName: string) => {
      const reply = await at.call(contract.addZone, { body: { zoneName, regionId: company.north.regionId } }, regional);
      return id(reply);
    };
    const [first, second] = [await added("First"), await added("Second")];
    const units = [{ zoneId: first }, { zoneId: second }];
    const { username } = await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin", level: "zonal", units });
    const remove = (zone: number, as: string) => at.call(contract.removeZone, { query: { id: zone } }, as);
    const foreseen = async (zone: number, as: string) =>
      ((await at.call(contract.findZone, { query: { id: zone } }, as)).body.data as contract.UnitDetails).inTheWay.onlyUnitOf;
    expect(await foreseen(first, regional)).toEqual([]);
    const raced = await Promise.all([remove(first, regional), remove(second, regional)]);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422]);
    const last = raced[0]?.status === 200 ? second : first;
    expect([await foreseen(last, regional), await foreseen(last, admin)]).toEqual([[username], []]);
    expect(readRefusal(await remove(last, regional))).toEqual([
      422,
      "id",
      `${username} has no other zone. Assign them to another one first: only admins of the whole company see users who have none.`,
    ]);
    expect(await at.database.db.$count(userUnit, eq(userUnit.zoneId, last))).toBe(1);
    expect((await remove(last, zonal)).status).toBe(404);
    expect((await remove(last, admin)).status).toBe(200);
  });

  test("a group whose days were published stays, as the record of what played [HIE-1]", async () => {
    const { admin } = company.users;
    await at.call(contract.moveStores, { body: { matching: { fromGroupId: groupId(0) } } }, admin);
    await at.database.db.insert(groupPlaylist).values({
      ...{ companyId: company.companyId, groupId: groupId(0), day: "2026-11-20", version: 1, state: "superseded" },
      ...{ inputsDigest: "", positions: [], summary: {}, publishedAt: new Date("2026-11-18T03:00:00Z") },
    } as typeof groupPlaylist.$inferInsert);
    expect(readRefusal(await at.call(contract.removeGroup, { query: { id: groupId(0) } }, admin))).toEqual([
      422,
      "id",
      "North group 1 has 1 published day, the record of what played, so it cannot be deleted. Rename it or leave it empty.",
    ]);
  });

  test("of deleting a unit and putting something into it, one wins [HIE-1]", async () => {
    const { admin } = company.users;
    for (let round = 0; round < 4; round++) {
      const group = id(await at.call(contract.addGroup, { body: { groupName: `Race ${round}`, zoneId: zoneId(0) } }, admin));
      const alone = idOf("Alone");
      const [removed, moved] = await Promise.all([
        at.call(contract.removeGroup, { query: { id: group } }, admin),
        at.call(contract.moveStores, { body: { groupId: group, ids: [alone] } }, admin),
      ]);
      expect([removed.status, moved.status].sort()).toEqual([200, 422]);
      expect((removed.status === 200 ? moved : removed).body.message).toMatch(/^There is no such group|holds 1 store\./);
      await at.call(contract.moveStores, { body: { ids: [alone] } }, admin);
      const added = id(await at.call(contract.addZone, { body: { zoneName: `Race ${round}`, regionId: company.north.regionId } }, admin));
      const [gone, filled] = await Promise.all([
        at.call(contract.removeZone, { query: { id: added } }, admin),
        at.call(contract.changeGroup, { body: { id: groupId(1), groupName: "North group 2", zoneId: added } }, admin),
      ]);
      expect([gone.status, filled.status].sort()).toEqual([200, 422]);
    }
  });

  test("stores are assigned by name or all that match; others' never [HIE-1] [CTX-4]", async () => {
    const { admin, regional, group } = company.users;
    const unassigned = async (username: string, query: object = {}) =>
      ((await at.call(contract.unassignedStores, { query }, username)).body.data as { storeName: string }[]).map(
        ({ storeName }) => storeName,
      );
    expect(await unassigned(admin)).toEqual(["Alone"]);
    expect(await unassigned(regional)).toEqual([]);
    const out = await at.call(contract.moveStores, { body: { matching: { fromGroupId: groupId(0), search: "1.1" } } }, admin);
    expect([out.body.message, out.body.data]).toEqual(["1 store removed from the group", { changed: 1, unchanged: 0 }]);
    expect(await unassigned(admin)).toEqual(["Alone", "North store 1.1"]);
    expect(await unassigned(admin, { search: "north" })).toEqual(["North store 1.1"]);
    const back = await at.call(contract.moveStores, { body: { groupId: groupId(1, "south"), matching: {} } }, admin);
    expect([back.body.message, back.body.data]).toEqual(["2 stores assigned", { changed: 2, unchanged: 0 }]);
    expect(await at.database.db.$count(store, and(eq(store.companyId, company.companyId), isNull(store.groupId)))).toBe(0);
    expect(await pathOf(idOf("Alone"))).toEqual({
      regionId: company.south.regionId,
      zoneId: zoneId(1, "south"),
      groupId: groupId(1, "south"),
    });

    const move = (username: string, body: object) => at.call(contract.moveStores, { body } as never, username);
    expect(readRefusal(await move(group, { groupId: groupId(1), ids: [idOf("North store 1.2")] }))[1]).toBe("groupId");
    expect(readRefusal(await move(group, { ids: [idOf("North store 1.2")] }))[1]).toBe("groupId");
    expect((await move(regional, { groupId: groupId(0), ids: [idOf("North store 2.1"), idOf("South store 1.1")] })).status).toBe(404);
    expect((await move(admin, { groupId: groupId(0), ids: [idOf("Alone", other)] })).status).toBe(404);
    expect(readRefusal(await move(admin, { groupId: groupId(0, "north", other), ids: [idOf("Alone")] }))[1]).toBe("groupId");
    expect((await move(regional, { groupId: groupId(0), matching: { fromGroupId: groupId(0, "south") } })).body.data).toEqual({
      changed: 0,
      unchanged: 0,
    });
    for (const body of [{ groupId: groupId(0) }, { groupId: groupId(0), ids: [] }, { groupId: groupId(0), ids: [1], matching: {} }])
      expect((await move(admin, body)).status).toBe(422);
    expect((await at.call(contract.moveStores, { query: { companyId: other.companyId }, body: { ids: [1] } }, admin)).status).toBe(403);
  });

  test("two bulk moves that cross never wait for each other in a circle", async () => {
    const { admin } = company.users;
    const move = (from: 0 | 1, to: 0 | 1) =>
      at.call(contract.moveStores, { body: { groupId: groupId(to), matching: { fromGroupId: groupId(from) } } }, admin);
    for (const regionId of [company.south.regionId, company.north.regionId]) {
      const moves = [
        at.call(contract.changeZone, { body: { id: zoneId(0), zoneName: `Crossing ${regionId}`, regionId } }, admin),
        ...[move(0, 1), move(1, 0)], // more than two of one person's wait their turn (LOAD-1)
      ];
      for (const { status } of await Promise.all(moves)) expect(status).toBe(200);
    }
  });

  test("a search finds units and stores of the scope, with the way to them [HIE-1] [CTX-4]", async () => {
    const search = async (username: string, words: string) =>
      ((await at.call(contract.searchHierarchy, { query: { search: words } }, username)).body.data as contract.SearchHit[]).map(
        ({ kind, name, path }) => [kind, name, ...path].join(" / "),
      );
    expect(await search(company.users.admin, "north zone")).toEqual(["zone / North zone 1 / North", "zone / North zone 2 / North"]);
    expect(await search(company.users.zonal, "1")).toEqual([
      "zone / North zone 1 / North",
      "group / North group 1 / North / North zone 1",
      "store / North store 1.1 / North / North zone 1 / North group 1",
      "store / North store 1.2 / North / North zone 1 / North group 1",
    ]);
    expect(await search(company.users.admin, "%")).toEqual([]);
    const byCode = company.stores[8]?.code ?? "";
    expect(await search(company.users.admin, byCode)).toEqual(["store / Alone"]);
  });

  test("provider staff with the area work in the company they name [CTX-2]", async () => {
    expect((await at.call(contract.addRegion, { body: { regionName: "East" } }, staff)).status).toBe(422);
    const query = { companyId: company.companyId };
    expect((await at.call(contract.addRegion, { query, body: { regionName: "East" } }, staff)).status).toBe(201);
    expect(await at.database.db.$count(region, eq(region.companyId, company.companyId))).toBe(3);
    expect((await at.call(contract.findZone, { query: { ...query, id: zoneId(0, "north", other) } }, staff)).status).toBe(404);
    expect(await at.database.db.$count(zone, eq(zone.companyId, company.companyId))).toBe(4);
  });

  test("bad ids are refused by field [API-1]", async () => {
    for (const regionIds of ["", "x", "1,,2", "1;drop", Array.from({ length: 101 }, () => "1").join(",")])
      expect(readRefusal(await at.call(contract.zonesByRegions, { query: { regionIds } }, company.users.admin)).slice(0, 2)).toEqual([
        422,
        "regionIds",
      ]);
  });
});
