import type {
  CategoryShare,
  DaySummary,
  LogPosition,
  MusicPosition,
  MusicTrace,
} from "#contract/schedule/positions";
import type { BuiltDay } from "./day-builder";
import { type DayClock, elapsedOf } from "./day-clock";
import type { Programmes } from "./programme";

/**
 * The day in figures: shares by category, everything that is not as asked, and nothing left unsaid.
 */
export function summarise(
  { positions, gaps, residualSeconds, refused }: BuiltDay,
  programmes: Programmes,
  clock: DayClock,
): DaySummary {
  const music = positions.filter(
    (position): position is LogPosition & MusicPosition => position.kind === "MUSIC",
  );
  const spots = positions.filter(({ kind }) => kind !== "MUSIC");
  const seconds = (of: readonly LogPosition[]) =>
    of.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return {
    songs: music.length,
    musicSeconds: seconds(music),
    spotSeconds: seconds(spots),
    shares: sharesOf(music, programmes, clock),
    violations: music
      .filter(({ trace }) => trace.broken.length || trace.relaxed.length || isBeyondCategory(trace))
      .map(({ index, trace: { broken, relaxed, stage, fit } }) => ({
        index,
        broken,
        relaxed,
        stage,
        ...(fit?.forLength && { forLength: true }),
      })),
    gaps,
    residualSeconds,
    refused,
    worstOverrunSeconds: worstOverrun(positions),
    worstAdMoveSeconds: Math.max(
      0,
      ...positions.map((position) =>
        position.kind === "AD" ? Math.abs(position.trace.movedSeconds) : 0,
      ),
    ),
  };
}

/** True if the called category had no song. False if no rule called a category. */
const isBeyondCategory = ({ stage, category }: MusicTrace) =>
  category !== null && (stage === "FALLBACK" || stage === "LEAST_RECENT");

/** Spots are not songs, and an event's own list answers to no mix: neither counts. */
function sharesOf(
  music: readonly (LogPosition & MusicPosition)[],
  programmes: Programmes,
  clock: DayClock,
): CategoryShare[] {
  const shares = new Map<number, CountedShare>();
  const called = music.filter(({ categoryId }) => categoryId !== null);
  for (const { categoryId, trace, startsAt, durationSeconds } of called) {
    const { mix, shareBy } = programmes.at(elapsedOf({ startsAt }, clock));
    for (const { categoryId: id, name, percent, playPercent } of mix) {
      const share = shares.get(id) ?? noneOf(id, name);
      shares.set(id, share);
      share.expected += playPercent / 100;
      share.asked.percent += percent / called.length;
      share.asked.by = shareBy;
      if (id !== categoryId) continue;
      share.called++;
      if (trace.stage === "FALLBACK" || trace.stage === "LEAST_RECENT") continue;
      share.played++;
      share.seconds += durationSeconds;
    }
  }
  return [...shares.values()];
}

type CountedShare = CategoryShare & Required<Pick<CategoryShare, "asked" | "seconds">>;

const noneOf = (categoryId: number, name: string): CountedShare => ({
  categoryId,
  name,
  expected: 0,
  called: 0,
  played: 0,
  seconds: 0,
  asked: { percent: 0, by: "PLAYS" },
});

function worstOverrun(positions: readonly LogPosition[]): number {
  return positions.reduce((worst, { startsAt, durationSeconds }, place) => {
    const next = positions[place + 1];
    return next
      ? Math.max(worst, (startsAt + durationSeconds * 1000 - next.startsAt) / 1000)
      : worst;
  }, 0);
}
