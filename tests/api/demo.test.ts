import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import { and, eq, sql } from "drizzle-orm";
import { parseBuffer } from "music-metadata";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pauseMinutes } from "#contract/player/words";
import { pieceRecordings, songRecordings, spotRecordings } from "#demo/audio";
import { gapOn, heartbeatOf, instantOf, isTroubled } from "#demo/behaviour";
import { chartIds } from "#demo/chart-plans";
import { clientCompanies, companies, storeIdOf } from "#demo/companies";
import { composePiece, composeSong } from "#demo/composition";
import { createHistory } from "#demo/history";
import { SAMPLE_RATE } from "#demo/instruments";
import { demoLibrary } from "#demo/library";
import { loudnessOf } from "#demo/loudness";
import { demoOrganisation, demoStoreId } from "#demo/organisation";
import { DEMO_PASSWORD, signIns } from "#demo/people";
import { createDayPlanner, type PlannedPlay, startDelay } from "#demo/play-plan";
import { writeRecordings } from "#demo/recordings";
import { publishedLogs } from "#demo/schedules";
import { fillToday, seedDemo } from "#demo/seed";
import { createSimulation, startSimulator } from "#demo/simulator";
import { bands, styles } from "#demo/styles";
import { wholeCompany } from "#platform/access/scope";
import type { Database } from "#platform/db/database";
import {
  alert,
  appUser,
  chartSong,
  ofAllTypes,
  playerDevice,
  playLog,
  song,
  store,
  storeDayPlays,
  storeGroup,
  storeState,
} from "#platform/db/schema/index";
import { findCurrentLogs, publishGroupDays } from "#platform/modules/schedule/index";
import { anyEngine, openTestDatabase } from "../support/database.ts";
import { withRecordings } from "../support/demo-recordings.ts";
import { totalsOfLog } from "../support/play-outs.ts";

/** Noon in India, when every shop is open. */
const now = new Date("2026-11-20T06:30:00Z");
const logger = { info() {}, warn() {}, error() {} };
let filesDir: string;

beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), "fever-demo-"));
  await withRecordings(filesDir, () => writeRecordings(filesDir, demoLibrary().songs));
});
afterAll(() => rm(filesDir, { recursive: true, force: true }));

describe("the demo's generators", () => {
  it("give the same library, stores and music each time", () => {
    expect(demoLibrary()).toEqual(demoLibrary());
    expect(demoOrganisation(40, now)).toEqual(demoOrganisation(40, now));
    const sound = () =>
      createHash("sha256")
        .update(composeSong("same", bands[2], 20))
        .update(
          Buffer.concat(
            styles.slice(2, 4).map((style) => Buffer.from(composePiece("same", style, 20).buffer)),
          ),
        )
        .digest("hex");
    expect(sound()).toBe(sound());
    const planner = [createDayPlanner(), createDayPlanner()].map((plan) =>
      plan(2, 2_001, "2026-11-20").plays(),
    );
    expect(planner[0]).toEqual(planner[1]);
  });

  it("measure loudness as the standard does: a full sine of 997 Hz has -3 LUFS", () => {
    const sine = Float32Array.from({ length: SAMPLE_RATE * 3 }, (_, n) =>
      Math.sin((2 * Math.PI * 997 * n) / SAMPLE_RATE),
    );
    expect(loudnessOf(sine)).toBeCloseTo(-3, 1);
    expect(loudnessOf(sine.map((value) => value / 10))).toBeCloseTo(-23, 1);
    expect(loudnessOf(new Float32Array(SAMPLE_RATE))).toBe(-70);
  });

  it("keep a store as it is however many stores there are", () => {
    const few = demoOrganisation(60, now);
    const many = demoOrganisation(500, now);
    const northwind = (organisation: typeof few) =>
      organisation.stores.filter(({ companyId }) => companyId === companies.northwind.id);
    expect(northwind(many)).toHaveLength(500);
    expect(northwind(many).slice(0, 60)).toEqual(northwind(few));
  });

  it("make 3,000 songs, every field filled and nothing there twice [LIB-1]", () => {
    const { catalogue, songs, tags } = demoLibrary();
    expect(songs).toHaveLength(3_000);
    expect(new Set(songs.map(({ isrc }) => isrc)).size).toBe(3_000);
    expect(new Set(songs.map(({ title }) => title)).size).toBe(3_000);
    expect(new Set(catalogue.map(({ kind, name }) => `${kind} ${name.toLowerCase()}`)).size).toBe(
      catalogue.length,
    );
    const kinds = new Map(catalogue.map(({ id, kind }) => [id, kind]));
    const tagged = (kind: string) =>
      new Set(
        tags
          .filter((tag) => tag.kind === kind && kinds.get(tag.itemId) === kind)
          .map((tag) => tag.songId),
      ).size;
    expect([tagged("singer"), tagged("composer")]).toEqual([3_000, 3_000]);
    expect(tagged("season")).toBeGreaterThan(200);
    for (const song of songs) {
      expect(song.isrc).toMatch(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/);
      const { title, artist, album, label, year, bpm, energy, licensedFrom, licensedTo, ...rest } =
        song;
      for (const text of [title, artist, album, label, licensedFrom, licensedTo])
        expect(text, `song ${song.id}`).toMatch(/\S/);
      expect(kinds.get(rest.genreId ?? 0)).toBe("genre");
      expect(kinds.get(rest.moodId ?? 0)).toBe("mood");
      expect(kinds.get(rest.languageId ?? 0)).toBe("language");
      expect(kinds.get(rest.eraId ?? 0)).toBe("era");
      expect(kinds.get(rest.vocalId ?? 0)).toBe("vocal");
      expect(kinds.get(rest.ratingChartId ?? 0)).toBe("rating-chart");
      expect(kinds.get(rest.licenceId ?? 0)).toBe("licence");
      expect(catalogue[(rest.tempoId ?? 0) - 1]).toMatchObject({ kind: "tempo", rank: song.tempo });
      expect([year, bpm, energy].every((value) => Number.isInteger(value))).toBe(true);
      const [least = 0, most = 0] = [[], [58, 86], [88, 112], [114, 150]][song.tempo] ?? [];
      expect(bpm, `song ${song.id} in tempo ${song.tempo}`).toBeGreaterThanOrEqual(least);
      expect(bpm).toBeLessThanOrEqual(most);
      expect(Number(licensedFrom?.slice(0, 4))).toBeGreaterThanOrEqual(year ?? 0);
    }
    const endings = songs.map(
      ({ licenceEndsInDays }) => licenceEndsInDays ?? Number.POSITIVE_INFINITY,
    );
    expect(endings.filter((days) => days < 0).length).toBeGreaterThan(20);
    expect(endings.filter((days) => days > 0 && days < 60).length).toBeGreaterThan(20);
    expect(songs.filter(({ explicit }) => explicit).length).toBeGreaterThan(20);
    const names = (kind: string) =>
      catalogue.filter((item) => item.kind === kind).map(({ name }) => name);
    expect(names("singer")).toEqual(expect.arrayContaining(["Aarvi Manzil", "Aarvi Manzeel"]));
    expect(names("season")).toEqual(
      expect.arrayContaining(["Diwali", "Deewali", "Holi", "Eid", "Christmas", "Onam", "Pongal"]),
    );
  });

  it("make popular charts of 40 to 150 songs, and charts for each company [CHT-1]", () => {
    const { charts, chartSongs } = demoLibrary();
    const songsOf = (id: number) => chartSongs.filter(({ chartId }) => chartId === id);
    for (const { id, companyId } of charts.filter(
      ({ companyId }) => companyId === companies.provider.id,
    )) {
      expect(songsOf(id).length, `chart ${id} of ${companyId}`).toBeGreaterThanOrEqual(40);
      expect(songsOf(id).length).toBeLessThanOrEqual(150);
    }
    for (const { id } of clientCompanies)
      expect(charts.filter(({ companyId }) => companyId === id).length).toBeGreaterThanOrEqual(2);
    expect(new Set(chartSongs.map(({ weight }) => weight))).toEqual(new Set([1, 2, 3]));
  });

  it("pause each store now and then, for as long as a person may [PLY-1]", () => {
    const day = "2026-11-20";
    const hours = Array.from({ length: 7 }, (_, weekday) => ({
      weekday,
      opens: 600,
      closes: 1320,
    }));
    const shopOf = (id: number) => ({
      companyId: 1,
      id,
      groupId: null,
      status: "active" as const,
      statusSince: new Date(0),
      timeZone: "Asia/Kolkata",
      volume: 50,
      hours,
      exceptions: [],
    });
    const paused = Array.from({ length: 400 }, (_, id) => shopOf(id)).flatMap((shop) => {
      const gap = gapOn(shop, day);
      return gap?.kind === "paused" ? { shop, gap } : [];
    });
    expect(paused.length).toBeGreaterThan(80);
    expect(paused.length).toBeLessThan(240);
    for (const { shop, gap } of paused) {
      const at = (minute: number) => heartbeatOf(shop, instantOf(shop.timeZone, day, minute));
      const pause = { reason: gap.reason, secondsLeft: (gap.to - gap.from) * 60 };
      expect(pauseMinutes.choices).toContain(gap.to - gap.from);
      expect(at(gap.from)).toMatchObject({ playing: false, pause });
      expect(at(gap.to)).toMatchObject({ playing: true });
      expect(isTroubled(shop.id)).toBe(false);
    }
  });

  it("make a chart for stores abroad of songs that are licensed everywhere [CHT-1]", () => {
    const { chartSongs, songs } = demoLibrary();
    const byId = new Map(songs.map((one) => [one.id, one]));
    const own = chartSongs.filter(({ chartId }) => chartId === chartIds.storesAbroad);
    // at some 17 songs an hour, more than rest for three hours and differ from the day before
    expect(own.length).toBeGreaterThan(200);
    expect(own.flatMap(({ songId }) => byId.get(songId)?.territories ?? [])).toEqual([]);
  });

  it("make flagship charts of songs that have audio [CHT-1]", () => {
    const { chartSongs, songs } = demoLibrary();
    const audible = new Set(songs.flatMap(({ id, audioFile }) => (audioFile ? [id] : [])));
    for (const id of [
      chartIds.flagshipFavourites,
      chartIds.flagshipCalm,
      chartIds.flagshipBright,
    ]) {
      const own = chartSongs.filter(({ chartId }) => chartId === id);
      expect(own.length).toBeGreaterThan(0);
      expect(own.every(({ songId }) => audible.has(songId))).toBe(true);
    }
  });
});

describe("the demo's seed", () => {
  let database: Database;
  const published: PlannedPlay[] = [
    { second: 36_000, kind: "MUSIC", itemId: 1, seconds: 120, position: 0, campaignId: null },
    { second: 36_120, kind: "MUSIC", itemId: 2, seconds: 130, position: 1, campaignId: null },
  ];
  const options = () => ({
    database,
    filesDir,
    now,
    stores: 40,
    historyDays: 4,
    logger,
    history: createHistory(
      database,
      async (_db, companyId, day) =>
        new Map(
          companyId === companies.northwind.id && day === "2026-11-18"
            ? [[demoStoreId, { logId: 77, plays: published }]]
            : [],
        ),
    ),
  });

  beforeAll(async () => {
    database = await openTestDatabase(anyEngine);
    await seedDemo(options());
  });
  afterAll(() => database?.close());

  const count = (query: ReturnType<typeof sql>) =>
    database.db.execute<{ n: number }>(query).then(({ rows }) => Number(rows[0]?.n));
  /** Counts the daily totals that differ from the log. */
  const differences = () =>
    count(sql`select count(*) as n from (${totalsOfLog}) log full join store_day_plays kept using (company_id, day, store_id)
      where row(log.*) is distinct from row(kept.*)`);
  const heardMinutes = () => count(sql`select sum(bit_count(online)) as n from store_hour`);

  it("writes a WAV file of exactly the song's length for every long recording", async () => {
    for (const { file, seconds } of [...songRecordings, ...spotRecordings]) {
      const wav = await readFile(join(filesDir, file));
      expect(wav.toString("latin1", 0, 4) + wav.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ");
      expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
      expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
      expect(wav.readUInt32LE(40) / wav.readUInt32LE(28)).toBe(seconds);
      expect(wav.length).toBeLessThan(3_000_000);
      const samples = wav.subarray(44);
      const loudest = (part: Buffer) =>
        part.reduce((most, value) => Math.max(most, Math.abs(value - 128)), 0);
      expect(loudest(samples), `${file} can be heard`).toBeGreaterThan(80);
      expect(loudest(samples.subarray(-200)), `${file} ends in silence`).toBeLessThan(4);
    }
  });

  it("writes an MP3 of 20 to 40 seconds, with its tags, for every short piece [LIB-1]", async () => {
    const songs = new Map(demoLibrary().songs.map((one) => [one.audioFile, one]));
    expect(pieceRecordings).toHaveLength(60);
    let bytes = 0;
    for (const { file, seconds } of pieceRecordings) {
      const mp3 = await readFile(join(filesDir, file));
      bytes += mp3.length;
      const { format, common } = await parseBuffer(
        mp3,
        { mimeType: "audio/mpeg" },
        { duration: true },
      );
      expect(seconds).toBeGreaterThanOrEqual(20);
      expect(seconds).toBeLessThanOrEqual(40);
      expect(Math.abs((format.duration ?? 0) - seconds), `${file} has its length`).toBeLessThan(
        0.3,
      );
      const { title, artist, album, isrc, year } = songs.get(file) ?? {};
      expect(common).toMatchObject({ title, artist, album, year, isrc: [isrc] });
    }
    expect(bytes).toBeLessThan(16_000_000);
  });

  it("tells of every recorded song what its file is", async () => {
    const songs = await database.db
      .select()
      .from(song)
      .where(sql`audio_sha256 is not null`)
      .orderBy(song.id);
    const recordings = [...songRecordings, ...pieceRecordings];
    expect(
      songs.map(({ audioFile, durationSeconds, bpm }) => [audioFile, durationSeconds, bpm]),
    ).toEqual(recordings.map(({ file, seconds, bpm }) => [file, seconds, bpm]));
    expect(new Set(songs.map(({ audioSha256 }) => audioSha256)).size).toBe(recordings.length);
    for (const { audioFile, audioSha256, loudness, peaks, pictureFileId } of songs) {
      const content = await readFile(join(filesDir, audioFile ?? ""));
      expect(createHash("sha256").update(content).digest("hex"), audioFile ?? "").toBe(audioSha256);
      expect(loudness).toBeGreaterThan(-20);
      expect(loudness).toBeLessThan(-10);
      expect(peaks).toHaveLength(400);
      expect(Math.max(...(peaks ?? []))).toBeGreaterThan(150);
      expect(
        (await readFile(join(filesDir, "images", pictureFileId ?? ""))).toString("latin1", 1, 4),
      ).toBe("PNG");
    }
  });

  it("has licences that are over and that end soon, by the day it is made", async () => {
    const ending = (from: string, to: string) =>
      count(
        sql`select count(*) as n from song where licensed_to >= ${from} and licensed_to < ${to}`,
      );
    expect(await ending("2000-01-01", "2026-11-20")).toBeGreaterThan(20);
    expect(await ending("2026-11-20", "2027-01-20")).toBeGreaterThan(20);
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
    expect(users.map(({ username }) => username).sort()).toEqual(
      signIns.map(({ username }) => username).sort(),
    );
    expect(await count(sql`select count(*) as n from login`)).toBe(users.length);
    for (const { username, role, status, passwordHash, onboardedStep } of users) {
      expect(role).toMatch(/^ROLE_/);
      expect(status).toBe(username === "invited.admin" ? "invited" : "active");
      expect(passwordHash === null).toBe(username === "invited.admin");
      expect(onboardedStep).toBe(username === "coffee.new" ? 2 : 4);
    }
    const manager = users.find(({ username }) => username === "store.manager");
    expect(await verify(manager?.passwordHash ?? "", DEMO_PASSWORD)).toBe(true);
    const [device] = await database.db.select().from(playerDevice);
    expect(manager?.lastSignedInAt).toEqual(device?.signedInAt);
  });

  it("lets rows that come later have ids of their own", async () => {
    const [added] = await database.db
      .insert(store)
      .values({
        companyId: companies.corner.id,
        code: "NEW-1",
        name: "New",
        timeZone: "Asia/Kolkata",
      })
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
    expect(
      await count(
        sql`select count(*) as n from store_hours where store_id = ${demoStoreId} and opens = 0 and closes = 1440`,
      ),
    ).toBe(7);
    expect(
      await count(
        sql`select count(*) as n from (select 1 from master_rule_mix group by company_id, rule_id having sum(percent) <> 100) t`,
      ),
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
      .innerJoin(
        store,
        and(eq(store.id, storeState.storeId), eq(store.companyId, storeState.companyId)),
      )
      .where(and(eq(store.companyId, companies.northwind.id), eq(store.status, "active")));
    expect([...new Set(states.map(({ state }) => state))].sort()).toEqual([
      "low",
      "not playing",
      "offline",
      "online",
      "silent",
    ]);
    const stateRows = await database.db
      .select()
      .from(storeState)
      .where(eq(storeState.storeId, demoStoreId));
    expect(stateRows[0]?.playing).toBe(true);
  });

  it("keeps daily totals that agree with the play log, within opening hours and before now", async () => {
    expect(await count(sql`select count(*) as n from play_log`)).toBeGreaterThan(50_000);
    expect(await differences()).toBe(0);
    expect(
      await count(
        sql`select count(*) as n from play_log where started_at + seconds * interval '1 second' > ${now.toISOString()}`,
      ),
    ).toBe(0);
    expect(
      await count(
        sql`select count(distinct day) as n from play_log where store_id = ${demoStoreId}`,
      ),
    ).toBe(4);
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

  it("plays what is verified, save for one song in two hundred that was cut short [PLY-4]", async () => {
    const plays = await count(sql`select count(*) as n from play_log where kind = 'MUSIC'`);
    const short = sql`reason = 'TOO_SHORT'`;
    expect(
      await count(
        sql`select count(*) as n from play_log where reason is not null and not (${short})`,
      ),
    ).toBe(0);
    expect(
      (await count(sql`select count(*) as n from play_log where ${short}`)) / plays,
    ).toBeCloseTo(0.005, 2);
  });

  it("begins what is due within a minute of its time [PLY-4]", async () => {
    expect(
      await count(sql`select count(*) as n from play_log where due_at is not null`),
    ).toBeGreaterThan(0);
    expect(
      await count(
        sql`select count(*) as n from play_log where abs(extract(epoch from started_at - due_at)) > 60`,
      ),
    ).toBe(0);
  });

  it("notes every song that was played, so that none of them can be deleted [LIB-1]", async () => {
    expect(
      await count(
        sql`select count(*) as n from play_log where kind = 'MUSIC' and song_id not in (select song_id from scheduled_song)`,
      ),
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

  it("was heard of in its past while it was open, but in outages [TRU-1]", async () => {
    const ofDay = sql`from store_day where company_id = ${companies.brightmart.id} and day = '2026-11-18'`;
    expect(await count(sql`select count(*) as n ${ofDay}`)).toBeGreaterThan(30);
    expect(await count(sql`select 100 * sum(online) / sum(open) as n ${ofDay}`)).toBeGreaterThan(
      90,
    );
    expect(await count(sql`select count(*) as n ${ofDay} and online > open`)).toBe(0);
    expect(
      await count(
        sql`select count(*) as n from store_day where online < open and online > 0 and day < '2026-11-20'`,
      ),
    ).toBeGreaterThan(0);
    expect(await count(sql`select sum(quiet) as n ${ofDay}`)).toBeGreaterThan(0);
  });

  it("has days that are the sums of their hours [TRU-1]", async () => {
    expect(
      await count(sql`select count(*) as n from store_day full join (select company_id, store_id, local_hour::date as day,
          sum(bit_count(open))::int as open, sum(bit_count(online))::int as online, sum(bit_count(playing))::int as playing
          from store_hour where open is not null group by 1, 2, 3 having sum(bit_count(open)) > 0) as hours using (company_id, store_id, day)
        where (store_day.open, store_day.online, store_day.playing) is distinct from (hours.open, hours.online, hours.playing)`),
    ).toBe(0);
    // the hour that runs is not over
    expect(
      await count(
        sql`select count(*) as n from store_hour where open is null and hour_at <= ${now.toISOString()}::timestamptz - interval '2 hours'`,
      ),
    ).toBe(0);
  });

  it("has minutes in which people paused the music, and no music in them [PLY-1]", async () => {
    expect(
      await count(sql`select count(*) as n from store_hour where bit_count(paused) > 0`),
    ).toBeGreaterThan(0);
    expect(
      await count(sql`select count(*) as n from store_hour where bit_count(paused & playing) > 0`),
    ).toBe(0);
  });

  it("changes nothing when it is run again", async () => {
    const totals = () =>
      database.db
        .select({
          n: sql<number>`count(*)::int`,
          plays: sql<number>`sum(${ofAllTypes("plays")})::int`,
        })
        .from(storeDayPlays);
    const before = await totals();
    await seedDemo(options());
    expect(await totals()).toEqual(before);
  });

  it("lets stores live on, but for the visitors' own and those that were deactivated [DEMO-1]", async () => {
    const companyId = companies.corner.id;
    const groups = await database.db
      .select({ id: storeGroup.id })
      .from(storeGroup)
      .where(eq(storeGroup.companyId, companyId));
    await publishGroupDays(
      {
        scope: wholeCompany(companyId),
        database,
        db: database.db,
        now: new Date(now.getTime() - 86_400_000),
      },
      {
        groupIds: groups.map(({ id }) => id),
        from: "2026-11-20",
        to: "2026-11-20",
        publishedBy: "client.admin",
      },
    );
    const history = createHistory(database, publishedLogs);
    const advance = createSimulation({ database, history });
    const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
    const readLastSeen = async (id: number) =>
      (
        await database.db.select().from(storeState).where(eq(storeState.storeId, id))
      )[0]?.lastSeenAt?.getTime();
    const deactivated = storeIdOf(companies.corner.id, 2);
    const visited = storeIdOf(companies.corner.id, 3);
    await advance(minutes(1));
    await database.db.update(store).set({ status: "inactive" }).where(eq(store.id, deactivated));
    await database.db
      .update(storeState)
      .set({ playerVersion: "1.0.0" })
      .where(eq(storeState.storeId, visited));
    const plays = await count(sql`select count(*) as n from play_log`);
    const minutesBefore = await heardMinutes();
    for (let minute = 2; minute <= 12; minute++) await advance(minutes(minute));
    expect(await readLastSeen(storeIdOf(companies.corner.id, 1))).toBe(minutes(12).getTime());
    // players name the item of their log that sounds
    const states = await database.db
      .select()
      .from(storeState)
      .where(and(eq(storeState.companyId, companyId), eq(storeState.lastSeenAt, minutes(12))));
    const sounding = states.flatMap(({ soundSince, ...state }) =>
      soundSince ? { ...state, since: soundSince.getTime() } : [],
    );
    expect(sounding.length).toBeGreaterThan(0);
    const logs = await findCurrentLogs(
      wholeCompany(companyId),
      database.db,
      sounding.map(({ storeId }) => storeId),
      ["2026-11-20"],
    );
    for (const { storeId, soundSongId, soundSpotId, since } of sounding)
      expect(
        logs
          .filter((log) => log.storeId === storeId)
          .flatMap(({ positions }) => positions)
          .filter(
            ({ songId = null, spotId = null, startsAt = 0 }) =>
              songId === soundSongId &&
              spotId === soundSpotId &&
              Math.abs(startsAt + startDelay(storeId) * 1000 - since) < 1_000,
          ),
        `store ${storeId}`,
      ).toHaveLength(1);
    expect(await readLastSeen(deactivated)).toBe(minutes(1).getTime());
    expect(await readLastSeen(visited)).toBe(minutes(1).getTime());
    expect(await readLastSeen(demoStoreId)).toBe(now.getTime());
    expect(await count(sql`select count(*) as n from play_log`)).toBeGreaterThan(plays + 5);
    expect(
      await count(
        sql`select count(*) as n from play_log where store_id = ${demoStoreId} and started_at > ${now.toISOString()}`,
      ),
    ).toBe(0);
    expect(await differences()).toBe(0);
    const stores = await count(
      sql`select count(*) as n from store_state where last_seen_at = ${minutes(12).toISOString()}::timestamptz`,
    );
    // a fault may begin or end
    expect(((await heardMinutes()) - minutesBefore) / 11).toBeCloseTo(stores, -1);
    // a second process, or a restart, writes the same minutes once
    const minutesHeard = await heardMinutes();
    const total = await count(sql`select count(*) as n from play_log`);
    await createSimulation({ database, history })(minutes(12));
    expect(await count(sql`select count(*) as n from play_log`)).toBe(total);
    expect(await heardMinutes()).toBe(minutesHeard);
  });

  it("has live plays judged as a player's: each position of the log counts once [DEMO-1]", async () => {
    const live = sql`from play_log where received_at > started_at and started_at > ${now.toISOString()}`;
    const due = sql`${live} and reason is null`;
    expect(await count(sql`select count(*) as n ${due} and due_at is null`)).toBe(0);
    expect(
      await count(
        sql`select count(*) as n from (select 1 ${due} group by store_id, due_at having count(*) > 1) twice`,
      ),
    ).toBe(0);
    expect(
      await count(sql`select count(*) as n ${live} and reason not in ('TOO_SHORT', 'NOT_DUE')`),
    ).toBe(0);
  });

  it("makes up for a pause of hours, and finishes the minute it is in when it is stopped", async () => {
    const later = new Date(now.getTime() + 4 * 3_600_000);
    const corner = storeIdOf(companies.corner.id, 1);
    const simulator = startSimulator({
      database,
      history: createHistory(database, publishedLogs),
      now: () => later,
      logger,
    });
    await simulator.stop();
    const [state] = await database.db
      .select()
      .from(storeState)
      .where(eq(storeState.storeId, corner));
    expect(state?.lastSeenAt).toEqual(later);
    expect(
      await count(sql`select count(distinct date_trunc('hour', started_at)) as n from play_log
        where store_id = ${corner} and started_at > ${now.toISOString()}`),
    ).toBeGreaterThanOrEqual(4);
    expect(await differences()).toBe(0);
  });

  it("has no active store that was heard of and did not play, but those in trouble [DEMO-1]", async () => {
    const idle = await database.db.execute<{
      id: number;
    }>(sql`select store.id::int as id from store join store_state on store_id = store.id
      where status = 'active' and not exists (select from store_day_plays plays where plays.store_id = store.id and day >= '2026-11-19' and music_plays > 0)`);
    expect(idle.rows.map(({ id }) => id).filter((id) => !isTroubled(id))).toEqual([]);
  });
});

it("raises each alert once in a demo that is made as India's day begins [DEMO-1]", async () => {
  const database = await openTestDatabase(anyEngine);
  const midnight = new Date("2026-11-20T18:30:20Z");
  const options = { database, filesDir, now: midnight, stores: 24, historyDays: 2, logger };
  await seedDemo(options);
  await fillToday({ ...options, now: new Date(midnight.getTime() + 20_000) });
  const { rows } = await database.db.execute(sql`select store_id, kind, began_at
    from alert group by store_id, kind, began_at having count(*) > 1`);
  expect(rows).toEqual([]);
  expect(await database.db.$count(alert)).toBeGreaterThan(5);
  await database.close();
});
