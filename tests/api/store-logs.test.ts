import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GroupPlaylist, StoreLog } from "#contract/schedule/positions";
import { wholeCompany } from "#platform/access/scope";
import type { Database } from "#platform/db/database";
import * as table from "#platform/db/schema/index";
import {
  type GroupDayInput,
  scheduleGroupDay,
  scheduleStoreLog,
} from "#platform/engine/scheduling";
import { hourlySpots, sampleDay } from "#platform/engine/scheduling/sample-day";
import { findHeldMedia } from "#platform/modules/schedule/logs/held-media.queries.ts";
import { packLog, packPlaylist, unpackLog } from "#platform/modules/schedule/logs/playlist-record";
import { foldLog } from "#platform/modules/schedule/logs/store-log-record";
import {
  findCurrentLog,
  findCurrentLogs,
} from "#platform/modules/schedule/logs/store-logs.queries";
import {
  type NewLog,
  replaceLogs,
} from "#platform/modules/schedule/logs/write-store-logs.queries.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine, openTestDatabase } from "../support/database.ts";
import { cases } from "../support/drawn-cases.ts";
import { makeSongs } from "../support/play-outs.ts";

const hour = 3600;
const songCount = 3_000;
const date = "2026-05-12";

/** How a store differs from its group, if at all. */
type Shop = { from: number; to: number; timeZone: string; territory: string; ads: number };
const alike: Shop = { from: 8, to: 24, timeZone: "Asia/Kolkata", territory: "IN", ads: 0 };
const shops = fc.record({
  from: fc.integer({ min: 8, max: 14 }),
  to: fc.integer({ min: 15, max: 24 }),
  timeZone: fc.constantFrom("Asia/Kolkata", "Europe/London", "America/New_York"),
  territory: fc.constantFrom("IN", "US"),
  ads: fc.constantFrom(0, 0, 3, 12),
});

/** Books this many ads an hour for one store, none of them its group's. */
const ownAds = (from: number, to: number, anHour: number) =>
  Array.from({ length: (to - from) * anHour }, (_, n) => ({
    bookingId: 100 + (n % anHour),
    spotId: 50 + (n % anHour),
    kind: "AD" as const,
    name: `Own ad ${n % anHour}`,
    at: from * hour + Math.floor(((n + 0.5) * hour) / anHour),
    durationSeconds: 20,
  }));

describe.each([anyEngine])("stores' logs on %s", (engine) => {
  let database: Database;
  let company: TestCompany;
  let songIds: number[];
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const provider = await makeProvider(database);
    company = await makeCompany(database);
    songIds = await makeSongs(
      database,
      provider.companyId,
      Array.from({ length: songCount }, (_, n) => ({ title: `Song ${n}` })),
    );
  });
  afterAll(() => database?.close());

  const own = () => wholeCompany(company.companyId);
  const groupId = () => company.north.groupIds[0] ?? 0;
  const storeId = (n = 0) =>
    company.stores.filter((store) => store.groupId === groupId())[n]?.id ?? 0;

  /** A group's day of songs that are in the database. */
  function inputOf(over: Partial<GroupDayInput> & { seed?: number }): GroupDayInput {
    const day = sampleDay({ songCount, ...over });
    const idOf = (id: number) => songIds[id - 1] ?? 0;
    return {
      ...day,
      songs: day.songs.map((song) => ({ ...song, id: idOf(song.id) })),
      categories: day.categories.map((category) => ({
        ...category,
        songIds: Array.from(category.songIds).map(idOf),
      })),
    };
  }

  function makeLog(
    input: GroupDayInput,
    playlist: GroupPlaylist,
    { from, to, timeZone, territory, ads }: Shop,
  ): StoreLog {
    const opening = [{ from: from * hour, to: to * hour }];
    const spots = [...hourlySpots(from, to), ...ownAds(from, to, ads)];
    return scheduleStoreLog({ ...input, opening, spots, timeZone, territory, playlist });
  }

  let version = 0;
  async function store(
    day: string,
    playlist: GroupPlaylist,
    logs: { storeId: number; log: StoreLog }[],
  ) {
    const { positions, summary } = packPlaylist(playlist);
    const { db } = database;
    const row = {
      companyId: company.companyId,
      groupId: groupId(),
      day,
      version: ++version,
      state: "superseded" as const,
    };
    const [{ id: playlistId } = { id: 0 }] = await db
      .insert(table.groupPlaylist)
      .values({ ...row, inputsDigest: "", positions, summary })
      .returning({ id: table.groupPlaylist.id });
    const folded: NewLog[] = [];
    for (const { storeId, log } of logs)
      folded.push({
        storeId,
        log: foldLog(packLog(log, playlist.positions, summary), positions),
        facts: null,
      });
    await database.transaction((tx) =>
      replaceLogs(
        own(),
        tx,
        { groupId: groupId(), day, playlistId, stay: new Set() },
        { logs: folded, at: new Date() },
      ),
    );
    return folded.map(({ log }) => log);
  }

  const bytesOf = async (storeId: number, day: string) =>
    (
      await database.db.execute<{
        bytes: number;
      }>(sql`select 24 + (pg_column_size(id) + pg_column_size(company_id)
          + pg_column_size(store_id) + pg_column_size(day) + pg_column_size(playlist_id) + pg_column_size(created_at) + pg_column_size(midnight)
          + coalesce(pg_column_size(from_position) + pg_column_size(to_position), 0)
          + coalesce(pg_column_size(songs) + pg_column_size(spots) + pg_column_size(own), 0))::int as bytes from store_log
        where store_id = ${storeId} and day = ${day} and superseded_at is null`)
    ).rows[0]?.bytes ?? Number.NaN;

  /** A kept song has its group's reason; all else is the engine's. */
  const withReasons = (log: StoreLog, playlist: GroupPlaylist) => {
    const packed = packLog(log, playlist.positions, packPlaylist(playlist).summary);
    return log.positions.map((position, place) => {
      const planned = playlist.positions[packed[place]?.planned ?? -1];
      if (position.kind !== "MUSIC" || planned?.kind !== "MUSIC") return position;
      return { ...position, trace: { ...planned.trace, difference: position.trace.difference } };
    });
  };

  it("a log reads back as the engine made it, whatever its store has of its own [SCH-2]", async () => {
    const days = ["2026-03-29", "2026-05-12", "2026-10-25", "2026-11-01"];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...days), fc.nat(1000), shops, async (day, unitId, shop) => {
        const input = inputOf({ date: day, unitId, seed: unitId });
        const playlist = scheduleGroupDay(input);
        const log = makeLog(input, playlist, shop);
        await store(day, playlist, [{ storeId: storeId(), log }]);
        const packed = packLog(log, playlist.positions, packPlaylist(playlist).summary);
        const [lines] = await findCurrentLogs(own(), database.db, [storeId()], [day]);
        expect(lines?.positions).toEqual(packed);
        const whole = await findCurrentLog(own(), database.db, storeId(), day);
        expect(whole?.positions).toEqual(packed);
        const { playlist: stored } = whole ?? { playlist: [] };
        expect(stored).toEqual(packPlaylist(playlist).positions);
        expect(
          unpackLog(whole?.positions ?? [], playlist.positions, packPlaylist(playlist).summary),
        ).toEqual(withReasons(log, playlist));
      }),
      { numRuns: cases(12) },
    );
  });

  it("a store that plays as its group takes at most 200 B a day", async () => {
    const input = inputOf({ date });
    const playlist = scheduleGroupDay(input);
    const [run, ads] = await store(date, playlist, [
      { storeId: storeId(0), log: makeLog(input, playlist, { ...alike, from: 10, to: 22 }) },
      { storeId: storeId(1), log: makeLog(input, playlist, { ...alike, ads: 12 }) },
    ]);
    expect([run?.own, ads?.fromPosition]).toEqual([null, null]);
    expect(await bytesOf(storeId(0), date)).toBeLessThanOrEqual(200);
    expect(await bytesOf(storeId(1), date)).toBeLessThanOrEqual(4096);
  });

  it("a store holds the songs and spots of its own positions and lines [PLY-2]", async () => {
    const day = "2026-05-13";
    const input = inputOf({ date: day });
    const playlist = scheduleGroupDay(input);
    const logs = [
      { storeId: storeId(0), log: makeLog(input, playlist, { ...alike, from: 10, to: 12 }) },
      {
        storeId: storeId(1),
        log: makeLog(input, playlist, { ...alike, from: 10, to: 12, ads: 12 }),
      },
    ];
    await store(day, playlist, logs);
    const media = { songIds: songIds, spotIds: [1, 2, 3, 50, 61, 99] };
    for (const { storeId, log } of logs) {
      const songs = new Set(
        log.positions.flatMap((position) => (position.kind === "MUSIC" ? [position.songId] : [])),
      );
      const spots = new Set(
        log.positions.flatMap((position) => (position.kind === "MUSIC" ? [] : [position.spotId])),
      );
      const held = await findHeldMedia(own(), database.db, { storeId, from: day, to: day }, media);
      expect(held.songs).toEqual(songs);
      expect(held.spots).toEqual(new Set(media.spotIds.filter((id) => spots.has(id))));
    }
  });
});
