import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { masterRule, masterRuleMix } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("The master rule's page, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let charts: { popular: string; own: string };

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    const library = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    await makeSlot(database, company.companyId);
    await makeChart(database, company.companyId, "Own", library.songIds.slice(0, 30));
    admin = await web.signedIn(company.users.admin);
    const { html } = await admin.open("/admin/master-rule");
    charts = { popular: optionOf(html, "Popular"), own: optionOf(html, "Own") };
  });
  afterAll(() => web?.close());

  const rules = () => web.at.database.db.select().from(masterRule).where(eq(masterRule.companyId, company.companyId));
  const section = { minimumRestMinutes: "90", artistSeparationMinutes: "30", titleSeparationMinutes: "60", tempoStep: "2" };
  const fill = (...lines: [string, string][]) => ({
    ...section,
    ...Object.fromEntries(
      lines.flatMap(([chart, percent], line) => [
        [`mix[${line}].chartId`, chart],
        [`mix[${line}].percent`, percent],
      ]),
    ),
  });

  test("lines are added and removed by buttons, what was typed stays, and nothing is saved by that", async () => {
    const added = await (await admin.post("/admin/master-rule?index", { ...fill([charts.own, "60"]), _do: "add" })).text();
    expect(added).toContain('name="mix[1].percent"');
    expect(typedIn(added, "mix[0].percent")).toBe("60");
    expect(typedIn(added, "mix[1].percent")).toBe("40");
    expect(typedIn(added, "minimumRestMinutes")).toBe("90");
    const removed = await (
      await admin.post("/admin/master-rule?index", { ...fill([charts.own, "60"], [charts.popular, "40"]), _do: "remove-0" })
    ).text();
    expect(typedIn(removed, "mix[0].percent")).toBe("40");
    expect(removed).not.toContain('name="mix[1].percent"');
    expect(await rules()).toEqual([]);
  });

  test("locations are folded but for the way to the one in sight, and found by name [MST-1] [UI-10]", async () => {
    const openIn = (html: string) =>
      [...html.matchAll(/<details open=""[^>]*>.*?What lies in <!-- -->([^<]*)/gs)].map(([, name = ""]) => name);
    const whole = (await admin.open("/admin/master-rule")).html;
    expect(openIn(whole)).toHaveLength(1);
    const groupTo = /href="([^"]*groupId[^"]*)"/.exec(whole)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(openIn((await admin.open(groupTo)).html).slice(1)).toEqual(["North", "North zone 1", "North group 1"]);
    const found = (await admin.open("/admin/master-rule?find=south+zone+2")).html;
    expect(found).toContain(">South zone 2<");
    expect(found).not.toContain(">North<");
    expect((await admin.open("/admin/master-rule?find=nowhere")).html).toContain("No location has “nowhere");
  });

  test("a mix that makes 99 is refused in words, beside the mix and in the summary, with all that was typed", async () => {
    const response = await admin.post("/admin/master-rule?index", { ...fill([charts.own, "59"], [charts.popular, "40"]), _do: "save" });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html.split("The mix adds up to 99%. It must be 100%: add 1%.").length - 1).toBeGreaterThanOrEqual(3);
    expect(html).toContain('href="#form-mix"');
    expect([typedIn(html, "mix[0].percent"), typedIn(html, "mix[1].percent"), typedIn(html, "minimumRestMinutes")]).toEqual([
      "59",
      "40",
      "90",
    ]);
    expect(selectedOf(html, "mix[1].chartId")).toBe(charts.popular);
    expect(await rules()).toEqual([]);
  });

  test("whether there are enough songs is said for the rule as it is typed, and of the stored one, before anything is saved [MST-1]", async () => {
    const before = (await admin.open("/admin/master-rule")).html;
    expect(before).toContain("Fill in the rule and press “Check rule”");
    const checked = await admin.post("/admin/master-rule?index", { ...fill([charts.own, "100"]), minimumRestMinutes: "180", _do: "check" });
    const html = await checked.text();
    expect(html).toMatch(
      /India: 30 of 30 songs of Own can be played here\. 100% needs \d+ plays in 3 h: songs and artists will repeat too soon/,
    );
    expect([typedIn(html, "mix[0].percent"), typedIn(html, "minimumRestMinutes")]).toEqual(["100", "180"]);
    expect(await rules()).toEqual([]);
    const slotId = /master-rule\/check\?slotId=([\w-]+)/.exec(before)?.[1] ?? "";
    const live = await admin.get(`/admin/master-rule/check?${new URLSearchParams({ slotId, ...fill([charts.popular, "100"]) })}`);
    expect(await live.json()).toMatchObject({ warnings: [], countries: [{ title: "India, 9 stores" }] });
    expect((await admin.get("/admin/master-rule/check")).status).toBe(422);
  });

  test("a group gets its own rule, somebody else's change is told, and removing it makes the group inherit again", async () => {
    expect(await leadsTo(await admin.post("/admin/master-rule?index", { ...fill([charts.popular, "100"]), _do: "save" }))).toMatch(
      /^\/admin\/master-rule\?slotId=/,
    );
    const tree = (await admin.open("/admin/master-rule")).html;
    const group = /href="(\/admin\/master-rule\?groupId=[^"]+)"/.exec(tree)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const inherited = await admin.open(group);
    expect(inherited.html).toContain(`inherited from the company, ${company.name}`);
    const [path = "", query = ""] = group.split("?");
    const post = (body: Record<string, string>) => admin.post(`${path}?index&${query}`, body);
    const to = await leadsTo(await post({ ...fill([charts.own, "30"], [charts.popular, "70"]), dayOffset: "on", _do: "save" }));
    const saved = await admin.open(to ?? "");
    expect(saved.html).toContain("its own rule");
    expect(saved.html).toContain("Rule saved. It applies to all days that are not published yet.");
    const mix = await web.at.database.db
      .select({ percent: masterRuleMix.percent })
      .from(masterRuleMix)
      .where(eq(masterRuleMix.companyId, company.companyId));
    expect(mix.map(({ percent }) => percent).sort()).toEqual([100, 30, 70]);

    const version = { version: typedIn(saved.html, "version") ?? "" };
    expect((await post({ ...fill([charts.own, "100"]), ...version, _do: "save" })).status).toBe(302);
    const late = await post({ ...fill([charts.popular, "100"]), ...version, _do: "save" });
    expect(late.status).toBe(422);
    const refused = await late.text();
    expect(refused).toContain("Someone else has changed this rule");
    // sent once more as it was given back, or after a mistake or another line, it is refused again
    expect(typedIn(refused, "version")).toBe(version.version);
    for (const wrong of [
      { ...fill([charts.own, "99"]), _do: "save" },
      { ...fill([charts.own, "100"]), _do: "add" },
    ])
      expect(typedIn(await (await post({ ...wrong, ...version })).text(), "version")).toBe(version.version);

    const removeTo =
      /href="(\/admin\/master-rule\/own\/remove[^"]+)"/.exec((await admin.open(group)).html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const question = await admin.open(removeTo);
    expect(question.html).toContain("Remove North group 1&#x27;s own rule?");
    expect((await admin.post(removeTo, version)).status).toBe(422);
    const back = await leadsTo(await admin.post(removeTo, { version: typedIn(question.html, "version") ?? "" }));
    expect((await admin.open(back ?? "")).html).toContain("inherited from the company");
    expect(await leadsTo(await admin.post(removeTo, {}))).toBe(back);
    expect(await rules()).toHaveLength(1);
  });

  test("who does not own the unit reads the rule and finds no form; other areas' roles are sent away", async () => {
    const zonal = await web.signedIn(company.users.zonal);
    const { html } = await zonal.open("/admin/master-rule");
    expect(html).toContain("Popular, 160 songs");
    expect(html).not.toContain('name="_do"');
    const limited = await web.signedIn(company.users.limited);
    expect(await leadsTo(await limited.get("/admin/master-rule"))).toBe("/login");
    expect(await leadsTo(await web.visitor().post("/admin/master-rule?index", {}))).toBe("/login");
  });

  test("a chart that a rule mixes is not up for deletion: its page says what stands in the way and where it is used [UI-5] [CHT-1]", async () => {
    await admin.post("/admin/master-rule?index", {
      ...fill([charts.own, "100"]),
      version: typedIn((await admin.open("/admin/master-rule")).html, "version") ?? "",
      _do: "save",
    });
    const chart = `/admin/charts/custom/${charts.own}`;
    const { html } = await admin.open(`${chart}/delete`);
    expect(html).toContain("Own cannot be deleted");
    expect(html).toContain(`href="${chart}#used"`);
    expect(html).not.toMatch(/<button[^>]*>Delete chart/);
    expect((await admin.open(chart)).html).toContain('id="used"');
  });
});

const optionOf = (html: string, label: string) => new RegExp(`<option value="([^"]+)"[^>]*>${label} `).exec(html)?.[1] ?? "";
const typedIn = (html: string, name: string) => {
  const input = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(`name="${name}"`));
  return /value="([^"]*)"/.exec(input ?? "")?.[1];
};
const selectedOf = (html: string, name: string) => {
  const select = html.split(`name="${name}"`)[1]?.split("</select>")[0] ?? "";
  return /<option value="([^"]+)" selected/.exec(select)?.[1] ?? /<option selected="" value="([^"]+)"/.exec(select)?.[1];
};
