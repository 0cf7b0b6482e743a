import type { SchedulingCategory, SchedulingSlot } from "./input";
import type { OpenWindows } from "./play-windows";
import { NEVER, type SongIndex } from "./song-index";

/**
 * Gives the ranks in the day's index of those of the songs that may play today, in the slot's
 * languages and moods (step 4). Songs of unknown language or mood stay.
 */
export function ranksOf(
  index: SongIndex,
  ids: ArrayLike<number>,
  slot: SchedulingSlot | null,
): Int32Array {
  const ranks = new Int32Array(ids.length);
  let count = 0;
  for (let place = 0; place < ids.length; place++) {
    const rank = index.rankOf(ids[place] as number);
    if (rank === undefined || index.allowed[rank] === 0) continue;
    const song = index.songs[rank];
    if (
      slot?.languages &&
      song &&
      song.language !== null &&
      !slot.languages.includes(song.language)
    )
      continue;
    if (slot?.moods && song && song.mood !== null && !slot.moods.includes(song.mood)) continue;
    ranks[count++] = rank;
  }
  return ranks.slice(0, count);
}

/**
 * Puts ranks in ascending order, each once, by marking them all and reading the marks off: several
 * times as fast as sorting.
 */
export function byRest(index: SongIndex, ranks: Int32Array): Int32Array {
  const marks = new Uint8Array(index.count);
  for (const rank of ranks) marks[rank] = 1;
  return readMarks(marks);
}

/** Gives the weights above 1 of a category, by rank. */
export function weightsOf(
  index: SongIndex,
  category: SchedulingCategory | undefined,
): Map<number, number> {
  const weightByRank = new Map<number, number>();
  const { songIds = [], weights = [] } = category ?? {};
  for (let place = 0; place < weights.length; place++) {
    const rank = index.rankOf(songIds[place] as number);
    const weight = weights[place] as number;
    if (rank !== undefined && weight > 1) weightByRank.set(rank, weight);
  }
  return weightByRank;
}

/**
 * Sorts by rest times weight, the most first. Songs that never played rest longer than all
 * others, in the order drawn for the day.
 */
export function byWeightedRest(
  { lastPlay, count }: SongIndex,
  ranks: Int32Array,
  weights: ReadonlyMap<number, number>,
): Int32Array {
  let longest = 0;
  for (const rank of ranks)
    if (lastPlay[rank] !== NEVER) longest = Math.max(longest, -(lastPlay[rank] as number));
  const never = longest + 86_400;
  const rests = new Float64Array(count);
  for (const rank of ranks) {
    const rest =
      lastPlay[rank] === NEVER
        ? never * (1 + (count - rank) / count)
        : Math.max(0, -(lastPlay[rank] as number));
    rests[rank] = rest * (weights.get(rank) ?? 1);
  }
  return ranks
    .slice()
    .sort((one, other) => (rests[other] as number) - (rests[one] as number) || one - other);
}

export const onlyOpen = (ranks: Int32Array, open: OpenWindows | null): Int32Array =>
  open ? ranks.filter((rank) => open.has(rank)) : ranks;

/** Lists the ranks that are marked with 1, in ascending order. */
export function readMarks(marks: Uint8Array): Int32Array {
  const ranks = new Int32Array(marks.length);
  let count = 0;
  for (let rank = 0; rank < marks.length; rank++) if (marks[rank] === 1) ranks[count++] = rank;
  return ranks.slice(0, count);
}
