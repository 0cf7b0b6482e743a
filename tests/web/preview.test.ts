import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMasterRule, changeMasterRule } from "#contract/schedule/master-rule";
import { storeLog } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, makeSpots, ruleOver } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("The preview's pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let library: Awaited<ReturnType<typeof makeLibrary>>;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    library = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    const timeSlotId = await makeSlot(database, company.companyId);
    await makeSpots(database, company.companyId);
    await web.at.call(addMasterRule, { body: { timeSlotId, ...ruleOver([library.popular, 100]) } }, company.users.admin);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const links = (html: string, start: string) =>
    [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, to = ""]) => (to.startsWith(start) ? [to.replaceAll("&amp;", "&")] : []));
  const publishLinks = (html: string) => [...html.matchAll(/action="(\/admin\/preview\/[^"]+\/publish)"/g)].map(([, to = ""]) => to);
  /** The answer of the question. */
  const yes = { asked: "on" };

  test("the overview leads to each group's days, a day shows its hours, and a song says why it is there", async () => {
    const overview = await admin.open("/admin/preview");
    expect(overview.html.match(/>Not planned</g)).toHaveLength(5 * (7 + 4)); // four groups, and the stores without one; on a phone the last four open under the first three
    const [, tomorrow = ""] = links(overview.html, "/admin/preview/day?groupId");
    const day = await admin.open(tomorrow);
    expect(day.html).toMatch(/Draft 1\. 09:00 to 21:00, \d+ songs\./);
    expect(day.html.match(/<time/g)).toHaveLength(12);
    const [song = ""] = links(day.html, "/admin/preview/day").filter((to) => to.includes("&at="));
    const why = await admin.open(song);
    expect(why.html).toMatch(/aria-current="true".*Rest.*Candidates/s);
    expect(why.html).toContain("All day, 100% Popular");
    expect((await admin.open("/admin/preview")).html).toContain(">Draft<");
  });

  test("publishing asks first, gives the stores their logs, and a second press changes nothing", async () => {
    const [, tomorrow = ""] = links((await admin.open("/admin/preview")).html, "/admin/preview/day?groupId");
    const day = await admin.open(tomorrow);
    const [ask = ""] = publishLinks(day.html);
    const question = await admin.open(ask);
    expect(question.html).toContain("Its 2 stores play exactly this order");
    const to = await leadsTo(await admin.post(ask, yes));
    const published = await admin.open(to ?? "");
    expect(published.html).toContain(`Published by ${company.users.admin}`);
    expect(published.html).toContain("Published for 2 stores");
    const logs = () => web.at.database.db.select({ id: storeLog.id }).from(storeLog).where(eq(storeLog.companyId, company.companyId));
    expect(await logs()).toHaveLength(2);
    await admin.post(ask, yes);
    expect(await logs()).toHaveLength(2);
    const [csv = ""] = links(published.html, "/admin/preview/download");
    const file = await admin.get(csv);
    expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="MusicSchedule-/);
    expect((await file.text()).split("\n")[0]).toContain("Company,Region,Zone,Group,Store code,Store,Date,Time");
    const storeRef = /<option value="([^"]+)"[^>]*>North store 1\.1</.exec(published.html)?.[1] ?? "";
    expect((await admin.open(`${tomorrow}&storeId=${storeRef}`)).html).toContain("What it plays, in its own time zone. 09:00 to 21:00.");
  });

  test("the stores without a group have their days, which lead to a preview and a download [RUN-1]", async () => {
    const overview = await admin.open("/admin/preview");
    expect(overview.html).toContain("Stores without a group");
    const alone = links(overview.html, "/admin/preview/day?groupId").at(-1) ?? "";
    const day = await admin.open(alone);
    expect(day.html).toMatch(/<h1[^>]*>Stores without a group, /);
    expect(day.html).toMatch(/Draft 1\. 09:00 to 21:00, \d+ songs\./);
    const [csv = ""] = links(day.html, "/admin/preview/download");
    expect((await (await admin.get(csv)).text()).split("\n")[1]).toContain("Stores without a group");
  });

  test("many groups' days are published at once, and when days are published by themselves is a setting [SCH-4]", async () => {
    const form = await admin.open("/admin/preview/publish-days");
    const groups = [...form.html.matchAll(/name="groupIds"[^>]*value="([^"]+)"/g)].map(([, ref = ""]) => ref);
    expect(groups).toHaveLength(5);
    const [first = "", last = ""] = ["from", "to"].map((name) => new RegExp(`name="${name}"[^>]*value="([^"]+)"`).exec(form.html)?.[1]);
    const none = await admin.post("/admin/preview/publish-days", { from: first, to: last });
    expect(await none.text()).toContain("Choose at least one group.");
    const late = await admin.post("/admin/preview/publish-days", { groupIds: groups, from: first, to: "2099-01-01" });
    expect(await late.text()).toContain("Choose a day up to ");
    const to = await leadsTo(await admin.post("/admin/preview/publish-days", { groupIds: groups, from: last, to: last }));
    expect((await admin.open(to ?? "")).html).toContain("Published 5 days");
    const settings = await admin.open("/admin/preview/settings");
    expect(settings.html).toContain('value="03:00"');
    expect(await (await admin.post("/admin/preview/settings", { publishAt: "25:00" })).text()).toContain(
      "Enter a time, for example 09:30.",
    );
    const back = await leadsTo(await admin.post("/admin/preview/settings", { publishAt: "04:30", needsApproval: "on" }));
    expect((await admin.open(back ?? "")).html).toContain("Days wait for approval until 48 hours before they begin.");
    expect((await admin.open("/admin/preview/settings")).html).toMatch(/name="needsApproval"[^>]*checked/);
  });

  test("a published day whose rule changed says so, and a new draft is made beside it and published", async () => {
    const [, tomorrow = ""] = links((await admin.open("/admin/preview")).html, "/admin/preview/day?groupId");
    const body = { id: 1, version: 1, ...ruleOver([library.thirds, 100]) };
    expect((await web.at.call(changeMasterRule, { body }, company.users.admin)).status).toBe(200);
    expect((await admin.open("/admin/preview")).html).toContain("Out of date");
    const before = await admin.open(tomorrow);
    expect(before.html).toContain("Stores play the published version.");
    const id = /name="id" value="([^"]+)"/.exec(before.html)?.[1] ?? "";
    const draft = await admin.open((await leadsTo(await admin.post(tomorrow, { id }))) ?? "");
    expect(draft.html).toContain("Draft 2.");
    const [ask = ""] = publishLinks(draft.html);
    await admin.post(ask, yes);
    expect((await admin.open(tomorrow)).html).not.toContain("Stores play the published version.");
  });

  test("who may not publish sees no button, and an address that was tampered with is a 404", async () => {
    const limited = await web.signedIn(company.users.limited);
    const [, , later = ""] = links((await limited.open("/admin/preview")).html, "/admin/preview/day?groupId");
    const day = await limited.open(later);
    expect(day.status).toBe(200);
    expect(publishLinks(day.html)).toEqual([]);
    const tampered = await admin.open(later.replace(/groupId=./, "groupId=_"));
    expect(tampered.status).toBe(404);
    expect(tampered.html).toContain("Value could not be decrypted");
  });
});
