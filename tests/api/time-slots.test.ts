import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TimeSlot, TimeSlotEffects } from "#contract/schedule/time-slots";
import { auditLog, groupPlaylist, masterRule, timeSlot } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("time slots", () => {
  let platform: TestPlatform;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let company: TestCompany;
  let allDay: number;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine);
    const provider = await makeProvider(platform.database);
    library = await makeLibrary(platform.database, provider.companyId);
  });
  beforeEach(async () => {
    company = await makeCompany(platform.database);
    allDay = await makeSlot(platform.database, company.companyId);
  });
  afterAll(() => platform?.close());

  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  const slot = (slotName: string, from: number, to: number, more: object = {}) => ({
    slotName,
    fromMinute: from * 60,
    toMinute: to * 60,
    weekdays: everyDay,
    ...more,
  });
  const save = (body: object, as = company.users.admin) =>
    platform.as(as).changeTimeSlots({ body: { slots: [], ...body } });
  const saved = async (body: object) => {
    const reply = await save(body).reply;
    expect(reply.body.errors).toBeUndefined();
    return reply.body.data as { slots: TimeSlot[]; effects: TimeSlotEffects };
  };
  const refused = async (body: object) =>
    (await save(body).reply).body.errors?.map(({ field, message }) => [field, message]);
  const slots = () => platform.as(company.users.admin).listTimeSlots();
  const addRule = (timeSlotId: number, unit: object = {}) =>
    platform
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId, ...unit, ...ruleOver([library.popular, 100]) } });

  it("splits a day: the slot is cut, and a new one takes over its rules [MST-1]", async () => {
    await addRule(allDay);
    await addRule(allDay, { groupId: company.north.groupIds[0] });
    const { effects } = await saved({
      slots: [
        slot("Morning", 6, 14, { id: allDay, version: 1 }),
        slot("Evening", 14, 26, { rulesFromId: allDay }),
      ],
    });
    expect(effects).toEqual({ removedRules: [], withoutRule: [], draftDays: 0, publishedDays: 0 });
    const [morning, evening] = await slots();
    expect([morning, evening]).toMatchObject([
      { id: allDay, slotName: "Morning", fromMinute: 360, toMinute: 840, version: 2 },
      { slotName: "Evening", fromMinute: 840, toMinute: 1560 },
    ]);
    const { own } = await platform
      .as(company.users.admin)
      .masterRuleBySlot({ query: { timeSlotId: evening?.id, groupId: company.north.groupIds[0] } });
    expect(own).toMatchObject({ version: 1, mix: [{ chartId: library.popular, percent: 100 }] });
    const { units } = await platform.as(company.users.admin).findMasterRules();
    expect(units.find(({ level }) => level === "COMPANY")?.rules.map(({ own }) => own)).toEqual([
      true,
      true,
    ]);
  });

  it("says first which rules fall, and removes rules with their slot [MST-1] [AUD-1]", async () => {
    await addRule(allDay);
    await addRule(allDay, { zoneId: company.north.zoneIds[0] });
    const day = {
      companyId: company.companyId,
      groupId: company.north.groupIds[0],
      version: 1,
      inputsDigest: "x",
      positions: [],
      summary: {},
    };
    await platform.database.db.insert(groupPlaylist).values([
      { ...day, day: "2199-01-01", state: "draft" },
      { ...day, day: "2199-01-02", state: "published" },
      { ...day, day: "2001-01-01", state: "published" },
    ]);
    const change = { slots: [slot("Evening", 18, 24)], removedIds: [allDay] };
    const expected = {
      removedRules: [
        { slotName: "All day", level: "COMPANY", name: company.name },
        { slotName: "All day", level: "ZONE", name: "North zone 1" },
      ],
      withoutRule: ["Evening"],
      draftDays: 1,
      publishedDays: 1,
    };
    expect((await saved({ ...change, dryRun: true })).effects).toEqual(expected);
    expect((await slots()).map(({ slotName }) => slotName)).toEqual(["All day"]);
    const { slots: after, effects } = await saved(change);
    expect(effects).toEqual(expected);
    expect(after.map(({ slotName }) => slotName)).toEqual(["Evening"]);
    const ofCompany = eq(masterRule.companyId, company.companyId);
    expect(await platform.database.db.select().from(masterRule).where(ofCompany)).toEqual([]);
    const rows = await platform.database.db
      .select({ action: auditLog.action, itemName: auditLog.itemName })
      .from(auditLog)
      .where(eq(auditLog.companyId, company.companyId))
      .orderBy(auditLog.id);
    expect(rows.slice(-4)).toEqual([
      { action: "time slot added", itemName: "Evening" },
      { action: "time slot removed", itemName: "All day" },
      { action: "master rule removed", itemName: company.name },
      { action: "master rule removed", itemName: "North zone 1" },
    ]);
  });

  it("refuses what overlaps on its field, over midnight too [MST-1]", async () => {
    expect(await refused({ slots: [slot("Evening", 18, 24)] })).toEqual([
      ["slots.0.fromMinute", "This overlaps “All day” (00:00 – 24:00). Change one of the two."],
    ]);
    const night = slot("Night", 22, 26);
    expect(
      await refused({ slots: [slot("Day", 6, 22, { id: allDay }), night, slot("Early", 1, 6)] }),
    ).toEqual([
      [
        "slots.2.fromMinute",
        "This overlaps “Night” (22:00 – 02:00 next day). Change one of the two.",
      ],
    ]);
    expect(
      await refused({
        slots: [
          slot("Saturdays", 22, 28, { weekdays: [6] }),
          slot("Sundays", 3, 9, { weekdays: [0] }),
        ],
      }),
    ).toEqual([
      [
        "slots.1.fromMinute",
        "This overlaps “Saturdays” (22:00 – 04:00 next day). Change one of the two.",
      ],
    ]);
    await saved({ slots: [slot("Saturdays", 22, 28, { weekdays: [6, 6] })] });
    expect((await slots()).map(({ slotName, weekdays }) => [slotName, weekdays])).toEqual([
      ["All day", everyDay],
      ["Saturdays", [6]],
    ]);
  });

  it("refuses double names, no day, too many hours, no slot and changed slots", async () => {
    expect(await refused({ slots: [slot("ALL DAY", 22, 28, { weekdays: [6] })] })).toEqual([
      ["slots.0.slotName", "There is already a time slot “ALL DAY”. Choose another name."],
    ]);
    expect(await refused({ slots: [slot("None", 1, 2, { weekdays: [] })] })).toEqual([
      ["slots.0.weekdays", "Choose at least one day."],
    ]);
    for (const [from, to] of [
      [6, 31],
      [6, 6],
    ] as const)
      expect((await refused({ slots: [slot("Long", from, to)] }))?.[0]?.[0]).toBe(
        "slots.0.toMinute",
      );
    expect((await refused({ removedIds: [allDay] }))?.[0]?.[0]).toBe("slots");
    await saved({ slots: [slot("Day", 6, 22, { id: allDay, version: 1 })] });
    expect(await refused({ slots: [slot("Mine", 7, 22, { id: allDay, version: 1 })] })).toEqual([
      [
        "slots.0.slotName",
        "Someone else has changed this to “Day” (06:00 – 22:00). Reload the page, then change it.",
      ],
    ]);
    expect(await refused({ slots: [slot("Gone", 23, 24, { id: 999_999_999 })] })).toEqual([
      ["slots.0.slotName", "Someone else has removed this time slot."],
    ]);
    // sent as it is, it changes nothing, whatever version was read
    expect(
      (await saved({ slots: [slot("Day", 6, 22, { id: allDay, version: 1 })] })).slots[0]?.version,
    ).toBe(2);
  });

  it("lets two slots swap their names, and one take the name of another that goes", async () => {
    await saved({ slots: [slot("Morning", 6, 12, { id: allDay }), slot("Evening", 12, 18)] });
    const [first, second] = await slots();
    const after = await saved({
      slots: [
        slot("Evening", 6, 12, { id: first?.id }),
        slot("Morning", 12, 18, { id: second?.id }),
      ],
    });
    expect(after.slots.map(({ slotName }) => slotName)).toEqual(["Evening", "Morning"]);
    const last = await saved({
      slots: [slot("Morning", 6, 12, { id: first?.id })],
      removedIds: [second?.id],
    });
    expect(last.slots.map(({ slotName }) => slotName)).toEqual(["Morning"]);
  });

  it("swaps names whatever a slot is called, and refuses a slot that is sent twice", async () => {
    await saved({
      slots: [slot("Morning", 6, 12, { id: allDay }), slot(`slot ${allDay} is renamed`, 12, 18)],
    });
    await saved({ slots: [slot("Dawn", 6, 12, { id: allDay })] });
    await saved({ slots: [slot(`slot ${allDay} is removed`, 18, 20)] });
    const twice = [slot("Early", 6, 9, { id: allDay }), slot("Late", 9, 12, { id: allDay })];
    expect(await refused({ slots: twice })).toEqual([
      ["slots.1.slotName", "“Dawn” is already above. Change it on one line only."],
    ]);
    expect((await slots()).map(({ slotName }) => slotName)).toEqual([
      "Dawn",
      `slot ${allDay} is renamed`,
      `slot ${allDay} is removed`,
    ]);
  });

  it("belongs to those who see the whole company [ROL-1] [CTX-4]", async () => {
    const change = { slots: [slot("Mine", 6, 22, { id: allDay })] };
    expect(await save(change, company.users.regional).status).toBe(403);
    expect(await save(change, company.users.limited).status).toBe(403);
    const other = await makeCompany(platform.database);
    const theirs = await makeSlot(platform.database, other.companyId);
    expect(await save({ slots: [slot("Mine", 6, 22, { id: theirs })] }).status).toBe(422);
    await saved({ slots: [slot("Late", 22, 24, { weekdays: [6] })], removedIds: [theirs] });
    const left = and(eq(timeSlot.companyId, other.companyId), eq(timeSlot.id, theirs));
    expect(await platform.database.db.$count(timeSlot, left)).toBe(1);
  });
});
