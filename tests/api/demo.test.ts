import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#platform/db/client";
import { appUser, chartSong, playDaily, playLog, song, store, storeState } from "#platform/db/schema/index";
import { songRecordings, spotRecordings } from "#platform/demo/audio";
import { companies, storeIdOf } from "#platform/demo/companies";
import { composeSong } from "#platform/demo/composition";
import { chartIds, demoLibrary } from "#platform/demo/library";
import { demoOrganisation, demoStoreId } from "#platform/demo/organisation";
import { DEMO_PASSWORD, signIns } from "#platform/demo/people";
import { createDayPlanner, type PlannedPlay } from "#platform/demo/play-plan";
import { seedDemo } from "#platform/demo/seed";
import { createSimulation, startSimulator } from "#platform/demo/simulator";
import { engines, openTestDatabase } from "../support/database.ts";

/** Noon in India, when every shop is open. */
const now = new Date("2026-11-20T06:30:00Z");
const logger = { info() {}, warn() {}, error() {} };
let filesDir: string;

beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), "fever-demo-"));
});
afterAll(() => rm(filesDir, { recursive: true, force: true }));

describe("the demo's generators", () => {
  it("give the same library, stores and music each time", () => {
    expect(demoLibrary()).toEqual(demoLibrary());
    expect(demoOrganisation(40, now)).toEqual(demoOrganisation(40, now));
    const sound = () =>
      createHash("sha256")
        .update(composeSong("same", 2, 20))
        .digest("hex");
    expect(sound()).toBe(sound());
    const planner = [createDayPlanner(), createDayPlanner()].map((plan) => plan(2, 2_001, "2026-11-20").plays());
    expect(planner[0]).toEqual(planner[1]);
  });

  it("keep a store as it is however many stores there are", () => {
    const [few, many] = [demoOrganisation(60, now), demoOrganisation(500, now)];
    const northwind = (organisation: typeof few) => organisation.stores.filter(({ companyId }) => companyId === companies.northwind.id);
    expect(northwind(many)).toHaveLength(500);
    expect(northwind(many).slice(0, 60)).toEqual(northwind(few));
  });

  it("make 600 songs with valid ISRCs, popular charts of 40 to 150, and flagship charts with audio only", () => {
    const { songs, charts, chartSongs } = demoLibrary();
    expect(songs).toHaveLength(600);
    expect(new Set(songs.map(({ isrc }) => isrc)).size).toBe(600);
    for (const { isrc } of songs) expect(isrc).toMatch(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/);
    const songsOf = (id: number) => chartSongs.filter(({ chartId }) => chartId === id).map(({ songId }) => songId);
    for (const { id, companyId } of charts.filter(({ companyId }) => companyId === companies.provider.id)) {
      expect(songsOf(id).length, `chart ${id} of ${companyId}`).toBeGreaterThanOrEqual(40);
      expect(songsOf(id).length).toBeLessThanOrEqual(150);
    }
    for (const id of [chartIds.flagshipFavourites, chartIds.flagshipCalm, chartIds.flagshipBright])
      expect(songsOf(id).every((songId) => songId <= songRecordings.length)).toBe(true);
  });
});

describe.each(engines)("the demo's seed on %s", (engine) => {
  let database: Database;
  const published: PlannedPlay[] = [
    { second: 36_000, kind: "MUSIC", itemId: 1, seconds: 120, logId: 77, position: 0 },
    { second: 36_120, kind: "MUSIC", itemId: 2, seconds: 130, logId: 77, position: 1 },
  ];
  const options = () => ({
    database,
    filesDir,
    now,
    stores: 40,
    historyDays: 4,
    logger,
    publishedLogs: async (_db: unknown, companyId: number, day: string) =>
      new Map(companyId === companies.northwind.id && day === "2026-11-18" ? [[demoStoreId, published]] : []),
  });

  beforeAll(async () => {
    database = await openTestDatabase(engine);
    await seedDemo(options());
  });
  afterAll(() => database?.close());

  const count = (query: ReturnType<typeof sql>) => database.db.execute<{ n: number }>(query).then(({ rows }) => Number(rows[0]?.n));
  const differences = () =>
    count(sql`
      select count(*) as n from
        (select company_id, store_id, day, kind, coalesce(song_id, spot_id) as item_id, count(*) as plays, sum(seconds) as seconds
           from play_log group by 1, 2, 3, 4, 5) log
        full join play_daily daily using (company_id, store_id, day, kind, item_id)
      where log.plays is distinct from daily.plays or log.seconds is distinct from daily.seconds`);

  it("writes a WAV file of exactly the song's length for every recording", async () => {
    for (const { file, seconds } of [...songRecordings, ...spotRecordings]) {
      const wav = await readFile(join(filesDir, file));
      expect(wav.toString("latin1", 0, 4) + wav.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ");
      expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
      expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
      expect(wav.readUInt32LE(40) / wav.readUInt32LE(28)).toBe(seconds);
      expect(wav.length).toBeLessThan(3_000_000);
      const samples = wav.subarray(44);
      const loudest = (part: Buffer) => part.reduce((most, value) => Math.max(most, Math.abs(value - 128)), 0);
      expect(loudest(samples), `${file} can be heard`).toBeGreaterThan(80);
      expect(loudest(samples.subarray(-200)), `${file} ends in silence`).toBeLessThan(4);
    }
    const songs = await database.db.select().from(song).where(sql`audio_file is not null`).orderBy(song.id);
    expect(songs.map(({ audioFile, durationSeconds }) => [audioFile, durationSeconds])).toEqual(
      songRecordings.map(({ file, seconds }) => [file, seconds]),
    );
  });

  it("makes the companies, their stores and the people who sign in", async () => {
    const stores = await database.db
      .select({ company: store.companyId, n: sql<number>`count(*)::int` })
      .from(store)
      .groupBy(store.companyId)
      .orderBy(store.companyId);
    expect(stores).toEqual([
      { company: companies.northwind.id, n: 40 },
      { company: companies.brightmart.id, n: 36 },
      { company: companies.corner.id, n: 6 },
    ]);
    const users = await database.db.select().from(appUser);
    expect(users.map(({ username }) => username).sort()).toEqual(signIns.map(({ username }) => username).sort());
    expect(await count(sql`select count(*) as n from login`)).toBe(users.length);
    for (const { username, role, status, passwordHash, onboardedStep } of users) {
      expect(role).toMatch(/^ROLE_/);
      expect(status).toBe(username === "invited.admin" ? "invited" : "active");
      expect(passwordHash === null).toBe(username === "invited.admin");
      expect(onboardedStep).toBe(username === "coffee.new" ? 2 : 4);
    }
    const manager = users.find(({ username }) => username === "store.manager");
    expect(await verify(manager?.passwordHash ?? "", DEMO_PASSWORD)).toBe(true);
  });

  it("lets rows that come later have ids of their own", async () => {
    const [added] = await database.db
      .insert(store)
      .values({ companyId: companies.corner.id, code: "NEW-1", name: "New", timeZone: "Asia/Kolkata" })
      .returning({ id: store.id });
    expect(added?.id).toBeGreaterThan(storeIdOf(companies.corner.id, 6));
    await database.db.delete(store).where(eq(store.code, "NEW-1"));
  });

  it("gives Andheri West, open day and night, a rule whose every song has a file", async () => {
    const silent = await database.db
      .select({ id: song.id })
      .from(chartSong)
      .innerJoin(song, eq(song.id, chartSong.songId))
      .where(
        sql`(${chartSong.companyId}, ${chartSong.chartId}) in (select m.chart_company_id, m.chart_id from master_rule r
          join master_rule_mix m on m.company_id = r.company_id and m.rule_id = r.id
          join store s on s.company_id = r.company_id and s.group_id = r.group_id where s.id = ${demoStoreId})
          and ${song.audioFile} is null`,
      );
    expect(silent).toEqual([]);
    expect(await count(sql`select count(*) as n from store_hours where store_id = ${demoStoreId} and opens = 0 and closes = 1440`)).toBe(7);
    expect(
      await count(sql`select count(*) as n from (select 1 from master_rule_mix group by company_id, rule_id having sum(percent) <> 100) t`),
    ).toBe(0);
  });

  it("shows stores in every state", async () => {
    const states = await database.db
      .select({
        state: sql<string>`case when ${storeState.lastSeenAt} < ${now.toISOString()}::timestamptz - interval '5 minutes' then 'offline'
          when ${storeState.lastPlayedAt} < ${now.toISOString()}::timestamptz - interval '24 hours' then 'not playing'
          when ${storeState.lastPlayedAt} < ${now.toISOString()}::timestamptz - interval '30 minutes' then 'silent'
          when ${storeState.volume} < 25 then 'low' else 'online' end`,
      })
      .from(storeState)
      .innerJoin(store, and(eq(store.id, storeState.storeId), eq(store.companyId, storeState.companyId)))
      .where(and(eq(store.companyId, companies.northwind.id), eq(store.status, "active")));
    expect([...new Set(states.map(({ state }) => state))].sort()).toEqual(["low", "not playing", "offline", "online", "silent"]);
    const seen = await database.db.select().from(storeState).where(eq(storeState.storeId, demoStoreId));
    expect(seen[0]?.playing).toBe(true);
  });

  it("keeps daily totals that agree with the play log, within opening hours and before now", async () => {
    expect(await count(sql`select count(*) as n from play_log`)).toBeGreaterThan(30_000);
    expect(await differences()).toBe(0);
    expect(
      await count(sql`select count(*) as n from play_log where started_at + seconds * interval '1 second' > ${now.toISOString()}`),
    ).toBe(0);
    expect(await count(sql`select count(distinct day) as n from play_log where store_id = ${demoStoreId}`)).toBe(4);
    expect(
      await count(sql`
        select count(*) as n from play_log p join store s using (company_id) where s.id = p.store_id
        and p.day <> (p.started_at at time zone s.time_zone)::date`),
    ).toBe(0);
    // two plays of one store at the same time would overlap
    expect(
      await count(sql`
        select count(*) as n from (select started_at, lag(started_at + seconds * interval '1 second') over (partition by store_id order by started_at) as ended
          from play_log) t where started_at < ended`),
    ).toBe(0);
  });

  it("plays the published log on the days that have one", async () => {
    const plays = await database.db
      .select({ songId: playLog.songId, logId: playLog.logId, position: playLog.position })
      .from(playLog)
      .where(and(eq(playLog.storeId, demoStoreId), eq(playLog.day, "2026-11-18")))
      .orderBy(playLog.startedAt);
    expect(plays).toEqual([
      { songId: 1, logId: 77, position: 0 },
      { songId: 2, logId: 77, position: 1 },
    ]);
  });

  it("changes nothing when it is run again", async () => {
    const totals = () => database.db.select({ n: sql<number>`count(*)::int`, plays: sql<number>`sum(plays)::int` }).from(playDaily);
    const before = await totals();
    await seedDemo(options());
    expect(await totals()).toEqual(before);
  });

  it("lets the stores live on minute by minute, but for the visitor's own and those that were deactivated", async () => {
    const advance = createSimulation(database);
    const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
    const seen = async (id: number) =>
      (await database.db.select().from(storeState).where(eq(storeState.storeId, id)))[0]?.lastSeenAt?.getTime();
    const deactivated = storeIdOf(companies.corner.id, 2);
    await advance(minutes(1));
    await database.db.update(store).set({ status: "inactive" }).where(eq(store.id, deactivated));
    const plays = await count(sql`select count(*) as n from play_log`);
    for (let minute = 2; minute <= 12; minute++) await advance(minutes(minute));
    expect(await seen(storeIdOf(companies.corner.id, 1))).toBe(minutes(12).getTime());
    expect(await seen(deactivated)).toBe(minutes(1).getTime());
    expect(await seen(demoStoreId)).toBe(now.getTime());
    expect(await count(sql`select count(*) as n from play_log`)).toBeGreaterThan(plays + 30);
    expect(await count(sql`select count(*) as n from play_log where store_id = ${demoStoreId} and started_at > ${now.toISOString()}`)).toBe(
      0,
    );
    expect(await differences()).toBe(0);
    // a second process, or a restart, writes the same minutes once
    const total = await count(sql`select count(*) as n from play_log`);
    await createSimulation(database)(minutes(12));
    expect(await count(sql`select count(*) as n from play_log`)).toBe(total);
  });

  it("finishes the minute it is in when the simulator is stopped", async () => {
    const later = new Date(now.getTime() + 20 * 60_000);
    const simulator = startSimulator({ database, now: () => later, logger });
    await simulator.stop();
    const [state] = await database.db
      .select()
      .from(storeState)
      .where(eq(storeState.storeId, storeIdOf(companies.corner.id, 1)));
    expect(state?.lastSeenAt).toEqual(later);
    expect(await differences()).toBe(0);
  });
});
