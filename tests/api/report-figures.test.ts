import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { UnverifiedReason } from "#contract/player/words";
import type { ReportGraph, ReportRow, ReportSummary } from "#contract/reports/endpoints";
import { reportEndpoints } from "#contract/reports/endpoints";
import { loginReport } from "#contract/reports/logins";
import { musicDistribution } from "#contract/reports/music-distribution";
import type { Report } from "#contract/reports/report";
import { songPlayOutReport } from "#contract/reports/song-play-out";
import {
  offlineStores,
  quietStores,
  silentStores,
  storesNotPlaying,
  totalStores,
} from "#contract/reports/store-status";
import { playLog, storeState } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { countSongs } from "#platform/modules/player/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { addTotalsOfLog, makeSongs } from "../support/play-outs.ts";

/** 11:30 in Asia/Kolkata: stores are open. */
const now = new Date("2026-11-20T06:00:00.000Z");
const week = { from: "2026-11-14", to: "2026-11-20" };

/** Each report's figures against numbers worked out by hand. */
describe.each(engines)("Figures of reports on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let songs: number[];
  const storeA = 0;
  const storeB = 1;
  const storeC = 4;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    await ensurePartitions(at.database.db, now);
    const titles = ["Alpha", "Beta", "Gamma", "Delta"].map((title) => ({
      title,
      artist: `${title} singer`,
      isrc: `IN-${title}`.slice(0, 12),
    }));
    songs = await makeSongs(at.database, provider.companyId, titles);
  });
  afterAll(() => at.close());

  const get = async <T>(
    report: Report,
    part: "table" | "summary" | "graph",
    query: object,
    as = company.users.admin,
  ) => (await at.as(as).call(reportEndpoints(report)[part], { query })) as T;
  const rowsOf = (report: Report, query: object, as?: string) =>
    get<ReportRow[]>(report, "table", query, as);
  const pick = (rows: ReportRow[], ...keys: string[]) =>
    rows.map((row) => keys.map((key) => row[key]));

  /**
   * This many plays of a song in a store on a day, of so many seconds each, as play-outs leave them
   * in the log.
   */
  async function play(
    song: number,
    store: number,
    day: string,
    plays: number,
    seconds: number,
    reason: UnverifiedReason | null = null,
  ) {
    const companyId = company.companyId;
    const storeId = company.stores[store]?.id ?? 0;
    const songId = songs[song] ?? 0;
    const values = Array.from({ length: plays }, (_, n) => ({
      companyId,
      storeId,
      songId,
      day,
      seconds,
      reason,
      kind: "MUSIC" as const,
      eventId: crypto.randomUUID(),
      startedAt: new Date(`${day}T06:${String(n).padStart(2, "0")}:00Z`),
    }));
    await at.database.db.insert(playLog).values(values);
  }

  test("SongPlayOutReport and MusicDistribution count plays as verified or not [REP-1] [PLY-4]", async () => {
    await at.database.db.execute(sql`with item as (insert into catalogue_item (company_id, kind, name)
        values (${provider.companyId}, 'genre', 'Pop'), (${provider.companyId}, 'mood', 'Calm') returning id, kind)
      update song set genre_id = (select id from item where kind = 'genre'), mood_id = (select id from item where kind = 'mood' and song.title = 'Alpha')
      where title in ('Alpha', 'Beta')`);
    await play(0, storeA, "2026-11-14", 3, 100);
    await play(0, storeB, "2026-11-20", 1, 100);
    await play(1, storeC, "2026-11-15", 1, 150);
    await play(1, storeC, "2026-11-15", 1, 150, "SUBSTITUTE");
    await play(2, storeA, "2026-11-15", 1, 100);
    await play(2, storeA, "2026-11-13", 5, 100); // the day before
    await play(0, storeA, "2026-11-15", 2, 100, "DUPLICATE");
    await play(0, storeC, "2026-11-16", 1, 20, "TOO_SHORT"); // no play at all in this store
    await play(3, storeA, "2026-11-17", 4, 100, "NOT_DUE"); // nor anywhere of this song
    await addTotalsOfLog(at.database, company.companyId);

    const songRows = await rowsOf(songPlayOutReport, week);
    expect(pick(songRows, "title", "artist", "plays", "received", "stores", "lastPlayed")).toEqual([
      ["Alpha", "Alpha singer", 4, 7, 2, "2026-11-20"],
      ["Beta", "Beta singer", 2, 2, 1, "2026-11-15"],
      ["Gamma", "Gamma singer", 1, 1, 1, "2026-11-15"],
      ["Delta", "Delta singer", 0, 4, 0, null],
    ]);
    // three stores in all: A has two of the songs, and counts once
    expect(await get(songPlayOutReport, "summary", week)).toEqual({
      rows: 4,
      totals: { plays: 7, received: 14, stores: 3 },
    });
    const { points } = await get<ReportGraph>(songPlayOutReport, "graph", week);
    expect(pick(points, "plays").flat()).toEqual([3, 3, 0, 0, 0, 0, 1]);
    expect(await get(songPlayOutReport, "summary", week, company.users.regional)).toEqual({
      rows: 3,
      totals: { plays: 5, received: 11, stores: 2 },
    });

    const genres = await rowsOf(musicDistribution, week);
    expect(pick(genres, "name", "songs", "plays", "seconds", "share")).toEqual([
      ["Pop", 2, 6, 700, 87.5],
      ["Not set", 1, 1, 100, 12.5],
    ]);
    expect(await get(musicDistribution, "summary", week)).toEqual({
      rows: 2,
      totals: { songs: 3, plays: 7, seconds: 800 },
    });
    expect(
      pick(await rowsOf(musicDistribution, { ...week, by: "mood" }), "name", "seconds", "share"),
    ).toEqual([
      ["Calm", 400, 50],
      ["Not set", 400, 50],
    ]);
    const south = { ...week, regionId: company.south.regionId };
    expect(pick(await rowsOf(musicDistribution, south), "region", "zone", "name", "share")).toEqual(
      [["South", "All", "Pop", 100]],
    );
    const file = readCsv(
      await at
        .as(company.users.admin)
        .call(reportEndpoints(musicDistribution).export, { query: { ...week, by: "mood" } }).text,
    );
    expect(file[0]?.slice(6)).toEqual(["Mood", "Songs", "Plays", "Time played (s)", "Share (%)"]);
    expect(file[1]?.slice(6)).toEqual(["Calm", "1", "4", "400", "50"]);
  });

  test("days that were counted before give the same reports, late plays included [REP-1]", async () => {
    const { db } = at.database;
    const south = { ...week, regionId: company.south.regionId };
    const ask = () =>
      Promise.all([
        rowsOf(songPlayOutReport, week),
        rowsOf(songPlayOutReport, south),
        rowsOf(musicDistribution, week),
        rowsOf(musicDistribution, south),
        get(songPlayOutReport, "summary", week),
      ]);
    const plays = async (of: typeof week = week) =>
      (await get<ReportSummary>(songPlayOutReport, "summary", of)).totals.plays;
    const uncounted = await ask();
    await countSongs({ database: at.database, now });
    expect(await ask()).toEqual(uncounted);
    // what was counted is what is read: of the whole company three songs of the 15th by day, of a
    // region one by store and day
    const ofDay = sql`company_id = ${company.companyId} and day = '2026-11-15'`;
    await db.execute(sql`update song_day set plays = plays + 1000 where ${ofDay}`);
    await db.execute(
      sql`update store_songs set song_plays = array(select one + 500 from unnest(song_plays) one) where ${ofDay}`,
    );
    expect([await plays(), await plays(south)]).toEqual([3007, 502]);
    await db.execute(
      sql`update store_songs set song_plays = array(select one - 500 from unnest(song_plays) one) where ${ofDay}`,
    );
    await play(0, storeB, "2026-11-15", 1, 100);
    await db.execute(sql`delete from store_day_plays where company_id = ${company.companyId}`);
    await addTotalsOfLog(at.database, company.companyId);
    expect(await plays()).toBe(8);
    const late = await ask();
    await countSongs({ database: at.database, now });
    expect(await ask()).toEqual(late);
    expect(pick(late[0], "title", "plays", "stores")[0]).toEqual(["Alpha", 5, 2]);
  });

  test("LoginReport has a row a sign-in, by the company's days [REP-1]", async () => {
    const of = await makeCompany(at.database);
    const two = {
      role: "ROLE_Client_Admin",
      level: "zonal",
      units: of.north.zoneIds.map((zoneId) => ({ zoneId })),
    } as const;
    const { username: zonal } = await makeUser(at.database, of.companyId, two);
    const { db } = at.database;
    const signIn = (
      username: string,
      createdAt: string,
      endReason: string | null = null,
      openedBy: string | null = null,
    ) =>
      db.execute(sql`insert into auth_session (company_id, id, user_id, created_at, address, device, ended_at, end_reason, opened_by_id, opened_by_name)
        select company_id, gen_random_uuid(), id, ${createdAt}::timestamptz, '203.0.113.7', 'Firefox', case when ${endReason}::text is null then null else now() end,
          ${endReason}, case when ${openedBy}::text is null then null else 1 end, ${openedBy} from app_user where username = ${username}`);
    await signIn(of.users.admin, "2026-11-13T18:29:59Z"); // 23:59:59 on the 13th in Kolkata
    await signIn(of.users.admin, "2026-11-13T18:30:00Z", "signed out");
    await signIn(zonal, "2026-11-15T10:00:00Z", "token replayed");
    await signIn(of.users.manager, "2026-11-20T18:29:59Z");
    await signIn(of.users.admin, "2026-11-20T18:30:00Z"); // the 21st
    await signIn(of.users.admin, "2026-11-16T10:00:00Z", null, "ops"); // provider staff as the user
    await db.execute(
      sql`delete from auth_session where company_id = ${of.companyId} and address is distinct from '203.0.113.7'`,
    );
    const token = { companyId: of.companyId };
    const as = provider.staff.Fever_Admin_Ops;
    const rows = await rowsOf(loginReport, { ...week, ...token }, as);
    expect(pick(rows, "user", "role", "level", "region", "zone", "store", "result", "at")).toEqual([
      [
        of.users.manager,
        "ROLE_Store_Music_Manager",
        "store",
        "North",
        "North zone 1",
        "North store 1.1",
        "signed in",
        "2026-11-20T18:29:59.000Z",
      ],
      [
        zonal,
        "ROLE_Client_Admin",
        "zonal",
        "North",
        "North zone 1, North zone 2",
        "All",
        "token replayed",
        "2026-11-15T10:00:00.000Z",
      ],
      [
        of.users.admin,
        "ROLE_Client_Admin",
        "national",
        "All",
        "All",
        "All",
        "signed out",
        "2026-11-13T18:30:00.000Z",
      ],
    ]);
    expect(pick(rows, "from", "device")[0]).toEqual(["203.0.113.7", "Firefox"]);
    expect(await get<ReportSummary>(loginReport, "summary", { ...week, ...token }, as)).toEqual({
      rows: 3,
      totals: {},
    });
    const { points } = await get<ReportGraph>(loginReport, "graph", { ...week, ...token }, as);
    expect(pick(points, "rows").flat()).toEqual([1, 1, 0, 0, 0, 0, 1]);
    const inZone = { ...week, ...token, zoneId: of.north.zoneIds[1] };
    expect(pick(await rowsOf(loginReport, inZone, as), "user")).toEqual([[zonal]]);
  });

  test("LoginReport's file has each of 1,200 rows once and in order [REP-1]", async () => {
    const many = await makeCompany(at.database);
    await at.database.db.execute(sql`insert into auth_session (company_id, id, user_id, created_at, address)
      select company_id, gen_random_uuid(), id, '2026-11-16T00:00:00Z'::timestamptz + n / 7 * interval '1 minute', n::text
      from app_user, generate_series(1, 1200) n where username = ${many.users.admin}`);
    const admin = many.users.limited;
    const rows = readCsv(
      await at
        .as(admin)
        .call(reportEndpoints(loginReport).export, { query: { ...week, to: "2026-11-18" } }).text,
    ).slice(1);
    expect(rows.map((cells) => Number(cells[10])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1200 }, (_, n) => n + 1),
    );
    const times = rows.map((cells) =>
      (cells[9] ?? "").replace(/^(\d\d)\/(\d\d)\/(\d\d)/, "$3$2$1"),
    );
    expect(times).toEqual([...times].sort().reverse());
  });

  test("the status files hold the stores that the dashboard counts [REP-1] [DASH-1]", async () => {
    const of = await makeCompany(at.database);
    const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    const set = (index: number, minutesSinceSeen: number, played: number, volume: number) =>
      at.database.db.insert(storeState).values({
        companyId: of.companyId,
        storeId: of.stores[index]?.id ?? 0,
        volume,
        lastSeenAt: ago(minutesSinceSeen),
        lastPlayedAt: ago(played),
      });
    await set(0, 1, 2, 60); // all is well
    await set(1, 6, 7, 60); // offline
    await set(2, 1, 31, 60); // silent
    // silent, quiet and not playing for 24 hours: its status is the first
    await set(3, 1, 1441, 10);
    await set(4, 1, 2, 24); // below 25
    await set(6, 1, 2, 60); // closed
    await at.database.db.execute(
      sql`update store set status = 'inactive', status_since = '2026-11-01T00:00:00Z' where id = ${of.stores[5]?.id}`,
    );
    await at.database.db.execute(
      sql`update store set contact_name = 'Asha', email = 'asha@example.com' where id = ${of.stores[0]?.id}`,
    );
    await at.database.db.execute(sql`delete from store_hours where store_id = ${of.stores[6]?.id}`);
    const admin = of.users.admin;
    const names = async (report: Report) => pick(await rowsOf(report, {}, admin), "store").flat();
    const all = await rowsOf(totalStores, {}, admin);
    expect(pick(all, "store", "status", "since", "volume", "contact")).toEqual([
      ["North store 1.1", "online", null, 60, "Asha, asha@example.com"],
      ["North store 1.2", "offline", ago(6).toISOString(), 60, null],
      ["North store 2.1", "silent", ago(31).toISOString(), 60, null],
      ["North store 2.2", "silent", "2026-11-20T03:30:00.000Z", 10, null], // since it opened,
      ["South store 1.1", "low-volume", null, 24, null],
      ["South store 1.2", "inactive", "2026-11-01T00:00:00.000Z", null, null],
      ["South store 2.1", "closed", null, 60, null],
      ["South store 2.2", "never-seen", null, null, null],
      ["Alone", "never-seen", null, null, null],
    ]);
    expect(await names(offlineStores)).toEqual(["North store 1.2"]);
    expect(await names(silentStores)).toEqual(["North store 2.1", "North store 2.2"]);
    expect(await names(storesNotPlaying)).toEqual(["North store 2.2"]);
    expect(await names(quietStores)).toEqual(["South store 1.1"]);
    const { points } = await get<ReportGraph>(totalStores, "graph", {}, admin);
    expect(points).toContainEqual({ status: "never-seen", rows: 2 });
    expect(points.reduce((sum, { rows }) => sum + Number(rows), 0)).toBe(9);
  });
});
