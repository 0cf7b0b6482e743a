import { normalise, slipsAllowed, slipsBetween } from "../../engine/song-search/text.ts";

type Named = { id: number; name: string };

/** Letters and digits alone: what "Hip-Hop" and "hip hop" have in common. */
export const keyOf = (name: string): string => normalise(name).replaceAll(" ", "");

const digitsOf = (key: string) => key.replace(/\D/g, "");
/** Longer names differ by more than one slip where they are others. */
const longestCompared = 40;
/** Of longer lists only names of the same letters are found: comparing more would keep others waiting. */
const mostCompared = 30_000;

/** A page shows so many; once they are merged the next ones come. */
const [mostGroups, mostInAGroup] = [50, 20];

/**
 * Names that may mean the same: the same letters and digits, or one slip apart in words long enough; numbers must be the same ("1980s"
 * is not "1990s"). Each name stands in one group at the most, in the order of the names given.
 */
export function nearDoubles(items: readonly Named[]): Named[][] {
  const groups = new Map<string, Named[]>();
  for (const item of items) {
    const key = keyOf(item.name);
    const same = groups.get(key);
    if (same) same.push(item);
    else if (key !== "") groups.set(key, [item]); // signs alone, such as emoji, are nobody's double
  }
  const doubles: Named[][] = [];
  const usedKeys = new Set<string>();
  const near = groups.size > mostCompared ? () => [] : oneSlipApart([...groups.keys()]);
  for (const [key, same] of groups) {
    if (usedKeys.has(key)) continue;
    const others = near(key).filter((other) => !usedKeys.has(other));
    const group = [...same, ...others.flatMap((other) => groups.get(other) ?? [])];
    if (group.length < 2) continue;
    for (const one of [key, ...others]) usedKeys.add(one);
    doubles.push(group.slice(0, mostInAGroup));
    if (doubles.length === mostGroups) break;
  }
  return doubles;
}

/** For each key those one slip away: two such share what is left of them when a letter is taken out of one or both. */
function oneSlipApart(keys: string[]): (key: string) => string[] {
  const compared = keys.filter((key) => slipsAllowed(key) > 0 && key.length > 4 && key.length <= longestCompared);
  const byRest = new Map<string, string[]>();
  for (const key of compared)
    for (const rest of restsOf(key)) {
      const same = byRest.get(rest);
      if (same) same.push(key);
      else byRest.set(rest, [key]);
    }
  return (key) => {
    if (key.length > longestCompared) return [];
    const candidates = new Set([...restsOf(key)].flatMap((rest) => byRest.get(rest) ?? []));
    candidates.delete(key);
    return [...candidates].filter((other) => digitsOf(other) === digitsOf(key) && slipsBetween(key, other, 1) === 1);
  };
}

function restsOf(key: string): Set<string> {
  const rests = new Set([key]);
  for (let at = 0; at < key.length; at++) rests.add(key.slice(0, at) + key.slice(at + 1));
  return rests;
}
