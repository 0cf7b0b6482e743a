import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MasterRule } from "#contract/schedule/master-rule";
import type { RuleCopy } from "#contract/schedule/rule-copy";
import { auditLog, masterRule, timeSlot } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("copying rules to other locations", () => {
  let platform: TestPlatform;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let company: TestCompany;
  let other: TestCompany;
  let slotIds: number[];

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine);
    const { database } = platform;
    const provider = await makeProvider(database);
    library = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    other = await makeCompany(database);
    const evening = {
      companyId: company.companyId,
      name: "Saturday",
      fromMinute: 720,
      toMinute: 1080,
      weekdays: [6],
    };
    const [added] = await database.db
      .insert(timeSlot)
      .values(evening)
      .returning({ id: timeSlot.id });
    slotIds = [await makeSlot(database, company.companyId), added?.id ?? 0];
  });
  beforeEach(() =>
    platform.database.db.delete(masterRule).where(eq(masterRule.companyId, company.companyId)),
  );
  afterAll(() => platform?.close());

  const groupAt = (place: number) => company.north.groupIds[place] ?? 0;
  const slotAt = (place: number) => slotIds[place] ?? 0;
  const add = (place: number, unit: object, ...mix: [number, number][]) =>
    platform
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId: slotAt(place), ...unit, ...ruleOver(...mix) } });
  const copy = async (body: object, as = company.users.admin) => {
    const answer = await platform.as(as).copyMasterRule({ body }).reply;
    return { ...answer, data: answer.body.data as { changed: number; copies: RuleCopy[] } };
  };
  const ownOf = async (place: number, unit: object) =>
    (
      await platform
        .as(company.users.admin)
        .masterRuleBySlot({ query: { timeSlotId: slotAt(place), ...unit } })
    ).own;
  const mixOf = (rule: MasterRule | null) =>
    rule?.mix.map(({ name, percent }) => `${name} ${percent}`);

  it("adds and replaces at once, says so before, and keeps what was replaced [MST-1] [AUD-1]", async () => {
    const from = { groupId: groupAt(0) };
    const zoneId = company.north.zoneIds[1] ?? 0;
    const { id: storeId } = company.stores.find(
      ({ regionId }) => regionId === company.south.regionId,
    ) ?? { id: 0 };
    await add(0, from, [library.popular, 80], [library.thirds, 20]);
    await add(0, { groupId: groupAt(1) }, [library.thirds, 100]);
    await add(0, { storeId: storeId }, [library.popular, 80], [library.thirds, 20]);
    const body = {
      ...from,
      timeSlotId: slotAt(0),
      toGroupIds: [groupAt(0), groupAt(1)],
      toZoneIds: [zoneId],
      toStoreIds: [storeId],
    };
    const preview = await copy({ ...body, dryRun: true });
    const changes = preview.data.copies.map(({ target, change }) => [
      target.level,
      target.name,
      change,
    ]);
    expect(changes).toEqual([
      ["ZONE", "North zone 2", "ADDED"],
      ["GROUP", "North group 2", "REPLACED"],
      ["STORE", expect.any(String), "SAME"],
    ]);
    expect(mixOf(await ownOf(0, { groupId: groupAt(1) }))).toEqual(["Thirds 100"]);
    const done = await copy(body);
    expect(done.data).toEqual(preview.data);
    expect(done.data.changed).toBe(2);
    for (const unit of [{ groupId: groupAt(1) }, { zoneId }])
      expect(mixOf(await ownOf(0, unit))).toEqual(["Popular 80", "Thirds 20"]);
    expect(await ownOf(0, { groupId: groupAt(1) })).toMatchObject({ version: 2 });
    const requestId = done.headers.get("X-Request-Id") ?? "";
    const rows = await platform.database.db
      .select({ action: auditLog.action, name: auditLog.itemName, before: auditLog.before })
      .from(auditLog)
      .where(and(eq(auditLog.companyId, company.companyId), eq(auditLog.requestId, requestId)))
      .orderBy(auditLog.id);
    expect(rows).toMatchObject([
      { action: "master rule copied", name: "North zone 2", before: null },
      {
        action: "master rule copied",
        name: "North group 2",
        before: { mix: [{ name: "Thirds", percent: 100 }] },
      },
    ]);
    const versions = { query: { timeSlotId: slotAt(0), groupId: groupAt(1) } };
    const [version] = await platform.as(company.users.admin).listRuleVersions(versions);
    expect(version).toMatchObject({
      change: "COPIED",
      copiedFrom: { level: "GROUP", name: "North group 1" },
    });
    const undone = await platform
      .as(company.users.admin)
      .restoreMasterRule({ body: { undoOf: requestId } }).reply;
    expect(undone.body).toMatchObject({
      message: "Undone: 2 rules as before",
      data: { changed: 2 },
    });
    expect([mixOf(await ownOf(0, { groupId: groupAt(1) })), await ownOf(0, { zoneId })]).toEqual([
      ["Thirds 100"],
      null,
    ]);
  });

  it("copies the location's own rules of all slots, and nothing it inherits [MST-1]", async () => {
    await add(0, {}, [library.popular, 100]);
    await add(1, { regionId: company.north.regionId }, [library.thirds, 100]);
    const { data } = await copy({
      regionId: company.north.regionId,
      toRegionIds: [company.south.regionId],
    });
    expect(data.copies).toMatchObject([{ slotName: "Saturday", change: "ADDED" }]);
    expect(await ownOf(0, { regionId: company.south.regionId })).toBeNull();
    const none = await copy({
      regionId: company.north.regionId,
      timeSlotId: slotAt(0),
      toCompany: true,
    });
    expect(none.body.errors).toEqual([
      { field: "timeSlotId", message: "North has no rule of its own to copy." },
    ]);
    expect(
      (await copy({ regionId: company.north.regionId, toRegionIds: [company.north.regionId] })).body
        .errors?.[0]?.field,
    ).toBe("toGroupIds");
    expect((await copy({ regionId: company.north.regionId })).body.errors).toEqual([
      { field: "toGroupIds", message: "Choose at least one location." },
    ]);
  });

  it("copies to what the caller owns, all or nothing [CTX-3] [CTX-4] [ROL-1]", async () => {
    await add(0, {}, [library.popular, 100]);
    const { regional, group, limited, manager } = company.users;
    const toGroups = (...ids: (number | undefined)[]) => ({
      timeSlotId: slotAt(0),
      toGroupIds: ids,
    });
    expect((await copy(toGroups(groupAt(0), company.south.groupIds[0]), regional)).status).toBe(
      404,
    );
    expect((await copy(toGroups(groupAt(0), other.north.groupIds[0]))).status).toBe(404);
    expect((await copy({ ...toGroups(groupAt(0)), toCompany: true }, regional)).status).toBe(403);
    expect(
      (await copy({ ...toGroups(groupAt(0)), toZoneIds: [company.north.zoneIds[0]] }, group))
        .status,
    ).toBe(403);
    for (const as of [limited, manager])
      expect((await copy(toGroups(groupAt(0)), as)).status).toBe(403);
    expect((await copy({ ...toGroups(groupAt(0)), timeSlotId: 999_999 })).status).toBe(404);
    expect(
      await platform.database.db.$count(masterRule, eq(masterRule.companyId, company.companyId)),
    ).toBe(1);
    expect((await copy(toGroups(groupAt(0)), group)).data.changed).toBe(1);
    expect((await copy(toGroups(groupAt(1), groupAt(0)), regional)).data.changed).toBe(1);
  });
});
