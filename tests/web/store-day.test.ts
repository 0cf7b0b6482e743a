import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn, showDate } from "#contract/base/dates";
import { playLog, song } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeSongs } from "../support/play-outs.ts";
import { appSecret, openTestWeb, type TestWeb } from "../support/web.ts";

describe("A store's day, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  const yesterday = addDays(dateIn("Asia/Kolkata", new Date()), -1);
  const page = (index: number) =>
    `/admin/stores/${identifiers(appSecret).encrypt("store", company.stores[index]?.id ?? 0)}/day`;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    company = await makeCompany(database);
    await ensurePartitions(database.db, new Date());
    const [songId, laterSong] = await makeSongs(database, provider.companyId, [
      { title: "Say <this>", artist: "Singer" },
      { title: "Another", artist: "Singer" },
    ]);
    const companyId = company.companyId;
    const storeId = company.stores[0]?.id ?? 0;
    const at = sql`${yesterday}::timestamp + interval '10 hours'`;
    await database.db.execute(sql`insert into store_hour (company_id, store_id, hour_at, local_hour, open, online, playing, quiet, paused, volume_least, volume_sum, volume_most)
      values (${companyId}, ${storeId}, (${at}) at time zone 'Asia/Kolkata', ${at}, repeat('1', 60)::bit(60), repeat('1', 60)::bit(60) << 13,
        repeat('1', 60)::bit(60) << 20, repeat('1', 60)::bit(60) << 55, repeat('1', 60)::bit(60) << 57, 20, 47 * 50, 60)`);
    await database.db.execute(
      sql`insert into store_hours_added (company_id, until) values (${companyId}, now())`,
    );
    const play = (song: number | undefined, startedAt: string) => ({
      companyId,
      storeId,
      songId: song,
      kind: "MUSIC" as const,
      day: yesterday,
      seconds: 185,
      eventId: crypto.randomUUID(),
      startedAt: new Date(startedAt),
    });
    await database.db.insert(playLog).values([
      play(songId, `${yesterday}T04:35:00Z`), // 10:05
      play(laterSong, `${yesterday}T09:31:00Z`), // 15:01
    ]);
  });
  afterAll(() => web?.close());

  test("draws open, online, playing, paused, below threshold, volume and songs, and says the same in a table that is read without the picture [TRU-1] [UI-10]", async () => {
    const admin = await web.signedIn(company.users.admin);
    const { html } = await admin.open(`${page(0)}?day=${yesterday}&hour=10`);
    expect(html).toContain(showDate(yesterday));
    expect(html.match(/<svg viewBox="0 0 1440/g)).toHaveLength(7);
    const cells = (row: string) =>
      [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = ""]) =>
        cell.replace(/<[^>]*>/g, ""),
      );
    const table = /<caption[^>]*>By hour<\/caption>[\s\S]*?<\/table>/.exec(html)?.[0] ?? "";
    // headings hold together
    const rows = table.replaceAll("\u00a0", " ").split("<tr").slice(1).map(cells);
    expect(rows[0]).toEqual([
      "Hour",
      "Open",
      "Online",
      "Playing",
      "Paused",
      "Below threshold",
      "Volume",
      "Songs",
      "Ads and promos",
    ]);
    expect(rows.slice(1)).toEqual([
      ["10:00, plays", "60", "47", "40", "3", "5", "20 – 60, average 50", "1", "0"],
    ]);
    expect(html).toContain("Say &lt;this&gt;");
    expect(html).toContain("10:05");
    expect(html).toContain("Started between 10:00 and 11:00.");
    expect(html).not.toMatch(/<[^>]+ style=/);
    // a day before and after are links, as is the page from the store's own
    expect(html).toContain(`day=${addDays(yesterday, -1)}`);
    expect(html).toContain(`day=${addDays(yesterday, 1)}`);
    expect((await admin.open(page(0).replace(/\/day$/, ""))).html).toContain(`href="${page(0)}"`);
  });

  test("lists the plays of one hour, the last by default, which the address names, or of the whole day", async () => {
    const admin = await web.signedIn(company.users.admin);
    const timesAt = async (hour: string) => {
      const { html } = await admin.open(`${page(0)}?day=${yesterday}${hour}`);
      const table = /<caption[^>]*>Plays<\/caption>[\s\S]*?<\/table>/.exec(html)?.[0] ?? "";
      return { html, times: table.match(/\d\d:\d\d(?=<)/g) };
    };
    const { html, times } = await timesAt("");
    expect(times).toEqual(["15:01"]);
    expect(html).toContain("Show the whole day (2 plays)");
    for (const hour of ["10", "all"]) expect(html).toContain(`hour=${hour}#plays`);
    expect((await timesAt("&hour=10")).times).toEqual(["10:05"]);
    expect((await timesAt("&hour=all")).times).toEqual(["10:05", "15:01"]);
    expect((await timesAt("&hour=99")).times).toEqual(["15:01"]);
    const none = await timesAt("&hour=3");
    expect([
      none.times,
      none.html.includes("Nothing that counts was played in this hour."),
    ]).toEqual([null, true]);
  });

  test("an hour leads to its own plays where clocks have changed by half an hour", async () => {
    const { database } = web.at;
    const { companyId, stores, users } = await makeCompany(database, {
      timeZone: "Australia/Lord_Howe",
      country: "AU",
    });
    const storeId = stores[0]?.id ?? 0;
    const day = "2026-10-04"; // 02:00 is 02:30
    await database.db.execute(sql`insert into store_hour (company_id, store_id, hour_at, local_hour, open, online, playing, quiet, volume_least, volume_sum, volume_most)
      values (${companyId}, ${storeId}, '2026-10-03T17:00Z', ${`${day} 04:00`}, repeat('1', 60)::bit(60), repeat('1', 60)::bit(60), repeat('1', 60)::bit(60),
        repeat('0', 60)::bit(60), 20, 60 * 20, 20)`);
    await database.db.execute(
      sql`insert into store_hours_added (company_id, until) values (${companyId}, now())`,
    );
    const [anySong] = await database.db.select({ id: song.id }).from(song);
    const played = {
      companyId,
      storeId,
      songId: anySong?.id,
      kind: "MUSIC" as const,
      day,
      seconds: 185,
    };
    const at = ["2026-10-03T17:45Z", "2026-10-03T16:45Z"].map((instant) => ({
      startedAt: new Date(instant),
      eventId: crypto.randomUUID(),
    }));
    await database.db.insert(playLog).values(at.map((one) => ({ ...played, ...one })));
    const admin = await web.signedIn(users.admin);
    const address = `/admin/stores/${identifiers(appSecret).encrypt("store", storeId)}/day?day=${day}`;
    const { html } = await admin.open(address);
    expect(html).toContain("hour=3.5#plays");
    const hourPage = await admin.open(`${address}&hour=3.5`);
    expect(hourPage.html).toContain("Started between 04:00 and 05:00.");
    expect([hourPage.html.includes(">04:45<"), hourPage.html.includes(">03:45<")]).toEqual([
      true,
      false,
    ]);
  });

  test("says No Data Found for days without any, shows today for an address that cannot be read, and nobody sees other stores [ERR-4] [CTX-5]", async () => {
    const admin = await web.signedIn(company.users.admin);
    for (const day of ["1999-12-31", "2999-01-01"])
      expect((await admin.open(`${page(0)}?day=${day}`)).html).toContain("No Data Found");
    const { status, html } = await admin.open(`${page(0)}?day=2026-02-31`);
    expect([status, html.includes(showDate(dateIn("Asia/Kolkata", new Date())))]).toEqual([
      200,
      true,
    ]);
    const regional = await web.signedIn(company.users.regional);
    expect((await regional.open(page(0))).status).toBe(200);
    expect((await regional.open(page(4))).status).toBe(404);
    const other = await makeCompany(web.at.database);
    expect((await (await web.signedIn(other.users.admin)).open(page(0))).status).toBe(404);
  });
});
