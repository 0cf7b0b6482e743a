import { addDays, dateIn, daysBetween, showPlaylistDate } from "#contract/base/dates";
import { previewDays } from "#contract/schedule/endpoints";
import {
  daysAtOnce,
  groupDaysAtOnce,
  type PublishDays,
  type PublishProgress,
  type PublishQuestion,
} from "#contract/schedule/publishing";
import type { BreakCause } from "#contract/schedule/words";
import { owns } from "../../../access/scope.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { findGroupIds, findGroups, type GroupId } from "../days/groups.queries.ts";
import { planGroups } from "../days/plan-days.service.ts";
import type { PlannedGroup } from "../days/planning.ts";
import type { ChainDay } from "../days/schedule-days.ts";
import { checkedIn, reviewGroup, worstFirst } from "./checked-drafts.service.ts";
import {
  chainsOf,
  confirmOf,
  type Draft,
  draftsOf,
  findPublishStates,
  isConfirmed,
  needsDraft,
  type Period,
  type PublishState,
} from "./publish-states.service.ts";

/**
 * Publishes the unpublished days of groups, or the changes to published ones. Each group has a
 * transaction of its own.
 * Missing drafts are made first, as a preview makes them. What is wrong with the drafts is returned
 * as a question, and nothing is published until the caller confirms it. Only reviewed drafts are
 * published: a group with a draft that has changed since then counts as `missed`. With
 * `step`, a call does part of this and returns its progress. Throws 404 for a group that is
 * not the caller's, 422 on `from`, `to` and `groupIds` for days that are over, too far off or too
 * many.
 */
export async function publishDays(call: ScopedCall, request: PublishDays) {
  const { step = Number.POSITIVE_INFINITY } = request;
  const { groupIds, period } = await readDays(call, request);
  const answer = { groups: 0, days: 0, missed: 0, question: null, progress: null };
  let groupStates = await findPublishStates(call, groupIds, period);
  if (request.check || !isConfirmed(groupStates, request)) {
    const busy = await checkSome(call, groupStates, period, step);
    groupStates = await findPublishStates(call, groupIds, period);
    const progress = checkingProgress(groupStates, busy, period);
    if (progress && request.step !== undefined) return { ...answer, progress };
    if (request.check) return answer;
    const question = isConfirmed(groupStates, request)
      ? null
      : questionAbout(call, draftsOf(groupStates));
    if (question) return { ...answer, question };
  }
  const drafts = draftsOf(groupStates);
  const planned = await publishSome(call, groupStates, period, step);
  const days = planned.reduce((sum, group) => sum + group.days.length, 0);
  const left = draftsWithout(drafts, planned);
  if (request.step !== undefined && days > 0 && left.length > 0) {
    const all = groupStates.length * daysBetween(period.from, period.to);
    const progress = {
      stage: "PUBLISHING" as const,
      done: all - left.length,
      days: all,
      confirm: confirmOf(left),
    };
    return { ...answer, groups: planned.length, days, progress };
  }
  const missed = (await findPublishStates(call, groupIds, period)).filter(
    ({ drafts, missing }) => drafts.length + missing > 0,
  );
  return { ...answer, groups: planned.length, days, missed: missed.length };
}

async function readDays(
  { scope, db, now }: ScopedCall,
  { groupIds, ungrouped, matching, from, to, changes }: PublishDays,
) {
  const requestedIds = matching
    ? await findGroupIds(scope, db, matching)
    : [...new Set([...groupIds, ...(ungrouped ? [null] : [])])];
  const groups = await findGroups(scope, db, requestedIds);
  if (requestedIds.length === 0) throw invalid({ groupIds: "There is no such group." });
  if (
    groups.length < requestedIds.length ||
    !groups.every(({ id, regionId, zoneId }) => owns(scope, { regionId, zoneId, groupId: id }))
  )
    throw notFound();
  const today = dateIn(groups[0]?.timeZone ?? "UTC", now);
  const last = addDays(today, previewDays);
  if (from < today) throw invalid({ from: "Choose today or a coming day." });
  if (to < from) throw invalid({ to: "Choose the first day or a later one." });
  if (to > last) throw invalid({ to: `Choose a day up to ${showPlaylistDate(last)}.` });
  const days = daysBetween(from, to);
  if (days > daysAtOnce) throw invalid({ to: `Choose at most ${daysAtOnce} days.` });
  if (days * requestedIds.length > groupDaysAtOnce)
    throw invalid({
      to: `For ${requestedIds.length} groups, choose at most ${Math.floor(groupDaysAtOnce / requestedIds.length)} days, or fewer groups.`,
    });
  const isChosen = changes ? playsOlderChoices : isUnpublished;
  return { groupIds: requestedIds, period: { today, from, to, isChosen } };
}

const isUnpublished = ({ published }: ChainDay) => published === undefined;
/** True if a published day's rule, charts or events have changed; facts follow by themselves. */
const playsOlderChoices = ({ changed }: ChainDay) => changed.choices;

/** Takes groups from the front until they add up to `days`. */
function takeGroups(
  groupStates: readonly PublishState[],
  days: number,
  countOf: (group: PublishState) => number,
): GroupId[] {
  let sum = 0;
  return groupStates.flatMap((group) => {
    if (countOf(group) === 0 || sum >= days) return [];
    sum += countOf(group);
    return [group.groupId];
  });
}

const daysToCheck = ({ missing, unready }: PublishState) => Math.max(missing, unready);

/**
 * Makes and checks the drafts of the first groups that need it; gives those whose days somebody
 * else kept changing.
 */
async function checkSome(
  call: ScopedCall,
  groupStates: readonly PublishState[],
  period: Period,
  step: number,
): Promise<ReadonlySet<GroupId>> {
  const groupIds = takeGroups(groupStates, step, daysToCheck);
  const { missed } = await planGroups(call, groupIds, {
    from: period.today,
    to: period.to,
    work: (at) => (needsDraft(period)(at) ? "draft" : null),
    publishing: () => ({ by: call.caller.username, how: "PERSON" }),
  });
  for await (const { groupId, prepared, chain } of chainsOf(call, groupIds, period))
    await reviewGroup(call, prepared, groupId, chain.filter(period.isChosen));
  return new Set(missed);
}

/** Counts the days that are ready to publish; null once every group is ready or busy. */
function checkingProgress(
  groupStates: readonly PublishState[],
  busy: ReadonlySet<GroupId>,
  { from, to }: Period,
): PublishProgress | null {
  const left = groupStates.filter((group) => daysToCheck(group) > 0);
  if (left.every(({ groupId }) => busy.has(groupId))) return null;
  const unready = left.reduce((sum, group) => sum + group.unready, 0);
  const days =
    groupStates.length * daysBetween(from, to) -
    groupStates.reduce((sum, { others }) => sum + others, 0);
  return { stage: "CHECKING", done: days - unready, days };
}

/**
 * Describes what is wrong with drafts that were checked, the worst days first; null where nothing
 * is.
 */
function questionAbout({ database }: ScopedCall, drafts: readonly Draft[]): PublishQuestion | null {
  const checkedDrafts = checkedIn(database);
  const wrong = drafts.flatMap(({ id }) => checkedDrafts.get(id)?.wrong ?? []);
  if (wrong.length === 0) return null;
  const songs = new Map<BreakCause, number>();
  for (const { breaks } of wrong)
    for (const { cause, songs: count } of breaks) songs.set(cause, (songs.get(cause) ?? 0) + count);
  return {
    confirm: confirmOf(drafts),
    days: drafts.length,
    wrongDays: wrong.length,
    silentSeconds: wrong.reduce((sum, day) => sum + day.silentSeconds, 0),
    breaks: [...songs]
      .map(([cause, count]) => ({ cause, songs: count }))
      .sort((one, other) => other.songs - one.songs),
    givenUp: wrong.reduce(
      (sum, { breaks }) => sum + breaks.reduce((part, { givenUp }) => part + givenUp, 0),
      0,
    ),
    worst: wrong.sort(worstFirst).slice(0, worstDays),
  };
}

const worstDays = 20;

/**
 * Publishes the drafts of the first groups that have any. If somebody else publishes or changes
 * those at this moment, goes on with the next groups.
 */
async function publishSome(
  call: ScopedCall,
  groupStates: readonly PublishState[],
  period: Period,
  step: number,
): Promise<PlannedGroup[]> {
  const groupIds = takeGroups(groupStates, step, ({ drafts }) => drafts.length);
  if (groupIds.length === 0) return [];
  const planned = await publishDrafts(
    call,
    groupIds,
    new Set(draftsOf(groupStates).map(({ id }) => id)),
    period,
  );
  if (planned.length > 0) return planned;
  const others = groupStates.filter(({ groupId }) => !groupIds.includes(groupId));
  return publishSome(call, others, period, step);
}

async function publishDrafts(
  call: ScopedCall,
  groupIds: readonly GroupId[],
  draftIds: ReadonlySet<number>,
  { today, to, isChosen }: Period,
) {
  const { planned } = await planGroups(call, groupIds, {
    from: today,
    to,
    work: (at) =>
      isChosen(at) && at.draft && at.isDraftCurrent && draftIds.has(at.draft.id) ? "publish" : null,
    publishing: () => ({ by: call.caller.username, how: "PERSON" }),
    record: (tx, group) => auditPublished(tx, call, group),
  });
  return planned;
}

/** The audit rows of days that a person published. */
export const auditPublished = (tx: Tx, call: ScopedCall, { name, days }: PlannedGroup) =>
  audit(
    tx,
    call,
    days.map(({ day, id, stores }) => ({
      companyId: call.scope.companyId,
      action: "group day published",
      itemKind: "group playlist",
      itemId: id,
      itemName: `${name}, ${day}`,
      after: { day, stores },
    })),
  );

/** The drafts whose days were not published. */
function draftsWithout(drafts: readonly Draft[], planned: readonly PlannedGroup[]): Draft[] {
  const published = new Set(
    planned.flatMap(({ groupId, days }) => days.map(({ day }) => `${groupId} ${day}`)),
  );
  return drafts.filter(({ groupId, day }) => !published.has(`${groupId} ${day}`));
}
