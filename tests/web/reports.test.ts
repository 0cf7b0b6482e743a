import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playDaily, playLog } from "#platform/db/schema/index";
import { ensurePlayLogPartitions } from "#platform/jobs/start-jobs";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeSongs } from "../support/play-outs.ts";
import { openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const here = "/admin/reports/SongPlayOutReport";
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
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
    await ensurePlayLogPartitions(database.db, new Date());
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
    await database.db.insert(playDaily).values(
      plays.map(({ companyId, storeId, day, kind, songId, seconds }) => ({
        companyId,
        storeId,
        day,
        kind,
        itemId: songId,
        plays: 1,
        seconds,
      })),
    );
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  test("the catalogue leads to the report, which asks for a press on Show Report before it shows data [REP-1] [ERR-4]", async () => {
    expect((await admin.open("/admin/reports")).html).toContain(`href="${here}"`);
    const { html } = await admin.open(here);
    expect(html).toContain("Please click on Show Report to see data");
    expect(html).toContain("Show Report</button>");
    expect(html).not.toContain("Download CSV");
    expect((await admin.open("/admin/reports/NoSuchReport")).status).toBe(404);
  });

  test("filters stay in the address, pages and sorts are links, and the file has every row of the table [REP-1] [UI-10]", async () => {
    const { html } = await admin.open(`${here}?${week}`);
    expect(html).toContain("1 to 25");
    const next = linkOf(html, 'rel="next"');
    expect(next).toContain(`from=${day(6)}`);
    const second = await admin.open(next);
    expect(second.html).toContain("26 to 30");
    const titles = (page: string) => [...page.matchAll(/<td[^>]*>(Song \d\d)<\/td>/g)].map(([, title]) => title);
    expect(new Set([...titles(html), ...titles(second.html)]).size).toBe(30);
    const file = await admin.get(`/admin/reports/SongPlayOutReport/download?${week}`);
    expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="SongPlayOutReport-/);
    const lines = (await file.text()).trimEnd().split("\n");
    expect(lines).toHaveLength(31);
    expect(html).not.toMatch(/<[^>]+ style=/);
  });

  test("more than 31 days are refused in the spec's words, on the page and for the file [REP-2] [ERR-4]", async () => {
    const long = `from=${day(40)}&to=${day(0)}`;
    expect((await admin.open(`${here}?${long}`)).html).toMatch(/role="alert"[^>]*>Only 31 days are allowed to download/);
    const refused = await admin.get(`/admin/reports/SongPlayOutReport/download?${long}`);
    expect([refused.status, refused.headers.get("Location")]).toEqual([302, `${here}?${long}`]);
    expect((await admin.open(`${here}?from=2020-01-01&to=2020-01-02`)).html).toContain("No Data Found");
  });

  test("provider staff without a company are told to select one for the file [ERR-4] [CTX-2]", async () => {
    const ops = await web.signedIn(staff.Fever_Admin_Ops);
    const { path, html } = await ops.open(`/admin/reports/SongPlayOutReport/download?${week}`);
    expect(path).toMatch(/^\/admin\/company\/choose/);
    expect(html).toContain("Please select Company to download csv report");
  });

  test("a regional admin sees the own region's numbers on report and dashboard; tampered units are a 404 [ROL-4] [DASH-1] [CTX-5]", async () => {
    const regional = await web.signedIn(company.users.regional);
    const tile = (html: string, label: string) => new RegExp(`<b[^>]*>([\\d,]+)</b><span[^>]*>${label}</span>`).exec(html)?.[1];
    const [all, own] = [(await admin.open(`${here}?${week}`)).html, (await regional.open(`${here}?${week}`)).html];
    expect([tile(all, "Plays"), tile(own, "Plays"), tile(all, "Stores"), tile(own, "Stores")]).toEqual(["60", "30", "2", "1"]);
    const [whole, part] = [(await admin.open("/admin")).html, (await regional.open("/admin")).html];
    expect([tile(whole, "Total"), tile(part, "Total")]).toEqual(["9", "4"]);
    expect((await admin.open(`${here}?${week}&regionId=${company.north.regionId}`)).status).toBe(404);
  });

  test("each number of the dashboard leads to its list and its file, the chart has its three kinds as links [DASH-1] [VOC-1]", async () => {
    const { html } = await admin.open("/admin");
    for (const condition of ["online", "offline", "not-playing", "low-volume", "silent"]) {
      expect(html).toContain(`href="/admin/stores?condition=${condition}"`);
      expect(html).toContain(`href="/admin/stores/download?condition=${condition}"`);
    }
    for (const view of ["pie", "linear"])
      expect((await admin.open(`/admin?view=${view}`)).html).toMatch(new RegExp(`aria-current="true"[^>]*>${view}<`));
    const limited = await web.signedIn(company.users.limited);
    expect((await limited.open("/admin")).html).not.toContain("/admin/stores?condition");
    expect(html).not.toMatch(/<[^>]+ style=/);
  });

  test("who has no dashboard is led to the first area that is theirs [NAV-9]", async () => {
    const music = await web.signedIn(staff.Fever_Music_Limited);
    const response = await music.get("/admin");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/admin/library"]);
  });
});

/** The address of the link that has an attribute. */
function linkOf(html: string, attribute: string): string {
  const link = [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(attribute));
  return /href="([^"]*)"/.exec(link ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
}
