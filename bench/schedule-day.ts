/**
 * A 16-hour day from 20,000 songs with 28 days of history, from plain input to finished playlist
 * with traces: against a naive pick that filters the whole pool anew for each position (both days
 * are held to the same validity), against 7 days of history, with all of a planner's rules, against thin pools, and against
 * loading that history from PostgreSQL. Prints one JSON line. Run: npx tsx bench/schedule-day.ts
 */

import { plainTitle, splitCredit } from "#contract/schedule/artist-credit";
import { addDays } from "../contract/base/dates.ts";
import type { SeparationRule } from "../contract/schedule/separation-rules.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { company, groupPlaylist } from "../platform/db/schema/index.ts";
import { spreadPlays } from "../platform/engine/ad-inventory/spread-plays.ts";
import {
  type FixedSpot,
  type GroupDayInput,
  type SchedulingSlot,
  type SchedulingSong,
  scheduleGroupDay,
} from "../platform/engine/scheduling";
import { type BookedPlay, bookedPlay } from "../platform/engine/scheduling/group-plan.ts";
import { sampleDay, sampleRules, sampleSlot } from "../platform/engine/scheduling/sample-day";
import { neighboursOf } from "../platform/modules/schedule/days/schedule-days.ts";
import { compared, limited, median, say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";

const LIMIT_MS = 50;
const RUNS = 25;
const NAIVE_RUNS = 3;
const WARM_UPS = 3;
const HOUR = 3600;
const DAY = 24 * HOUR;
const REST = 120 * 60;
const ARTIST = 30 * 60;
const TITLE = 60 * 60;
const songsADay = 260;

type PlacedPosition = {
  start: number;
  seconds: number;
  songId: number | null;
  play: BookedPlay | null;
  categoryId: number | null;
};

const day = withHistory(sampleDay({ songCount: 20_000 }), 28);
const week = withHistory(sampleDay({ songCount: 20_000 }), 7);
const planner = { ...day, slots: plannersSlots() };
const ten = withHistory(sampleDay({ songCount: 10 }), 28);
const sixty = withHistory(sampleDay({ songCount: 60 }), 28);
const without = withHistory(sampleDay({ songCount: 20_000, spots: [] }), 28);
const twelve = withHistory(sampleDay({ songCount: 20_000, spots: twelveAnHour() }), 28);
const history = await storedHistory();

// In turn, so that other load on the machine affects all equally.
const times = await inTurn({
  day: () => scheduleGroupDay(day),
  week: () => scheduleGroupDay(week),
  planner: () => scheduleGroupDay(planner),
  ten: () => scheduleGroupDay(ten),
  sixty: () => scheduleGroupDay(sixty),
  without: () => scheduleGroupDay(without),
  twelve: () => scheduleGroupDay(twelve),
  loading: history.load,
});
await history.stop();
const naive = Array.from({ length: NAIVE_RUNS }, () => timed(() => scheduleNaively(day)));
assertValid("engine", placedByEngine(), day);
assertValid("naive", scheduleNaively(day), day);

const against = (
  measure: string,
  peer: string,
  values: number[],
  peers: number[],
  atMost: number,
) => compared({ measure, peer, values, peers, ratios: [median(values) / median(peers)], atMost });
say("schedule-day", [
  limited("a 16-hour day from 20,000 songs, 28 days of history", median(times.day), LIMIT_MS, "ms"),
  against("the same, ms", "naive pick", times.day, naive, 0.02),
  against("the same, ms", "7 days of history", times.day, times.week, 1.1),
  against("with all of a planner's rules, ms", "without them", times.planner, times.day, 1.5),
  against("a day from 10 songs, ms", "20,000 songs", times.ten, times.day, 1),
  against("a day from 60 songs, ms", "20,000 songs", times.sixty, times.day, 1),
  limited(
    "a day with 12 booked spots an hour laid out, 20,000 songs",
    median(times.twelve),
    LIMIT_MS,
    "ms",
  ),
  compared({
    measure: "the same, ms",
    peer: "without spots",
    values: times.twelve,
    peers: times.without,
    ratios: [median(times.twelve) / median(times.without)],
  }),
  against("loading 28 days of history, ms", "making the day", times.loading, times.day, 0.25),
]);

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

async function inTurn<Name extends string>(
  works: Record<Name, () => unknown>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(works) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  for (let run = -WARM_UPS; run < RUNS; run++) {
    for (const name of names) {
      const from = performance.now();
      await works[name]();
      if (run >= 0) measured[name].push(performance.now() - from);
    }
  }
  return measured;
}

function placedByEngine(): PlacedPosition[] {
  return scheduleGroupDay(day).positions.map(
    (position): PlacedPosition => ({
      start: position.startSeconds,
      seconds: position.durationSeconds,
      songId: position.kind === "MUSIC" ? position.songId : null,
      play:
        position.kind === "MUSIC"
          ? null
          : bookedPlay(position.bookingId, position.trace.bookedSeconds),
      categoryId: position.kind === "MUSIC" ? position.categoryId : null,
    }),
  );
}

/**
 * Lays out over the day what twelve campaigns of ads of 20 seconds have booked, once an hour each
 * (breaks of two minutes, five apart).
 */
function twelveAnHour(): FixedSpot[] {
  const spot = (id: number) => ({
    spotId: id,
    name: `Spot ${id}`,
    durationSeconds: 20,
    weight: 1,
    brandId: id,
    category: null,
    validFrom: null,
    validTo: null,
    territories: [],
  });
  const campaigns = Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    kind: "AD" as const,
    spots: [spot(at + 1)],
  }));
  const owed = campaigns.flatMap(({ id }) =>
    Array.from({ length: 16 }, (_, hour) => ({ campaignId: id, hour: hour + 8, plays: 1 })),
  );
  const rules = { longestBreakSeconds: 120, leastBreakDistanceSeconds: 300 };
  return spreadPlays(owed, new Map(campaigns.map((one) => [one.id, one])), {
    opening: [{ from: 8 * HOUR, to: 24 * HOUR }],
    rules,
    dayNumber: 20_000,
  });
}

/** Four dayparts, each with the rules of the sample and all others that a planner may add. */
function plannersSlots(): SchedulingSlot[] {
  const rules: SeparationRule[] = [
    ...sampleRules.filter(({ name }) => name !== "DAY_OFFSET"),
    { name: "DAY_OFFSET", days: 7, breakable: true },
    { name: "WEEK_OFFSET", breakable: true },
    { name: "PLAYS_A_DAY", plays: 2, breakable: true },
    { name: "DAYPART_ROTATION", breakable: true },
    { name: "MOOD_IN_A_ROW", most: 2, breakable: true },
  ];
  return [8, 12, 16, 20].map((from, place) =>
    sampleSlot({ id: place + 1, from: from * HOUR, to: (from + 4) * HOUR, rules }),
  );
}

/** Logs before the day. */
function withHistory(input: GroupDayInput, days: number): GroupDayInput {
  const plays = Array.from({ length: days * songsADay }, (_, play) => ({
    songId: 1 + ((play * 7919) % input.songs.length),
    at: -days * DAY + Math.floor((play * DAY) / songsADay),
  }));
  return { ...input, history: plays };
}

/**
 * Stores the same history as a group's days in the database, and loads a day's neighbours from
 * there.
 */
async function storedHistory() {
  const { database, stop } = await openBenchDatabase();
  const { db } = database;
  await db.insert(company).values({ id: 1, code: "BENCH", name: "Bench", kind: "client" });
  const stored = Array.from({ length: 28 }, (_, back) => {
    const from = -(back + 1) * DAY;
    const plays = day.history.filter(({ at }) => at >= from && at < from + DAY);
    const positions = plays.map(({ songId, at }) => ({
      kind: "MUSIC",
      songId,
      startSeconds: at - from,
      durationSeconds: 220,
    }));
    return {
      companyId: 1,
      day: addDays(day.date, -back - 1),
      version: 1,
      state: "published" as const,
      inputsDigest: "",
      positions,
      summary: {},
      songIds: plays.map(({ songId }) => songId),
      songStarts: plays.map(({ at }) => at - from),
    };
  });
  await db.insert(groupPlaylist).values(stored);
  const load = async () => {
    const loaded = await neighboursOf(wholeCompany(1), db, {
      groupId: null,
      from: day.date,
      to: day.date,
    });
    if (loaded.length !== 28) throw new Error(`${loaded.length} days were loaded`);
  };
  return { load, stop };
}

/**
 * The obvious way: for each position filter all songs by everything, sort them by rest, draw one of
 * the first forty.
 */
function scheduleNaively({
  songs,
  categories,
  spots,
  slots,
  history,
  date,
  territory,
}: GroupDayInput): PlacedPosition[] {
  const inCategory = new Map(
    categories.map(({ id, songIds }) => [id, new Set(Array.from(songIds))]),
  );
  const byId = new Map(songs.map((song) => [song.id, song]));
  // Split once, so that the comparison is of filtering and not of splitting.
  const artistsOf = new Map(songs.map(({ id, artist }) => [id, splitCredit(artist)]));
  const titleOf = new Map(songs.map(({ id, title }) => [id, plainTitle(title)]));
  const lastSong = new Map<number, number>();
  const lastArtist = new Map<string, number>();
  const lastTitle = new Map<string, number>();
  const hear = (song: SchedulingSong, at: number) => {
    lastSong.set(song.id, at);
    for (const artist of artistsOf.get(song.id) ?? []) lastArtist.set(artist, at);
    lastTitle.set(titleOf.get(song.id) ?? "", at);
  };
  for (const { songId, at } of history) hear(byId.get(songId) as SchedulingSong, at);
  const yesterday = new Set(
    history
      .filter(({ at }) => at >= -24 * HOUR)
      .map(({ songId, at }) => `${songId}@${Math.floor(at / HOUR + 24)}`),
  );
  const since = (last: number | undefined, at: number) => at - (last ?? Number.NEGATIVE_INFINITY);
  const mayPlay = (song: SchedulingSong, categoryId: number, at: number) =>
    song.active &&
    !song.blocked &&
    (song.licensedFrom === null || song.licensedFrom <= date) &&
    (song.licensedTo === null || song.licensedTo >= date) &&
    (song.territories === null || territory === null || song.territories.includes(territory)) &&
    inCategory.get(categoryId)?.has(song.id) &&
    since(lastSong.get(song.id), at) >= REST &&
    (artistsOf.get(song.id) ?? []).every((artist) => since(lastArtist.get(artist), at) >= ARTIST) &&
    since(lastTitle.get(titleOf.get(song.id) ?? ""), at) >= TITLE &&
    !yesterday.has(`${song.id}@${Math.floor(at / HOUR)}`);
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const mix = slots[0]?.mix ?? [];
  const owed = new Map(mix.map(({ categoryId }) => [categoryId, 0]));
  const credit = (categoryId: number, percent: number) => (owed.get(categoryId) ?? 0) + percent;
  const nextCategory = () => {
    const due =
      [...mix].sort((a, b) => credit(b.categoryId, b.percent) - credit(a.categoryId, a.percent))[0]
        ?.categoryId ?? 0;
    for (const { categoryId, percent } of mix)
      owed.set(categoryId, credit(categoryId, percent) - (categoryId === due ? 100 : 0));
    return due;
  };
  const placed: PlacedPosition[] = [];
  let now = 8 * HOUR;
  let previous: SchedulingSong | undefined;
  const play = (song: SchedulingSong, categoryId: number) => {
    placed.push({
      start: now,
      seconds: song.durationSeconds,
      songId: song.id,
      play: null,
      categoryId,
    });
    hear(song, now);
    previous = song;
    now += song.durationSeconds;
  };
  const pool = (categoryId: number) => {
    const allowed = songs.filter((song) => mayPlay(song, categoryId, now));
    const smooth = allowed.filter(
      ({ tempo }) => Math.abs((tempo ?? 0) - (previous?.tempo ?? tempo ?? 0)) <= 1,
    );
    const from = smooth.length > 0 ? smooth : allowed;
    return from.sort((a, b) => (lastSong.get(a.id) ?? -1e9) - (lastSong.get(b.id) ?? -1e9));
  };
  const inTime: (FixedSpot | { at: number; durationSeconds: 0; bookingId: null })[] = [
    ...spots,
  ].sort((a, b) => a.at - b.at);
  for (const spot of [...inTime, { at: 24 * HOUR, durationSeconds: 0 as const, bookingId: null }]) {
    const isPromo = "kind" in spot && spot.kind === "JINGLE";
    while (now < spot.at) {
      const gap = spot.at - now;
      const categoryId = nextCategory();
      const songsHere = pool(categoryId);
      if (isPromo || gap > 900) {
        play(songsHere[Math.floor(random() * 40)] as SchedulingSong, categoryId);
        continue;
      }
      const exact = songsHere.find(({ durationSeconds }) => durationSeconds === gap);
      // Otherwise a song after which one or two more can still end on the second.
      const rest = (seconds: number) => gap - seconds;
      const fitting = songsHere.find(
        ({ durationSeconds }) => rest(durationSeconds) >= 310 && rest(durationSeconds) <= 580,
      );
      const last = songsHere.find(
        ({ durationSeconds }) => rest(durationSeconds) >= 155 && rest(durationSeconds) <= 295,
      );
      const song = exact ?? (gap > 600 ? fitting : last) ?? songsHere[0];
      play(song as SchedulingSong, categoryId);
    }
    if (spot.bookingId !== null) {
      const play = bookedPlay(spot.bookingId, spot.at);
      placed.push({
        start: now,
        seconds: spot.durationSeconds,
        songId: null,
        play,
        categoryId: null,
      });
    }
    now += spot.durationSeconds;
  }
  return placed;
}

/**
 * No overlap, no pause above five seconds, TOH and ads at their second, separation kept, shares
 * right to within one song.
 */
function assertValid(
  name: string,
  positions: readonly PlacedPosition[],
  { songs, spots, slots, history }: GroupDayInput,
): void {
  const fail = (why: string, at: number) => {
    throw new Error(`${name}: ${why} at ${at}`);
  };
  const byId = new Map(songs.map((song) => [song.id, song]));
  const spotOf = new Map(spots.map((spot) => [bookedPlay(spot.bookingId, spot.at), spot]));
  const lastPlayTimes = new Map<string, number>();
  const keep = (key: string, at: number, separation: number) => {
    if (at - (lastPlayTimes.get(key) ?? Number.NEGATIVE_INFINITY) < separation)
      fail(`${key} too soon`, at);
    lastPlayTimes.set(key, at);
  };
  for (const { songId, at } of history) {
    const song = byId.get(songId) as SchedulingSong;
    for (const key of [
      `song ${songId}`,
      `title ${plainTitle(song.title)}`,
      ...splitCredit(song.artist),
    ])
      lastPlayTimes.set(key, at);
  }
  let end = 8 * HOUR;
  let count = 0;
  const called = new Map<number, number>();
  for (const { start, seconds, songId, play, categoryId } of positions) {
    if (start < end || start > end + 5) fail(`${start - end} s between positions`, start);
    end = start + seconds;
    const spot = play === null ? undefined : spotOf.get(play);
    if (spot && spot.kind !== "JINGLE" && spot.at !== start)
      fail(`spot ${spot.spotId} not at its time`, start);
    const song = byId.get(songId ?? -1);
    if (!song || songId === null) continue;
    keep(`song ${songId}`, start, REST);
    keep(`title ${plainTitle(song.title)}`, start, TITLE);
    for (const artist of splitCredit(song.artist)) keep(artist, start, ARTIST);
    called.set(categoryId ?? -1, (called.get(categoryId ?? -1) ?? 0) + 1);
    count++;
  }
  if (end < 24 * HOUR - 5 || end > 24 * HOUR) fail("does not end at closing time", end);
  for (const { categoryId, percent } of slots[0]?.mix ?? []) {
    if (Math.abs((called.get(categoryId) ?? 0) - (count * percent) / 100) > 1)
      fail(`share of category ${categoryId}`, end);
  }
}
