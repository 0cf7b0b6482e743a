import { weekdayOf } from "#contract/base/dates";
import { stretchesOn } from "#contract/schedule/slot-times";
import { type Scope, wholeCompany } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { findPlayableCategories } from "./category-songs.queries.ts";
import { rulesOnPath } from "./inheritance.ts";
import { findMixes } from "./mix.queries.ts";
import { findMusicFacts } from "./music-existence.queries.ts";
import type { GroupId } from "./schedule-inputs.queries.ts";

type StorePath = { id: number; regionId: number | null; zoneId: number | null; groupId: GroupId };

/**
 * The stores and dates that lack music in one of their hours (docs/domain.md section 3): the date is not stored, and no rule with a playable song
 * resolves in the hour. Stores must be within the scope; `hoursOn` gives hours from 0 to 23. Gives `most` of them at the most.
 */
export async function findHoursWithoutMusic(
  scope: Scope,
  db: Db,
  stores: readonly StorePath[],
  { days, hoursOn }: { days: readonly string[]; hoursOn: (storeId: number, day: string) => readonly number[] },
  most: number,
): Promise<{ storeId: number; day: string; hours: number[] }[]> {
  if (stores.length === 0 || days.length === 0) return [];
  const all = wholeCompany(scope.companyId);
  const sorted = [...days].sort();
  const paths = stores.map(({ id, ...path }) => ({ ...path, storeId: id }));
  const facts = await findMusicFacts(all, db, paths, sorted[0] ?? "", sorted.at(-1) ?? "");
  const stored = new Set(facts.stored.map(({ groupId, day }) => `${groupId} ${day}`));
  const isStored = stores.every(({ groupId }) => days.every((day) => stored.has(`${groupId} ${day}`)));
  if (isStored) return [];
  const { slots, rules } = facts;
  const byFilter = await findRulesWithFilteredSongs(
    all,
    db,
    rules.flatMap(({ id, hasMusic }) => (hasMusic ? [] : [id])),
  );
  const playableRules = rules.filter(({ id, hasMusic }) => hasMusic || byFilter.has(id));
  const hoursOf = hoursResolver(slots, playableRules, rules);
  const missing: { storeId: number; day: string; hours: number[] }[] = [];
  for (const { id, ...path } of stores)
    for (const day of days) {
      if (stored.has(`${path.groupId} ${day}`)) continue;
      const lacking = hoursOn(id, day).filter((hour) => !hoursOf({ ...path, storeId: id }, weekdayOf(day)).has(hour));
      if (lacking.length > 0) missing.push({ storeId: id, day, hours: lacking });
      if (missing.length === most) return missing;
    }
  return missing;
}

/** Of rules whose charts have no music those that have some by a filter over the library. */
async function findRulesWithFilteredSongs(scope: Scope, db: Db, ruleIds: number[]): Promise<Set<number>> {
  const lines = ruleIds.length > 0 ? (await findMixes(scope, db, ruleIds)).filter(({ category }) => category.kind === "songs") : [];
  if (lines.length === 0) return new Set();
  const categories = new Map(lines.map(({ category }) => [category.id, category]));
  const playable = await findPlayableCategories(scope, db, [...categories.values()]);
  return new Set(lines.flatMap(({ ruleId, category }) => (playable.has(category.id) ? [ruleId] : [])));
}

type Rules = Awaited<ReturnType<typeof findMusicFacts>>;

/** The hours of a weekday with music, by path; paths with the same rules share one answer. */
function hoursResolver(slots: Rules["slots"], playable: readonly Rules["rules"][number][], rules: Rules["rules"]) {
  const isPlayable = new Set(playable.map(({ id }) => id));
  const ofRules = new Map<string, Set<number>>();
  const ofPath = new Map<string, (typeof slots)[number][]>();
  const ownStores = new Set(rules.flatMap(({ level, unitId }) => (level === "STORE" ? [unitId] : [])));
  return (path: Omit<StorePath, "id"> & { storeId: number }, weekday: number): Set<number> => {
    const key = ownStores.has(path.storeId) ? `store ${path.storeId}` : `${path.regionId} ${path.zoneId} ${path.groupId}`;
    const playing =
      ofPath.get(key) ??
      slots.filter((slot) => {
        const [rule] = rulesOnPath(path, rules, slot.id);
        return rule !== undefined && isPlayable.has(rule.id);
      });
    ofPath.set(key, playing);
    const ofDay = `${playing.map(({ id }) => id).join()} ${weekday}`;
    const hours = ofRules.get(ofDay) ?? new Set<number>();
    if (!ofRules.has(ofDay)) {
      for (const { from, to, slot } of stretchesOn(slots, weekday))
        if (slot && playing.includes(slot)) for (let hour = Math.floor(from / 60); hour * 60 < to; hour++) hours.add(hour);
      ofRules.set(ofDay, hours);
    }
    return hours;
  };
}
