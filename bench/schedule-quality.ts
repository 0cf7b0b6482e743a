/**
 * Measures the quality of four weeks of one group: 28 simulated days, each with those before as its
 * history, 3,000 songs in three categories (60/30/10), 16 open hours with a TOH, an ad and a promo
 * each, against a scheduler that draws at random among the songs that have rested. Then
 * days of thin pools by the engine, for their silence. Prints one JSON line. Run: npx tsx
 * bench/schedule-quality.ts
 */

import { splitCredit } from "#contract/schedule/artist-credit";
import { addDays } from "../contract/base/dates.ts";
import type { SeparationRule } from "../contract/schedule/separation-rules.ts";
import { sampleDay, sampleSlot } from "../platform/engine/scheduling/sample-day.ts";
import { seededRandom } from "../platform/engine/scheduling/seeded-random.ts";
import {
  type GroupDayInput,
  mayPlay,
  type SchedulingSong,
  scheduleGroupDay,
} from "../platform/engine/scheduling.ts";
import { type Figure, limited, rounded, say, stated } from "./support/figures.ts";

const DAY = 86_400;
const HOUR = 3600;
const days = 28;
const rest = 120 * 60;
const artistSeparation = 30 * 60;
/** As the schedule's master rule gives them to the engine. */
const rules: SeparationRule[] = [
  { name: "MINIMUM_REST", minutes: rest / 60, breakable: false },
  { name: "ARTIST_SEPARATION", minutes: artistSeparation / 60, breakable: false },
  { name: "TITLE_SEPARATION", minutes: 60, breakable: false },
  { name: "DAY_OFFSET", breakable: false },
  { name: "SEGUE", tempoStep: 1, energyStep: null, breakable: true },
];

/** `at` in seconds since the first day's midnight. */
type Play = { songId: number; categoryId: number | null; at: number; seconds: number };

const input = sampleDay({
  songCount: 3000,
  fallbackCategoryId: null,
  slots: [sampleSlot({ rules })],
});
const playable = new Map(
  input.songs
    .filter((song) => mayPlay(song, input.date, input.territory))
    .map((song) => [song.id, song]),
);

const engine = byEngine();
const drawn = atRandom();
const ours = measured(engine.plays);
const theirs = measured(drawn.plays);

const name = "random with rest";
const beside = (figure: Figure, value: number): Figure => ({
  ...figure,
  peer: { name, value: rounded(value) },
});
const figures: Figure[] = [
  beside(
    limited("songs that never played in 28 days", ours.neverPlayed * 100, 1, "%"),
    theirs.neverPlayed * 100,
  ),
  ...ours.variation.map(([category, value], place) =>
    beside(
      stated(`coefficient of variation of plays in ${category}`, value, "of the mean"),
      theirs.variation[place]?.[1] ?? Number.NaN,
    ),
  ),
  beside(
    limited("songs in the hour they had yesterday", ours.sameHour, 0, "plays"),
    theirs.sameHour,
  ),
  beside(
    limited("artists within 30 minutes", ours.artistTooSoon, 0, "plays"),
    theirs.artistTooSoon,
  ),
  beside(limited("songs within two hours", ours.songTooSoon, 0, "plays"), theirs.songTooSoon),
  beside(limited("silence in 28 days", engine.silence, 0, "s"), drawn.silence),
  ...[60, 100, 300].map((songs) =>
    limited(`silence in ten days of ${songs} songs`, silenceOf(songs), 0, "s"),
  ),
];
say("schedule-quality", figures, {
  songs: playable.size,
  plays: { engine: engine.plays.length, random: drawn.plays.length },
});

function byEngine() {
  const plays: Play[] = [];
  let silence = 0;
  for (let day = 0; day < days; day++) {
    const history = plays.map(({ songId, at }) => ({ songId, at: at - day * DAY }));
    const { positions, summary } = scheduleGroupDay({
      ...input,
      date: addDays(input.date, day),
      history,
    });
    silence += summary.gaps.reduce((sum, { seconds }) => sum + seconds, 0);
    for (const position of positions)
      if (position.kind === "MUSIC")
        plays.push({
          songId: position.songId,
          categoryId: position.categoryId,
          at: day * DAY + position.startSeconds,
          seconds: position.durationSeconds,
        });
  }
  return { plays, silence };
}

/**
 * The plain way: at each position a category by its share and out of it any song that has rested,
 * whose artist has too and that ends before the next fixed point; where none does, the rest is
 * silence.
 */
function atRandom() {
  const random = seededRandom("random with rest");
  const { spots, slots, categories } = input;
  const mix = slots[0]?.mix ?? [];
  const drawCategory = (point: number) => {
    const upTo = (place: number) =>
      mix.slice(0, place + 1).reduce((sum, { percent }) => sum + percent, 0);
    return mix.find((_, place) => point < upTo(place))?.categoryId ?? 0;
  };
  const songsIn = new Map(
    categories.map(({ id, songIds }) => [
      id,
      Array.from(songIds).filter((songId) => playable.has(songId)),
    ]),
  );
  const fixed = spots.filter(({ kind }) => kind !== "JINGLE");
  const points = [
    ...fixed.map(({ at, durationSeconds }) => ({ at, seconds: durationSeconds })),
    { at: 24 * HOUR, seconds: 0 },
  ];
  points.sort((a, b) => a.at - b.at);
  const lastSong = new Map<number, number>();
  const lastArtist = new Map<string, number>();
  const since = (last: number | undefined, at: number) => at - (last ?? Number.NEGATIVE_INFINITY);
  const plays: Play[] = [];
  let silence = 0;
  for (let day = 0; day < days; day++) {
    let now = day * DAY + 8 * HOUR;
    for (const { at, seconds } of points) {
      const end = day * DAY + at;
      for (;;) {
        const categoryId = drawCategory(random() * 100);
        const here = now;
        const rested = (songsIn.get(categoryId) ?? []).filter((songId) => {
          const song = playable.get(songId) as SchedulingSong;
          const artists = splitCredit(song.artist);
          return (
            song.durationSeconds <= end - here &&
            since(lastSong.get(songId), here) >= rest &&
            artists.every((artist) => since(lastArtist.get(artist), here) >= artistSeparation)
          );
        });
        const songId = rested[Math.floor(random() * rested.length)];
        const song = songId === undefined ? undefined : playable.get(songId);
        if (!song) break;
        plays.push({ songId: song.id, categoryId, at: now, seconds: song.durationSeconds });
        lastSong.set(song.id, now);
        for (const artist of splitCredit(song.artist)) lastArtist.set(artist, now);
        now += song.durationSeconds;
      }
      silence += Math.max(0, end - now > 5 ? end - now : 0);
      now = end + seconds;
    }
  }
  return { plays, silence };
}

/** From the plays alone, the engine's own account left aside. */
function measured(plays: readonly Play[]) {
  const count = new Map<number, number>();
  const last = new Map<string, number>();
  const hours = new Set(plays.map(({ songId, at }) => `${songId} ${Math.floor(at / HOUR)}`));
  let sameHour = 0;
  let songTooSoon = 0;
  let artistTooSoon = 0;
  for (const { songId, at } of plays) {
    count.set(songId, (count.get(songId) ?? 0) + 1);
    if (hours.has(`${songId} ${Math.floor(at / HOUR) - 24}`)) sameHour++;
    const isTooSoon = (key: string, separation: number) => {
      const before = last.get(key) ?? Number.NEGATIVE_INFINITY;
      last.set(key, at);
      return at - before < separation;
    };
    if (isTooSoon(`song ${songId}`, rest)) songTooSoon++;
    const artists = splitCredit(playable.get(songId)?.artist ?? "");
    if (artists.map((artist) => isTooSoon(artist, artistSeparation)).includes(true))
      artistTooSoon++;
  }
  const inMix = input.categories.filter(({ id }) =>
    input.slots[0]?.mix.some(({ categoryId }) => categoryId === id),
  );
  const variation = inMix.map(({ name, songIds }): [string, number] => {
    const played = Array.from(songIds).flatMap((id) =>
      playable.has(id) ? [count.get(id) ?? 0] : [],
    );
    const mean = played.reduce((sum, value) => sum + value, 0) / played.length;
    return [
      name,
      Math.sqrt(played.reduce((sum, value) => sum + (value - mean) ** 2, 0) / played.length) / mean,
    ];
  });
  return {
    neverPlayed: 1 - count.size / playable.size,
    variation,
    sameHour,
    songTooSoon,
    artistTooSoon,
  };
}

/** Gives the seconds without music in ten days of other groups with this many playable songs. */
function silenceOf(songs: number): number {
  const library = [...playable.values()].slice(0, songs);
  const sums = Array.from({ length: 10 }, (_, unitId) => {
    const day: Partial<GroupDayInput> = { unitId, songs: library, slots: [sampleSlot({ rules })] };
    return scheduleGroupDay(sampleDay(day)).summary.gaps.reduce(
      (sum, { seconds }) => sum + seconds,
      0,
    );
  });
  return sums.reduce((sum, seconds) => sum + seconds, 0);
}
