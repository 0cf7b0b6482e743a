import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MasterRule } from "#contract/schedule/master-rule";
import { auditLog, masterRule } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeItem, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("master rule", () => {
  let platform: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let company: TestCompany;
  let other: TestCompany;
  let timeSlotId: number;
  let own: number;
  let foreign: number;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine);
    const { database } = platform;
    provider = await makeProvider(database);
    library = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    other = await makeCompany(database);
    timeSlotId = await makeSlot(database, company.companyId);
    own = await makeChart(database, company.companyId, "Own", library.songIds.slice(0, 30));
    foreign = await makeChart(database, other.companyId, "Foreign", library.songIds.slice(0, 30));
  });
  afterAll(() => platform?.close());

  const northGroup = () => company.north.groupIds[0] ?? 0;
  const add = (body: object, as = company.users.admin) =>
    platform
      .as(as)
      .addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]), ...body } });
  const showRule = (unit: object, as = company.users.admin) =>
    platform.as(as).masterRuleBySlot({ query: { timeSlotId, ...unit } });
  const rulesInDatabase = () =>
    platform.database.db
      .select()
      .from(masterRule)
      .where(eq(masterRule.companyId, company.companyId));
  const clear = async () => {
    for (const { id, version } of await rulesInDatabase())
      await platform.as(company.users.admin).removeMasterRule({ query: { id, version } });
  };

  it("offers the provider's charts and the company's own, never another company's", async () => {
    expect(await platform.as(company.users.admin).chartChoices()).toEqual([
      { id: library.popular, chartName: "Popular", kind: "popular", songs: library.songIds.length },
      { id: library.thirds, chartName: "Thirds", kind: "popular", songs: 54 },
      { id: own, chartName: "Own", kind: "custom", songs: 30 },
    ]);
  });

  it("lets units below inherit, override and inherit again", async () => {
    const groupId = northGroup();
    const zoneId = company.north.zoneIds[0] ?? 0;
    await add({});
    expect((await showRule({ groupId })).inherited?.source).toMatchObject({
      level: "COMPANY",
      name: company.name,
    });
    await add({ zoneId, ...ruleOver([own, 60], [library.thirds, 40]) });
    const byZone = await showRule({ groupId });
    expect(byZone.own).toBeNull();
    expect(byZone.inherited).toMatchObject({
      source: { level: "ZONE", unitId: zoneId },
      mix: [{ name: "Own", percent: 60 }, { percent: 40 }],
    });
    await add({ groupId, ...ruleOver([own, 100]) });
    const overridden = await showRule({ groupId });
    expect(overridden.own).toMatchObject({
      source: { level: "GROUP", name: "North group 1" },
      version: 1,
    });
    expect(overridden.inherited?.source.level).toBe("ZONE");
    const { units } = await platform.as(company.users.admin).findMasterRules();
    const sourceOf = (level: string, unitId: number) =>
      units.find((unit) => unit.level === level && unit.unitId === unitId)?.rules[0];
    expect(sourceOf("GROUP", groupId)).toMatchObject({ own: true, source: { level: "GROUP" } });
    expect(sourceOf("GROUP", company.north.groupIds[1] ?? 0)).toMatchObject({
      own: false,
      source: { level: "COMPANY" },
    });
    await platform
      .as(company.users.admin)
      .removeMasterRule({ query: { id: overridden.own?.id, version: 1 } });
    expect(await showRule({ groupId })).toMatchObject({
      own: null,
      inherited: { source: { level: "ZONE" } },
    });
    await clear();
  });

  it("refuses a mix that is not 100, or has a chart twice, beside its field", async () => {
    const refused = async (...mix: [number, number][]) => {
      const { status, body } = await add(ruleOver(...mix)).reply;
      return [status, body.errors?.[0]?.field, body.errors?.[0]?.message];
    };
    expect(await refused([library.popular, 59], [own, 40])).toEqual([
      422,
      "mix",
      "The mix adds up to 99%. It must be 100%: add 1%.",
    ]);
    expect(await refused([library.popular, 61], [own, 40])).toEqual([
      422,
      "mix",
      "The mix adds up to 101%. It must be 100%: remove 1%.",
    ]);
    expect(await refused([own, 50], [own, 50])).toEqual([
      422,
      "mix.1.chartId",
      "This chart is already in the mix.",
    ]);
    expect(await refused()).toEqual([422, "mix", "Add at least one chart or filter."]);
    expect(await refused([own, 0], [library.popular, 100])).toEqual([
      422,
      "mix.0.percent",
      "Enter a whole number from 1 to 100.",
    ]);
    expect(
      (await refused(...Array.from({ length: 11 }, (_, n): [number, number] => [n + 1, 9])))[1],
    ).toBe("mix");
    expect(await rulesInDatabase()).toEqual([]);
  });

  it("keeps separation rules in the order given, with what each asks [MST-1] [API-1] [VOC-1]", async () => {
    const separation = [
      { name: "LANGUAGE_IN_A_ROW", most: 1, breakable: true },
      { name: "ALBUM_SEPARATION", minutes: 45, breakable: false },
      { name: "SEGUE", tempoStep: null, energyStep: 20, breakable: true },
      { name: "MINIMUM_REST", minutes: 90, breakable: false },
      { name: "DAY_OFFSET", days: 5, breakable: true },
      { name: "WEEK_OFFSET", breakable: false },
      { name: "PLAYS_A_DAY", plays: 2, breakable: true },
      { name: "DAYPART_ROTATION", breakable: true },
    ];
    const choice = {
      searchDepth: 25,
      beforeFixedPoint: "BREAK_RULE",
      longestPauseSeconds: 30,
      topWaitSeconds: 45,
      shareBy: "AIRTIME",
    };
    const mood = await makeItem(platform.database, provider.companyId, "mood", "Calm");
    const arc = [{ hour: 20, energy: 80 }, { hour: 9, energy: 0, moodId: mood }, { hour: 12 }];
    const mayWait = (waitingTops: boolean) =>
      platform.as(provider.staff.Fever_Super_Admin_Ops).updateCompany({
        query: { companyId: company.companyId },
        body: { section: "features", waitingTops },
      });
    const rule = { separation, ...choice, arc, fallbackChartId: own };
    expect(await add(rule).errors).toEqual({
      topWaitSeconds:
        "Only a company with “Tops of the hour that wait” switched on can let them wait. Enter 0.",
    });
    await mayWait(true);
    const added = await add(rule);
    expect(await mayWait(false).errors).toEqual({
      waitingTops: "1 master rule lets the top of the hour wait. Set the wait to 0 s there first.",
    });
    expect(added).toMatchObject({
      separation,
      ...choice,
      arc: [
        { hour: 9, energy: 0, mood: { id: mood, name: "Calm" } },
        { hour: 12, energy: null, mood: null },
        { hour: 20, energy: 80, mood: null },
      ],
      fallbackChart: { chartId: own, chartName: "Own", active: true },
    });
    const change = {
      id: added.id,
      version: added.version,
      ...ruleOver([library.popular, 100]),
      separation: [...separation].reverse(),
    };
    const changed = await platform.as(company.users.admin).changeMasterRule({ body: change });
    expect(changed.separation).toEqual([...separation].reverse());
    expect(changed).toMatchObject({
      searchDepth: 40,
      fallbackChart: null,
      beforeFixedPoint: "PAUSE",
    });
    expect(changed).toMatchObject({ longestPauseSeconds: 20, topWaitSeconds: 0, shareBy: "PLAYS" });
    expect(changed.arc).toEqual([]);
    for (const [field, value] of [
      ["longestPauseSeconds", 61],
      ["shareBy", "SECONDS"],
      ["topWaitSeconds", 121],
      ["topWaitSeconds", -1],
    ] as const)
      expect(await add({ [field]: value }).reply).toMatchObject({
        status: 422,
        body: { errors: [{ field }] },
      });
    await clear();
  });

  it("says of each separation rule what is wrong with it, on its line [MST-1]", async () => {
    expect(
      await add({
        separation: [
          { name: "MINIMUM_REST", minutes: 0 },
          { name: "SEGUE", breakable: true },
          { name: "MOOD_IN_A_ROW", most: 21 },
          { name: "SEGUE", tempoStep: 1 },
          { name: "GENDER_IN_A_ROW", most: 2 },
          { name: "DAY_OFFSET", days: 8 },
          { name: "PLAYS_A_DAY", plays: 0 },
        ],
      }).errors,
    ).toEqual({
      "separation.0.minutes": "Enter minutes from 1 to 1440.",
      "separation.1.tempoStep": "Choose a tempo change or enter an energy change.",
      "separation.2.most": "Enter a whole number from 1 to 20.",
      "separation.4.name": "Choose a rule.",
      "separation.5.days": "Enter days from 1 to 7.",
      "separation.6.plays": "Enter a whole number from 1 to 24.",
    });
    const twice = await add({ separation: [{ name: "DAY_OFFSET" }, { name: "DAY_OFFSET" }] }).reply;
    expect(twice.body.errors).toEqual([
      { field: "separation.1.name", message: "This rule is already in the list." },
    ]);
    expect((await add({ searchDepth: 1000 }).reply).body.errors?.[0]).toMatchObject({
      field: "searchDepth",
    });
    expect((await add({ fallbackChartId: foreign }).reply).body.errors?.[0]).toMatchObject({
      field: "fallbackChartId",
    });
    expect(await rulesInDatabase()).toEqual([]);
  });

  it("says of each point of an arc what is wrong with it, on its line [MST-1]", async () => {
    const point = { hour: 8, energy: 40 };
    expect(
      await add({
        arc: [
          { hour: 24, energy: 40 },
          { hour: 8, energy: 101 },
        ],
      }).errors,
    ).toEqual({
      "arc.0.hour": "Enter an hour from 0 to 23.",
      "arc.1.energy": "Enter an energy from 0 to 100.",
    });
    expect(await add({ arc: [point, point] }).errors).toEqual({
      "arc.1.hour": "This hour already has a point.",
    });
    const many = Array.from({ length: 9 }, (_, hour) => ({ hour, energy: 1 }));
    expect(await add({ arc: many }).errors).toEqual({
      arc: "At most 8 points are allowed.",
    });
    expect(await add({ arc: [{ hour: 8 }] }).errors).toEqual({
      "arc.0.energy": "Enter an energy or choose a mood.",
    });
    const genre = await makeItem(platform.database, provider.companyId, "genre", "Folk");
    expect(await add({ arc: [point, { hour: 9, moodId: genre }] }).errors).toEqual({
      "arc.1.moodId": "There is no such mood. It may have been deleted or merged.",
    });
    expect(await rulesInDatabase()).toEqual([]);
  });

  it("a chart that a rule falls back on is in use, and is not deleted [MST-1] [CHT-1]", async () => {
    const spare = await makeChart(
      platform.database,
      company.companyId,
      "Spare",
      library.songIds.slice(0, 5),
    );
    await add({ fallbackChartId: spare });
    expect(
      await platform.as(company.users.admin).findChart({ query: { kind: "custom", id: spare } }),
    ).toMatchObject({
      rules: 1,
      uses: [{ slotName: "All day", percent: null, turnoverHours: null }],
    });
    expect(
      await platform.as(company.users.admin).deleteCustomChart({ query: { id: spare } }).status,
    ).toBe(422);
    await clear();
  });

  it("refuses another company's chart as one that is not there [CTX-4]", async () => {
    const foreignChart = await add(ruleOver([foreign, 100])).reply;
    const none = await add(ruleOver([999_999, 100])).reply;
    expect(foreignChart.status).toBe(422);
    expect(foreignChart.body.errors).toEqual(none.body.errors);
    expect(await rulesInDatabase()).toEqual([]);
  });

  it("takes changes from owners only, of their units and below [CTX-4]", async () => {
    const { regional, zonal, group, limited, manager } = company.users;
    const north = company.north.regionId;
    const zone = company.north.zoneIds[0];
    const groupId = northGroup();
    const beside = company.south.groupIds[0];
    await add({});
    expect(await add({ regionId: north }, zonal).status).toBe(403);
    expect(await add({ zoneId: zone }, group).status).toBe(403);
    expect(await add({ groupId: beside }, regional).status).toBe(404);
    expect(await add({ groupId: other.north.groupIds[0] }).status).toBe(404);
    expect(await add({ groupId }, limited).status).toBe(403);
    expect(await add({ groupId }, manager).status).toBe(403);
    const [companyRule] = await rulesInDatabase();
    const { id = 0, version = 0 } = companyRule ?? {};
    expect(
      await platform
        .as(regional)
        .changeMasterRule({ body: { id, version, ...ruleOver([own, 100]) } }).status,
    ).toBe(403);
    expect(await platform.as(group).removeMasterRule({ query: { id, version } }).status).toBe(403);
    for (const query of [{ id }, { id, companyId: company.companyId }])
      expect([403, 404]).toContain(
        await platform.as(other.users.admin).findMasterRule({ query }).status,
      );
    expect(
      await platform.as(other.users.admin).removeMasterRule({ query: { id, version } }).status,
    ).toBe(404);
    expect(await rulesInDatabase()).toHaveLength(1);
    await add({ groupId }, group);
    await add({ regionId: north }, regional);
    const staff = {
      query: { companyId: company.companyId },
      body: { timeSlotId, zoneId: zone, ...ruleOver([own, 100]) },
    };
    await platform.as(provider.staff.Fever_Music_Admin).addMasterRule(staff);
    expect(await platform.as(provider.staff.Fever_Admin_Ops).addMasterRule(staff).status).toBe(403);
    await clear();
  });

  it("shows each level what it inherits, and no unit beside it", async () => {
    await add({});
    const { units } = await platform.as(company.users.group).findMasterRules({ query: {} });
    expect(units.filter(({ level }) => level === "GROUP").map(({ unitId }) => unitId)).toEqual([
      northGroup(),
    ]);
    expect(units.filter(({ mayChange }) => mayChange).map(({ level }) => level)).toEqual(["GROUP"]);
    expect(
      await platform
        .as(company.users.group)
        .masterRuleBySlot({ query: { timeSlotId, groupId: company.south.groupIds[0] } }).status,
    ).toBe(404);
    expect(await platform.as(company.users.limited).listTimeSlots({ query: {} })).toHaveLength(1);
    await clear();
  });

  it("tells the second of two who change a rule at once that somebody did", async () => {
    await add({});
    const [rule] = await rulesInDatabase();
    const change = (percents: [number, number]) =>
      platform.as(company.users.admin).changeMasterRule({
        body: {
          id: rule?.id ?? 0,
          version: 1,
          ...ruleOver([own, percents[0]], [library.popular, percents[1]]),
        },
      });
    const answers = await Promise.all([change([10, 90]).reply, change([20, 80]).reply]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual([
      {
        field: "version",
        message: "Someone else has changed this rule. Check it, then make your change again.",
      },
    ]);
    const savedRule = answers.find(({ status }) => status === 200)?.body.data as MasterRule;
    expect(savedRule.version).toBe(2);
    expect((await showRule({})).own).toEqual(savedRule);
    const both = await Promise.all([
      add({ groupId: northGroup() }).reply,
      add({ groupId: northGroup() }).reply,
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    await clear();
  });

  it("writes who did what before and after, in the change's own transaction", async () => {
    await add({});
    const [rule] = await rulesInDatabase();
    const id = rule?.id ?? 0;
    await platform
      .as(company.users.admin)
      .changeMasterRule({ body: { id, version: 1, ...ruleOver([own, 100]) } });
    const again = { id, version: 1, ...ruleOver([own, 100]) };
    expect(await platform.as(company.users.admin).changeMasterRule({ body: again }).status).toBe(
      422,
    );
    await platform.as(company.users.admin).removeMasterRule({ query: { id, version: 2 } });
    const rows = await platform.database.db
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.companyId, company.companyId),
          eq(auditLog.itemId, String(id)),
          eq(auditLog.itemKind, "master rule"),
        ),
      )
      .orderBy(auditLog.id);
    expect(rows.map(({ action }) => action)).toEqual([
      "master rule added",
      "master rule changed",
      "master rule removed",
    ]);
    expect(rows[1]).toMatchObject({
      actorName: company.users.admin,
      before: { mix: [{ name: "Popular" }], version: 1 },
      after: { mix: [{ name: "Own" }], version: 2 },
    });
  });
});
