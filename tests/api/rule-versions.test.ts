import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addMasterRule,
  changeMasterRule,
  type MasterRule,
  removeMasterRule,
} from "#contract/schedule/master-rule";
import type { RuleVersion } from "#contract/schedule/rule-versions";
import { auditLog, chart, chartSong } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/** Minimum rest alone, of so many minutes. */
const rests = (minutes: number) => [{ name: "MINIMUM_REST", minutes, breakable: false }];

describe("versions of a master rule", () => {
  let platform: TestPlatform;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let company: TestCompany;
  let other: TestCompany;
  let timeSlotId: number;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine);
    const { database } = platform;
    const provider = await makeProvider(database);
    library = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    other = await makeCompany(database);
    timeSlotId = await makeSlot(database, company.companyId);
  });
  afterAll(() => platform?.close());

  const groupAt = (place: number) => company.north.groupIds[place] ?? 0;
  const asAdmin = (...[endpoint, input]: Parameters<TestPlatform["call"]>) =>
    platform.as(company.users.admin).call(endpoint, input);
  const requestOf = ({ headers }: { headers: Headers }) => headers.get("X-Request-Id") ?? "";
  const add = async (unit: object, ...mix: [number, number][]) => {
    const answer = await asAdmin(addMasterRule, {
      body: { timeSlotId, ...unit, ...ruleOver(...mix) },
    }).reply;
    return { ...(answer.body.data as MasterRule), requestId: requestOf(answer) };
  };
  const change = (rule: { id: number; version: number }, section: object) =>
    asAdmin(changeMasterRule, { body: { id: rule.id, version: rule.version, ...section } });
  const remove = ({ id, version }: { id: number; version: number }) =>
    asAdmin(removeMasterRule, { query: { id, version } });
  const versionsOf = async (unit: object, query: object = {}, as = company.users.admin) => {
    const { body } = await platform
      .as(as)
      .listRuleVersions({ query: { timeSlotId, ...unit, ...query } }).reply;
    return body as unknown as { data: RuleVersion[]; page: { next: string | null } };
  };
  const restore = (body: object, as = company.users.admin) =>
    platform.as(as).restoreMasterRule({ body });
  const findOwnRule = async (unit: object) =>
    (await platform.as(company.users.admin).masterRuleBySlot({ query: { timeSlotId, ...unit } }))
      .own;

  it("keeps who saved what, before and after, across a removal [MST-1]", async () => {
    const unit = { groupId: groupAt(0) };
    const first = await add(unit, [library.popular, 100]);
    await change(first, {
      ...ruleOver([library.popular, 60], [library.thirds, 40]),
      separation: rests(90),
    });
    await remove({ id: first.id, version: 2 });
    await add(unit, [library.thirds, 100]);
    const { data } = await versionsOf(unit);
    expect(data.map(({ change: how }) => how)).toEqual(["ADDED", "REMOVED", "CHANGED", "ADDED"]);
    expect(data[2]).toMatchObject({
      who: company.users.admin,
      isReadable: true,
      source: { level: "GROUP", name: "North group 1" },
      before: {
        version: 1,
        separation: ruleOver().separation,
        mix: [{ name: "Popular", percent: 100 }],
      },
      rule: {
        version: 2,
        separation: rests(90),
        mix: [{ percent: 60 }, { name: "Thirds", percent: 40 }],
      },
    });
    expect(data[1]).toMatchObject({ rule: null, before: { version: 2 } });
    expect(
      await platform.as(company.users.admin).findRuleVersion({ query: { id: data[2]?.id ?? 0 } }),
    ).toEqual(data[2]);
    const pages = await versionsOf(unit, { limit: 3 });
    expect(pages.data).toEqual(data.slice(0, 3));
    expect((await versionsOf(unit, { limit: 3, cursor: pages.page.next ?? "" })).data).toEqual(
      data.slice(3),
    );
    expect((await versionsOf({ groupId: groupAt(1) })).data).toEqual([]);
  });

  it("goes back to a version by making a new one, also where the rule was removed [MST-1]", async () => {
    const unit = { zoneId: company.north.zoneIds[0] ?? 0 };
    const first = await add(unit, [library.popular, 70], [library.thirds, 30]);
    await change(first, ruleOver([library.thirds, 100]));
    const [, added] = (await versionsOf(unit)).data;
    const versionId = added?.id ?? 0;
    expect(await restore({ versionId, version: 1 }).errors).toEqual({
      version: "Someone else has changed this rule. Check it, then make your change again.",
    });
    await restore({ versionId, version: 2 });
    expect(await findOwnRule(unit)).toMatchObject({
      id: first.id,
      version: 3,
      mix: [{ percent: 70 }, { percent: 30 }],
    });
    await remove({ id: first.id, version: 3 });
    expect(await restore({ versionId, version: 3 }).status).toBe(422);
    await restore({ versionId });
    expect(await findOwnRule(unit)).toMatchObject({
      version: 1,
      mix: [{ percent: 70 }, { percent: 30 }],
    });
    const { data } = await versionsOf(unit);
    expect(data.map(({ change: how, restoredFrom }) => [how, restoredFrom])).toEqual([
      ["RESTORED", added?.at],
      ["REMOVED", null],
      ["RESTORED", added?.at],
      ["CHANGED", null],
      ["ADDED", null],
    ]);
    expect(await restore({ versionId: data[1]?.id ?? 0, version: 1 }).errors).toEqual({
      versionId: "The location had no rule of its own then. Remove its rule to inherit again.",
    });
    expect(await restore({}).status).toBe(422);
  });

  it("says on its line which chart of a version is gone [MST-1]", async () => {
    const unit = { groupId: groupAt(1) };
    const gone = await makeChart(
      platform.database,
      company.companyId,
      "Soon gone",
      library.songIds.slice(0, 30),
    );
    const rule = await add(unit, [library.popular, 50], [gone, 50]);
    await change(rule, ruleOver([library.popular, 100]));
    const { db } = platform.database;
    await db.delete(chartSong).where(eq(chartSong.chartId, gone));
    await db.delete(chart).where(eq(chart.id, gone));
    const [, first] = (await versionsOf(unit)).data;
    expect(first?.rule?.mix[1]).toMatchObject({ name: "Soon gone", percent: 50 });
    expect(await restore({ versionId: first?.id ?? 0, version: 2 }).errors).toEqual({
      "mix.1.chartId": "There is no such chart, or you are not allowed to use it.",
    });
    // which lets nobody make an older shape
    await db.execute(sql`alter table audit_log disable trigger audit_is_final`);
    await db
      .update(auditLog)
      .set({
        after: {
          timeSlotId,
          source: { level: "GROUP", unitId: unit.groupId, name: "North group 2" },
          shares: {},
        },
      })
      .where(eq(auditLog.id, first?.id ?? 0));
    await db.execute(sql`alter table audit_log enable trigger audit_is_final`);
    expect((await versionsOf(unit)).data[1]).toMatchObject({
      change: "ADDED",
      isReadable: false,
      rule: null,
    });
    expect(
      (await restore({ versionId: first?.id ?? 0, version: 2 }).reply).body.errors?.[0],
    ).toEqual({
      field: "versionId",
      message: "Rules had other settings then, so this version cannot be restored.",
    });
    expect(await findOwnRule(unit)).toMatchObject({ version: 2 });
  });

  it("takes back a person's own change, and never what somebody did since [MST-1]", async () => {
    const unit = { regionId: company.north.regionId };
    const added = await add(unit, [library.popular, 100]);
    const changed = await change(added, ruleOver([library.thirds, 100])).reply;
    expect((await restore({ undoOf: added.requestId }).reply).body.errors?.[0]?.message).toBe(
      "You have changed “North” again since. Nothing was undone.",
    );
    expect(await restore({ undoOf: requestOf(changed) }, company.users.regional).status).toBe(422);
    await restore({ undoOf: requestOf(changed) });
    expect(await findOwnRule(unit)).toMatchObject({ version: 3, mix: [{ name: "Popular" }] });
    expect((await restore({ undoOf: requestOf(changed) }).reply).body.errors?.[0]?.message).toBe(
      "This has already been undone.",
    );
    const removed = await remove({ id: added.id, version: 3 }).reply;
    await restore({ undoOf: requestOf(removed) });
    expect(await findOwnRule(unit)).toMatchObject({ mix: [{ name: "Popular", percent: 100 }] });
    const again = await add({ regionId: company.south.regionId }, [library.popular, 100]);
    await restore({ undoOf: again.requestId });
    expect(await findOwnRule({ regionId: company.south.regionId })).toBeNull();
  });

  it("shows versions in scope only, and lets owners alone go back [CTX-3] [CTX-4] [ROL-1]", async () => {
    const unit = { zoneId: company.north.zoneIds[1] ?? 0 };
    const rule = await add(unit, [library.popular, 100]);
    await change(rule, ruleOver([library.thirds, 100]));
    const [, first] = (await versionsOf(unit)).data;
    const id = first?.id ?? 0;
    const outsiders = [
      company.users.group,
      company.users.limited,
      company.users.manager,
      other.users.admin,
    ];
    for (const as of outsiders) {
      expect([403, 404]).toContain(await platform.as(as).findRuleVersion({ query: { id } }).status);
      expect([403, 404]).toContain(
        await platform.as(as).listRuleVersions({ query: { timeSlotId, ...unit } }).status,
      );
      expect([403, 404]).toContain(await restore({ versionId: id, version: 2 }, as).status);
    }
    const companyRule = await add({}, [library.popular, 100]);
    const [ofCompany] = (await versionsOf({}, {}, company.users.group)).data;
    expect(ofCompany?.rule?.id).toBe(companyRule.id);
    expect(
      await restore({ versionId: ofCompany?.id ?? 0, version: 1 }, company.users.regional).status,
    ).toBe(403);
    await restore({ versionId: id, version: 2 }, company.users.regional);
  });
});
