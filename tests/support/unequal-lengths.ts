import { addDays } from "#contract/base/dates";
import { creditedNames } from "#contract/schedule/artist-credit";
import type { GroupPlaylist, MusicPosition } from "#contract/schedule/positions";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import {
  type FixedSpot,
  type GroupDayInput,
  type ScheduledPlay,
  type SchedulingSong,
  scheduleGroupDay,
} from "#platform/engine/scheduling";
import { sampleDay, sampleSlot } from "#platform/engine/scheduling/sample-day";
import { seededRandom } from "#platform/engine/scheduling/seeded-random";

const hour = 3600;
const day = 24 * hour;

/**
 * A chart: its share of the mix (percent), its number of songs, and their shortest and longest
 * length in seconds.
 */
type ChartOf = { name: string; percent: number; songs: number; shortest: number; longest: number };

const restMinutes = 180;
const artistMinutes = 30;
const rules: SeparationRule[] = [
  { name: "MINIMUM_REST", minutes: restMinutes, breakable: false },
  { name: "ARTIST_SEPARATION", minutes: artistMinutes, breakable: false },
  { name: "DAY_OFFSET", breakable: true },
  { name: "SEGUE", tempoStep: 1, energyStep: null, breakable: true },
];

/** Three charts of short, middling and long songs. */
export const unequalCharts: readonly ChartOf[] = [
  { name: "Short", percent: 50, songs: 134, shortest: 150, longest: 210 },
  { name: "Middling", percent: 30, songs: 133, shortest: 190, longest: 270 },
  { name: "Long", percent: 20, songs: 133, shortest: 260, longest: 380 },
];

/**
 * Makes a 16-hour day of such charts with a top of the hour and two ads each hour; the same on
 * every machine for the same seed.
 */
export function unequalDay({
  charts = unequalCharts,
  seed = 1,
  ...over
}: Partial<GroupDayInput> & { charts?: readonly ChartOf[]; seed?: number } = {}) {
  const random = seededRandom("lengths", seed);
  const draw = (below: number) => Math.floor(random() * below);
  const count = charts.reduce((sum, { songs }) => sum + songs, 0);
  const songs: SchedulingSong[] = [];
  const categories = charts.map((chart, place) => {
    const first = songs.length + 1;
    for (let song = 0; song < chart.songs; song++)
      songs.push({
        id: songs.length + 1,
        title: `Song ${songs.length + 1}`,
        artist: `Artist ${draw(count / 4)}`,
        album: null,
        durationSeconds: chart.shortest + draw(chart.longest - chart.shortest + 1),
        language: null,
        mood: null,
        genre: null,
        era: null,
        vocal: null,
        tempo: 1 + draw(3),
        energy: 1 + draw(5),
        licensedFrom: null,
        licensedTo: null,
        territories: null,
        active: true,
        blocked: false,
      });
    return { id: place + 1, name: chart.name, songIds: songs.slice(first - 1).map(({ id }) => id) };
  });
  const mix = charts.map(({ name, percent }, place) => ({ categoryId: place + 1, name, percent }));
  const spots = Array.from({ length: 16 }, (_, place) => (8 + place) * hour).flatMap(
    (at): FixedSpot[] => [
      { bookingId: 1, spotId: 1, kind: "TOH", name: "Top of the hour", at, durationSeconds: 10 },
      { bookingId: 2, spotId: 2, kind: "AD", name: "Tea", at: at + 1200, durationSeconds: 20 },
      { bookingId: 3, spotId: 3, kind: "AD", name: "Shoes", at: at + 2400, durationSeconds: 20 },
    ],
  );
  return sampleDay({
    songs,
    categories,
    spots,
    slots: [sampleSlot({ mix, rules })],
    fallbackCategoryId: null,
    ...over,
  });
}

/** Schedules and measures this many days, each with the history of those before. */
export function measureDays(input: GroupDayInput, days: number) {
  const songOf = new Map(input.songs.map((song) => [song.id, song]));
  const chartOf = new Map(
    input.categories.map(({ id, songIds }) => [id, new Set(Array.from(songIds))]),
  );
  const mixed = input.categories.filter(({ id }) =>
    input.slots[0]?.mix.some(({ categoryId }) => categoryId === id),
  );
  const plays = new Map<number, number>();
  const last = new Map<string, number>();
  const secondsOf = (of: SeparationRule["name"]) => {
    const rule = input.slots[0]?.rules.find(({ name, breakable }) => name === of && !breakable);
    return rule && "minutes" in rule ? rule.minutes * 60 : 0;
  };
  const rest = secondsOf("MINIMUM_REST");
  const artistRest = secondsOf("ARTIST_SEPARATION");
  let history: ScheduledPlay[] = [];
  let broken = 0;
  let breakable = 0;
  let outside = 0;
  let silence = 0;
  let milliseconds = 0;
  let overruns = 0;
  let latestTop = 0;
  let songs = 0;
  let worstPause = 0;
  let worstShare = 0;
  for (let number = 0; number < days; number++) {
    const from = performance.now();
    const groupDay = scheduleGroupDay({ ...input, date: addDays(input.date, number), history });
    milliseconds += performance.now() - from;
    let end = input.opening[0]?.from ?? 0;
    for (const position of groupDay.positions) {
      const pause = position.startSeconds - end;
      if (pause < 0) overruns++;
      silence += Math.max(0, pause);
      worstPause = Math.max(worstPause, pause);
      end = position.startSeconds + position.durationSeconds;
      if (position.kind === "TOH") latestTop = Math.max(latestTop, position.startSeconds % hour);
      if (position.kind !== "MUSIC") continue;
      songs++;
      const at = number * day + position.startSeconds;
      const song = songOf.get(position.songId) as SchedulingSong;
      const keep = (key: string, separation: number) => {
        const isKept = at - (last.get(key) ?? Number.NEGATIVE_INFINITY) >= separation;
        last.set(key, at);
        return isKept;
      };
      const restChecks = [
        keep(`song ${song.id}`, rest),
        ...creditedNames(song.artist).map((name) => keep(name.toLowerCase(), artistRest)),
      ];
      broken += restChecks.filter((isKept) => !isKept).length;
      breakable += position.trace.broken.length;
      if (position.categoryId !== null && !chartOf.get(position.categoryId)?.has(song.id))
        outside++;
      plays.set(song.id, (plays.get(song.id) ?? 0) + 1);
    }
    silence += Math.max(0, (input.opening.at(-1)?.to ?? end) - end);
    worstShare = Math.max(
      worstShare,
      ...groupDay.summary.shares.map(({ expected, called }) => Math.abs(expected - called)),
    );
    history = [
      ...history,
      ...musicOf(groupDay).map(({ songId, startSeconds }) => ({ songId, at: startSeconds })),
    ]
      .map(({ songId, at }) => ({ songId, at: at - day }))
      .filter(({ at }) => at >= -28 * day);
  }
  return {
    broken,
    breakable,
    outside,
    overruns,
    songs,
    silenceADay: silence / days,
    worstPause,
    latestTop,
    worstShare,
    milliseconds: milliseconds / days,
    charts: mixed.map(({ name, songIds }) => {
      const ids = Array.from(songIds);
      const counts = ids.map((id) => plays.get(id) ?? 0);
      const mean = meanOf(counts);
      return {
        name,
        mean,
        mostOverMean: Math.max(...counts) / mean,
        neverPlayed: counts.filter((count) => count === 0).length / counts.length,
        variation: Math.sqrt(meanOf(counts.map((count) => (count - mean) ** 2))) / mean,
        correlation: correlationOf(
          ids.map((id) => songOf.get(id)?.durationSeconds ?? 0),
          counts,
        ),
      };
    }),
  };
}

const musicOf = ({ positions }: GroupPlaylist) =>
  positions.filter((position): position is MusicPosition => position.kind === "MUSIC");

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Gives Pearson's coefficient; 0 if one side does not vary. */
export function correlationOf(xs: readonly number[], ys: readonly number[]): number {
  const meanX = meanOf(xs);
  const meanY = meanOf(ys);
  const moment = (of: (x: number, y: number) => number) =>
    xs.reduce((sum, x, place) => sum + of(x - meanX, (ys[place] as number) - meanY), 0);
  return moment((x, y) => x * y) / Math.sqrt(moment((x) => x * x) * moment((_, y) => y * y) || 1);
}
