import { eq, lte, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  formDraft,
  masterRule,
  masterRuleArcPoint,
  masterRuleMix,
  masterRuleMixItem,
  song,
} from "#platform/db/schema/index";
import { runTrials } from "#platform/modules/schedule/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeItem, makeLibrary, makeSlot } from "../support/music.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

test("while there is no chart the list of charts says so, and what to use instead [MST-1]", async () => {
  const web = await openTestWeb(anyEngine);
  await makeProvider(web.at.database);
  const { companyId, users } = await makeCompany(web.at.database);
  await makeSlot(web.at.database, companyId);
  const { html } = await (await web.signedIn(users.admin)).open("/admin/master-rule");
  expect(html).toContain("There are no charts yet. Use a song filter until there is one.");
  await web.close();
});

describe("The master rule's page, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let charts: { popular: string; own: string };
  let mood: number;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    const library = await makeLibrary(database, provider.companyId);
    mood = await makeItem(database, provider.companyId, "mood", "Tender");
    await database.db.update(song).set({ moodId: mood }).where(lte(song.durationSeconds, 220));
    company = await makeCompany(database);
    await makeSlot(database, company.companyId);
    await makeChart(database, company.companyId, "Own", library.songIds.slice(0, 30));
    admin = await web.signedIn(company.users.admin);
    const { html } = await admin.open("/admin/master-rule");
    charts = { popular: optionOf(html, "Popular"), own: optionOf(html, "Own") };
  });
  afterAll(() => web?.close());

  /** The page that "Try over 28 days" leads to, once the job has made the comparison. */
  const tryRule = async (posted: Response) => {
    const to = (await leadsTo(posted)) ?? "";
    const stopped = new AbortController().signal;
    await runTrials({ database: web.at.database, now: new Date(), stopped });
    return (await admin.open(to)).html;
  };
  const rules = () =>
    web.at.database.db.select().from(masterRule).where(eq(masterRule.companyId, company.companyId));
  /** Rules as the form holds them: their names, each with its other fields. */
  const separation = (...rules: [string, Record<string, string>][]) =>
    Object.fromEntries(
      rules.flatMap(([name, fields], line) =>
        Object.entries({ name, ...fields }).map(([field, value]) => [
          `separation[${line}].${field}`,
          value,
        ]),
      ),
    );
  const rest = ["MINIMUM_REST", { minutes: "90" }] as [string, Record<string, string>];
  const section = {
    ...separation(rest, ["DAY_OFFSET", {}]),
    searchDepth: "40",
    beforeFixedPoint: "BREAK_RULE",
  };
  const mixed = (...lines: [string, string][]) =>
    Object.fromEntries(
      lines.flatMap(([chart, percent], line) => [
        [`mix[${line}].chartId`, chart],
        [`mix[${line}].percent`, percent],
      ]),
    );
  const fill = (...lines: [string, string][]) => ({ ...section, ...mixed(...lines) });

  test("lines are added and removed by buttons, what was typed stays, and nothing is saved by that", async () => {
    const added = await (
      await admin.post("/admin/master-rule?index", { ...fill([charts.own, "60"]), _do: "add" })
    ).text();
    expect(added).toContain('name="mix[1].percent"');
    expect(typedIn(added, "mix[0].percent")).toBe("60");
    expect(typedIn(added, "mix[1].percent")).toBe("40");
    expect(typedIn(added, "separation[0].minutes")).toBe("90");
    const removed = await (
      await admin.post("/admin/master-rule?index", {
        ...fill([charts.own, "60"], [charts.popular, "40"]),
        _do: "remove-0",
      })
    ).text();
    expect(typedIn(removed, "mix[0].percent")).toBe("40");
    expect(removed).not.toContain('name="mix[1].percent"');
    expect(await rules()).toEqual([]);
  });

  test("separation rules move, come and go by buttons; what was typed stays, and the focus stays with the line [MST-1] [UI-11]", async () => {
    const typed = {
      ...mixed([charts.own, "100"]),
      ...separation(
        ["MINIMUM_REST", { minutes: "95" }],
        ["DAY_OFFSET", { breakable: "on" }],
        ["MOOD_IN_A_ROW", { most: "x" }],
      ),
    };
    const press = async (button: string, more: Record<string, string> = {}) =>
      (await admin.post("/admin/master-rule?index", { ...typed, ...more, _do: button })).text();
    const namesIn = (html: string) =>
      [...html.matchAll(/name="separation\[\d\]\.name" value="(\w+)"/g)].map(([, name]) => name);
    const up = await press("separation-up-1");
    expect(namesIn(up)).toEqual(["DAY_OFFSET", "MINIMUM_REST", "MOOD_IN_A_ROW"]);
    expect([typedIn(up, "separation[1].minutes"), typedIn(up, "mix[0].percent")]).toEqual([
      "95",
      "100",
    ]);
    expect([
      isTicked(up, "separation[0].breakable"),
      isTicked(up, "separation[1].breakable"),
    ]).toEqual([true, false]);
    // the line stands first now: its other button is the one to press
    expect(up).toMatch(/<button[^>]*aria-label="Move Day offset down"[^>]*autofocus/i);
    expect(namesIn(await press("separation-down-0"))).toEqual([
      "DAY_OFFSET",
      "MINIMUM_REST",
      "MOOD_IN_A_ROW",
    ]);
    expect(namesIn(await press("separation-remove-0"))).toEqual(["DAY_OFFSET", "MOOD_IN_A_ROW"]);
    const added = await press("separation-add", { _add: "ALBUM_SEPARATION" });
    expect(namesIn(added)).toEqual([
      "MINIMUM_REST",
      "DAY_OFFSET",
      "MOOD_IN_A_ROW",
      "ALBUM_SEPARATION",
    ]);
    expect(typedIn(added, "separation[3].minutes")).toBe("60");
    expect(added).not.toMatch(/<option value="ALBUM_SEPARATION"/);
    expect(namesIn(await press("separation-add", { _add: "MINIMUM_REST" }))).toHaveLength(3);
    expect(await rules()).toEqual([]);
  });

  test("a separation rule's mistake stands on its line and in the summary; a rule is saved and shown in its order [MST-1] [UI-11]", async () => {
    const post = (rows: [string, Record<string, string>][], more: Record<string, string> = {}) =>
      admin.post("/admin/master-rule?index", {
        ...mixed([charts.own, "100"]),
        ...separation(...rows),
        ...more,
        _do: "save",
      });
    const response = await post([
      ["SEGUE", { tempoStep: "", energyStep: "" }],
      ["MOOD_IN_A_ROW", { most: "0" }],
      rest,
    ]);
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain('id="form-separation-1-most-error"');
    expect(html).toContain('href="#form-separation-0-tempoStep"');
    expect(html).toContain("Choose a tempo change or enter an energy change.");
    expect(await rules()).toEqual([]);
    // provider staff switch the feature on only now
    const offersWait = async () =>
      (await admin.open("/admin/master-rule")).html.includes('name="topWaitSeconds"');
    expect(await offersWait()).toBe(false);
    await web.at.database.db.execute(
      `update company set waiting_tops = true where id = ${company.companyId}`,
    );
    expect(await offersWait()).toBe(true);
    const saved = await post(
      [
        ["MOOD_IN_A_ROW", { most: "1", breakable: "on" }],
        rest,
        ["SEGUE", { tempoStep: "0" }],
        ["DAY_OFFSET", { days: "5" }],
        ["WEEK_OFFSET", {}],
        ["PLAYS_A_DAY", { plays: "2" }],
        ["DAYPART_ROTATION", { breakable: "on" }],
      ],
      {
        beforeFixedPoint: "PAUSE",
        searchDepth: "25",
        fallbackChartId: charts.popular,
        longestPauseSeconds: "15",
        topWaitSeconds: "30",
        shareBy: "AIRTIME",
      },
    );
    expect(await leadsTo(saved)).toMatch(/^\/admin\/master-rule/);
    const [rule] = await rules();
    expect(rule).toMatchObject({
      separation: [
        { name: "MOOD_IN_A_ROW", breakable: true, most: 1 },
        { name: "MINIMUM_REST", breakable: false, minutes: 90 },
        { name: "SEGUE", breakable: false, tempoStep: 0, energyStep: null },
        { name: "DAY_OFFSET", breakable: false, days: 5 },
        { name: "WEEK_OFFSET", breakable: false },
        { name: "PLAYS_A_DAY", breakable: false, plays: 2 },
        { name: "DAYPART_ROTATION", breakable: true },
      ],
      beforeFixedPoint: "PAUSE",
      searchDepth: 25,
      longestPauseSeconds: 15,
      topWaitSeconds: 30,
      shareBy: "AIRTIME",
    });
    const zonal = await web.signedIn(company.users.zonal);
    const pageText = (await zonal.open("/admin/master-rule")).html
      .replaceAll(/<!-- -->|<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
    expect(pageText).toMatch(
      /Mood in a row : changes with every song \( breakable \) Minimum rest : 1 h 30 min \( unbreakable \)/,
    );
    expect(pageText).toMatch(
      /before a fixed time 15 s Top of the hour Waits up to 30 s for the end of a song .* A longer pause rather than a rule break Fallback chart Popular Search depth 25/,
    );
    await web.at.database.db.delete(masterRule).where(eq(masterRule.companyId, company.companyId));
  });

  test("points of energy and mood come and go by buttons, are saved, drawn and tried without script [SCH-7]", async () => {
    const point = (place: number, hour: string, energy: string, moodId = "") => ({
      [`arc[${place}].hour`]: hour,
      [`arc[${place}].energy`]: energy,
      [`arc[${place}].moodId`]: moodId,
    });
    const post = async (fields: Record<string, string>) =>
      admin.post("/admin/master-rule?index", { ...fill([charts.own, "100"]), ...fields });
    const added = await (await post({ ...point(0, "9", "20"), _do: "arc-add" })).text();
    const tender = optionOf(added, "Tender");
    expect(typedIn(added, "arc[0].hour")).toBe("9");
    expect(added).toContain('name="arc[1].energy"');
    const two = { ...point(0, "9", "20", tender), ...point(1, "20", "80") };
    const removed = await (await post({ ...two, _do: "arc-remove-0" })).text();
    expect(typedIn(removed, "arc[0].hour")).toBe("20");
    expect(removed).not.toContain('name="arc[1].hour"');
    expect(await (await post({ ...point(0, "9", ""), _do: "save" })).text()).toContain(
      "Enter an energy or choose a mood.",
    );
    const wrong = await post({ ...point(0, "24", "20"), _do: "save" });
    expect([wrong.status, (await wrong.text()).includes("Enter an hour from 0 to 23.")]).toEqual([
      422,
      true,
    ]);
    const tried = await tryRule(await post({ ...two, _do: "what-if" }));
    expect(tried).toContain("Energy as asked and as played over 28 days");
    expect(tried).toContain("Songs in the mood that the rule asks for, over 28 days");
    expect(selectedOf(tried, "arc[0].moodId")).toBe(tender);
    expect(await leadsTo(await post({ ...two, _do: "save" }))).toMatch(/^\/admin\/master-rule/);
    expect(
      await web.at.database.db
        .select({
          hour: masterRuleArcPoint.hour,
          energy: masterRuleArcPoint.energy,
          moodId: masterRuleArcPoint.moodId,
        })
        .from(masterRuleArcPoint)
        .orderBy(masterRuleArcPoint.hour),
    ).toEqual([
      { hour: 9, energy: 20, moodId: mood },
      { hour: 20, energy: 80, moodId: null },
    ]);
    const { html } = await admin.open("/admin/master-rule");
    expect(html).toContain("The energy that this rule asks for");
    expect(html).toContain("20 and Tender at 09:00, 80 at 20:00");
    expect(html).toContain("The moods that this rule asks for");
    expect(html).toContain("00:00 – 20:00 Tender; 20:00 – 24:00 Any mood");
    expect(selectedOf(html, "arc[0].moodId")).toBe(tender);
    await web.at.database.db.delete(masterRule).where(eq(masterRule.companyId, company.companyId));
  });

  test("a rule is tried in the background as it is typed, and is there when one comes back [SCH-7]", async () => {
    const before = await rules();
    const posted = await admin.post("/admin/master-rule?index", {
      ...fill([charts.popular, "100"]),
      ...separation(rest, ["DAY_OFFSET", { days: "2" }]),
      _do: "what-if",
    });
    const to = (await leadsTo(posted)) ?? "";
    const waiting = (await admin.open(to)).html;
    expect(waiting).toContain("The comparison starts in a moment.");
    expect(waiting).toContain(">Refresh<");
    expect(typedIn(waiting, "separation[1].days")).toBe("2");
    await web.at.database.db
      .update(formDraft)
      .set({ values: sql`"values" || '{"state": "running", "day": 12}'`, updatedAt: new Date(0) });
    expect((await admin.open(to)).html).toContain("Day 12 of 28");
    // the page asks this while it waits, and is not loaded and checked again
    const progressAt = to.replace(/#.*/, "").replace("/master-rule?", "/master-rule/trial?");
    const readProgress = async () => (await admin.get(progressAt)).json();
    expect(await readProgress()).toEqual({
      progress: { words: "Day 12 of 28", day: 12, days: 28 },
    });
    await runTrials({
      database: web.at.database,
      now: new Date(),
      stopped: new AbortController().signal,
    });
    expect(await readProgress()).toEqual({ progress: null });
    const stored = (await admin.open("/admin/master-rule")).html;
    expect(stored).toContain("You tried a change of this rule on");
    expect(stored).not.toContain('name="separation[1].days" value="2"');
    const back = /href="([^"]*trial=on[^"]*)"/.exec(stored)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(back).toBe(to);
    const html = (await admin.open(back)).html;
    const text = html.replaceAll(/<!-- -->|<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(text).toContain("What this rule would play");
    expect(text).toContain("Nothing is saved or published.");
    expect(text).toMatch(/Same hour as last week [\d.]+% [\d.]+%/);
    expect(typedIn(html, "separation[1].days")).toBe("2");
    expect(await rules()).toEqual(before);
  });

  test("locations are folded but for the way to the one in sight, and found by name [MST-1] [UI-10]", async () => {
    const openIn = (html: string) =>
      [...html.matchAll(/<details open=""[^>]*>.*?Show what is in <!-- -->([^<]*)/gs)].map(
        ([, name = ""]) => name,
      );
    const whole = (await admin.open("/admin/master-rule")).html;
    expect(openIn(whole)).toHaveLength(1);
    const groupTo = /href="([^"]*groupId[^"]*)"/.exec(whole)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(openIn((await admin.open(groupTo)).html).slice(1)).toEqual([
      "North",
      "North zone 1",
      "North group 1",
    ]);
    const searchHtml = (await admin.open("/admin/master-rule?find=south+zone+2")).html;
    expect(searchHtml).toContain(">South zone 2<");
    expect(searchHtml).not.toContain(">North<");
    const zoneTo =
      /href="([^"]*zoneId[^"]*)"/.exec(searchHtml)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await admin.open(zoneTo)).html).toContain("Master rule: South zone 2");
    expect((await admin.open("/admin/master-rule?find=nowhere")).html).toContain(
      "No location has “nowhere",
    );
  });

  test("a mix that makes 99 is refused in words, beside the mix and in the summary, with all that was typed", async () => {
    const response = await admin.post("/admin/master-rule?index", {
      ...fill([charts.own, "59"], [charts.popular, "40"]),
      _do: "save",
    });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(
      html.split("The mix adds up to 99%. It must be 100%: add 1%.").length - 1,
    ).toBeGreaterThanOrEqual(3);
    expect(html).toContain('href="#form-mix"');
    expect([
      typedIn(html, "mix[0].percent"),
      typedIn(html, "mix[1].percent"),
      typedIn(html, "separation[0].minutes"),
    ]).toEqual(["59", "40", "90"]);
    expect(selectedOf(html, "mix[1].chartId")).toBe(charts.popular);
    expect(await rules()).toEqual([]);
  });

  test("whether there are enough songs is said for the rule as it is typed, and of the stored one, before anything is saved [MST-1]", async () => {
    const before = (await admin.open("/admin/master-rule")).html;
    expect(before).toContain("Fill in the rule and press “Check rule”");
    const checked = await admin.post("/admin/master-rule?index", {
      ...fill([charts.own, "100"]),
      "separation[0].minutes": "180",
      _do: "check",
    });
    const html = await checked.text();
    expect(html).toMatch(
      /India: 30 of 30 songs of Own can be played here\. 100% needs \d+ plays in 3 h: songs and artists will repeat too soon/,
    );
    expect([typedIn(html, "mix[0].percent"), typedIn(html, "separation[0].minutes")]).toEqual([
      "100",
      "180",
    ]);
    expect(await rules()).toEqual([]);
    const slotId = /master-rule\/check\?slotId=([\w-]+)/.exec(before)?.[1] ?? "";
    const live = await admin.get(
      `/admin/master-rule/check?${new URLSearchParams({ slotId, ...fill([charts.popular, "100"]) })}`,
    );
    expect(await live.json()).toMatchObject({
      warnings: [],
      countries: [{ title: "India, 9 stores" }],
    });
    expect((await admin.get("/admin/master-rule/check")).status).toBe(422);
  });

  test("a group gets its own rule, somebody else's change is told, and removing it makes the group inherit again", async () => {
    expect(
      await leadsTo(
        await admin.post("/admin/master-rule?index", {
          ...fill([charts.popular, "100"]),
          _do: "save",
        }),
      ),
    ).toMatch(/^\/admin\/master-rule\?slotId=/);
    const tree = (await admin.open("/admin/master-rule")).html;
    const group =
      /href="(\/admin\/master-rule\?groupId=[^"]+)"/.exec(tree)?.[1]?.replaceAll("&amp;", "&") ??
      "";
    const inherited = await admin.open(group);
    expect(inherited.html).toContain(`inherited from the company, ${company.name}`);
    const [path = "", query = ""] = group.split("?");
    const post = (body: Record<string, string>) => admin.post(`${path}?index&${query}`, body);
    const to = await leadsTo(
      await post({ ...fill([charts.own, "30"], [charts.popular, "70"]), _do: "save" }),
    );
    const saved = await admin.open(to ?? "");
    expect(saved.html).toContain("Has its own rule in the time slot ");
    expect(saved.html).toContain("Rule saved. It applies to all days that are not published yet.");
    const mix = await web.at.database.db
      .select({ percent: masterRuleMix.percent })
      .from(masterRuleMix)
      .where(eq(masterRuleMix.companyId, company.companyId));
    expect(mix.map(({ percent }) => percent).sort()).toEqual([100, 30, 70]);

    const version = { version: typedIn(saved.html, "version") ?? "" };
    expect((await post({ ...fill([charts.own, "100"]), ...version, _do: "save" })).status).toBe(
      302,
    );
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
      expect(typedIn(await (await post({ ...wrong, ...version })).text(), "version")).toBe(
        version.version,
      );

    const removeTo =
      /href="(\/admin\/master-rule\/own\/remove[^"]+)"/
        .exec((await admin.open(group)).html)?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    const question = await admin.open(removeTo);
    expect(question.html).toContain("Remove North group 1&#x27;s own rule?");
    expect((await admin.post(removeTo, version)).status).toBe(422);
    const back = await leadsTo(
      await admin.post(removeTo, { version: typedIn(question.html, "version") ?? "" }),
    );
    expect((await admin.open(back ?? "")).html).toContain("inherited from the company");
    expect(await leadsTo(await admin.post(removeTo, {}))).toBe(back);
    expect(await rules()).toHaveLength(1);
  });

  test("a line becomes songs that match and is filled in by ticks; what was typed elsewhere stays [MST-1]", async () => {
    const { regionId } = company.north;
    const linkToRegion = (html: string) =>
      /href="(\/admin\/master-rule\?regionId=[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ??
      "";
    const region = linkToRegion((await admin.open("/admin/master-rule?find=North")).html);
    const [path = "", query = ""] = region.split("?");
    const post = (body: Record<string, string | string[]>) =>
      admin.post(`${path}?index&${query}`, body);
    const mainOf = async (response: Response) => (await response.text()).split("</main>")[0] ?? "";

    const added = await mainOf(await post({ ...fill([charts.own, "60"]), _do: "add-songs" }));
    expect([typedIn(added, "mix[1].kind"), typedIn(added, "mix[1].percent")]).toEqual([
      "songs",
      "40",
    ]);
    expect(selectedOf(added, "mix[0].chartId")).toBe(charts.own);
    const turned = await mainOf(await post({ ...fill([charts.own, "60"]), _do: "songs-0" }));
    expect([typedIn(turned, "mix[0].kind"), typedIn(turned, "mix[0].percent")]).toEqual([
      "songs",
      "60",
    ]);
    expect(turned).not.toContain('name="mix[0].chartId"');
    const slow = tickOf(turned, "mix[0].tempoIds", "Slow (54 songs)");
    const fast = tickOf(turned, "mix[0].tempoIds", "Fast (53 songs)");

    const songs = { ...section, "mix[0].kind": "songs", "mix[0].percent": "100" };
    const empty = await post({ ...songs, _do: "save" });
    expect(empty.status).toBe(422);
    const refused = await mainOf(empty);
    expect(refused).toContain(
      "Choose at least one language, genre, mood, tempo, era or rating chart.",
    );
    expect(refused).toContain('href="#form-mix-0-kind"');
    expect(refused).toContain('id="form-mix-0-kind"');

    const ticked = { ...songs, "mix[0].tempoIds": [slow, fast] };
    const checked = await mainOf(await post({ ...ticked, _do: "check" }));
    expect(checked).toContain("Slow or Fast, 100%");
    expect(checked).toMatch(/107 of 107 songs/);
    expect(checkedIn(checked, "mix[0].tempoIds")).toEqual([slow, fast]);
    const saved =
      (await admin.open((await leadsTo(await post({ ...ticked, _do: "save" }))) ?? "")).html.split(
        "</main>",
      )[0] ?? "";
    expect(checkedIn(saved, "mix[0].tempoIds")).toEqual([slow, fast]);
    expect(saved).toContain("There are enough songs for this rule.");
    const [rule] = (await rules()).filter((one) => one.regionId === regionId);
    const items = await web.at.database.db.select().from(masterRuleMixItem);
    expect(items.filter(({ ruleId }) => ruleId === rule?.id)).toHaveLength(2);
    const zonal = await web.signedIn(company.users.zonal);
    const ofZonal = linkToRegion((await zonal.open("/admin/master-rule?find=North")).html);
    expect((await zonal.open(ofZonal)).html).toContain("Slow or Fast, 107 songs");
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

const optionOf = (html: string, label: string) =>
  new RegExp(`<option value="([^"]+)"[^>]*>${label} `).exec(html)?.[1] ?? "";
const typedIn = (html: string, name: string) => {
  const input = [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => tag.includes(`name="${name}"`));
  return /value="([^"]*)"/.exec(input ?? "")?.[1];
};
const isTicked = (html: string, name: string) =>
  [...html.matchAll(/<input[^>]*>/g)].some(
    ([tag]) => tag.includes(`name="${name}"`) && /\schecked/.test(tag),
  );
const selectedOf = (html: string, name: string) => {
  const select = html.split(`name="${name}"`)[1]?.split("</select>")[0] ?? "";
  return (
    /<option value="([^"]+)" selected/.exec(select)?.[1] ??
    /<option selected="" value="([^"]+)"/.exec(select)?.[1]
  );
};

const ticksOf = (html: string, name: string) =>
  [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`name="${name}"`));
const valueIn = (tag: string) => /value="([^"]*)"/.exec(tag)?.[1] ?? "";
const checkedIn = (html: string, name: string) =>
  ticksOf(html, name)
    .filter((tag) => tag.includes('checked=""'))
    .map(valueIn);
/** The value of the tick with a label. */
const tickOf = (html: string, name: string, label: string) =>
  ticksOf(html, name)
    .filter((tag) =>
      html.includes(`for="${/id="([^"]*)"/.exec(tag)?.[1]}" class="block py-1 ">${label}<`),
    )
    .map(valueIn)[0] ?? "";
