import { setImmediate as nextTurn } from "node:timers/promises";
import { hoursOfDay } from "#contract/ads/words";
import { addDays, weekdayOf } from "#contract/base/dates";
import { isInSeason, isSeasonal, stretchesOn } from "#contract/schedule/slot-times";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import type { Db } from "../../../db/types.ts";
import type { GroupId } from "../days/groups.queries.ts";
import { findPlayableCategories } from "./category-songs.queries.ts";
import { rulesOnPath } from "./inheritance.ts";
import { findMixes } from "./mix.queries.ts";
import { findMusicFacts } from "./music-existence.queries.ts";

type StorePath = { id: number; regionId: number | null; zoneId: number | null; groupId: GroupId };

/**
 * Finds the stores and dates that lack music in one of their hours (docs/domain.md section 3): the
 * date is not stored, and no rule with a playable song applies in the hour. Stores must be within
 * the scope; `hoursOn` gives hours from 0 to 23. Gives at most `most` of them.
 */
export async function findHoursWithoutMusic(
  scope: Scope,
  db: Db,
  stores: readonly StorePath[],
  {
    days,
    hoursOn,
  }: { days: readonly string[]; hoursOn: (storeId: number, day: string) => readonly number[] },
  most: number,
): Promise<{ storeId: number; day: string; hours: number[] }[]> {
  if (stores.length === 0 || days.length === 0) return [];
  const all = wholeCompany(scope.companyId);
  const sorted = [...days].sort();
  const paths = stores.map(({ id, ...path }) => ({ ...path, storeId: id }));
  const facts = await findMusicFacts(all, db, paths, sorted[0] ?? "", sorted.at(-1) ?? "");
  const stored = new Map<GroupId, Set<string>>();
  for (const { groupId, day } of facts.stored)
    stored.set(groupId, (stored.get(groupId) ?? new Set()).add(day));
  const groupIds = [...new Set(stores.map(({ groupId }) => groupId))];
  if (groupIds.every((groupId) => days.every((day) => stored.get(groupId)?.has(day)))) return [];
  const { slots, rules } = facts;
  const byFilter = await findRulesWithFilteredSongs(
    all,
    db,
    rules.flatMap(({ id, hasMusic }) => (hasMusic ? [] : [id])),
  );
  const playableRules = rules.filter(({ id, hasMusic }) => hasMusic || byFilter.has(id));
  const silentOn = silentHoursResolver(slots, playableRules, rules);
  const dated = days.map((day) => ({ day, like: likeOf(slots, day) }));
  const kinds = new Map(dated.map(({ day, like }) => [like, day]));
  const lackingOf = commonHours();
  const missing: { storeId: number; day: string; hours: number[] }[] = [];
  for (const [place, { id, ...path }] of stores.entries()) {
    if (place % storesATurn === storesATurn - 1) await nextTurn(); // others are answered in between
    const silent = new Map(
      [...kinds].map(([like, day]) => [like, silentOn({ ...path, storeId: id }, day, like)]),
    );
    if ([...silent.values()].every(({ length }) => length === 0)) continue;
    const storedDays = stored.get(path.groupId);
    for (const { day, like } of dated) {
      const hours = lackingOf(silent.get(like) ?? [], hoursOn(id, day));
      if (hours.length === 0 || storedDays?.has(day)) continue;
      missing.push({ storeId: id, day, hours });
      if (missing.length === most) return missing;
    }
  }
  return missing;
}

/** Days on which the same slots hold are alike: those of a weekday, but for those in a season. */
const likeOf = (slots: Rules["slots"], day: string): string =>
  slots.some(
    (slot) => isSeasonal(slot) && (isInSeason(slot, day) || isInSeason(slot, addDays(day, -1))),
  )
    ? day
    : `weekday ${weekdayOf(day)}`;

/** A store has up to 400 days to look at. */
const storesATurn = 100;

/**
 * The hours that two lists have in common; of the same two lists, which all stores and days share,
 * they are found once.
 */
function commonHours() {
  const commonBySilent = new WeakMap<readonly number[], WeakMap<readonly number[], number[]>>();
  return (silent: readonly number[], requestedHours: readonly number[]): number[] => {
    const ofSilent = commonBySilent.get(silent) ?? new WeakMap<readonly number[], number[]>();
    commonBySilent.set(silent, ofSilent);
    const common =
      ofSilent.get(requestedHours) ?? requestedHours.filter((hour) => silent.includes(hour));
    ofSilent.set(requestedHours, common);
    return common;
  };
}

/**
 * Finds, among rules whose charts have no music, those that have some by a filter over the library.
 */
async function findRulesWithFilteredSongs(
  scope: Scope,
  db: Db,
  ruleIds: number[],
): Promise<Set<number>> {
  const lines =
    ruleIds.length > 0
      ? (await findMixes(scope, db, ruleIds)).filter(({ category }) => category.kind === "songs")
      : [];
  if (lines.length === 0) return new Set();
  const categories = new Map(lines.map(({ category }) => [category.id, category]));
  const playable = await findPlayableCategories(scope, db, [...categories.values()]);
  return new Set(
    lines.flatMap(({ ruleId, category }) => (playable.has(category.id) ? [ruleId] : [])),
  );
}

type Rules = Awaited<ReturnType<typeof findMusicFacts>>;

/** The hours of a day without music, by path; paths with the same rules share one answer. */
function silentHoursResolver(
  slots: Rules["slots"],
  playable: readonly Rules["rules"][number][],
  rules: Rules["rules"],
) {
  const isPlayable = new Set(playable.map(({ id }) => id));
  const ofRules = new Map<string, number[]>();
  const ofPath = new Map<string, (typeof slots)[number][]>();
  const ownStores = new Set(
    rules.flatMap(({ level, unitId }) => (level === "STORE" ? [unitId] : [])),
  );
  return (
    path: Omit<StorePath, "id"> & { storeId: number },
    day: string,
    like: string,
  ): number[] => {
    const key = ownStores.has(path.storeId)
      ? `store ${path.storeId}`
      : `${path.regionId} ${path.zoneId} ${path.groupId}`;
    const playing =
      ofPath.get(key) ??
      slots.filter((slot) => {
        const [rule] = rulesOnPath(path, rules, slot.id);
        return rule !== undefined && isPlayable.has(rule.id);
      });
    ofPath.set(key, playing);
    const ofDay = `${playing.map(({ id }) => id).join()} ${like}`;
    const cachedHours = ofRules.get(ofDay);
    if (cachedHours) return cachedHours;
    const sounding = new Set<number>();
    for (const { from, to, slot } of stretchesOn(slots, weekdayOf(day), day))
      if (slot && playing.includes(slot))
        for (let hour = Math.floor(from / 60); hour * 60 < to; hour++) sounding.add(hour);
    const silent = hoursOfDay.filter((hour) => !sounding.has(hour));
    ofRules.set(ofDay, silent);
    return silent;
  };
}
