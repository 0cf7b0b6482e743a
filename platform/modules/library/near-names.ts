import { setImmediate as nextTurn } from "node:timers/promises";
import { normalise, slipsAllowed, slipsBetween } from "../../engine/song-search/text.ts";

type NamedItem = { id: number; name: string };

/** Letters and digits alone: what "Hip-Hop" and "hip hop" have in common. */
export const keyOf = (name: string): string => normalise(name).replaceAll(" ", "");

const digitsOf = (key: string) => key.replace(/\D/g, "");
/** Longer names that differ by only one slip are not treated as doubles. */
const longestCompared = 40;
/**
 * Limits full comparison: longer lists find only names of the same letters, since comparing more
 * would keep others waiting.
 */
const mostCompared = 30_000;

/** Names after which other requests get their turn. */
const namesATurn = 100;

/** The most groups on a page; once they are merged the next ones come. */
const mostGroups = 50;
const mostInAGroup = 20;

/**
 * Groups names that may mean the same: the same letters and digits, or one slip apart in words long
 * enough; numbers must be the same ("1980s" is not "1990s"). Each name is in at most one group,
 * in the order of the names given.
 */
export async function nearDoubles(items: readonly NamedItem[]): Promise<NamedItem[][]> {
  const groups = new Map<string, NamedItem[]>();
  for await (const item of inTurns(items)) {
    const key = keyOf(item.name);
    const same = groups.get(key);
    if (same) same.push(item);
    else if (key !== "") groups.set(key, [item]); // signs alone, such as emoji, have no double
  }
  const doubles: NamedItem[][] = [];
  const usedKeys = new Set<string>();
  const near = groups.size > mostCompared ? () => [] : await oneSlipApart([...groups.keys()]);
  for await (const [key, same] of inTurns(groups)) {
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

/**
 * Finds, for each key, those one slip away: two such keys have a rest in common when a letter is
 * removed from one or both.
 */
async function oneSlipApart(keys: string[]): Promise<(key: string) => string[]> {
  const compared = keys.filter(
    (key) => slipsAllowed(key) > 0 && key.length > 4 && key.length <= longestCompared,
  );
  // a rest of one key alone, as nearly all are, is not kept: a million of them would hold others up
  const timesSeen = new Uint8Array(restNumbers);
  for await (const key of inTurns(compared))
    for (const rest of restsOf(key)) {
      const number = numberOf(rest);
      timesSeen[number] = Math.min(2, (timesSeen[number] ?? 0) + 1);
    }
  const byRest = new Map<string, string[]>();
  for await (const key of inTurns(compared))
    for (const rest of restsOf(key)) {
      if (timesSeen[numberOf(rest)] === 1) continue;
      const same = byRest.get(rest);
      if (same) same.push(key);
      else byRest.set(rest, [key]);
    }
  return (key) => {
    if (key.length > longestCompared) return [];
    const candidates = new Set([...restsOf(key)].flatMap((rest) => byRest.get(rest) ?? []));
    candidates.delete(key);
    return [...candidates].filter(
      (other) => digitsOf(other) === digitsOf(key) && slipsBetween(key, other, 1) === 1,
    );
  };
}

async function* inTurns<T>(all: Iterable<T>): AsyncGenerator<T, void, undefined> {
  let itemCount = 0;
  for (const one of all) {
    if (++itemCount % namesATurn === 0) await nextTurn();
    yield one;
  }
}

const restNumbers = 2 ** 24;
/** A hash: equal texts have equal numbers, and other texts rarely do. */
function numberOf(text: string): number {
  let number = 0;
  for (let at = 0; at < text.length; at++)
    number = (Math.imul(number, 31) + text.charCodeAt(at)) & (restNumbers - 1);
  return number;
}

function restsOf(key: string): Set<string> {
  const rests = new Set([key]);
  for (let at = 0; at < key.length; at++) rests.add(key.slice(0, at) + key.slice(at + 1));
  return rests;
}
