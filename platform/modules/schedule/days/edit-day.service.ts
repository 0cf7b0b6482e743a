import type { DayEdit } from "#contract/schedule/day-changes";
import type { EditKind } from "#contract/schedule/words";
import { owns } from "../../../access/scope.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { detailsOf, entryOf, toPlaylistHead } from "../logs/playlist-heads.ts";
import { packPlaylist, unpackPositions } from "../logs/playlist-record.ts";
import {
  findHead,
  findStoredPlaylist,
  type PlaylistHead,
  type StoredPlaylist,
} from "../logs/playlists.queries.ts";
import { lockGroupDays, replaceByEdit, supersedeDraft } from "../logs/write-playlists.queries.ts";
import { applyEdit, type EditContext } from "./apply-edit.service.ts";
import { editedDigest } from "./day-digests.ts";
import { begunSecondOf } from "./earlier-day.service.ts";
import {
  chainTo,
  datesTo,
  groupIn,
  loadNearbyVersions,
  prepareGroups,
  sameHeads,
  todayOf,
} from "./schedule-days.ts";

const tries = 3;

/**
 * Makes a new draft of a group's day from the version that the caller saw, by one change. That
 * version itself stays unchanged, as does what has begun to play. Going back to the
 * published version discards the draft. A change without effect changes nothing. Throws 404
 * out of scope; 422 on `id` if the day was changed since the caller saw it or is over, and on
 * the change's own members if the version has no such song or hour to change.
 */
export async function editPlaylist(call: ScopedCall, edit: DayEdit) {
  for (let attempt = 0; attempt < tries; attempt++) {
    const edited = await tryEdit(call, edit);
    if (edited) return edited;
  }
  throw invalid({ id: "Someone else is changing this day. Try again." });
}

/** Undefined where others changed the day at the same moment. */
async function tryEdit(call: ScopedCall, edit: DayEdit) {
  const { scope, database, db, now, caller } = call;
  const openedVersion = await findStoredPlaylist(scope, db, edit.id);
  if (!openedVersion) throw notFound();
  const { groupId, day } = openedVersion;
  const prepared = await prepareGroups(scope, db, [groupId], datesTo(day, now));
  const group = groupIn(prepared, groupId);
  if (!owns(scope, { regionId: group.regionId, zoneId: group.zoneId, groupId })) throw notFound();
  const today = todayOf(group, now);
  if (day < today) throw invalid({ id: "This day is over." });
  const { at, heads } = await chainTo(call, prepared, openedVersion);
  const currentHead = at.draft ?? at.published;
  const isSeen =
    edit.change === "restore" ? currentHead?.version === edit.version : currentHead?.id === edit.id;
  const stores = group.stores.length;
  if (!currentHead || !isSeen) {
    if (currentHead && (await isThereAlready(call, edit, openedVersion, currentHead)))
      return toPlaylistHead(currentHead, stores);
    throw invalid({ id: changedSince(currentHead) });
  }
  if (edit.change === "restore" && edit.id === currentHead.id)
    return toPlaylistHead(currentHead, stores);
  const positions = unpackPositions(openedVersion.positions, openedVersion.summary);
  const editContext = {
    prepared,
    at,
    openedVersion,
    positions,
    begunBy: begunSecondOf(at.inputs, now),
  };
  const isDraftPutAway = edit.change === "restore" && edit.id === at.published?.id;
  const version = isDraftPutAway ? null : await versionOf(call, editContext, edit);
  return database.transaction(async (tx) => {
    await lockGroupDays(scope, tx, groupId);
    if (
      !sameHeads(
        heads,
        await loadNearbyVersions(scope, tx, {
          groupIds: [groupId],
          from: day < today ? day : today,
          to: day,
        }),
      )
    )
      return undefined;
    let id = edit.id;
    if (version)
      id = await replaceByEdit(scope, tx, {
        groupId,
        draft: version,
        editing: {
          by: caller.username,
          how: edit.change,
        },
      });
    else await supersedeDraft(scope, tx, groupId, day);
    const after = await findHead(scope, tx, id);
    if (!after) throw new Error("a version was not written");
    const { id: _, ...details } = edit;
    const before = { id: currentHead.id, version: currentHead.version };
    await audit(tx, call, [
      entryOf(scope, actions[edit.change], after, {
        before,
        after: { ...detailsOf(after), ...details },
      }),
    ]);
    return toPlaylistHead(after, stores);
  });
}

const actions: Record<EditKind, string> = {
  lock: "song locked",
  unlock: "song unlocked",
  swap: "song swapped",
  "regenerate-hour": "hour regenerated",
  "regenerate-rest": "rest of the day regenerated",
  restore: "version restored",
};

function changedSince(currentHead: PlaylistHead | undefined): string {
  const by = currentHead?.editedBy ?? currentHead?.publishedBy;
  return `This day was changed since you opened it${by ? ` (by ${by})` : ""}. Check the newest version, then try again.`;
}

/** True if the newest version has what a song's place was to get: the same press came twice. */
async function isThereAlready(
  { scope, db }: ScopedCall,
  edit: DayEdit,
  openedVersion: StoredPlaylist,
  currentHead: PlaylistHead,
): Promise<boolean> {
  if (edit.change !== "lock" && edit.change !== "unlock" && edit.change !== "swap") return false;
  if (currentHead.editedHow !== edit.change) return false;
  const startSeconds = openedVersion.positions[edit.index]?.startSeconds;
  const now = await findStoredPlaylist(scope, db, currentHead.id);
  const there = now?.positions.find((position) => position.startSeconds === startSeconds);
  if (!there) return false;
  const songId = edit.change === "swap" ? edit.songId : openedVersion.positions[edit.index]?.songId;
  return there.songId === songId && (there.locked ?? false) === (edit.change !== "unlock");
}

async function versionOf(call: ScopedCall, editContext: EditContext, edit: DayEdit) {
  const { at, openedVersion } = editContext;
  const { positions, summary } = await applyEdit(call, editContext, edit);
  // the order of a version with an older rule stays one of the older rule
  const { choices = null } = openedVersion;
  return {
    day: at.day,
    digest: editedDigest(isStaleFlag(editContext, edit) ? openedVersion.digest : at.expected),
    facts: isFlag(edit) ? (openedVersion.facts ?? at.facts) : at.facts,
    choices: choices ?? at.choices,
    events: openedVersion.events,
    ...packPlaylist({
      date: at.day,
      unitId: openedVersion.groupId ?? 0,
      ruleVersion: at.inputs.ruleVersion,
      positions,
      summary,
    }),
  };
}

/** Locking only marks a song: nothing is generated again. */
const isFlag = ({ change }: DayEdit) => change === "lock" || change === "unlock";
/** A marked song makes no version current that was stale before. */
const isStaleFlag = ({ at, openedVersion }: EditContext, edit: DayEdit) =>
  isFlag(edit) &&
  (openedVersion.state === "draft"
    ? !at.isDraftCurrent
    : (openedVersion.facts ?? at.facts) !== at.facts);
