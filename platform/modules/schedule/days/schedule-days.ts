import { setImmediate as nextTurn } from "node:timers/promises";
import { addDays, dateIn } from "#contract/base/dates";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import { notFound } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import { findEventsForScheduling } from "../events/event-scheduling.queries.ts";
import { findDaySongs, findHeads, type PlaylistHead } from "../logs/playlists.queries.ts";
import { findCategoryDigests } from "../rules/category-songs.queries.ts";
import { findRulesForScheduling } from "../rules/master-rule.queries.ts";
import type { Category } from "../rules/mix.queries.ts";
import { findBookedPlays } from "./booked-plays.queries.ts";
import { digestOf, digestsOf, isMadeFrom } from "./day-digests.ts";
import { type DayInputs, dayInputsOf, type PlanningInputs, playedEventsOf } from "./day-inputs.ts";
import { type HistoryDay, historyDays, laterDays } from "./engine-input.ts";
import { findGroups, type GroupId } from "./groups.queries.ts";
import { findGroupStores, findHours, findHoursExceptions } from "./stores.queries.ts";

/** The date on the clock of a company's zone. */
export const todayOf = (group: { timeZone: string }, now: Date) => dateIn(group.timeZone, now);

/** From a date to a date, both included. */
export type Dates = { from: string; to: string };

/**
 * Loads the inputs of groups' days between two dates, in a handful of queries
 * for any number of groups. The groups must be within the scope; a group's day depends on all its
 * stores and the rules above it, so the rest is read for the whole company.
 */
export async function prepareGroups(
  scope: Scope,
  db: Db,
  groupIds: readonly GroupId[],
  { from, to }: Dates,
): Promise<PlanningInputs> {
  const groups = await findGroups(scope, db, groupIds);
  const all = wholeCompany(scope.companyId);
  const ids = groups.map(({ id }) => id);
  const stores = await findGroupStores(all, db, ids);
  const storeIds = stores.map(({ id }) => id);
  const hours = ofEachStore(await findHours(all, db, storeIds));
  const exceptions = ofEachStore(await findHoursExceptions(all, db, storeIds));
  const paths = [
    ...groups.map(({ id, zoneId, regionId }) => ({ regionId, zoneId, groupId: id, storeId: null })),
    ...stores.map(({ id, regionId, zoneId, groupId }) => ({
      regionId,
      zoneId,
      groupId,
      storeId: id,
    })),
  ];
  const rules = await findRulesForScheduling(all, db, paths);
  const digests = await findCategoryDigests(all, db, ruleCategories(rules));
  const storesOf = (groupId: GroupId) =>
    stores
      .filter((store) => store.groupId === groupId)
      .map((store) => ({
        ...store,
        hours: hours.get(store.id) ?? [],
        exceptions: exceptions.get(store.id) ?? [],
      }));
  return {
    groups: new Map(groups.map((group) => [group.id, { ...group, stores: storesOf(group.id) }])),
    rules,
    categoryDigests: new Map(digests.map(({ categoryId, digest }) => [categoryId, digest])),
    booked: await findBookedPlays(all, db, stores, { from: addDays(from, -1), to: addDays(to, 1) }),
    events: await findEventsForScheduling(all, db),
  };
}

function ofEachStore<Row extends { storeId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const rowsOf = new Map<number, Row[]>();
  for (const row of rows) {
    const storeRows = rowsOf.get(row.storeId);
    if (storeRows) storeRows.push(row);
    else rowsOf.set(row.storeId, [row]);
  }
  return rowsOf;
}

/** True if nobody has changed the versions, or their stores' logs, in between. */
export const sameHeads = (
  before: readonly PlaylistHead[],
  after: readonly PlaylistHead[],
): boolean => JSON.stringify(before.map(headKey)) === JSON.stringify(after.map(headKey));

const headKey = ({ id, state, digest }: PlaylistHead) => [id, state, digest];

/**
 * A day of a chain, which is consecutive days of one group: the day's current versions, and the
 * inputs that it would be made from today.
 */
export type ChainDay = {
  day: string;
  inputs: DayInputs;
  facts: string;
  choices: string;
  /** The events that apply to the day, each with what it plays. */
  events: Record<string, string>;
  /** The digest that a draft made now would have, if nobody had locked a song. */
  expected: string;
  published: PlaylistHead | undefined;
  draft: PlaylistHead | undefined;
  /** True if the draft is what would be made now, apart from people's changes. */
  isDraftCurrent: boolean;
  /** True if it is neither published nor drafted from the current inputs. */
  missing: boolean;
  /**
   * Published from facts or choices that have changed. Days published before the two were
   * separated count as current.
   */
  changed: { facts: boolean; choices: boolean };
};

/**
 * Gives the days of a group between two dates, each with the digest that it would have today. Lets
 * other requests run in between: the group may have ten thousand stores.
 */
export async function chainOf(
  prepared: PlanningInputs,
  {
    groupId,
    heads,
    from,
    to,
  }: { groupId: GroupId; heads: readonly PlaylistHead[]; from: string; to: string },
): Promise<ChainDay[]> {
  const own = heads.filter((head) => head.groupId === groupId);
  const find = (day: string, state: PlaylistHead["state"]) =>
    own.find((head) => head.day === day && head.state === state);
  const chain: ChainDay[] = [];
  const inputsOn = dayInputsOf(prepared, groupId);
  const eventsOn = playedEventsOf(prepared, groupId);
  for (let day = from; day <= to; day = addDays(day, 1)) {
    await nextTurn();
    const published = find(day, "published");
    const draft = find(day, "draft");
    const inputs = inputsOn(day);
    const { facts, choices } = digestsOf(inputs);
    const expected = digestOf({ facts, choices });
    const isDraftCurrent = draft !== undefined && isMadeFrom(draft.digest, expected);
    const changed = {
      facts: published !== undefined && (published.facts ?? facts) !== facts,
      choices: published !== undefined && (published.choices ?? choices) !== choices,
    };
    chain.push({
      day,
      inputs,
      facts,
      choices,
      events: eventsOn(day),
      expected,
      published,
      draft,
      isDraftCurrent,
      missing: !published && !isDraftCurrent,
      changed,
    });
  }
  return chain;
}

/** A day of a group, or of the stores without one. */
export type GroupDay = { groupId: GroupId; day: string };

/** Gives the chain from today to a day, of a past day that day alone; `at` is the day itself. */
export async function chainTo(
  { scope, db, now }: { scope: Scope; db: Db; now: Date },
  prepared: PlanningInputs,
  { groupId, day }: GroupDay,
) {
  const today = todayOf(groupIn(prepared, groupId), now);
  const first = day < today ? day : today;
  const heads = await loadNearbyVersions(scope, db, { groupIds: [groupId], from: first, to: day });
  const chain = await chainOf(prepared, { groupId, heads, from: first, to: day });
  const at = chain.at(-1);
  if (!at) throw new Error("a chain without its day");
  return { chain, heads, at };
}

/** Gives the dates that `chainTo` needs prepared, before it is known where it is today. */
export function datesTo(day: string, now: Date): Dates {
  const first = addDays(dateIn("UTC", now), -1);
  return { from: day < first ? day : first, to: day };
}

/** Throws 404 for a group that is not within the scope. */
export function groupIn(prepared: PlanningInputs, groupId: GroupId) {
  const group = prepared.groups.get(groupId);
  if (!group) throw notFound();
  return group;
}

/** The versions of days, and of the day before and after them, which they keep apart from. */
export const loadNearbyVersions = (
  scope: Scope,
  db: Db,
  { groupIds, from, to }: { groupIds: readonly GroupId[]; from: string; to: string },
) => findHeads(scope, db, groupIds, addDays(from, -1), addDays(to, 1));

/**
 * Finds the songs of the days before and after the days of a group: each day's published
 * version, else its draft.
 */
export const neighboursOf = (
  scope: Scope,
  db: Db,
  { groupId, from, to }: { groupId: GroupId; from: string; to: string },
): Promise<HistoryDay[]> =>
  findDaySongs(scope, db, {
    groupId,
    from: addDays(from, -historyDays),
    to: addDays(to, laterDays),
  });

/** Lists the categories that the rules draw from, each once, in an order of their own. */
export function ruleCategories({ rules }: PlanningInputs["rules"]): Category[] {
  const categories = rules.flatMap(({ mix, fallbackChart }): Category[] => [
    ...mix.map(({ category }) => category),
    ...(fallbackChart
      ? [
          {
            ...fallbackChart,
            kind: "chart" as const,
            id: fallbackChart.chartId,
            name: fallbackChart.chartName,
          },
        ]
      : []),
  ]);
  return [...new Map(categories.map((category) => [category.id, category])).values()].sort(
    (one, other) => one.id - other.id,
  );
}
