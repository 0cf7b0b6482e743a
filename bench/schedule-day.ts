/**
 * A 16-hour day from 20,000 songs, from plain input to finished playlist with traces, against a naive pick that filters the whole
 * pool anew for each position. Both days are held to the same validity. Prints one JSON line.
 * Run: npx tsx bench/schedule-day.ts
 */
import { type FixedSpot, type GroupDayInput, type SchedulingSong, scheduleGroupDay } from "../platform/engine/scheduling";
import { plainTitle, splitCredit } from "../platform/engine/scheduling/artist-credit";
import { type BookedPlay, bookedPlay } from "../platform/engine/scheduling/group-plan.ts";
import { sampleDay } from "../platform/engine/scheduling/sample-day";
import { limited, rounded, say } from "./support/figures.ts";

const LIMIT_MS = 50;
const RUNS = 15;
const NAIVE_RUNS = 5;
const HOUR = 3600;
const REST = 120 * 60;
const ARTIST = 30 * 60;
const TITLE = 60 * 60;

type Placed = { start: number; seconds: number; songId: number | null; play: BookedPlay | null; categoryId: number | null };

const day = withHistory(sampleDay({ songCount: 20_000 }));
const fast = timed(RUNS, () =>
  scheduleGroupDay(day).positions.map(
    (position): Placed => ({
      start: position.startSeconds,
      seconds: position.durationSeconds,
      songId: position.kind === "MUSIC" ? position.songId : null,
      play: position.kind === "MUSIC" ? null : bookedPlay(position.bookingId, position.trace.bookedSeconds),
      categoryId: position.kind === "MUSIC" ? position.categoryId : null,
    }),
  ),
);
const naive = timed(NAIVE_RUNS, () => scheduleNaively(day));
assertValid("engine", fast.result, day);
assertValid("naive", naive.result, day);

say("schedule-day", [
  {
    ...limited("a 16-hour day", fast.ms, LIMIT_MS, "ms"),
    peer: { name: "naive pick", value: rounded(naive.ms) },
    ratio: rounded(fast.ms / naive.ms),
  },
]);

/** The median of several runs after two for warming up. */
function timed<T>(runs: number, make: () => T): { ms: number; result: T } {
  make();
  let result = make();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const from = performance.now();
    result = make();
    times.push(performance.now() - from);
  }
  return { ms: times.sort((a, b) => a - b)[runs >> 1] as number, result };
}

/** A week of logs before the day. */
function withHistory(input: GroupDayInput): GroupDayInput {
  const history = Array.from({ length: 7 * 260 }, (_, play) => ({
    songId: 1 + ((play * 7919) % input.songs.length),
    at: -7 * 24 * HOUR + Math.floor((play * 7 * 24 * HOUR) / (7 * 260)),
  }));
  return { ...input, history };
}

/** The obvious way: for each position filter all songs by everything, sort them by rest, draw one of the first forty. */
function scheduleNaively({ songs, categories, spots, slots, history, date, territory }: GroupDayInput): Placed[] {
  const inCategory = new Map(categories.map(({ id, songIds }) => [id, new Set(Array.from(songIds))]));
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
    history.filter(({ at }) => at >= -24 * HOUR).map(({ songId, at }) => `${songId}@${Math.floor(at / HOUR + 24)}`),
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
    const due = [...mix].sort((a, b) => credit(b.categoryId, b.percent) - credit(a.categoryId, a.percent))[0]?.categoryId ?? 0;
    for (const { categoryId, percent } of mix) owed.set(categoryId, credit(categoryId, percent) - (categoryId === due ? 100 : 0));
    return due;
  };
  const placed: Placed[] = [];
  let now = 8 * HOUR;
  let previous: SchedulingSong | undefined;
  const play = (song: SchedulingSong, categoryId: number) => {
    placed.push({ start: now, seconds: song.durationSeconds, songId: song.id, play: null, categoryId });
    hear(song, now);
    previous = song;
    now += song.durationSeconds;
  };
  const pool = (categoryId: number) => {
    const allowed = songs.filter((song) => mayPlay(song, categoryId, now));
    const smooth = allowed.filter(({ tempo }) => Math.abs((tempo ?? 0) - (previous?.tempo ?? tempo ?? 0)) <= 1);
    const from = smooth.length > 0 ? smooth : allowed;
    return from.sort((a, b) => (lastSong.get(a.id) ?? -1e9) - (lastSong.get(b.id) ?? -1e9));
  };
  const inTime: (FixedSpot | { at: number; durationSeconds: 0; bookingId: null })[] = [...spots].sort((a, b) => a.at - b.at);
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
      const fitting = songsHere.find(({ durationSeconds }) => rest(durationSeconds) >= 310 && rest(durationSeconds) <= 580);
      const last = songsHere.find(({ durationSeconds }) => rest(durationSeconds) >= 155 && rest(durationSeconds) <= 295);
      const song = exact ?? (gap > 600 ? fitting : last) ?? songsHere[0];
      play(song as SchedulingSong, categoryId);
    }
    if (spot.bookingId !== null) {
      const play = bookedPlay(spot.bookingId, spot.at);
      placed.push({ start: now, seconds: spot.durationSeconds, songId: null, play, categoryId: null });
    }
    now += spot.durationSeconds;
  }
  return placed;
}

/** No overlap, no pause above five seconds, TOH and ads at their second, separation kept, shares right to within one song. */
function assertValid(name: string, positions: readonly Placed[], { songs, spots, slots, history }: GroupDayInput): void {
  const fail = (why: string, at: number) => {
    throw new Error(`${name}: ${why} at ${at}`);
  };
  const byId = new Map(songs.map((song) => [song.id, song]));
  const spotOf = new Map(spots.map((spot) => [bookedPlay(spot.bookingId, spot.at), spot]));
  const lastPlayTimes = new Map<string, number>();
  const keep = (key: string, at: number, separation: number) => {
    if (at - (lastPlayTimes.get(key) ?? Number.NEGATIVE_INFINITY) < separation) fail(`${key} too soon`, at);
    lastPlayTimes.set(key, at);
  };
  for (const { songId, at } of history) {
    const song = byId.get(songId) as SchedulingSong;
    for (const key of [`song ${songId}`, `title ${plainTitle(song.title)}`, ...splitCredit(song.artist)]) lastPlayTimes.set(key, at);
  }
  let end = 8 * HOUR;
  let count = 0;
  const called = new Map<number, number>();
  for (const { start, seconds, songId, play, categoryId } of positions) {
    if (start < end || start > end + 5) fail(`${start - end} s between positions`, start);
    end = start + seconds;
    const spot = play === null ? undefined : spotOf.get(play);
    if (spot && spot.kind !== "JINGLE" && spot.at !== start) fail(`spot ${spot.spotId} not at its time`, start);
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
    if (Math.abs((called.get(categoryId) ?? 0) - (count * percent) / 100) > 1) fail(`share of category ${categoryId}`, end);
  }
}
