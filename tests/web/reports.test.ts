import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn } from "#contract/base/dates";
import { reports } from "#contract/reports/catalogue";
import { periodLabels, periodsOf } from "#contract/reports/periods";
import {
  columnsOf,
  csvHeadingOf,
  isFigure,
  type Report,
  sortableColumns,
} from "#contract/reports/report";
import { daysOf } from "#contract/reports/schedule-times";
import { scheduleLimits } from "#contract/reports/words";
import { adLedger, alert, playLog, storeHours, storeState } from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { ensurePartitions } from "#platform/jobs/keep-house";
import type { OutgoingEmail } from "#platform/mail/mail";
import { reportMailService } from "#platform/modules/reports/index";
import { openReportPath } from "~/features/reports/paths";
import { companyMember, withMember } from "~/ui/frame/address";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { password, testFilesDir, testPublicUrl, testSessionSecret } from "../support/platform.ts";
import { addTotalsOfLog, makeSongs } from "../support/play-outs.ts";
import { addCampaignsAndTurns } from "../support/report-campaigns.ts";
import { openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";
import { readWorkbook } from "../support/xlsx.ts";

const here = "/admin/reports/SongPlayOutReport";
/** The company's days: in India tomorrow has begun when UTC's evening has. */
const day = (back: number) => addDays(dateIn("Asia/Kolkata", new Date()), -back);
const week = `from=${day(6)}&to=${day(0)}`;

describe("Reports and the dashboard, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    staff = provider.staff;
    company = await makeCompany(database);
    await ensurePartitions(database.db, new Date());
    const songs = await makeSongs(
      database,
      provider.companyId,
      Array.from({ length: 30 }, (_, n) => ({ title: `Song ${String(n).padStart(2, "0")}` })),
    );
    // each song once a store of North 1.1 (index 0) and South 1.1 (index 4), a day ago
    const plays = [0, 4].flatMap((store) =>
      songs.map((songId, n) => ({
        companyId: company.companyId,
        storeId: company.stores[store]?.id ?? 0,
        eventId: `00000000-0000-4000-8000-${String(store * 100 + n).padStart(12, "0")}`,
        startedAt: new Date(`${day(1)}T06:${String(n).padStart(2, "0")}:00Z`),
        day: day(1),
        kind: "MUSIC" as const,
        songId,
        seconds: 100,
      })),
    );
    await database.db.insert(playLog).values(plays);
    await addTotalsOfLog(database, company.companyId);
    // always open; the first store is silent since yesterday, the second quiet, the third offline, the
    // others were never seen
    await database.db.update(storeHours).set({ opens: 0, closes: 1440 });
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    for (const [index, [hoursToSeen, played]] of [
      [1, -25] as const,
      [1, 1] as const,
      [-1, -1] as const,
    ].entries())
      await database.db.insert(storeState).values({
        companyId: company.companyId,
        storeId: company.stores[index]?.id ?? 0,
        volume: 10,
        lastSeenAt: inHours(hoursToSeen),
        lastPlayedAt: inHours(played),
      });
    await database.db.execute(sql`insert into store_hour (company_id, store_id, hour_at, local_hour, open, online, volume_least, volume_sum, volume_most)
      select company_id, id, (${day(1)}::timestamp + interval '10 hours') at time zone 'Asia/Kolkata', ${day(1)}::timestamp + interval '10 hours',
        ~repeat('0', 60)::bit(60), ~repeat('0', 60)::bit(60), 50, 3000, 50 from store where company_id = ${company.companyId}`);
    await database.db.execute(sql`insert into store_day (company_id, day, store_id, open, online, playing, quiet)
      select company_id, ${day(1)}::date, id, 60, 60, 60, 0 from store where company_id = ${company.companyId}`);
    // far to the west, so that hours of the company's today are still to come
    const west = company.stores[8]?.id ?? 0;
    await database.db.execute(
      sql`update store set time_zone = 'America/Los_Angeles' where id = ${west}`,
    );
    const allDay = Array.from({ length: 24 }, () => 600);
    await database.db.insert(adLedger).values({
      companyId: company.companyId,
      kind: "AD",
      storeId: west,
      day: day(0),
      capacity: allDay,
      booked: allDay,
      held: allDay.map(() => 0),
    });
    await addCampaignsAndTurns(database.db, company.companyId, "Own", [day(1), day(0)]);
    const at = inHours(-24);
    await database.db.insert(alert).values({
      companyId: company.companyId,
      storeId: company.stores[0]?.id ?? 0,
      kind: "offline",
      note: "Refitting",
      beganAt: at,
      watchedFrom: at,
      watchedAt: at,
      raisedAt: at,
    });
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  // billing.test.ts holds those that clients may not open
  const openReports = reports.filter(({ access }) => access === "REPORTS");
  describe.each(openReports.map((report) => [report.key, report] as const))("%s", (key, report) => {
    const page = `/admin/reports/${key}`;
    const resultPage = `${page}?${askFor(report)}`;

    test("opens from the catalogue with data; its bare address asks for Show Report [REP-1] [ERR-4]", async () => {
      const opening = openReportPath(report);
      expect((await admin.open("/admin/reports")).html).toContain(`href="${opening}"`);
      expect((await admin.open(opening)).html).not.toContain("Please click on Show Report");
      const { html } = await admin.open(page);
      expect(html).toContain("Please click on Show Report to see data");
      expect(html).not.toContain("format=xlsx");
      for (const { label, choices } of Object.values(report.filters))
        for (const text of [label, ...Object.values(choices)]) expect(html).toContain(text);
      expect(html.includes('type="date"')).toBe(report.dates !== "none");
      // what the form sends as it stands shows the report
      const form = new URLSearchParams(fieldsOf(html));
      expect((await admin.open(`${page}?${form}`)).html).not.toContain(
        "Please click on Show Report",
      );
    });

    test("its periods are links within its limit that keep place and filters [REP-1] [REP-2]", async () => {
      const { html } = await admin.open(`${page}?${withInitials(report)}&show=yes`);
      for (const period of periodsOf(report)) {
        const link = linkOf(html, `period=${period}`);
        const answer = await admin.open(link);
        const current = new RegExp(`aria-current="true"[^>]*>${periodLabels[period]}<`);
        expect(answer.html).toMatch(current);
        const days = /<nav aria-label="Days"[\s\S]*?<\/nav>/.exec(answer.html)?.[0] ?? "";
        expect(days.match(/aria-current="true"/g)).toHaveLength(1);
        expect(answer.html, period).not.toMatch(/Please click on Show Report|days are allowed/);
        const { from, to } = daysOf(period, day(0));
        expect(answer.html).toContain(`from=${from}&amp;to=${to}`);
      }
    });

    test("shows its columns, totals, graph and how each figure is counted, and its sorts and graph kinds are links [REP-1] [REP-3]", async () => {
      const { html } = await admin.open(resultPage);
      for (const [column, { heading }] of Object.entries(report.columns))
        if (typeof heading === "string") expect(html, column).toContain(heading);
      for (const note of Object.values(report.notes)) expect(html).toContain(escaped(note));
      for (const [column, its] of Object.entries(report.columns))
        if (isFigure(its)) expect(report.notes, column).toHaveProperty(column);
      expect(html).toContain(report.rows);
      for (const [column] of sortableColumns(report).filter(([name]) => name in report.columns)) {
        const sorted = await admin.open(`${resultPage}&sort=-${column}`);
        expect(sorted.html, column).toMatch(/aria-sort="descending"|\(descending\)/);
      }
      for (const kind of report.graph?.kinds ?? [])
        expect((await admin.open(`${resultPage}&view=${kind}`)).html).toMatch(
          new RegExp(`aria-current="true"[^>]*>${kind}<`),
        );
      expect(html).not.toMatch(/<[^>]+ style=/);
    });

    test("is named by crumb and window; nothing but its heading says its finding [LOOK-1]", async () => {
      const bare = (await admin.open(page)).html;
      expect(headingOf(bare)).toBe(report.title);
      const { html } = await admin.open(resultPage);
      for (const page of [bare, html]) {
        expect(page).toContain(`<title>${report.title} · Fever In-Store</title>`);
        expect(page).toMatch(new RegExp(`aria-current="page"[^>]*>${report.title}<`));
      }
      if (!report.graph) return expect(headingOf(html)).toBe(report.title);
      expect(html).toContain(`<b class="block font-semibold">${report.graph.axes}</b>`);
      const heading = headingOf(html);
      if (heading !== report.title) expect(html.split(`>${heading}<`)).toHaveLength(2);
    });

    test("gives the file of what it shows under the spec's name and the catalogue's headings [REP-1]", async () => {
      const link = linkOf((await admin.open(resultPage)).html, "download");
      expect(withMember(link, companyMember, undefined)).toBe(
        [`${page}/download`, withInitials(report)].filter(Boolean).join("?"),
      );
      const file = await admin.get(link);
      expect(file.headers.get("Content-Disposition")).toContain(
        `attachment; filename="${report.fileName}-`,
      );
      expect(readCsv(await file.text())[0]).toEqual(
        columnsOf(report).map(([, column]) => csvHeadingOf(report, column, {})),
      );
      const workbook = await admin.get(`${link}&format=xlsx`);
      expect(workbook.headers.get("Content-Disposition")).toContain(
        `attachment; filename="${report.fileName}-`,
      );
      const [sheet] = await readWorkbook(new Uint8Array(await workbook.arrayBuffer()));
      expect(sheet?.rows[0]?.map(({ value }) => value)).toEqual(
        columnsOf(report).map(([, column]) => csvHeadingOf(report, column, {})),
      );
    });

    test("says No Data Found where there is nothing, and a tampered location is a 404 [ERR-4] [CTX-5]", async () => {
      const { username } = await makeUser(web.at.database, company.companyId, {
        role: "ROLE_Client_Admin",
        level: "group",
      });
      const { html } = await (await web.signedIn(username)).open(resultPage);
      expect(html).toContain("No Data Found");
      expect((await admin.open(`${resultPage}&regionId=${company.north.regionId}`)).status).toBe(
        404,
      );
    });

    test("refuses a range beyond its limit in the spec's words, on the page and for the file [REP-2] [ERR-4]", async () => {
      if (report.dates === "none") return;
      const long = `from=${day(report.dates.limit)}&to=${day(0)}`;
      const words = `Only ${report.dates.limit} days are allowed to download`;
      expect((await admin.open(`${page}?${long}`)).html).toMatch(
        new RegExp(`role="alert"[^>]*>${words}`),
      );
      const refused = await admin.get(`${page}/download?${long}`);
      expect([refused.status, refused.headers.get("Location")]).toEqual([302, `${page}?${long}`]);
    });

    test("tells provider staff without a company to select one for the file [ERR-4] [CTX-2]", async () => {
      const ops = await web.signedIn(staff.Fever_Admin_Ops);
      const { path, html } = await ops.open(`${page}/download?${askFor(report)}`);
      expect(path).toMatch(/^\/admin\/company\/choose/);
      expect(html).toContain("Please select Company to download csv report");
    });
  });

  test("a location's row leads one level down with the filters kept, down to a store's page; nobody is led where they may not go [REP-1] [REP-3] [ROL-4]", async () => {
    const follow = async (visitor: Visitor, path: string, text: string) => {
      const link = new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${text}</a>`).exec(
        (await visitor.open(path)).html,
      )?.[1];
      return link?.replaceAll("&amp;", "&");
    };
    const summary = `/admin/reports/SummaryReport?${week}&view=pie`;
    const zones = await follow(admin, summary, "North");
    expect(zones).toMatch(
      new RegExp(
        `^/admin/reports/SummaryReport\\?from=${day(6)}&to=${day(0)}&by=zone&regionId=|by=zone`,
      ),
    );
    expect((await admin.open(zones ?? "")).html).not.toContain("South › ");
    const groups = await follow(admin, zones ?? "", "North › North zone 1");
    const stores = await follow(admin, groups ?? "", "North › North zone 1 › [^<]*");
    expect(stores).toContain(`from=${day(6)}`);
    const store = await follow(admin, stores ?? "", "North store 1.1 [^<]*");
    expect(store).toMatch(/^\/admin\/stores\/[^/?]+$/);
    expect(
      await follow(admin, `/admin/reports/TopPerformingStores?${week}`, "North store 1.1"),
    ).toBe(store);
    expect((await admin.open(store ?? "")).html).toContain("North store 1.1");
    const limited = await web.signedIn(company.users.limited);
    expect(
      await follow(limited, `/admin/reports/TopPerformingStores?${week}`, "North store 1.1"),
    ).toBeUndefined();
    expect(
      await follow(
        admin,
        "/admin/reports/StoreDistribution?show=yes&by=zone",
        "North › North zone 1",
      ),
    ).toContain("by=group");
  });

  test("filters saved under a name open their report with the data of the period then", async () => {
    expect((await admin.open(here)).html).not.toContain("Save these filters");
    const filters = "period=last-7-days";
    expect((await admin.open(`${here}?${filters}`)).html).toContain("Save these filters");
    await admin.post("/admin/saved-filters", {
      list: "report-songplayoutreport",
      name: "Our week",
      filters,
      back: here,
    });
    const { html } = await admin.open(here);
    const to = /href="([^"]+)"[^>]*><span[^>]*>Our week</.exec(html)?.[1] ?? "";
    const opened = (await admin.open(to)).html;
    expect(opened).toMatch(/Song \d\d/);
    expect(opened).toContain(`from=${daysOf("last-7-days", day(0)).from}`);
    expect((await admin.open("/admin/reports/LoginReport")).html).not.toContain("Our week");
    const catalogue = (await admin.open("/admin/reports")).html;
    const [saved = -1, first = -1] = [">Our week<", ">What played?<"].map((text) =>
      catalogue.indexOf(text),
    );
    expect(saved > 0 && saved < first, "saved filters come first").toBe(true);
    expect(catalogue).toContain(`href="${to}"`);
  });

  test("a report that is not in the catalogue is a 404, as page and as file", async () => {
    for (const path of ["/admin/reports/NoSuchReport", "/admin/reports/NoSuchReport/download"])
      expect((await admin.open(path)).status).toBe(404);
  });

  test("a report is emailed from its own page with its filters, once or again and again, and its page has what became of it [REP-3] [UI-10]", async () => {
    const schedules = "/admin/reports/schedules";
    const limited = await web.signedIn(company.users.limited);
    expect((await limited.open(schedules)).html).toContain("No scheduled reports yet");
    expect((await limited.open("/admin/reports")).html).toContain(`href="${schedules}"`);
    const mailed: OutgoingEmail[] = [];
    const { mailReports } = reportMailService({
      files: folderStore(testFilesDir),
      publicUrl: testPublicUrl,
      sessionSecret: testSessionSecret,
      logger: { info() {}, warn() {}, error() {} },
      mail: { send: async (email) => void mailed.push(email) },
    });
    const runNow = () => mailReports({ database: web.at.database, now: new Date() });
    const toForm = async (path: string) =>
      linkOf((await limited.open(path)).html, "/admin/reports/schedules/add").replaceAll(
        "&amp;",
        "&",
      );
    const form = await toForm(`${here}?${week}`);
    expect(form).toBe(`${schedules}/add?report=SongPlayOutReport&${week}`);
    const filled = {
      name: "Songs of the week",
      frequency: "once",
      period: "dates",
      weekday: "1",
      monthDay: "1",
      format: "csv",
    };
    const wrong = await limited.post(form, { ...filled, name: "", period: "next-7-days" });
    expect([wrong.status, await wrong.text()]).toEqual([
      422,
      expect.stringContaining("There is a problem"),
    ]);
    const posted = await limited.post(form, filled);
    const page = posted.headers.get("Location") ?? "";
    expect([posted.status, page]).toEqual([302, expect.stringContaining(schedules)]);
    expect((await limited.open(page)).html).toMatch(/We email you|Being made/);
    await runNow();
    const { html } = await limited.open(page);
    expect(html).toContain("Sent");
    // the report that it is of, with the same filters
    expect(html).toContain(`href="${here}?${week.replaceAll("&", "&amp;")}"`);
    const link = new URL(
      /https:\/\/\S+\/admin\/reports\/files\/\S+/.exec(mailed[0]?.text ?? "")?.[0] ?? "",
    ).pathname;
    expect(html).toContain(`href="${link}"`);
    const file = await limited.get(linkOf((await limited.open(link)).html, "/download"));
    expect(file.headers.get("Content-Disposition")).toContain("Songs of the week-");
    expect(readCsv(await file.text())).toHaveLength(31);
    // who is not signed in is led there after signing in; others find nothing
    const stranger = web.visitor();
    expect((await stranger.open(link)).path).toMatch(/^\/login/);
    await stranger.post("/login", { username: company.users.limited, password });
    expect((await stranger.open("/login")).path).toBe(link);
    for (const path of [link, `${link}/download`, page, `${page}/edit`])
      expect((await admin.open(path)).status).toBe(404);
    expect((await limited.open("/admin/reports/files/made-up")).status).toBe(404);

    const daily = await limited.post(await toForm("/admin/reports/Total_stores?show=yes"), {
      ...filled,
      period: "",
      frequency: "weekly",
    });
    const repeated = daily.headers.get("Location") ?? "";
    expect((await limited.open(repeated)).html).toContain("Every Monday");
    const press = async (act: string) => {
      const { status, headers } = await limited.post(repeated, { _do: act });
      expect([act, status, headers.get("Location")]).toEqual([act, 302, repeated]);
      return (await limited.open(repeated)).html;
    };
    expect(await press("pause")).toContain("Paused");
    expect(await press("pause")).toContain("Resume");
    expect(await press("resume")).toContain("Active");
    expect(await press("run")).toContain("Being made");
    await web.at.database.db.execute(
      sql`update app_user set status = 'inactive' where username = ${company.users.limited}`,
    );
    await runNow();
    await web.at.database.db.execute(
      sql`update app_user set status = 'active' where username = ${company.users.limited}`,
    );
    const again = await web.signedIn(company.users.limited);
    expect((await again.open(repeated)).html).toContain(
      "Your account or your company is deactivated.",
    );
    const edited = await again.post(`${repeated}/edit`, {
      ...filled,
      name: "Month",
      frequency: "monthly",
      period: "",
      monthDay: "31",
    });
    expect(edited.status).toBe(302);
    expect((await again.open(schedules)).html).toMatch(/Month<[\s\S]*Every month, on day 31/);
    expect((await again.open(`${repeated}/remove`)).html).toContain("Delete Month?");
    expect((await again.post(`${repeated}/remove`, {})).headers.get("Location")).toBe(schedules);
    expect((await again.open(repeated)).status).toBe(404);
  });

  test("one report too many that waits to be made is refused on its form, which keeps what was typed, until one is made [REP-3] [UI-10]", async () => {
    const visitor = await web.signedIn(company.users.regional);
    const form = `/admin/reports/schedules/add?report=SongPlayOutReport&${week}`;
    const ask = (name: string) =>
      visitor.post(form, {
        name,
        frequency: "once",
        period: "dates",
        weekday: "1",
        monthDay: "1",
        format: "csv",
      });
    for (let n = 1; n <= scheduleLimits.waiting; n++)
      expect((await ask(`Songs ${n}`)).status).toBe(302);
    const refused = await ask("One too many");
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain("5 of your reports are still being made. Wait until one is ready.");
    expect(html).toContain('value="One too many"');
    const { mailReports } = reportMailService({
      files: folderStore(testFilesDir),
      publicUrl: testPublicUrl,
      sessionSecret: testSessionSecret,
      logger: { info() {}, warn() {}, error() {} },
      mail: { send: async () => {} },
    });
    await mailReports({ database: web.at.database, now: new Date() });
    expect((await ask("One too many")).status).toBe(302);
  });

  test("a report's finding is its heading; without rows its name is [LOOK-1]", async () => {
    const yesterday = day(1).replace(/^20(..)-(..)-(..)$/, "$3/$2/$1");
    expect(headingOf((await admin.open(`${here}?${week}`)).html)).toBe(
      `All 60 plays on ${yesterday}`,
    );
    const before = `from=${day(20)}&to=${day(14)}`;
    expect(headingOf((await admin.open(`${here}?${before}`)).html)).toBe("Song play-out");
  });

  test("filters stay in the address, pages and sorts are links, and the file has every row of the table [REP-1] [UI-10]", async () => {
    const { html } = await admin.open(`${here}?${week}`);
    expect(html).toContain("1 to 25");
    const next = linkOf(html, 'rel="next"');
    expect(next).toContain(`from=${day(6)}`);
    const second = await admin.open(next);
    expect(second.html).toContain("26 to 30");
    const titles = (page: string) =>
      [...page.matchAll(/<td[^>]*>(Song \d\d)<\/td>/g)].map(([, title]) => title);
    expect(new Set([...titles(html), ...titles(second.html)]).size).toBe(30);
    const file = await admin.get(`/admin/reports/SongPlayOutReport/download?${week}`);
    expect(file.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="SongPlayOutReport-/,
    );
    const lines = (await file.text()).trimEnd().split("\n");
    expect(lines).toHaveLength(31);
    expect(html).not.toMatch(/<[^>]+ style=/);
  });

  test("reports of campaigns are narrowed to a brand, which stays in address, file and email [ADS-6] [UI-10]", async () => {
    const page = "/admin/reports/CampaignLevelDataReport";
    const { html } = await admin.open(`${page}?${week}`);
    expect(html).toContain("@Own campaign");
    const [select = ""] = /<select[^>]*name="brandId"[\s\S]*?<\/select>/.exec(html) ?? [];
    const options = [...select.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)];
    expect(options.map(([, , label]) => label)).toEqual(["All brands", "=Own brand"]);
    const ref = options[1]?.[1] ?? "";
    const narrowed = (await admin.open(`${page}?${week}&brandId=${ref}`)).html;
    expect(narrowed).toContain("=Own campaign");
    expect(narrowed).not.toContain("@Own campaign");
    expect(narrowed).toContain(`<option value="${ref}" selected="">`);
    const file = linkOf(narrowed, "/download");
    for (const link of [file, linkOf(narrowed, "schedules/add"), linkOf(narrowed, "period=")])
      expect(link).toContain(`brandId=${ref}`);
    expect(readCsv(await (await admin.get(file)).text())).toHaveLength(2);
    expect((await admin.open(`${page}?${week}&brandId=1`)).status).toBe(404);
    expect((await admin.open(`${here}?${week}`)).html).not.toContain('name="brandId"');
  });

  test("a store distribution counts its places, not the stores without one", async () => {
    const { html } = await admin.open("/admin/reports/StoreDistribution?show=yes");
    expect(html).toContain("No region");
    expect(html).toMatch(/<ul aria-label="Totals"[^>]*><li[^>]*><b[^>]*>2<\/b><span[^>]*>Places</);
  });

  test("a regional admin sees the own region's numbers on report and dashboard; by the same figures [ROL-4] [DASH-1]", async () => {
    const regional = await web.signedIn(company.users.regional);
    const tile = (html: string, label: string) =>
      new RegExp(`<b[^>]*>([\\d,]+)</b><span[^>]*>${label}</span>`).exec(html)?.[1];
    const all = (await admin.open(`${here}?${week}`)).html;
    const own = (await regional.open(`${here}?${week}`)).html;
    expect([
      tile(all, "Plays"),
      tile(own, "Plays"),
      tile(all, "Stores"),
      tile(own, "Stores"),
    ]).toEqual(["60", "30", "2", "1"]);
    const whole = (await admin.open("/admin")).html;
    const part = (await regional.open("/admin")).html;
    const total = (html: string) =>
      /<b[^>]*>([\d,]+)<\/b><span[^>]*><a[^>]*>Total</.exec(html)?.[1];
    expect([total(whole), total(part)]).toEqual(["9", "4"]);
  });

  test("each number of the dashboard leads to its list and its file, the chart has its three kinds as links [DASH-1] [VOC-1]", async () => {
    const { html } = await admin.open("/admin");
    for (const condition of ["online", "offline", "not-playing", "low-volume", "silent"]) {
      expect(html).toContain(`href="/admin/stores?condition=${condition}"`);
      expect(html).toContain(`href="/admin/stores/download?condition=${condition}`);
    }
    for (const view of ["pie", "linear"])
      expect((await admin.open(`/admin?view=${view}`)).html).toMatch(
        new RegExp(`aria-current="true"[^>]*>${view}<`),
      );
    const limited = await web.signedIn(company.users.limited);
    expect((await limited.open("/admin")).html).not.toContain("/admin/stores?condition");
    expect(html).not.toMatch(/<[^>]+ style=/);
  });

  test("what needs attention comes first and leads to its list, the statuses add up to the total, and the stores are ranked [DASH-1]", async () => {
    const { html } = await admin.open("/admin");
    expect(html.indexOf("Needs attention")).toBeLessThan(
      html.indexOf('aria-label="Stores by status"'),
    );
    const attention = /<ul aria-label="Needs attention"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? "";
    for (const path of [
      "/admin/stores?condition=offline",
      "/admin/stores?condition=silent",
      "/admin/preview",
      "/admin/alerts",
    ])
      expect(attention).toContain(`href="${path}"`);
    // five groups, today and tomorrow
    expect(attention).toMatch(/>10<\/b><span[^>]*><span[^>]*><a[^>]*>days not published/);
    const tiles = /<ul aria-label="Stores by status"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? "";
    // a status that needs attention stands above, and nowhere again
    const figuresOf = (part: string) =>
      [...part.matchAll(/<b[^>]*>([\d,]+)<\/b>(?:(?!<b).)*?condition=([a-z-]+)"/gs)].map(
        ([, count, condition]) => [condition ?? "", Number(count)] as const,
      );
    const counts = new Map([...figuresOf(attention), ...figuresOf(tiles)]);
    expect(counts.size).toBe(figuresOf(attention).length + figuresOf(tiles).length);
    const overlapping = ["not-playing", "licence-ending"];
    const statuses = [...counts].filter(([condition]) => !overlapping.includes(condition));
    expect(statuses.reduce((sum, [, count]) => sum + count, 0)).toBe(9);
    expect(html).toMatch(/<h1[^>]*>\d+ stores? needs? someone</);
    expect(html).toContain("to help first");
    expect(html).toContain("Last 7 days");
    expect(html).toContain(
      `href="/admin/reports/TopPerformingStores?from=${day(7)}&amp;to=${day(1)}"`,
    );
    expect(html).toMatch(/\d\d\/\d\d so far/);
    const limited = (await (await web.signedIn(company.users.limited)).open("/admin")).html;
    expect(limited).toContain("days not published");
    expect(limited).not.toMatch(/<a[^>]*href="\/admin\/stores/);
  });

  test("provider staff see all companies before they choose one; a number chooses its company and opens these stores [DASH-1] [CTX-2]", async () => {
    const ops = await web.signedIn(staff.Fever_Admin_Ops);
    const { html, path } = await ops.open("/admin");
    expect(path).toBe("/admin");
    const row =
      new RegExp(
        `<tr[^>]*>(?:(?!</tr>)[\\s\\S])*Open ${company.name}: Offline[\\s\\S]*?</tr>`,
      ).exec(html)?.[0] ?? "";
    expect(row).toContain("9 stores");
    const ref =
      /name="company" value="([^"]+)"/.exec(row)?.[1] ??
      /value="([^"]+)"[^>]*name="company"/.exec(row)?.[1] ??
      "";
    expect(row).toContain('"/admin/company/choose?trouble=offline"');
    const opened = await ops.post("/admin/company/choose?trouble=offline", {
      company: ref,
      returnTo: "/admin",
    });
    expect(opened.headers.get("Location")).toBe("/admin/stores?condition=offline");
    expect((await ops.open("/admin")).html).toContain("Needs attention");
    const music = await web.signedIn(staff.Fever_Music_Admin);
    expect((await music.open("/admin")).html).not.toContain("trouble=offline");
  });

  test("a company that never played sees its next steps instead of zeros, with the player's address [DASH-1]", async () => {
    const fresh = await makeCompany(web.at.database);
    const { html } = await (await web.signedIn(fresh.users.admin)).open("/admin");
    expect(html).toContain("Next steps");
    expect(html).not.toContain("No Data Found");
    expect(html).toContain('href="/admin/master-rule"');
    expect(html).toMatch(/http:\/\/[^<]*\/store-manager</);
    expect(html).toContain(`sign in as ${fresh.users.manager}`);
    expect((await admin.open("/admin")).html).not.toContain("Next steps");
  });

  test("who has no dashboard is led to the first area that is theirs [NAV-9]", async () => {
    const music = await web.signedIn(staff.Fever_Music_Limited);
    const response = await music.get("/admin");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/admin/library"]);
  });
});

/** Gives the query that shows a report. */
const askFor = ({ dates }: Report) => (dates === "none" ? "show=yes" : week);
/** The same with what its own filters begin with. */
const withInitials = ({ dates, filters }: Report) =>
  [
    ...(dates === "none" ? [] : [week]),
    ...Object.entries(filters).flatMap(([name, { initial }]) =>
      initial ? [`${name}=${initial}`] : [],
    ),
  ].join("&");

/** The fields of the filters' form with what stands in them. */
function fieldsOf(html: string): [string, string][] {
  const form =
    /<form[^>]*role="search"[^>]*aria-label="Filter the report[\s\S]*?<\/form>/.exec(html)?.[0] ??
    "";
  const inputs = [...form.matchAll(/<input[^>]*name="(\w+)"[^>]*>/g)].map(([tag, name = ""]) => [
    name,
    /value="([^"]*)"/.exec(tag)?.[1] ?? "",
  ]);
  const selects = [...form.matchAll(/<select[^>]*name="(\w+)"[\s\S]*?<\/select>/g)].map(
    ([tag, name = ""]) => [
      name,
      /<option[^>]*value="([^"]*)"[^>]*selected/.exec(tag)?.[1] ??
        /<option[^>]*selected[^>]*value="([^"]*)"/.exec(tag)?.[1] ??
        "",
    ],
  );
  return [...inputs, ...selects].filter(([, value]) => value !== "") as [string, string][];
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;");

const headingOf = (html: string) =>
  (/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "").replaceAll("<!-- -->", "");

/** The address of the link that has an attribute. */
function linkOf(html: string, attribute: string): string {
  const link = [...html.matchAll(/<a [^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => tag.includes(attribute));
  return /href="([^"]*)"/.exec(link ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
}
