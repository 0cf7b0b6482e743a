import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type * as contract from "#contract/hierarchy/endpoints";
import * as unitChanges from "#contract/hierarchy/unit-changes";
import {
  auditLog,
  groupPlaylist,
  masterRule,
  region,
  store,
  storeGroup,
  timeSlot,
  userUnit,
  zone,
} from "#platform/db/schema/index";
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
  const zoneId = (n: 0 | 1, side: "north" | "south" = "north", of = company) =>
    of[side].zoneIds[n] ?? 0;
  const groupId = (n: 0 | 1, side: "north" | "south" = "north", of = company) =>
    of[side].groupIds[n] ?? 0;
  const readRefusal = ({ status, body }: Reply) => [
    status,
    body.errors?.[0]?.field ?? null,
    body.message,
  ];
  const id = ({ body }: Reply) => (body.data as { id: number }).id;
  const audited = async (itemKind: string, itemId: number) =>
    (
      await at.database.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(
          and(
            eq(auditLog.companyId, company.companyId),
            eq(auditLog.itemKind, itemKind),
            eq(auditLog.itemId, String(itemId)),
          ),
        )
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
    const east = (await at.as(admin).addRegion({ body: { regionName: "East" } })).id;
    const zoneOne = (
      await at.as(admin).addZone({ body: { zoneName: "East zone", regionId: east } })
    ).id;
    const group = await at
      .as(admin)
      .addGroup({ body: { groupName: "East group", zoneId: zoneOne } }).reply;
    expect([group.status, group.body.data]).toEqual([
      201,
      { id: expect.any(Number), groupName: "East group", regionId: east, zoneId: zoneOne },
    ]);
    await at.as(admin).changeRegion({ body: { id: east, regionName: "Far East" } });
    await at
      .as(admin)
      .moveStores({ body: { groupId: id(group), ids: [idOf("Alone"), idOf("South store 1.1")] } });
    await at.database.db
      .update(store)
      .set({ status: "inactive" })
      .where(eq(store.id, idOf("Alone")));

    const regions = await at.as(admin).regionsByCompany();
    const rows = regions.map(({ id: _, ...row }) => row);
    const rights = { mayChange: true, mayRemove: true };
    expect(rows).toEqual([
      {
        regionName: "Far East",
        zones: 1,
        groups: 1,
        stores: 2,
        inactiveStores: 1,
        users: 0,
        ...rights,
      },
      {
        regionName: "North",
        zones: 2,
        groups: 2,
        stores: 4,
        inactiveStores: 0,
        users: 1,
        ...rights,
      },
      {
        regionName: "South",
        zones: 2,
        groups: 2,
        stores: 3,
        inactiveStores: 0,
        users: 0,
        ...rights,
      },
    ]);
    const zones = await at
      .as(admin)
      .zonesByRegions({ query: { regionIds: `${east},${company.north.regionId}` } });
    expect(
      (zones as contract.ZoneRow[]).map((row) => [row.zoneName, row.groups, row.stores, row.users]),
    ).toEqual([
      ["East zone", 1, 2, 0],
      ["North zone 1", 1, 2, 1],
      ["North zone 2", 1, 2, 0],
    ]);
    const names = async (query: object) =>
      (
        await at
          .as(admin)
          .zonesByRegions({ query: { regionIds: `${company.north.regionId}`, ...query } })
      ).map(({ zoneName }) => zoneName);
    const [one, two] = company.north.zoneIds;
    expect(await names({ first: 1 })).toEqual(["North zone 1"]);
    expect(await names({ first: 1, keep: one })).toEqual(["North zone 1"]);
    expect(await names({ first: 1, keep: two })).toEqual(["North zone 1", "North zone 2"]);
    // of another region
    expect(await names({ first: 1, keep: company.south.zoneIds[0] })).toEqual(["North zone 1"]);
    const groups = await at.as(admin).groupsByZones({ query: { zoneIds: `${zoneOne}`, first: 5 } });
    expect(groups.map((row) => [row.groupName, row.stores, row.inactiveStores])).toEqual([
      ["East group", 2, 1],
    ]);
    const stores = await at
      .as(admin)
      .storesByUnits({ query: { groupIds: `${id(group)}`, limit: 1 } }).answer;
    expect([stores.data.map(({ storeName }) => storeName), stores.page?.total]).toEqual([
      ["Alone"],
      2,
    ]);
    expect(
      (
        await at
          .as(admin)
          .storesByUnits({ query: { groupIds: `${id(group)}`, cursor: stores.page?.next ?? "" } })
      ).map(({ storeName }) => storeName),
    ).toEqual(["South store 1.1"]);
    expect(await audited("region", east)).toEqual(["region added", "region renamed"]);
    expect(await audited("zone", zoneOne)).toEqual(["zone added"]);
    expect(await audited("group", id(group))).toEqual(["group added"]);
    expect(await audited("store", idOf("Alone"))).toEqual(["store assigned"]);
  });

  test("a name is taken within its parent alone, however it is written [HIE-1]", async () => {
    const { admin } = company.users;
    const { regionId } = company.north;
    expect(await at.as(admin).addRegion({ body: { regionName: " north " } }).errors).toEqual({
      regionName: "There is already a region with this name.",
    });
    expect(
      await at.as(admin).addZone({ body: { zoneName: "NORTH ZONE 1", regionId } }).errors,
    ).toEqual({
      zoneName: "The region already has a zone with this name.",
    });
    await at
      .as(admin)
      .addZone({ body: { zoneName: "North zone 1", regionId: company.south.regionId } });
    expect(
      (
        await at
          .as(admin)
          .changeGroup({ body: { id: groupId(0), groupName: "x".repeat(101), zoneId: zoneId(0) } })
          .wrongFields
      )[0],
    ).toBe("groupName");
  });

  test("a unit moves with all it holds, and the paths of its stores follow [HIE-1] [AUD-1]", async () => {
    const { admin } = company.users;
    const south = company.south.regionId;
    expect(
      await at
        .as(admin)
        .changeZone({ body: { id: zoneId(0), zoneName: "North zone 1", regionId: south } }),
    ).toEqual({
      id: zoneId(0),
      zoneName: "North zone 1",
      regionId: south,
      version: 2,
    });
    expect(await pathOf(idOf("North store 1.1"))).toEqual({
      regionId: south,
      zoneId: zoneId(0),
      groupId: groupId(0),
    });
    await at
      .as(admin)
      .changeGroup({ body: { id: groupId(0), groupName: "Moved", zoneId: zoneId(1) } });
    expect(await pathOf(idOf("North store 1.1"))).toEqual({
      regionId: company.north.regionId,
      zoneId: zoneId(1),
      groupId: groupId(0),
    });
    expect(await audited("zone", zoneId(0))).toEqual(["zone moved"]);
    expect(await audited("group", groupId(0))).toEqual(["group moved"]);
  });

  test("who saves an older form of a unit is told what others changed [HIE-1]", async () => {
    const { admin } = company.users;
    const { username: other } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const north = company.north.regionId;
    const south = company.south.regionId;
    const problemOf = ({ status, body: { errors, version } }: Reply) => ({
      status,
      errors,
      version,
    });
    const outdated = (field: string, now: string, version: number) => ({
      status: 422,
      errors: [
        {
          field,
          message: `${other} has changed this to “${now}” in the meantime. Save again to keep your entry.`,
        },
      ],
      version,
    });
    const versionOf = async (endpoint: typeof unitChanges.findRegion, id: number) =>
      ((await at.as(admin).call(endpoint, { query: { id } })) as unitChanges.UnitDetails).version;

    const zone = { id: zoneId(0), version: await versionOf(unitChanges.findZone, zoneId(0)) };
    expect(zone.version).toBe(1);
    await at.as(other).changeZone({ body: { ...zone, zoneName: "North zone 1", regionId: south } });
    const rename = { ...zone, zoneName: "Renamed", regionId: north };
    expect(problemOf(await at.as(admin).changeZone({ body: rename }).reply)).toEqual(
      outdated("regionId", "South", 2),
    );
    expect(await pathOf(idOf("North store 1.1"))).toMatchObject({
      regionId: south,
      zoneId: zoneId(0),
    });
    expect(await at.as(admin).changeZone({ body: { ...rename, regionId: south } })).toEqual({
      id: zone.id,
      zoneName: "Renamed",
      regionId: south,
      version: 3,
    });
    await at.as(admin).changeZone({ body: { ...rename, version: 3 } });
    expect(await versionOf(unitChanges.findZone, zone.id)).toBe(4);
    await at
      .as(admin)
      .changeZone({ body: { ...rename, version: undefined, zoneName: "By a program" } });

    const group = { id: groupId(0), version: await versionOf(unitChanges.findGroup, groupId(0)) };
    await at.as(other).changeGroup({ body: { ...group, groupName: "Theirs", zoneId: zoneId(0) } });
    const move = { ...group, groupName: "North group 1", zoneId: zoneId(1) };
    expect(problemOf(await at.as(admin).changeGroup({ body: move }).reply)).toEqual(
      outdated("groupName", "Theirs", 2),
    );
    await at
      .as(other)
      .changeGroup({ body: { ...group, version: 2, groupName: "Theirs", zoneId: zoneId(1) } });
    const stay = { ...group, version: 2, groupName: "Ours", zoneId: zoneId(0) };
    expect(problemOf(await at.as(admin).changeGroup({ body: stay }).reply)).toEqual(
      outdated("zoneId", "North › North zone 2", 3),
    );

    await at.as(other).changeRegion({ body: { id: north, version: 1, regionName: "Upper" } });
    const region = { id: north, version: 1, regionName: "Lower" };
    expect(problemOf(await at.as(admin).changeRegion({ body: region }).reply)).toEqual(
      outdated("regionName", "Upper", 2),
    );
    expect(await at.as(admin).changeRegion({ body: { ...region, regionName: "Upper" } })).toEqual({
      id: north,
      regionName: "Upper",
      version: 2,
    });
  });

  test("a unit moves to no place that is out of reach [HIE-1] [CTX-3] [CTX-4]", async () => {
    const { admin, regional } = company.users;
    const move = (regionId: number, username = admin) =>
      at.as(username).changeZone({ body: { id: zoneId(0), zoneName: "North zone 1", regionId } });
    expect(await move(company.north.regionId).errors).toEqual({
      regionId: "North zone 1 is already in North.",
    });
    const notThere = [
      422,
      "regionId",
      "There is no such location, or you are not allowed to add to it.",
    ];
    expect(readRefusal(await move(999_999).reply)).toEqual(notThere);
    expect(readRefusal(await move(other.north.regionId).reply)).toEqual(notThere);
    expect(readRefusal(await move(company.south.regionId, regional).reply)).toEqual(notThere);
    const group = { id: groupId(0), groupName: "North group 1" };
    expect(
      (
        await at.as(admin).changeGroup({ body: { ...group, zoneId: groupId(0) + 500_000 } })
          .wrongFields
      )[0],
    ).toBe("zoneId");
    expect(await pathOf(idOf("North store 1.1"))).toEqual({
      regionId: company.north.regionId,
      zoneId: zoneId(0),
      groupId: groupId(0),
    });
  });

  test("admins of a part change what is theirs and not what is above it [CTX-3] [ROL-4]", async () => {
    const { regional, zonal, group, limited, manager } = company.users;
    const region = { id: company.north.regionId, regionName: "Our north" };
    expect(await at.as(regional).addRegion({ body: { regionName: "Mine" } }).status).toBe(403);
    expect(await at.as(regional).changeRegion({ body: region }).status).toBe(200);
    expect(await at.as(regional).removeRegion({ query: { id: region.id } }).status).toBe(403);
    const added = await at
      .as(regional)
      .addZone({ body: { zoneName: "North zone 3", regionId: region.id } }).reply;
    expect(added.status).toBe(201);
    expect(await at.as(regional).removeZone({ query: { id: id(added) } }).status).toBe(200);
    expect(
      await at.as(regional).addZone({ body: { zoneName: "Z", regionId: company.south.regionId } })
        .status,
    ).toBe(422);

    expect(await at.as(zonal).changeRegion({ body: region }).status).toBe(403);
    expect(
      await at.as(zonal).addZone({ body: { zoneName: "Z", regionId: region.id } }).status,
    ).toBe(422);
    expect(await at.as(zonal).removeZone({ query: { id: zoneId(0) } }).status).toBe(403);
    expect(
      await at.as(zonal).addGroup({ body: { groupName: "G", zoneId: zoneId(0) } }).status,
    ).toBe(201);
    expect(
      await at.as(zonal).addGroup({ body: { groupName: "G", zoneId: zoneId(1) } }).status,
    ).toBe(422);
    expect(
      await at.as(zonal).changeZone({ body: { id: zoneId(1), zoneName: "Z", regionId: region.id } })
        .status,
    ).toBe(404);

    expect(
      await at.as(group).addGroup({ body: { groupName: "H", zoneId: zoneId(0) } }).status,
    ).toBe(422);
    expect(
      await at
        .as(group)
        .changeGroup({ body: { id: groupId(0), groupName: "Ours", zoneId: zoneId(0) } }).status,
    ).toBe(200);
    expect(await at.as(group).removeGroup({ query: { id: groupId(0) } }).status).toBe(403);
    expect(await at.as(group).findRegion({ query: { id: company.south.regionId } }).status).toBe(
      404,
    );
    for (const nobody of [limited, manager])
      expect(await at.as(nobody).addRegion({ body: { regionName: "X" } }).status).toBe(403);
    const rows = await at.as(group).regionsByCompany();
    expect(
      rows.map((row) => [row.regionName, row.zones, row.groups, row.stores, row.mayChange]),
    ).toEqual([["Our north", 1, 1, 2, false]]);
  });

  test("a unit that only leads to one's own shows nothing else of itself [ROL-4] [CTX-4]", async () => {
    const { admin, regional, group } = company.users;
    expect(await at.as(admin).findRegion({ query: { id: company.north.regionId } })).toMatchObject({
      inTheWay: { zones: 2, stores: 4 },
      goesAlong: { users: 1, userNames: [regional] },
    });
    const none = {
      inTheWay: { zones: 0, groups: 0, stores: 0, publishedDays: 0 },
      goesAlong: { users: 0, userNames: [] },
    };
    expect(await at.as(group).findRegion({ query: { id: company.north.regionId } })).toMatchObject({
      name: "North",
      mayChange: false,
      mayRemove: false,
      ...none,
    });
  });

  test("a unit that holds something is not deleted, and says what [HIE-1] [AUD-1]", async () => {
    const { admin } = company.users;
    const { db } = at.database;
    expect(
      await at.as(admin).removeRegion({ query: { id: company.north.regionId } }).errors,
    ).toEqual({
      id: "North holds 2 zones, 2 groups, 4 stores. Move or delete what it holds first.",
    });
    expect((await at.as(admin).removeGroup({ query: { id: groupId(0) } }).refusal).message).toMatch(
      /^North group 1 holds 2 stores\./,
    );
    await at.as(admin).moveStores({ body: { matching: { fromGroupId: groupId(0) } } });
    const [slot] = await db
      .insert(timeSlot)
      .values({ companyId: company.companyId, name: "Day", fromMinute: 0, toMinute: 1440 })
      .returning({ id: timeSlot.id });
    await db.insert(masterRule).values({
      companyId: company.companyId,
      timeSlotId: slot?.id ?? 0,
      groupId: groupId(0),
    });
    const day = {
      companyId: company.companyId,
      groupId: groupId(0),
      inputsDigest: "",
      positions: [],
      summary: {},
    };
    await db
      .insert(groupPlaylist)
      .values({ ...day, day: "2026-11-20", version: 1, state: "draft" });
    expect(await at.as(admin).findGroup({ query: { id: groupId(0) } })).toEqual({
      id: groupId(0),
      name: "North group 1",
      regionId: company.north.regionId,
      zoneId: zoneId(0),
      version: 1,
      neighbours: "SAME",
      path: ["North", "North zone 1"],
      mayChange: true,
      mayRemove: true,
      inTheWay: { zones: 0, groups: 0, stores: 0, publishedDays: 0, onlyUnitOf: [] },
      goesAlong: {
        users: 1,
        userNames: [company.users.group],
        masterRules: 1,
        events: 0,
        drafts: 1,
      },
    });
    await at.as(admin).removeGroup({ query: { id: groupId(0) } });
    expect(await db.$count(storeGroup, eq(storeGroup.id, groupId(0)))).toBe(0);
    expect(await db.$count(userUnit, eq(userUnit.groupId, groupId(0)))).toBe(0);
    expect(await audited("group", groupId(0))).toEqual(["group deleted"]);
    expect(await at.as(admin).removeGroup({ query: { id: groupId(0) } }).status).toBe(404);
  });

  test("who manages a part deletes no unit that is the last of a user [HIE-1] [ROL-3]", async () => {
    const { admin, regional, zonal } = company.users;
    const added = async (zoneName: string) => {
      const reply = await at
        .as(regional)
        .addZone({ body: { zoneName, regionId: company.north.regionId } }).reply;
      return id(reply);
    };
    const first = await added("First");
    const second = await added("Second");
    const units = [{ zoneId: first }, { zoneId: second }];
    const { username } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "zonal",
      units,
    });
    const remove = (zone: number, as: string) => at.as(as).removeZone({ query: { id: zone } });
    const foreseen = async (zone: number, as: string) =>
      (await at.as(as).findZone({ query: { id: zone } })).inTheWay.onlyUnitOf;
    expect(await foreseen(first, regional)).toEqual([]);
    const raced = await Promise.all([
      remove(first, regional).reply,
      remove(second, regional).reply,
    ]);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422]);
    const last = raced[0]?.status === 200 ? second : first;
    expect([await foreseen(last, regional), await foreseen(last, admin)]).toEqual([[username], []]);
    expect(await remove(last, regional).errors).toEqual({
      id: `${username} has no other zone. Assign them to another one first: only admins of the whole company see users who have none.`,
    });
    expect(await at.database.db.$count(userUnit, eq(userUnit.zoneId, last))).toBe(1);
    expect(await remove(last, zonal).status).toBe(404);
    await remove(last, admin);
  });

  test("a group whose days were published stays, as the record of what played [HIE-1]", async () => {
    const { admin } = company.users;
    await at.as(admin).moveStores({ body: { matching: { fromGroupId: groupId(0) } } });
    await at.database.db.insert(groupPlaylist).values({
      companyId: company.companyId,
      groupId: groupId(0),
      day: "2026-11-20",
      version: 1,
      state: "superseded",
      inputsDigest: "",
      positions: [],
      summary: {},
      publishedAt: new Date("2026-11-18T03:00:00Z"),
    } as typeof groupPlaylist.$inferInsert);
    expect(await at.as(admin).removeGroup({ query: { id: groupId(0) } }).errors).toEqual({
      id: "North group 1 has 1 published day, the record of what played, so it cannot be deleted. Rename it or leave it empty.",
    });
  });

  test("of deleting a unit and putting something into it, one wins [HIE-1]", async () => {
    const { admin } = company.users;
    for (let round = 0; round < 4; round++) {
      const group = (
        await at.as(admin).addGroup({ body: { groupName: `Race ${round}`, zoneId: zoneId(0) } })
      ).id;
      const alone = idOf("Alone");
      const [removed, moved] = await Promise.all([
        at.as(admin).removeGroup({ query: { id: group } }).reply,
        at.as(admin).moveStores({ body: { groupId: group, ids: [alone] } }).reply,
      ]);
      expect([removed.status, moved.status].sort()).toEqual([200, 422]);
      expect((removed.status === 200 ? moved : removed).body.message).toMatch(
        /^There is no such group|holds 1 store\./,
      );
      await at.as(admin).moveStores({ body: { ids: [alone] } });
      const added = (
        await at
          .as(admin)
          .addZone({ body: { zoneName: `Race ${round}`, regionId: company.north.regionId } })
      ).id;
      const [gone, filled] = await Promise.all([
        at.as(admin).removeZone({ query: { id: added } }).reply,
        at
          .as(admin)
          .changeGroup({ body: { id: groupId(1), groupName: "North group 2", zoneId: added } })
          .reply,
      ]);
      expect([gone.status, filled.status].sort()).toEqual([200, 422]);
    }
  });

  test("stores are assigned by name or all that match; others' never [HIE-1] [CTX-4]", async () => {
    const { admin, regional, group } = company.users;
    const unassigned = async (username: string, query: object = {}) =>
      (await at.as(username).unassignedStores({ query })).map(({ storeName }) => storeName);
    expect(await unassigned(admin)).toEqual(["Alone"]);
    expect(await unassigned(regional)).toEqual([]);
    const out = await at
      .as(admin)
      .moveStores({ body: { matching: { fromGroupId: groupId(0), search: "1.1" } } }).answer;
    expect([out.message, out.data]).toEqual([
      "1 store removed from the group",
      { changed: 1, unchanged: 0 },
    ]);
    expect(await unassigned(admin)).toEqual(["Alone", "North store 1.1"]);
    expect(await unassigned(admin, { search: "north" })).toEqual(["North store 1.1"]);
    const back = await at
      .as(admin)
      .moveStores({ body: { groupId: groupId(1, "south"), matching: {} } }).answer;
    expect([back.message, back.data]).toEqual(["2 stores assigned", { changed: 2, unchanged: 0 }]);
    expect(
      await at.database.db.$count(
        store,
        and(eq(store.companyId, company.companyId), isNull(store.groupId)),
      ),
    ).toBe(0);
    expect(await pathOf(idOf("Alone"))).toEqual({
      regionId: company.south.regionId,
      zoneId: zoneId(1, "south"),
      groupId: groupId(1, "south"),
    });

    const move = (username: string, body: object) => at.as(username).moveStores({ body } as never);
    expect(
      (await move(group, { groupId: groupId(1), ids: [idOf("North store 1.2")] }).wrongFields)[0],
    ).toBe("groupId");
    expect((await move(group, { ids: [idOf("North store 1.2")] }).wrongFields)[0]).toBe("groupId");
    expect(
      await move(regional, {
        groupId: groupId(0),
        ids: [idOf("North store 2.1"), idOf("South store 1.1")],
      }).status,
    ).toBe(404);
    expect(await move(admin, { groupId: groupId(0), ids: [idOf("Alone", other)] }).status).toBe(
      404,
    );
    expect(
      (
        await move(admin, { groupId: groupId(0, "north", other), ids: [idOf("Alone")] }).wrongFields
      )[0],
    ).toBe("groupId");
    expect(
      await move(regional, { groupId: groupId(0), matching: { fromGroupId: groupId(0, "south") } }),
    ).toEqual({
      changed: 0,
      unchanged: 0,
    });
    for (const body of [
      { groupId: groupId(0) },
      { groupId: groupId(0), ids: [] },
      { groupId: groupId(0), ids: [1], matching: {} },
    ])
      expect(await move(admin, body).status).toBe(422);
    expect(
      await at.as(admin).moveStores({ query: { companyId: other.companyId }, body: { ids: [1] } })
        .status,
    ).toBe(403);
  });

  test("two bulk moves that cross never wait for each other in a circle", async () => {
    const { admin } = company.users;
    const move = (from: 0 | 1, to: 0 | 1) =>
      at
        .as(admin)
        .moveStores({ body: { groupId: groupId(to), matching: { fromGroupId: groupId(from) } } });
    for (const regionId of [company.south.regionId, company.north.regionId]) {
      const moves = [
        at
          .as(admin)
          .changeZone({ body: { id: zoneId(0), zoneName: `Crossing ${regionId}`, regionId } })
          .reply,
        move(0, 1).reply,
        move(1, 0).reply, // more than two of one person's wait their turn (LOAD-1)
      ];
      for (const { status } of await Promise.all(moves)) expect(status).toBe(200);
    }
  });

  test("a search finds units and stores of the scope, with the way to them [HIE-1] [CTX-4]", async () => {
    const search = async (username: string, words: string) =>
      (await at.as(username).searchHierarchy({ query: { search: words } })).map(
        ({ kind, name, path }) => [kind, name, ...path].join(" / "),
      );
    expect(await search(company.users.admin, "north zone")).toEqual([
      "zone / North zone 1 / North",
      "zone / North zone 2 / North",
    ]);
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
    expect(await at.as(staff).addRegion({ body: { regionName: "East" } }).status).toBe(422);
    const query = { companyId: company.companyId };
    await at.as(staff).addRegion({ query, body: { regionName: "East" } });
    expect(await at.database.db.$count(region, eq(region.companyId, company.companyId))).toBe(3);
    expect(
      await at.as(staff).findZone({ query: { ...query, id: zoneId(0, "north", other) } }).status,
    ).toBe(404);
    expect(await at.database.db.$count(zone, eq(zone.companyId, company.companyId))).toBe(4);
  });

  test("bad ids are refused by field [API-1]", async () => {
    for (const regionIds of [
      "",
      "x",
      "1,,2",
      "1;drop",
      Array.from({ length: 101 }, () => "1").join(","),
    ])
      expect(
        (await at.as(company.users.admin).zonesByRegions({ query: { regionIds } }).wrongFields)[0],
      ).toEqual("regionIds");
  });
});
