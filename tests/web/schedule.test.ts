import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storeLog } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, makeSpots, ruleOver } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const page = "/admin/schedule";

describe("The music schedule's pages, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let timeSlotId: number;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    const library = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    timeSlotId = await makeSlot(database, company.companyId);
    await makeSpots(database, company.companyId);
    const rule = { timeSlotId, ...ruleOver([library.popular, 70], [library.thirds, 30]) };
    await web.at.as(company.users.admin).addMasterRule({ body: rule }).reply;
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const open = async (path: string, as = admin) => mainOf((await as.open(path)).html);
  const links = (html: string, start: string) =>
    [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, to = ""]) =>
      to.startsWith(start) ? [to.replaceAll("&amp;", "&")] : [],
    );
  /** The hidden fields of each form that makes a change. */
  const changes = (html: string, change: string) =>
    [...html.matchAll(/<form[\s\S]*?<\/form>/g)].flatMap(([form]) => {
      const fields = Object.fromEntries(
        [...form.matchAll(/name="([a-zA-Z]+)" value="([^"]*)"/g)].map(
          ([, name = "", value = ""]) => [name, value],
        ),
      );
      return fields.change === change ? [fields] : [];
    });
  const press = async (path: string, fields: Record<string, string>) => {
    const to = await leadsTo(await admin.post(path, fields));
    return { to: to ?? "", html: (await admin.open(to ?? "")).html };
  };
  const titles = (html: string) =>
    [...mainOf(html).matchAll(/<title>([^<]+)<\/title>/g)].map(([, title]) => title);
  /** North group 1, tomorrow. */
  const dayOf = async (name = "North group 1") => {
    const html = await open(page);
    const ref = new RegExp(`<option value="([^"]+)"[^>]*>[^<]*${name}<`).exec(html)?.[1] ?? "";
    const day = /name="day"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";
    return `${page}?groupId=${ref}&day=${day}`;
  };

  test("a day shows its hours as bars, songs by chart with a letter, the lines of one hour with their reason, and on paper those of all [SCH-5] [UI-6]", async () => {
    const html = await open(await dayOf());
    expect(html.match(/<time/g)).toHaveLength(12);
    expect(html).toMatch(
      /aria-current="page"[^>]*>Music schedule: North group 1, North zone 1, [A-Z][a-z]{2} \d+ \d{4}</,
    );
    expect(html).toMatch(
      /<h1[^>]*>North group 1, [A-Z][a-z]+day: draft, (no|\d+) rule breaks?[,<]/,
    );
    expect(html).toMatch(/[> ]Version 1\. 09:00 to 21:00, \d+ songs, 2 stores\./);
    expect(html).toMatch(/>A<\/text>[\s\S]*Popular[\s\S]*>B<\/text>[\s\S]*Thirds/);
    const [chooser = ""] = /<form[^>]*aria-label="Choose a day"[\s\S]*?<\/form>/.exec(html) ?? [];
    expect(chooser).toContain('type="date"');
    expect(chooser).not.toContain("More filters"); // a phone shows both group and day
    expect(changes(html, "lock").length).toBeGreaterThan(8); // of one hour alone
    expect(changes(html, "lock").length).toBeLessThan(30);
    const songs = Number(/, (\d+) songs, 2 stores/.exec(html)?.[1]);
    const onPaper = [
      ...html.matchAll(/<ol class="hidden [^"]*print:block[^"]*">[\s\S]*?<\/ol>/g),
    ].map(([list]) => list);
    expect(onPaper).toHaveLength(11); // every hour but the open one
    const spots = onPaper.join().match(/>(Ad|Promo|Top of the Hour): /g)?.length ?? 0;
    expect(onPaper.join().match(/<li/g)).toHaveLength(songs + spots - changes(html, "lock").length);
    const [why = ""] = links(html, page).filter((to) => to.includes("&at="));
    const explained = await open(why);
    expect(explained).toMatch(/aria-current="true"[\s\S]*Rest[\s\S]*Candidates/);
    expect(changes(explained, "regenerate-rest")).toHaveLength(1);
    const [later = ""] = links(html, page).filter((to) => to.includes("hour=15"));
    expect(await open(later)).toContain("15:00, in order");
  });

  test("a song is locked, and Undo goes back; a press on the version before says so and changes nothing [SCH-5]", async () => {
    const day = await dayOf();
    const before = await open(day);
    const [lock] = changes(before, "lock");
    const locked = await press(day, lock ?? {});
    expect(locked.html).toContain("Song locked");
    expect(mainOf(locked.html)).toContain("Version 2. Song locked by Test.");
    expect(changes(mainOf(locked.html), "unlock")).toHaveLength(1);
    const stale = await press(day, changes(before, "lock")[1] ?? {});
    expect(stale.html).toContain("This day was changed since you opened it");
    expect(mainOf(stale.html)).toContain("Version 2.");
    const undo = /<form[^>]*action="(\/admin\/undo\/change-day)"[\s\S]*?<\/form>/.exec(locked.html);
    const fields = Object.fromEntries(
      [...(undo?.[0] ?? "").matchAll(/name="([a-zA-Z]+)" value="([^"]*)"/g)].map(
        ([, name, value]) => [name, value],
      ),
    );
    await admin.post(undo?.[1] ?? "", { ...fields, back: day });
    const back = await open(day);
    expect(back).toContain("Version 3. Earlier version restored by Test.");
    expect(changes(back, "unlock")).toHaveLength(0);
  });

  test("a song is swapped for one of those listed with what they would break [SCH-5]", async () => {
    const day = `${await dayOf()}&hour=14`;
    const before = await open(day);
    const swap = links(before, `${page}/swap`)[3] ?? "";
    const list = await open(swap);
    expect(list).toContain("Rules it would break");
    expect(list).toMatch(/>None</);
    const [choice] = changes(list, "swap");
    const swapped = await press(swap, choice ?? {});
    expect(swapped.to).toContain("hour=14");
    expect(swapped.html).toContain("Song swapped");
    expect(changes(mainOf(swapped.html), "unlock")).toHaveLength(1);
    expect(mainOf(swapped.html)).toContain("Locked. ");
    const hit = await open(`${swap}&search=Song+12`);
    expect(hit).toMatch(/Song 12\d?</);
  });

  test("an hour is made anew, versions are listed with who made them, compared and restored [SCH-5]", async () => {
    const day = await dayOf("North group 2");
    const first = (await admin.open(day)).html;
    const { html } = await press(day, changes(mainOf(first), "regenerate-hour")[0] ?? {});
    expect(html).toContain("Hour regenerated");
    expect(titles(html)).not.toEqual(titles(first));
    const [versions = ""] = links(mainOf(html), `${page}/versions`);
    const list = await open(versions);
    expect(list).toContain("Hour regenerated by Test");
    expect(list).toContain("Made from the rule");
    const [restore] = changes(list, "restore");
    const restored = await press(versions, restore ?? {});
    expect(titles(restored.html)).toEqual(titles(first));
    const [difference = ""] = links(await open(versions), `${page}/difference`);
    expect(await open(difference)).toContain("No version of this day is published yet");
  });

  test("a day with which nothing is wrong is published at once; another asks with its figures, here and in the preview [SCH-5]", async () => {
    const day = await dayOf("South group 1");
    const good = await open(day);
    const ask =
      /action="(\/admin\/preview\/[^"]+\/publish[^"]*)"/
        .exec(good)?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    if (!good.includes('id="rule-breaks"')) {
      const published = await press(ask, {});
      expect(published.to).toContain(page);
      expect(mainOf(published.html)).toMatch(
        /<h1[^>]*>[^<]+day: published, [\s\S]*[> ]Version 1\. Published by/,
      );
    }
    const { database } = web.at;
    // ten songs, rested for two hours: their rules cannot hold
    const thin = await makeChart(
      database,
      company.companyId,
      "Thin",
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    const rule = { timeSlotId, groupId: company.south.groupIds[1] ?? 0, ...ruleOver([thin, 100]) };
    expect(await web.at.as(company.users.admin).addMasterRule({ body: rule }).status).toBe(201);
    const bad = await dayOf("South group 2");
    const html = await open(bad);
    expect(html).toMatch(
      /\d+ rule breaks[\s\S]*Thin has 10 songs that can be played here and gets 100% of the music\. Add songs[\s\S]*Minimum rest not kept, Thin: \d+ songs/,
    );
    const to =
      /action="(\/admin\/preview\/[^"]+\/publish[^"]*)"/
        .exec(html)?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    const question = await press(to, {});
    expect(question.to).toBe(to);
    expect(mainOf(question.html)).toMatch(
      /This day has problems:[\s\S]*\. Thin has 10 songs[\s\S]*Minimum rest not kept, Thin: \d+ songs[\s\S]*Publish anyway/,
    );
    const logs = () => database.db.$count(storeLog, eq(storeLog.companyId, company.companyId));
    const before = await logs();
    const published = await press(to, { confirmed: "on" });
    expect(mainOf(published.html)).toContain("Published by");
    expect(await logs()).toBeGreaterThan(before);
    // the draft made next stands beside it, and what it changes is shown
    const draft = await press(bad, changes(mainOf(published.html), "regenerate-hour")[0] ?? {});
    expect(mainOf(draft.html)).toContain("Stores play version 1 until you publish this draft.");
    const [difference = ""] = links(mainOf(draft.html), `${page}/difference`);
    expect(await open(difference)).toMatch(/How version 2 differs from version 1\./);
  });

  test("rotation is drawn over a day and over 28 days [SCH-1]", async () => {
    const [rotation = ""] = links(await open(await dayOf()), `${page}/rotation`);
    const html = await open(rotation);
    expect(html).toContain("Turnover");
    expect(html).toMatch(/<a href="\/admin\/preview\/audio\/[\w-]+"/);
    expect(html).toMatch(/[\d,]+ of [\d,]+ songs? plays? more than once/);
    const month = links(html, `${page}/rotation`).find((to) => to.endsWith("days=28")) ?? "";
    expect(await open(month)).toContain("Rotation over 28 days");
  });

  test("rotation and versions without a group or a day show those of the schedule, and rotation lets another be chosen [SCH-1]", async () => {
    const [, ofSchedule = ""] =
      /aria-current="page"[^>]*>Music schedule: ([^,<]+), /.exec(await open(page)) ?? [];
    const dayShown = /name="day"[^>]*value="([^"]+)"/.exec(await open(page))?.[1] ?? "";
    const rotation = await open(`${page}/rotation?days=28`);
    expect(rotation).toContain("Rotation over 28 days");
    expect(rotation).toContain(`${ofSchedule}, `);
    expect(rotation).toContain(`value="${dayShown}"`);
    expect(rotation).toMatch(/<input type="hidden" name="days" value="28"/);
    const other = /[?&]groupId=([^&]+)/.exec(await dayOf("South group 1"))?.[1] ?? "";
    expect(await open(`${page}/rotation?groupId=${other}`)).toMatch(
      /<option value="[^"]+" selected="">[^<]*South group 1</,
    );
    expect(await open(`${page}/rotation?day=${dayShown}`)).toContain(`${ofSchedule}, `);
    const { status, html } = await admin.open(`${page}/versions`);
    expect([status, mainOf(html).includes(`${ofSchedule}, `)]).toEqual([200, true]);
  });

  test("only who may schedule opens it [ROL-1] [ROL-2]", async () => {
    const limited = await web.signedIn(company.users.limited);
    for (const path of [page, `${page}/versions`, `${page}/rotation`])
      expect(await leadsTo(await limited.get(path))).toBe("/login");
    expect(mainOf((await limited.open("/admin/preview")).html)).not.toContain(page);
  });
});

describe("The days of a company while there is no song, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
  });
  afterAll(() => web?.close());

  test("say that nothing plays and what helps, not that the open stores are closed [SCH-5] [UI-6]", async () => {
    const admin = await web.signedIn(company.users.admin);
    for (const path of [page, "/admin/preview/day"]) {
      const { html } = await admin.open(path);
      expect(html, path).toContain("Stores are open on this day, but nothing can be played.");
      expect(html, path).toContain("No song can be played. Add songs with audio to the mix");
      for (const wrong of ["No store is open", "Add shorter songs"])
        expect(/<main[\s\S]*<\/main>/.exec(html)?.[0], path).not.toContain(wrong);
    }
  });
});
