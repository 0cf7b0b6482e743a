import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#contract/base/dates";
import { storeLog, timeSlot } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, makeSpots, ruleOver } from "../support/music.ts";
import { makeAudioFile } from "../support/play-outs.ts";
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
    await web.at
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]) } }).reply;
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const mainOf = (html: string) => html.replace(/<\/main>.*/s, "");
  const links = (html: string, start: string) =>
    [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, to = ""]) =>
      to.startsWith(start) ? [to.replaceAll("&amp;", "&")] : [],
    );
  const publishLinks = (html: string) =>
    [...html.matchAll(/action="(\/admin\/preview\/[^"]+\/publish)"/g)].map(([, to = ""]) => to);
  /** The answer of the question. */
  const yes = { confirmed: "on" };

  /** Presses Publish, and once more where a question is asked. */
  async function publishAll(path: string, days: { from: string; to: string }): Promise<string> {
    const answer = await admin.post(path, days);
    const to = await leadsTo(answer.clone());
    if (to) return to;
    const confirm = /name="confirm" value="([^"]+)"/.exec(await answer.text())?.[1] ?? "";
    return (await leadsTo(await admin.post(path, { ...days, confirm }))) ?? "";
  }

  test("the overview leads to each group's days, a day shows its hours, and a song says why it is there", async () => {
    const overview = await admin.open("/admin/preview");
    // four groups, and the stores without one; on a phone the last four open under the first three
    expect(overview.html.match(/>Not planned</g)).toHaveLength(5 * (7 + 4));
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
    const [, tomorrow = ""] = links(
      (await admin.open("/admin/preview")).html,
      "/admin/preview/day?groupId",
    );
    const day = await admin.open(tomorrow);
    const [ask = ""] = publishLinks(day.html);
    const question = await admin.open(ask);
    expect(question.html).toContain("Its 2 stores play exactly this order");
    const to = await leadsTo(await admin.post(ask, yes));
    const published = await admin.open(to ?? "");
    expect(published.html).toContain("Published by Test");
    expect(published.html).toContain("Published for 2 stores");
    const logs = () =>
      web.at.database.db
        .select({ id: storeLog.id })
        .from(storeLog)
        .where(eq(storeLog.companyId, company.companyId));
    expect(await logs()).toHaveLength(2);
    await admin.post(ask, yes);
    expect(await logs()).toHaveLength(2);
    const [csv = ""] = links(published.html, "/admin/preview/download");
    const file = await admin.get(csv);
    const [, date = "no date"] = /[?&]day=([\d-]+)/.exec(csv) ?? [];
    expect(file.headers.get("Content-Disposition")).toMatch(
      new RegExp(`^attachment; filename="MusicSchedule-.*-${date}\\.csv"`),
    );
    expect((await file.text()).split("\n")[0]).toContain(
      "Company,Region,Zone,Group,Store code,Store,Date,Time",
    );
    const storeRef =
      /<option value="([^"]+)"[^>]*>North store 1\.1</.exec(published.html)?.[1] ?? "";
    const inStore = await admin.open(`${tomorrow}&storeId=${storeRef}`);
    expect(inStore.html).toContain("What it plays, in its own time zone. 09:00 to 21:00.");
    expect(mainOf(inStore.html)).toMatch(
      /Differences from the group[\s\S]*Same song and time[\s\S]*Not in this store/,
    );
  });

  test("a day is listened through: each song leads to its audio, by ranges, in order and with its reason; of a store too [SCH-2]", async () => {
    const file = await makeAudioFile("audio/any.wav", 5000); // every song of the library has it
    const [, tomorrow = ""] = links(
      (await admin.open("/admin/preview")).html,
      "/admin/preview/day?groupId",
    );
    const day = await admin.open(tomorrow);
    const [listen = ""] = links(day.html, "/admin/preview/listen");
    const page = mainOf((await admin.open(listen)).html);
    const audio = links(page, "/admin/preview/audio/");
    expect(audio).toHaveLength(Number(/(\d+) songs/.exec(day.html)?.[1]));
    expect(page).toMatch(/09:00:\d\d[\s\S]*Chart: Popular/);
    const part = await admin.get(audio[0] ?? "", { Range: "bytes=4-9" });
    expect([
      part.status,
      Buffer.from(await part.arrayBuffer()).equals(Buffer.from(file.subarray(4, 10))),
    ]).toEqual([206, true]);
    const manager = await web.signedIn(company.users.manager);
    expect((await manager.get(audio[0] ?? "")).status).not.toBe(200);
  });

  test("two groups' days, or two of one group, stand side by side by hour with what both play, for who may see them [SCH-7]", async () => {
    const days = links((await admin.open("/admin/preview")).html, "/admin/preview/day?groupId");
    const day = await admin.open(days[1] ?? "");
    const [to = ""] = links(day.html, "/admin/preview/side-by-side");
    const beside = await admin.open(to);
    const main = mainOf(beside.html);
    expect(beside.status).toBe(200);
    expect(main.match(/<h3/g)).toHaveLength(12);
    expect(main).toMatch(/<h2[^>]*>.*North group 1.*<h2[^>]*>/s);
    const [, share = "", plays = ""] =
      /(\d+)%<\/b><span[^>]*>Same songs in the same hour<\/span><span[^>]*>([\d,]+) songs?</.exec(
        main,
      ) ?? [];
    // ends of in-hour marks stand on both sides
    expect(main.match(/· in both</g)).toHaveLength(2 * Number(plays));
    expect(Number(share)).toBeLessThan(60);
    const [groupId = "", on = ""] = ["groupId", "day"].map(
      (name) => new URL(to, "http://x").searchParams.get(name) ?? "",
    );
    const itself = `/admin/preview/side-by-side?groupId=${groupId}&day=${on}&otherGroupId=${groupId}`;
    expect(mainOf((await admin.open(`${itself}&otherDay=${on}`)).html)).toMatch(
      /100%<\/b><span[^>]*>Same songs in the same hour/,
    );
    const next = mainOf((await admin.open(`${itself}&otherDay=${addDays(on, 1)}`)).html);
    expect(next).not.toMatch(/100%<\/b><span[^>]*>Same songs in the same hour/);
    expect((await admin.open("/admin/schedule")).html).toContain("/admin/preview/side-by-side?");
    const other = await makeCompany(web.at.database);
    const stranger = await web.signedIn(other.users.admin);
    expect((await stranger.get(itself)).status).toBe(404);
  });

  test("the stores without a group have their days, which lead to a preview and a download [RUN-1]", async () => {
    const overview = await admin.open("/admin/preview");
    expect(overview.html).toContain("Stores without a group");
    const alone = links(overview.html, "/admin/preview/day?groupId").at(-1) ?? "";
    const day = await admin.open(alone);
    expect(day.html).toMatch(/<h1[^>]*>Stores without a group, /);
    expect(day.html).toMatch(/Draft 1\. 09:00 to 21:00, \d+ songs\./);
    const [csv = ""] = links(day.html, "/admin/preview/download");
    expect((await (await admin.get(csv)).text()).split("\n")[1]).toContain(
      "Stores without a group",
    );
  });

  test("many groups' days are published at once, and when days are published by themselves is a setting [SCH-4]", async () => {
    const form = await admin.open("/admin/preview/publish-days");
    expect(mainOf(form.html)).toMatch(/5 groups[\s\S]*and 3 more/);
    const [first = "", last = ""] = ["from", "to"].map(
      (name) => new RegExp(`name="${name}"[^>]*value="([^"]+)"`).exec(form.html)?.[1],
    );
    const late = await admin.post("/admin/preview/publish-days", { from: first, to: "2099-01-01" });
    expect(await late.text()).toContain("Choose a day up to ");
    const to = await publishAll("/admin/preview/publish-days", { from: last, to: last });
    expect((await admin.open(to)).html).toContain("Published 5 days");
    const settings = await admin.open("/admin/preview/settings");
    expect(settings.html).toContain('value="03:00"');
    expect(
      await (await admin.post("/admin/preview/settings", { publishAt: "25:00" })).text(),
    ).toContain("Enter a time, for example 09:30.");
    const back = await leadsTo(
      await admin.post("/admin/preview/settings", { publishAt: "04:30", needsApproval: "on" }),
    );
    expect((await admin.open(back ?? "")).html).toContain(
      "Days wait for approval until 48 hours before they begin.",
    );
    expect((await admin.open("/admin/preview/settings")).html).toMatch(
      /name="needsApproval"[^>]*checked/,
    );
    // of a page that was opened before: the approval stays, and what was typed too
    const [, version = ""] = /name="version" value="(\d+)"/.exec(settings.html) ?? [];
    const older = await admin.post("/admin/preview/settings", { publishAt: "05:15", version });
    const olderHtml = await older.text();
    expect([
      older.status,
      olderHtml.includes("has changed this to “yes” in the meantime"),
      olderHtml.includes('value="05:15"'),
    ]).toEqual([422, true, true]);
    expect(olderHtml).not.toMatch(/name="needsApproval"[^>]*checked/);
    expect((await admin.open("/admin/preview/settings")).html).toMatch(
      /name="needsApproval"[^>]*checked/,
    );
  });

  test("many days are published in steps: each page says how far it has come and holds what goes on, without script by a press [SCH-4]", async () => {
    const page = "/admin/preview/publish-days";
    const { html } = await admin.open(page);
    const last = /name="to"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";
    const to = addDays(last, 3);
    const hidden = (of: string) =>
      Object.fromEntries(
        [...of.matchAll(/name="(from|to|before|confirm)" value="([^"]*)"/g)].map(
          ([, name = "", value = ""]) => [name, value],
        ),
      );
    let fields: Record<string, string> = { from: addDays(last, 1), to };
    const words: string[] = [];
    for (;;) {
      const response = await admin.post(page, { ...fields, step: "6" });
      if (response.status === 302) {
        expect((await admin.open(response.headers.get("Location") ?? "")).html).toContain(
          "Published 15 days",
        );
        break;
      }
      const mainHtml = mainOf(await response.text());
      words.push(/role="status"[^>]*>([^<]+)</.exec(mainHtml)?.[1] ?? "Question");
      expect(mainHtml).toMatch(/<button[^>]*>(Continue|Publish anyway)</);
      fields = hidden(mainHtml);
    }
    expect(words.filter((line) => line !== "Question")).toEqual([
      "6 of 15 days checked. Nothing is published yet.",
      "12 of 15 days checked. Nothing is published yet.",
      "6 of 15 days published.",
      "12 of 15 days published.",
    ]);
    expect((await admin.post(page, { from: last, to, step: "0" })).status).toBe(422);
  });

  test("groups are searched and ticked, and publishing their days asks first where something is wrong, with what was chosen kept [SCH-4] [RUN-1]", async () => {
    const { database } = web.at;
    const thin = await makeChart(database, company.companyId, "Thin", [1, 2, 3, 4, 5]);
    const groupId = company.south.groupIds[1] ?? 0;
    const [slot] = await database.db
      .select({ id: timeSlot.id })
      .from(timeSlot)
      .where(eq(timeSlot.companyId, company.companyId));
    const rule = { timeSlotId: slot?.id ?? 0, groupId, ...ruleOver([thin, 100]) };
    expect(await web.at.as(company.users.admin).addMasterRule({ body: rule }).status).toBe(201);
    const list = await admin.open("/admin/preview?search=south+group");
    expect(mainOf(list.html)).not.toContain("North group 1");
    expect(mainOf(list.html)).toMatch(/Select all (<!-- -->)?2(<!-- -->)? that match/);
    const south2 =
      /value="([^"]+)"[^>]*aria-label="Select South group 2, South zone 2"|aria-label="Select South group 2, South zone 2"[^>]*value="([^"]+)"/.exec(
        list.html,
      );
    const page = `/admin/preview/publish-days?id=${encodeURIComponent(south2?.[1] ?? south2?.[2] ?? "")}`;
    const form = await admin.open(page);
    expect(mainOf(form.html)).toMatch(/1 group<[\s\S]*South group 2/);
    const from = /name="from"[^>]*value="([^"]+)"/.exec(form.html)?.[1] ?? "";
    const count = () => database.db.$count(storeLog, eq(storeLog.companyId, company.companyId));
    const before = await count();
    const question = mainOf(await (await admin.post(page, { from, to: from })).text());
    expect(question).toMatch(
      /Publish 1 day\?[\s\S]*Problems found on 1 of 1 day\. Nothing is published yet\./,
    );
    expect(question).toMatch(
      /Minimum rest not kept: \d+ songs[\s\S]*South group 2, [\s\S]*Minimum rest not kept, Thin: \d+ songs/,
    );
    expect(await count()).toBe(before);
    const hiddenFields = Object.fromEntries(
      ["from", "to", "confirm"].map((name) => [
        name,
        new RegExp(`name="${name}" value="([^"]+)"`).exec(question)?.[1] ?? "",
      ]),
    );
    const to = await leadsTo(await admin.post(page, hiddenFields));
    expect((await admin.open(to ?? "")).html).toContain("Published 1 day");
    expect(await count()).toBeGreaterThan(before);
    const all = await admin.open("/admin/preview/publish-days?all=on&search=south+group");
    expect(mainOf(all.html)).toMatch(/2 groups<[\s\S]*South group 1[\s\S]*South group 2/);
  });

  test("a published day whose rule changed says so, and a new draft is made beside it and published", async () => {
    const { html } = await admin.open("/admin/preview?search=north+group+1");
    const [, tomorrow = ""] = links(html, "/admin/preview/day?groupId");
    const body = { id: 1, version: 1, ...ruleOver([library.thirds, 100]) };
    expect(await web.at.as(company.users.admin).changeMasterRule({ body }).status).toBe(200);
    expect((await admin.open("/admin/preview")).html).toContain("Out of date");
    const before = await admin.open(tomorrow);
    expect(before.html).toContain("Stores keep playing the published version.");
    const id = /name="id" value="([^"]+)"/.exec(before.html)?.[1] ?? "";
    const draft = await admin.open((await leadsTo(await admin.post(tomorrow, { id }))) ?? "");
    expect(draft.html).toContain("Draft 2.");
    const [ask = ""] = publishLinks(draft.html);
    await admin.post(ask, yes);
    expect((await admin.open(tomorrow)).html).not.toContain(
      "Stores keep playing the published version.",
    );
  });

  test("who may not publish sees no button, and an address that was tampered with is a 404", async () => {
    const limited = await web.signedIn(company.users.limited);
    const [, , later = ""] = links(
      (await limited.open("/admin/preview")).html,
      "/admin/preview/day?groupId",
    );
    const day = await limited.open(later);
    expect(day.status).toBe(200);
    expect(publishLinks(day.html)).toEqual([]);
    const tampered = await admin.open(later.replace(/groupId=./, "groupId=_"));
    expect(tampered.status).toBe(404);
    expect(tampered.html).toContain("Value could not be decrypted");
  });
});
