import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { masterRule, timeSlot } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const page = "/admin/master-rule/slots";
const everyDay = ["1", "2", "3", "4", "5", "6", "0"];

describe("The time slots' page, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    const library = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    const timeSlotId = await makeSlot(database, company.companyId);
    await web.at
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]) } }).reply;
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const inputValue = (html: string, name: string) =>
    new RegExp(`<input[^>]*name="${name.replace(/[[\].]/g, "\\$&")}"[^>]*>`)
      .exec(html)?.[0]
      .match(/value="([^"]*)"/)?.[1] ?? "";
  const line = (place: number, values: Record<string, string | string[]>) =>
    Object.fromEntries(
      Object.entries({ weekdays: everyDay, ...values }).map(([member, value]) => [
        `slots[${place}].${member}`,
        value,
      ]),
    );
  const stored = () =>
    web.at.database.db
      .select({ name: timeSlot.name, from: timeSlot.fromMinute, to: timeSlot.toMinute })
      .from(timeSlot)
      .where(eq(timeSlot.companyId, company.companyId))
      .orderBy(timeSlot.fromMinute);
  const first = async () => {
    const { html } = await admin.open(page);
    return { id: inputValue(html, "slots[0].id"), version: inputValue(html, "slots[0].version") };
  };

  test("the week is drawn with its gaps in words; lines are added and removed by buttons, and what was typed stays [MST-1] [UI-10]", async () => {
    expect((await admin.open("/admin/master-rule")).html).toContain(`href="${page}"`);
    expect(mainOf((await admin.open(page)).html)).toContain('aria-label="00:00 – 24:00 All day"');
    const day = line(0, {
      ...(await first()),
      slotName: "Day",
      fromMinute: "06:00",
      toMinute: "22:00",
    });
    const added = mainOf(await (await admin.post(page, { ...day, _do: "add" })).text());
    expect(added).toContain(
      'aria-label="00:00 – 06:00 no slot; 06:00 – 22:00 Day; 22:00 – 24:00 no slot"',
    );
    expect([
      inputValue(added, "slots[0].slotName"),
      inputValue(added, "slots[1].fromMinute"),
    ]).toEqual(["Day", "22:00"]);
    const night = line(1, { slotName: "Night", fromMinute: "22:00", toMinute: "06:00" });
    const removed = mainOf(
      await (await admin.post(page, { ...day, ...night, _do: "remove-0" })).text(),
    );
    expect(inputValue(removed, "slots[0].slotName")).toBe("Night");
    expect(inputValue(removed, "removedIds")).toBe((await first()).id);
    expect(await stored()).toEqual([{ name: "All day", from: 0, to: 1440 }]);
  });

  test("what overlaps or is missing is said beside its field, with all that was typed [MST-1] [UI-5]", async () => {
    const late = line(1, { slotName: "Late", fromMinute: "22:00", toMinute: "02:00" });
    const all = line(0, {
      ...(await first()),
      slotName: "All day",
      fromMinute: "00:00",
      toMinute: "00:00",
    });
    const response = await admin.post(page, { ...all, ...late, _do: "save" });
    expect(response.status).toBe(422);
    const overlapping = mainOf(await response.text());
    expect(overlapping).toContain(
      "This overlaps “All day” (00:00 – 24:00). Change one of the two.",
    );
    expect(overlapping).toContain('href="#form-slots-1-fromMinute"');
    expect(overlapping).toContain('id="form-slots-1-fromMinute"');
    expect(inputValue(overlapping, "slots[1].slotName")).toBe("Late");
    const empty = mainOf(
      await (await admin.post(page, { ...line(0, { slotName: "" }), _do: "save" })).text(),
    );
    expect(empty).toContain('href="#form-slots-0-slotName"');
    expect(await stored()).toHaveLength(1);
  });

  test("what a change does to rules is said before it is saved, and another change than the one seen is asked anew [MST-1]", async () => {
    const { id, version } = await first();
    const change = {
      ...line(0, { slotName: "Evening", fromMinute: "18:00", toMinute: "00:00" }),
      removedIds: id,
    };
    const questionHtml = mainOf(await (await admin.post(page, { ...change, _do: "save" })).text());
    expect(questionHtml).toContain("1 rule will be removed with its time slot:");
    expect(questionHtml).toContain(`All day: Company ${company.name}`);
    expect(questionHtml).toContain("Evening: no rule yet.");
    const seenToken = inputValue(questionHtml, "_seen");
    const other = {
      ...change,
      ...line(0, { slotName: "Evening", fromMinute: "17:00", toMinute: "00:00" }),
    };
    expect(
      mainOf(await (await admin.post(page, { ...other, _do: "save", _seen: seenToken })).text()),
    ).toContain("Save these changes");
    expect(await stored()).toHaveLength(1);
    // cut and split it needs no question beyond the days that follow, for the new slot takes over the
    // rules
    const split = {
      ...line(0, { id, version, slotName: "Day", fromMinute: "06:00", toMinute: "22:00" }),
      ...line(1, { slotName: "Night", fromMinute: "22:00", toMinute: "06:00", rulesFromId: id }),
    };
    expect(await leadsTo(await admin.post(page, { ...split, _do: "save" }))).toBe(page);
    expect(await stored()).toEqual([
      { name: "Day", from: 360, to: 1320 },
      { name: "Night", from: 1320, to: 1800 },
    ]);
    expect(
      await web.at.database.db.$count(masterRule, eq(masterRule.companyId, company.companyId)),
    ).toBe(2);
    const done = await leadsTo(
      await admin.post(page, { ...change, _do: "save", _seen: seenToken }),
    );
    expect(done).toBeUndefined();
  });

  test("who does not see the whole company sees the week and no form [ROL-1]", async () => {
    const zonal = await web.signedIn(company.users.zonal);
    const html = mainOf((await zonal.open(page)).html);
    expect(html).toContain("06:00 – 22:00 Day");
    expect(html).not.toContain('name="_do"');
    const mine = line(0, { slotName: "Mine", fromMinute: "01:00", toMinute: "02:00" });
    expect((await zonal.post(page, { ...mine, _do: "save" })).status).not.toBe(200);
    expect((await stored()).map(({ name }) => name)).toEqual(["Day", "Night"]);
  });
});
