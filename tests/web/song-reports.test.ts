import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chart, chartSong, notification, song, songReport } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeSongs, makeStoreLog } from "../support/play-outs.ts";
import { leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const path = "/admin/song-reports";

describe("Songs that stores do not want, on pages without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let manager: Visitor;
  let admin: Visitor;
  let librarian: Visitor;
  let songs: number[];

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    company = await makeCompany(database);
    songs = await makeSongs(
      database,
      provider.companyId,
      ["Heard", "Second", "Third"].map((title) => ({ title, audioFile: "audio/x.wav" })),
    );
    const from = new Date();
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(from);
    await makeStoreLog(
      database,
      {
        companyId: company.companyId,
        storeId: company.stores[0]?.id ?? 0,
        groupId: company.north.groupIds[0] ?? 0,
        day,
        from,
      },
      songs.map((id) => ({ kind: "MUSIC", id })),
    );
    manager = await web.signedIn(company.users.manager);
    admin = await web.signedIn(company.users.admin);
    librarian = await web.signedIn(provider.staff.Fever_Music_Admin);
  });
  afterAll(() => web?.close());

  const stored = () => web.at.database.db.select().from(songReport).orderBy(songReport.id);
  const linkIn = (html: string, pattern: RegExp) => html.match(pattern)?.[1] ?? "";

  test("a store reports a song of its list by a form, and is told that the report was sent", async () => {
    const { html } = await manager.open("/store-manager");
    const to = linkIn(html, /href="(\/store-manager\/song\/song-[^"]+)"/);
    const form = await manager.open(to);
    expect(form.html).toContain("“Heard” is not for our store");
    const eventId = linkIn(form.html, /name="eventId" value="([^"]+)"/);
    const typed = { eventId, note: "Shouting <at> ten" };
    const refused = await (await manager.post(to, typed)).text();
    expect(refused).toContain("There is a problem");
    expect(refused).toContain("Shouting &lt;at&gt; ten");
    for (const _ of [1, 2])
      expect(await leadsTo(await manager.post(to, { ...typed, reason: "customers" }))).toBe(
        "/store-manager",
      );
    expect((await manager.open("/store-manager")).html).toContain("Report sent.");
    expect(await stored()).toMatchObject([{ times: 1, note: "Shouting <at> ten" }]);
    expect((await manager.open("/store-manager/song/song-999")).status).toBe(404);
    expect(await leadsTo(await admin.get(to))).toBe("/login");
  });

  test("the player sends reports with its plays; one that is refused holds nothing back", async () => {
    const token = decodeURIComponent(manager.jar.get("XSRF-TOKEN") ?? "");
    const reportOf = (mediaId: string) => ({ eventId: randomUUID(), mediaId, reason: "sound" });
    const good = reportOf(`song-${songs[1]}`);
    const tell = () =>
      manager.send("/store-manager/report", {
        method: "POST",
        body: JSON.stringify({ songReports: [reportOf("song-999"), { reason: 1 }, good] }),
        headers: { "Content-Type": "application/json", "X-XSRF-TOKEN": token },
      });
    expect([(await tell()).status, (await tell()).status]).toEqual([200, 200]);
    expect(await stored()).toMatchObject([{}, { songId: songs[1], reason: "sound", times: 1 }]);
  });

  test("the list filters, and a report is settled by taking the song out of the charts", async () => {
    const { db } = web.at.database;
    const [added] = await db
      .insert(chart)
      .values({ companyId: company.companyId, name: "Mornings" })
      .returning({ id: chart.id });
    const ofChart = { companyId: company.companyId, chartId: added?.id ?? 0 };
    await db.insert(chartSong).values({ ...ofChart, songId: songs[0] ?? 0, position: 1 });

    expect((await admin.open("/admin/charts")).html).toContain(`href="${path}"`);
    const { html } = await admin.open(path);
    expect(html).toContain("Shouting &lt;at&gt; ten");
    expect(html).not.toMatch(/<[^>]+ style=/);
    expect((await admin.open(`${path}?reason=sound`)).html).not.toContain("Shouting");
    expect((await admin.open(`${path}?search=second`)).html).not.toContain("Shouting");
    expect((await admin.open(`${path}?state=settled`)).html).toContain("No settled reports");
    const to = linkIn(
      (await admin.open(`${path}?reason=customers`)).html,
      new RegExp(`href="(${path}/[^"?]+)"`),
    );
    const page = await admin.open(to);
    expect(page.html).toContain("Mornings");
    // a client does not decide about the library
    expect(page.html).not.toContain('value="withdrawn"');
    expect(await (await admin.post(to, { answer: "x" })).text()).toContain("There is a problem");
    expect(await leadsTo(await admin.post(to, { outcome: "charts", answer: "Agreed" }))).toBe(path);
    expect(await db.$count(chartSong, eq(chartSong.chartId, ofChart.chartId))).toBe(0);
    expect((await admin.open(path)).html).toContain("1 report settled");
    const settled = (await admin.open(`${path}?state=settled`)).html;
    expect(settled).toContain("Taken out of charts");
    expect(settled).toContain("Agreed");
    expect((await admin.open(to)).html).not.toContain("Settle report");
    expect(await (await admin.post(to, { outcome: "kept" })).text()).toContain(
      "has already settled this report.",
    );
  });

  test("the music manager comes from the bell, and withdraws the song from the library", async () => {
    const { db } = web.at.database;
    expect(await db.$count(notification)).toBe(2); // one for each music manager, of the two reports
    const bell = await librarian.open("/admin/notifications");
    expect(bell.html).toContain("reported the song “Heard”");
    const to = linkIn(bell.html, /href="([^"]*returnTo=%2Fadmin%2Fsong-reports[^"]*)"/);
    const chosen = Object.fromEntries(
      new URLSearchParams(to.replaceAll("&amp;", "&").split("?")[1]),
    );
    expect(await leadsTo(await librarian.post("/admin/company/choose", chosen))).toBe(path);
    const list = await librarian.open(path);
    const report = linkIn(list.html, new RegExp(`href="(${path}/[^"?]+)"`));
    expect((await librarian.open(report)).html).toContain("Edit song");
    await librarian.post(report, { outcome: "withdrawn" });
    const [row] = await db
      .select()
      .from(song)
      .where(eq(song.id, songs[1] ?? 0));
    expect(row?.active).toBe(false);
    expect((await stored()).map(({ outcome }) => outcome)).toEqual(["charts", "withdrawn"]);
  });
});
