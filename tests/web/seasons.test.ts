import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("The season calendar's pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    const { popular } = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    const timeSlotId = await makeSlot(database, company.companyId);
    await web.at
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId, ...ruleOver([popular, 100]) } });
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const mainOf = (html: string) => html.replace(/<\/main>.*/s, "");
  const textOf = (html: string) =>
    mainOf(html)
      .replaceAll("<!-- -->", "")
      .replaceAll(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
  const typedIn = (html: string, name: string) => {
    const [input = ""] = [...html.matchAll(/<input[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(`name="${name}"`));
    return /value="([^"]*)"/.exec(input)?.[1] ?? "";
  };
  const path = "/admin/events/calendar";
  const year = new Date().getFullYear() + 1;

  test("a season is prepared a year ahead from the calendar, and stands in its months with its rule [SCH-7]", async () => {
    const { html } = await admin.open(`${path}?year=${year}`);
    const [to = ""] = /\/admin\/master-rule\/slots\?season=[\d-]+/.exec(html) ?? [];
    const form = (await admin.open(to)).html;
    const line = (member: string) => typedIn(form, `slots[1].${member}`);
    expect([line("slotName"), line("fromMinute"), line("startsOn"), line("endsOn")]).toEqual([
      "All day, season",
      "00:00",
      `${year}-01-01`,
      `${year}-01-14`,
    ]);
    const rulesFromId =
      /<option value="([^"]+)" selected|<option selected="" value="([^"]+)"/
        .exec(form.split('name="slots[1].rulesFromId"')[1] ?? "")
        ?.slice(1)
        .find(Boolean) ?? "";
    const weekdays = ["0", "1", "2", "3", "4", "5", "6"];
    const season = (startsOn: string, endsOn: string) => ({
      "slots[0].slotName": "Diwali season",
      "slots[0].fromMinute": "10:00",
      "slots[0].toMinute": "22:00",
      "slots[0].weekdays": weekdays,
      "slots[0].startsOn": startsOn,
      "slots[0].endsOn": endsOn,
      "slots[0].rulesFromId": rulesFromId,
      _do: "save",
    });
    const wrong = await admin.post("/admin/master-rule/slots", season(`${year}-10-20`, ""));
    const again = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(again).toContain("Enter the first and the last day of a season");
    expect(typedIn(again, "slots[0].startsOn")).toBe(`${year}-10-20`);
    expect(
      await leadsTo(
        await admin.post("/admin/master-rule/slots", season(`${year}-10-20`, `${year}-11-09`)),
      ),
    ).toBe("/admin/master-rule/slots");
    expect(textOf((await admin.open("/admin/master-rule/slots")).html)).toContain(
      `Diwali season: Oct 20 ${year} to Nov 9 ${year}`,
    );
    const calendar = (await admin.open(`${path}?year=${year}`)).html;
    expect(textOf(calendar).match(/Season: Oct 20 to Nov 9 Diwali season/g)).toHaveLength(2);
    const rule = /href="([^"]+)"[^>]*>Diwali season</.exec(calendar)?.[1]?.replaceAll("&amp;", "&");
    expect(textOf((await admin.open(rule ?? "")).html)).toContain(
      `Diwali season, Oct 20 ${year} to Nov 9 ${year}`,
    );
  });

  test("a year has the holidays of the country, each leading to an event on its day, and years beside it [SCH-7]", async () => {
    const { html } = await admin.open(`${path}?year=${year}`);
    expect(mainOf(html).match(/<section/g)).toHaveLength(12);
    expect(textOf(html)).toMatch(/Holiday: 25 Christmas Day · Add event for Christmas Day/);
    expect(html).toContain(`href="${path}?year=${year - 1}"`);
    expect(html).toContain(`href="${path}?year=${year + 1}"`);
    const add = await admin.open(`/admin/events/add?day=${year}-12-25`);
    expect([typedIn(add.html, "startsOn"), typedIn(add.html, "endsOn")]).toEqual([
      `${year}-12-25`,
      `${year}-12-25`,
    ]);
    expect((await admin.open("/admin/events")).html).toContain(`href="${path}"`);
    expect(textOf((await admin.open(path)).html)).toContain(`Season calendar ${year - 1}`);
    expect((await admin.get(`${path}?year=99999`)).status).toBe(200);
    const limited = await web.signedIn(company.users.limited);
    expect(await leadsTo(await limited.get(path))).toBe("/login");
  });
});
