import type { SeparationRule } from "#contract/schedule/separation-rules";
import type { FixedSpot, GroupDayInput, SchedulingSlot, SchedulingSong } from "./input";
import { seededRandom } from "./seeded-random";

/**
 * A made-up day for tests and bench, the same on every machine: three categories, 60/30/10, a TOH
 * each hour, ads and promos.
 */
export function sampleDay(
  over: Partial<GroupDayInput> & { songCount?: number; seed?: number } = {},
): GroupDayInput {
  const { songCount = 600, seed = 1, ...rest } = over;
  const songs = sampleSongs(songCount, seed);
  const ids = songs.map(({ id }) => id);
  return {
    date: "2026-05-12",
    unitId: 7,
    ruleVersion: 3,
    opening: [{ from: 8 * 3600, to: 24 * 3600 }],
    territory: "IN",
    songs,
    categories: [
      { id: 1, name: "Current", songIds: ids.filter((id) => id % 10 < 5) },
      { id: 2, name: "Recurrent", songIds: ids.filter((id) => id % 10 >= 5 && id % 10 < 8) },
      { id: 3, name: "Gold", songIds: ids.filter((id) => id % 10 >= 8) },
      { id: 9, name: "Fallback", songIds: ids.filter((id) => id % 3 === 0) },
    ],
    slots: [sampleSlot()],
    events: [],
    fallbackCategoryId: 9,
    history: [],
    later: [],
    locked: [],
    spots: hourlySpots(8, 24),
    ...rest,
  };
}

export function sampleSlot(over: Partial<SchedulingSlot> = {}): SchedulingSlot {
  return {
    id: 1,
    name: "All day",
    from: 0,
    to: 48 * 3600,
    weekdays: [],
    source: { level: "COMPANY", unitId: 1, name: "Northwind" },
    mix: [
      { categoryId: 1, name: "Current", percent: 60 },
      { categoryId: 2, name: "Recurrent", percent: 30 },
      { categoryId: 3, name: "Gold", percent: 10 },
    ],
    rules: sampleRules,
    searchDepth: 40,
    fallback: null,
    beforeFixedPoint: "BREAK_RULE",
    longestPauseSeconds: 20,
    topWaitSeconds: 0,
    languages: null,
    moods: null,
    ...over,
  };
}

export const sampleRules: SeparationRule[] = [
  { name: "MINIMUM_REST", minutes: 120, breakable: false },
  { name: "ARTIST_SEPARATION", minutes: 30, breakable: false },
  { name: "TITLE_SEPARATION", minutes: 60, breakable: false },
  { name: "DAY_OFFSET", breakable: true },
  { name: "SEGUE", tempoStep: 1, energyStep: null, breakable: true },
];

/** A TOH of 10 s at each hour, an ad of 20 s at twenty past, a promo of 15 s at twenty to. */
export function hourlySpots(from: number, to: number): FixedSpot[] {
  return Array.from({ length: to - from }, (_, hour) => from + hour).flatMap(
    (hour): FixedSpot[] => [
      {
        bookingId: 1,
        spotId: 1,
        kind: "TOH",
        name: "Top of the hour",
        at: hour * 3600,
        durationSeconds: 10,
      },
      {
        bookingId: 2,
        spotId: 2,
        kind: "AD",
        name: "Tea",
        at: hour * 3600 + 1200,
        durationSeconds: 20,
      },
      {
        bookingId: 3,
        spotId: 3,
        kind: "JINGLE",
        name: "Loyalty",
        at: hour * 3600 + 2400,
        durationSeconds: 15,
      },
    ],
  );
}

function sampleSongs(count: number, seed: number): SchedulingSong[] {
  const random = seededRandom("songs", seed);
  const draw = (below: number) => Math.floor(random() * below);
  const artists = Math.max(1, Math.round(count / 4));
  return Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    title: `Song ${place + 1}`,
    artist:
      draw(5) === 0
        ? `Artist ${draw(artists)} feat. Artist ${draw(artists)}`
        : `Artist ${draw(artists)}`,
    durationSeconds: 150 + draw(150),
    language: 1 + draw(3),
    mood: 1 + draw(4),
    tempo: 1 + draw(3),
    energy: 1 + draw(5),
    album: null,
    vocal: null,
    genre: null,
    era: null,
    licensedFrom: null,
    licensedTo: draw(20) === 0 ? "2020-01-01" : null,
    territories: draw(20) === 0 ? ["US"] : null,
    active: draw(40) !== 0,
    blocked: draw(40) === 0,
  }));
}
