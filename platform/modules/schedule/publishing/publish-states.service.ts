import { createHash } from "node:crypto";
import type { PublishDays } from "#contract/schedule/publishing";
import type { ScopedCall } from "../../../http/context.ts";
import type { GroupId } from "../days/groups.queries.ts";
import { groupsAtOnce } from "../days/plan-days.service.ts";
import {
  type ChainDay,
  chainOf,
  loadNearbyVersions,
  prepareGroups,
} from "../days/schedule-days.ts";
import { checkedIn } from "./checked-drafts.service.ts";

/** The days asked for; `today` is the date in the company's time zone. */
export type Period = {
  today: string;
  from: string;
  to: string;
  isChosen: (at: ChainDay) => boolean;
};
export type Draft = { groupId: GroupId; day: string; id: number };
/**
 * A group's days in the period: the drafts to publish, how many days lack a checked draft, how many
 * are not to be published (`others`), and how many from today on lack a current draft (`missing`).
 */
export type PublishState = {
  groupId: GroupId;
  others: number;
  drafts: Draft[];
  unready: number;
  missing: number;
};

/**
 * Yields each group's days in the period. Groups are loaded a few at a time, so that memory stays
 * bounded.
 */
export async function* chainsOf(
  { scope, db }: ScopedCall,
  groupIds: readonly GroupId[],
  { from, to }: Period,
) {
  for (let first = 0; first < groupIds.length; first += groupsAtOnce) {
    const ids = groupIds.slice(first, first + groupsAtOnce);
    const prepared = await prepareGroups(scope, db, ids, { from, to });
    const heads = await loadNearbyVersions(scope, db, { groupIds: ids, from, to });
    for (const groupId of ids)
      yield { groupId, prepared, chain: await chainOf(prepared, { groupId, heads, from, to }) };
  }
}

export async function findPublishStates(
  call: ScopedCall,
  groupIds: readonly GroupId[],
  period: Period,
): Promise<PublishState[]> {
  const { from, today, to } = period;
  const checkedDrafts = checkedIn(call.database);
  const groups: PublishState[] = [];
  for await (const { groupId, chain } of chainsOf(call, groupIds, { ...period, from: today })) {
    // songs rest from the days before, so drafts are needed from today on
    const chosen = chain.filter(({ day }) => day >= from && day <= to);
    const toPublish = chosen.filter(period.isChosen);
    groups.push({
      groupId,
      others: chosen.length - toPublish.length,
      drafts: toPublish.flatMap(({ day, draft }) =>
        draft ? [{ groupId, day, id: draft.id }] : [],
      ),
      unready: toPublish.filter(
        ({ draft, isDraftCurrent }) => !draft || !isDraftCurrent || !checkedDrafts.has(draft.id),
      ).length,
      missing: chain.filter(needsDraft(period)).length,
    });
  }
  return groups;
}

export const needsDraft =
  ({ isChosen }: Period) =>
  (at: ChainDay) =>
    isChosen(at) && !at.isDraftCurrent;

export const draftsOf = (groupStates: readonly PublishState[]): Draft[] =>
  groupStates.flatMap(({ drafts }) => drafts);

/** Identifies the drafts that a person confirmed: a version never changes, so its id suffices. */
export const confirmOf = (drafts: readonly Draft[]): string =>
  createHash("sha256")
    .update(drafts.map(({ id }) => id).join())
    .digest("base64url");

export const isConfirmed = (
  groupStates: readonly PublishState[],
  { confirm }: PublishDays,
): boolean =>
  confirm === confirmOf(draftsOf(groupStates)) && groupStates.every(({ missing }) => missing === 0);
