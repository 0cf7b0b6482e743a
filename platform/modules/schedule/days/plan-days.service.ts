import { setTimeout as pause } from "node:timers/promises";
import { addDays, dateIn } from "#contract/base/dates";
import { elementAt } from "#contract/base/element-at";
import type { Scope } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import { standingHours } from "../../../engine/opening-hours.ts";
import { lockGroupDays } from "../logs/write-playlists.queries.ts";
import type { PlanningInputs } from "./day-inputs.ts";
import { sharedDaysThread } from "./days-thread.ts";
import { begunLogs, earlierOf, findUnchanged } from "./earlier-day.service.ts";
import type { GroupStore } from "./group-store.ts";
import type { GroupId } from "./groups.queries.ts";
import { type ChartSongs, loadChartSongs, loadRepertoire } from "./load-repertoire.ts";
import { type ChosenDay, isStillSilent, toPlannedDay } from "./planned-day.service.ts";
import type { Plan, PlannedDay, PlannedGroup, PlanningCall } from "./planning.ts";
import { savePlannedDays } from "./save-planned-days.service.ts";
import {
  type ChainDay,
  chainOf,
  loadNearbyVersions,
  neighboursOf,
  prepareGroups,
  sameHeads,
} from "./schedule-days.ts";
import { countryNames } from "./store-breaks.ts";
import { closingInstant } from "./wall-second.ts";

/**
 * Makes and publishes days of groups in the order given, each group in a transaction of its own,
 * with the logs of its stores. Groups with nothing to do are not in the answer; `missed` are those
 * whose days somebody else kept changing meanwhile. Groups must be within the scope. If a group
 * fails, the others are still planned; then throws the failure, for example 422 on `day` if a song
 * was deleted meanwhile.
 */
export async function planGroups(
  call: PlanningCall,
  groupIds: readonly GroupId[],
  plan: Plan,
): Promise<{ planned: PlannedGroup[]; missed: GroupId[] }> {
  const { scope, db, stopped } = call;
  // work that somebody awaits does not rest
  const resting = plan.isBackground ? stopped : undefined;
  const [planned, missed]: [PlannedGroup[], GroupId[]] = [[], []];
  const failures = new Failures();
  for await (const { lot, prepared } of prepareLots(call, groupIds, plan, failures)) {
    let chartSongs: Promise<ChartSongs> | undefined;
    const inputs: LotInputs = {
      prepared,
      readChartSongs: () => (chartSongs ??= loadChartSongs(scope, db, prepared)),
    };
    const waiting = new Set(lot.filter((groupId) => prepared.groups.has(groupId))).values();
    const planWaiting = async () => {
      for (const groupId of waiting) {
        if (stopped?.aborted) return;
        const began = performance.now();
        const group = await failures.attempt(concernOf(scope, groupId), () =>
          planGroup(call, inputs, groupId, plan),
        );
        if (group === "changed meanwhile") missed.push(groupId);
        else if (group) planned.push(group);
        await yieldToRequests(performance.now() - began, resting);
      }
    };
    await Promise.all(Array.from({ length: resting ? 1 : parallelGroups }, planWaiting));
    if (stopped?.aborted) return { planned, missed };
  }
  const [only, ...others] = failures.errors;
  if (only && others.length === 0) throw only.cause; // a refusal is meant for its caller
  failures.throwAny("not all groups were planned");
  return { planned, missed };
}

/**
 * Reads the inputs of groups, a lot at a time. If those of a lot cannot be read, reads each group's
 * alone, so that only the group whose inputs are broken fails.
 */
async function* prepareLots(
  { scope, db }: PlanningCall,
  groupIds: readonly GroupId[],
  plan: Plan,
  failures: Failures,
): AsyncGenerator<{ lot: readonly GroupId[]; prepared: PlanningInputs }> {
  for (let first = 0; first < groupIds.length; first += groupsAtOnce) {
    const lot = groupIds.slice(first, first + groupsAtOnce);
    const all = await prepareGroups(scope, db, lot, plan).catch(() => undefined);
    if (all) yield { lot, prepared: all };
    else
      for (const groupId of lot) {
        const prepared = await failures.attempt(concernOf(scope, groupId), () =>
          prepareGroups(scope, db, [groupId], plan),
        );
        if (prepared) yield { lot: [groupId], prepared };
      }
  }
}

const concernOf = ({ companyId }: Scope, groupId: GroupId) =>
  `group ${groupId} of company ${companyId}`;

/**
 * Lets requests be answered between two groups. Background work rests as long as it has worked, so
 * that half of the pages never meet it.
 */
const yieldToRequests = (worked: number, stopped: AbortSignal | undefined): Promise<unknown> =>
  stopped
    ? pause(Math.min(worked, longestRest), undefined, { signal: stopped }).catch(() => {})
    : new Promise(setImmediate);
const longestRest = 1_000;
/** Two groups at a time: one is read or written while the thread makes the other's days. */
const parallelGroups = 2;

/**
 * Groups whose inputs are held at a time; their songs are read once, when the first has something
 * to do.
 */
type LotInputs = { prepared: PlanningInputs; readChartSongs: () => Promise<ChartSongs> };
export const groupsAtOnce = 20;
const tries = 3;

async function planGroup(call: PlanningCall, inputs: LotInputs, groupId: GroupId, plan: Plan) {
  for (let attempt = 1; attempt < tries; attempt++) {
    const group = await tryGroup(call, inputs, groupId, plan);
    if (group !== "changed meanwhile") return group;
  }
  return tryGroup(call, inputs, groupId, plan);
}

async function tryGroup(
  call: PlanningCall,
  { prepared, readChartSongs }: LotInputs,
  groupId: GroupId,
  plan: Plan,
): Promise<PlannedGroup | "changed meanwhile" | undefined> {
  const { scope, database, db } = call;
  const { from, to } = plan;
  const heads = await loadNearbyVersions(scope, db, { groupIds: [groupId], from, to });
  const chain = await chainOf(prepared, { groupId, heads, from, to });
  const chosen = await chooseDays(call, chain, groupId, plan);
  if (chosen.length === 0) return undefined;
  const repertoire = await loadRepertoire(scope, db, {
    chartSongs: await readChartSongs(),
    days: chosen.map(({ at }) => at),
    keptVersions: chosen.map(({ before }) => before),
  });
  const records = await sharedDaysThread.makeRecords({
    companyId: scope.companyId,
    isBackground: plan.isBackground ?? false,
    days: chosen.map(({ toMake }) => toMake),
    repertoire,
    stored: await neighboursOf(scope, db, { groupId, from, to }),
  });
  const countryName = await countryNames();
  const days: PlannedDay[] = [];
  for (const [place, day] of chosen.entries()) {
    const record = elementAt(records, place);
    if (!isStillSilent(day.at, record))
      days.push(await toPlannedDay({ scope, db }, day, record, countryName));
  }
  if (days.length === 0) return undefined;
  const name = prepared.groups.get(groupId)?.name ?? "";
  return database.transaction(async (tx) => {
    await lockGroupDays(scope, tx, groupId);
    if (!sameHeads(heads, await loadNearbyVersions(scope, tx, { groupIds: [groupId], from, to })))
      return "changed meanwhile" as const;
    return savePlannedDays(call, tx, plan, { groupId, name, days });
  });
}

async function chooseDays(
  call: PlanningCall,
  chain: readonly ChainDay[],
  groupId: GroupId,
  plan: Plan,
): Promise<ChosenDay[]> {
  const { scope, db, now } = call;
  const chosen: ChosenDay[] = [];
  for (const at of chain) {
    const work = plan.work(at, groupId);
    if (!work) continue;
    const { day, inputs } = at;
    const before = await earlierOf(call, at, work);
    const unchanged =
      work === "follow"
        ? await findUnchanged(scope, db, at, plan.outdatedLogs?.(at, groupId))
        : undefined;
    const logs =
      work === "draft"
        ? undefined
        : { begun: await begunLogs(scope, db, inputs, now), ...(unchanged && { unchanged }) };
    // a current draft is published as the row that people looked at, unless some of it has begun
    const isDraft =
      work === "publish" &&
      at.isDraftCurrent &&
      before.begun.length === 0 &&
      logs?.begun.size === 0;
    const earlier = isDraft ? { playlist: before.playlist } : { earlier: before };
    const toMake = { day, inputs, logs, ...earlier };
    chosen.push({ at, work, unchanged, isDraft, before, toMake });
  }
  return chosen;
}

/**
 * Publishes a range of days of many groups in the name of a person, as the demo needs it: days that
 * are published stay. Gives how many days were published.
 */
export async function publishGroupDays(
  call: PlanningCall,
  {
    groupIds,
    from,
    to,
    publishedBy,
  }: { groupIds: readonly GroupId[]; from: string; to: string; publishedBy: string },
): Promise<number> {
  const { planned } = await planGroups(call, groupIds, {
    from,
    to,
    work: ({ published }) => (published ? null : "publish"),
    publishing: () => ({ by: publishedBy, how: "PERSON" }),
  });
  return planned.reduce((sum, { days }) => sum + days.length, 0);
}

/**
 * The first date that still plays in a store: yesterday's where it is open past midnight, else
 * today's.
 */
export function firstPlayingDay(store: GroupStore, now: Date): string {
  const today = dateIn(store.timeZone, now);
  const yesterday = addDays(today, -1);
  const { closes } = standingHours(store, yesterday);
  return closes !== null && closingInstant(yesterday, store.timeZone, closes * 60) > now.getTime()
    ? yesterday
    : today;
}
