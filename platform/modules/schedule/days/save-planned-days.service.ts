import type { Scope } from "../../../access/scope.ts";
import type { Tx } from "../../../db/types.ts";
import { announceEvents } from "../../webhooks/index.ts";
import {
  confirmPublished,
  type Publication,
  publishDraft,
  replaceDrafts,
  replacePublished,
} from "../logs/write-playlists.queries.ts";
import { replaceLogs } from "../logs/write-store-logs.queries.ts";
import { replaceRefusals } from "./booked-plays.queries.ts";
import type { GroupId } from "./groups.queries.ts";
import {
  noStores,
  type Plan,
  type PlannedDay,
  type PlannedGroup,
  type PlanningCall,
} from "./planning.ts";
import type { ChainDay } from "./schedule-days.ts";

/** Stores the planned days of a locked group: drafts, versions, logs and refused plays. */
export async function savePlannedDays(
  { scope, now }: PlanningCall,
  tx: Tx,
  plan: Plan,
  { groupId, name, days }: { groupId: GroupId; name: string; days: readonly PlannedDay[] },
): Promise<PlannedGroup> {
  const group: PlannedGroup = { groupId, name, days: [] };
  const drafts = days.flatMap(({ work, version }) => (work === "draft" ? [version] : []));
  if (drafts.length > 0) await replaceDrafts(scope, tx, groupId, drafts);
  for (const planned of days) {
    const { at, work, stays, unchanged, logs, refused, silent, newBreaks, storeBreaks } = planned;
    if (work === "draft") continue;
    const id = await publishOne(scope, tx, {
      groupId,
      planned,
      publishing: { at: now, ...plan.publishing(at) },
    });
    const stay = (stays && unchanged) || noStores;
    await replaceLogs(scope, tx, { groupId, day: at.day, playlistId: id, stay }, { logs, at: now });
    const storeIds = logs.map(({ storeId }) => storeId);
    await replaceRefusals(scope, tx, { storeIds, logDay: at.day }, refused);
    group.days.push({
      day: at.day,
      id,
      work,
      stays,
      stores: logs.length,
      openStores: openStoresOf(at),
      silent,
      newBreaks,
      storeBreaks,
    });
  }
  await plan.record?.(tx, group);
  await announceEvents(scope, tx, {
    kind: "day.published",
    now,
    facts: group.days.map((day) => publishedFact(group, day)),
  });
  return group;
}

const publishedFact = (
  { groupId, name }: PlannedGroup,
  { day, id, work, stays, stores }: PlannedGroup["days"][number],
) => ({
  groupId,
  groupName: groupId === null ? null : name,
  day,
  playlistId: id,
  stores,
  isNewVersion: work === "follow" && !stays,
});

const openStoresOf = ({ inputs }: ChainDay) =>
  inputs.stores.filter(({ opening }) => opening.length > 0).length;

/**
 * Gives the published row if it stays, the draft's row if it is published unchanged, else a new
 * version.
 */
async function publishOne(
  scope: Scope,
  tx: Tx,
  {
    groupId,
    planned,
    publishing,
  }: { groupId: GroupId; planned: PlannedDay; publishing: Publication },
) {
  const { at, work, version, stays, isDraft } = planned;
  const { draft, published } = at;
  if (stays && published) {
    await confirmPublished(scope, tx, published.id, version);
    return published.id;
  }
  if (
    isDraft &&
    draft &&
    (await publishDraft(scope, tx, draft, { ...publishing, events: version.events }))
  )
    return draft.id;
  const [row] = await replacePublished(
    scope,
    tx,
    { groupId, days: [version], publication: publishing },
    {
      keepEdited: work === "follow",
    },
  );
  if (!row) throw new Error("a version was not written");
  return row.id;
}
