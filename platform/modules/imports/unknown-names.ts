import { bitsIn } from "../../engine/song-search/bits.ts";
import { lettersOf, normalise, slipsAllowed, slipsBetween } from "../../engine/song-search/text.ts";
import { importMessages } from "./messages.ts";

/** Longer lists are not searched for similar names. */
const longestSearched = 5_000;
/**
 * Comparisons of names a file: a tenth of a second, however many of its names are wrong and however
 * alike they are.
 */
const mostComparisons = 100_000;

type Candidate = { name: string; key: string; letters: number };

/**
 * Says that a name is in no list, quoting it and the nearest name that is. One for each file, since
 * it bounds what a file may cost.
 */
export function unknownNames() {
  const candidatesOf = new Map<readonly string[], Candidate[]>();
  const answersOf = new Map<readonly string[], Map<string, string>>();
  let left = mostComparisons;

  /**
   * `thing` is "group", for example. The list must be the same object each time, so that nothing is
   * looked for in it twice.
   */
  return (thing: string, name: string, names: readonly string[]): string => {
    const message = importMessages.unknown(thing, name);
    const before = answersOf.get(names)?.get(name);
    if (before !== undefined) return before;
    if (names.length === 0 || names.length > Math.min(left, longestSearched)) return message;
    left -= names.length;
    const candidates = candidatesOf.get(names) ?? names.map(toCandidate);
    candidatesOf.set(names, candidates);
    const near = nearestOf(name, candidates);
    const answer = near === undefined ? message : importMessages.didYouMean(message, near);
    answersOf.set(names, (answersOf.get(names) ?? new Map<string, string>()).set(name, answer));
    return answer;
  };
}
export type UnknownNames = ReturnType<typeof unknownNames>;

function toCandidate(name: string): Candidate {
  const key = keyOf(name);
  return { name, key, letters: lettersOf(key) };
}

/** Letters and digits alone: what "Hip-Hop" and "hip hop" have in common. */
const keyOf = (name: string): string => normalise(name).replaceAll(" ", "");

function nearestOf(name: string, candidates: Candidate[]): string | undefined {
  const { key, letters } = toCandidate(name);
  // a suggestion may be wrong, so that "Mal" finds "Mall"
  const most = key.length === 3 ? 1 : slipsAllowed(key);
  let nearest: { name: string; slips: number } | undefined;
  for (const other of candidates) {
    if (other.key === key || (/^0/.test(other.key) && other.key.replace(/^0+/, "") === key))
      return other.name;
    if (most === 0 || bitsIn(other.letters ^ letters) > 2 * most) continue;
    const slips = slipsBetween(key, other.key, most);
    if (slips <= most && slips < (nearest?.slips ?? most + 1))
      nearest = { name: other.name, slips };
  }
  return nearest?.name;
}
