import type { DayEdit } from "#contract/schedule/day-changes";
import type { GroupPlaylist, MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import type { EditKind } from "#contract/schedule/words";
import { owns } from "../../../access/scope.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import { mayPlay } from "../../../engine/scheduling.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { asHead, detailsOf, entryOf } from "../logs/playlist-heads.ts";
import { packPlaylist, unpackPositions } from "../logs/playlist-record.ts";
import {
  findHead,
  findStoredPlaylist,
  type PlaylistHead,
  type StoredPlaylist,
} from "../logs/playlists.queries.ts";
import { lockGroupDays, replaceByEdit, supersedeDraft } from "../logs/write-playlists.queries.ts";
import { editedDigest } from "./day-digests.ts";
import type { Prepared } from "./day-inputs.ts";
import { makingDays } from "./days-thread.ts";
import { begunOfGroup, begunSecondOf, playlistOf } from "./earlier-day.service.ts";
import { locksOf } from "./group-day.ts";
import type { MadeDay } from "./make-days.ts";
import {
  type ChainDay,
  chainTo,
  datesTo,
  groupIn,
  loadChartSongs,
  loadNearbyVersions,
  loadRepertoire,
  neighboursOf,
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

/** The inputs of a change. */
type Editing = {
  prepared: Prepared;
  at: ChainDay;
  openedVersion: StoredPlaylist;
  positions: PlaylistPosition[];
  begunBy: number;
};
type Version = Pick<GroupPlaylist, "positions" | "summary">;

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
      return asHead(currentHead, stores);
    throw invalid({ id: changedSince(currentHead) });
  }
  if (edit.change === "restore" && edit.id === currentHead.id) return asHead(currentHead, stores);
  const positions = unpackPositions(openedVersion.positions, openedVersion.summary);
  const editing = {
    prepared,
    at,
    openedVersion,
    positions,
    begunBy: begunSecondOf(at.inputs, now),
  };
  const isDraftPutAway = edit.change === "restore" && edit.id === at.published?.id;
  const version = isDraftPutAway ? null : await versionOf(call, editing, edit);
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
    return asHead(after, stores);
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

async function versionOf(call: ScopedCall, editing: Editing, edit: DayEdit) {
  const { at, openedVersion } = editing;
  const { positions, summary } = await edited(call, editing, edit);
  // the order of a version with an older rule stays one of the older rule
  const { choices = null } = openedVersion;
  return {
    day: at.day,
    digest: editedDigest(isStaleFlag(editing, edit) ? openedVersion.digest : at.expected),
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
const isStaleFlag = ({ at, openedVersion }: Editing, edit: DayEdit) =>
  isFlag(edit) &&
  (openedVersion.state === "draft"
    ? !at.isDraftCurrent
    : (openedVersion.facts ?? at.facts) !== at.facts);

function edited(call: ScopedCall, editing: Editing, edit: DayEdit): Promise<Version> | Version {
  const { positions, openedVersion, begunBy } = editing;
  switch (edit.change) {
    case "lock":
    case "unlock": {
      const { index } = songAt(editing, edit.index);
      const locked = edit.change === "lock";
      return {
        positions: positions.map((position) =>
          position.index === index ? { ...position, locked } : position,
        ),
        summary: openedVersion.summary,
      };
    }
    case "swap":
      return swap(call, editing, edit);
    case "regenerate-hour": {
      const isInHour = ({ startSeconds }: PlaylistPosition) =>
        Math.floor(startSeconds / 3600) === edit.hour && startSeconds > begunBy;
      return regenerate(call, editing, isInHour, {
        hour: "All songs of this hour are locked or have begun to play.",
      });
    }
    case "regenerate-rest": {
      const { startSeconds: from } = songAt(editing, edit.index);
      return regenerate(call, editing, ({ startSeconds }) => startSeconds >= from, {
        index: "All songs from here on are locked.",
      });
    }
    case "restore":
      return remake(call, editing, positions);
  }
}

/** Gives a song that may be changed. Throws 422 on `index` if there is none, or it has begun. */
function songAt({ positions, begunBy }: Editing, index: number): MusicPosition {
  const position = positions[index];
  if (position?.kind !== "MUSIC") throw invalid({ index: "There is no song at this place." });
  if (position.startSeconds <= begunBy)
    throw invalid({ index: "This song has begun to play. Choose one that comes later." });
  return position;
}

/**
 * Puts a song in the place of another, locked; what follows up to the next spot is fitted to it.
 */
async function swap(
  call: ScopedCall,
  editing: Editing,
  { index, songId }: { index: number; songId: number },
): Promise<Version> {
  const { at, prepared, positions } = editing;
  const before = songAt(editing, index);
  const { songs, membersOf } = await loadRepertoire(call.scope, call.db, {
    chartSongs: await loadChartSongs(call.scope, call.db, prepared),
    days: [at],
  });
  const song = songs.find(({ id }) => id === songId);
  const charts = at.inputs.digests
    .map(([id]) => id)
    .filter((id) => membersOf.get(id)?.songIds.includes(songId));
  if (!song || charts.length === 0 || !mayPlay(song, at.day, at.inputs.territory))
    throw invalid({
      songId:
        "This song is in none of the charts that play here, or it is not licensed here. Choose another.",
    });
  const categoryId =
    before.categoryId !== null && charts.includes(before.categoryId)
      ? before.categoryId
      : (charts[0] ?? null);
  const swapped = positions.with(index, {
    ...before,
    songId,
    durationSeconds: song.durationSeconds,
    categoryId,
    locked: true,
  });
  const version = await remake(call, editing, swapped);
  const isPlaced = version.positions.some(
    (position) =>
      position.kind === "MUSIC" &&
      position.songId === songId &&
      position.startSeconds === before.startSeconds,
  );
  if (!isPlaced)
    throw invalid({ songId: "This song is too long to play here. Choose a shorter one." });
  return version;
}

/**
 * Generates the chosen songs again, except locked ones; all others stay where they are. Throws
 * 422 with `none` if there are none.
 */
async function regenerate(
  call: ScopedCall,
  editing: Editing,
  isChosen: (position: PlaylistPosition) => boolean,
  none: Record<string, string>,
): Promise<Version> {
  const { positions } = editing;
  const isAnew = (position: PlaylistPosition) =>
    position.kind === "MUSIC" && !position.locked && isChosen(position);
  const last = positions.findLastIndex(isAnew);
  if (last < 0) throw invalid(none);
  // the first song after them keeps its second, even if the new ones leave a gap
  const next = positions.findIndex((position, index) => index > last && position.kind === "MUSIC");
  const basePositions = positions.flatMap((position, index) =>
    isAnew(position) ? [] : [index === next ? { ...position, locked: true } : position],
  );
  return remake(call, editing, basePositions, { drawnAnew: true });
}

/**
 * The day made from today's inputs out of an earlier version, which it keeps as far as it can,
 * locked songs at their second. `drawnAnew` draws other songs than were drawn for the version
 * before.
 */
async function remake(
  { scope, db, now }: ScopedCall,
  { at, prepared, openedVersion, positions: seenPositions }: Editing,
  basePositions: readonly PlaylistPosition[],
  { drawnAnew = false } = {},
): Promise<Version> {
  const positions = basePositions.map((position, index) => ({ ...position, index }));
  const playlist: GroupPlaylist = {
    date: at.day,
    unitId: openedVersion.groupId ?? 0,
    ruleVersion: at.inputs.ruleVersion,
    positions,
    summary: openedVersion.summary,
  };
  const published = await playlistOf(scope, db, at, at.published);
  const begun = published ? begunOfGroup(published.positions, at.inputs, now) : [];
  const locked = locksOf(positions);
  const repertoire = await loadRepertoire(scope, db, {
    chartSongs: await loadChartSongs(scope, db, prepared),
    days: [at],
    keptVersions: [{ playlist, locked }],
  });
  // the rule's version is part of the seed of all draws
  const inputs = drawnAnew
    ? { ...at.inputs, ruleVersion: at.inputs.ruleVersion + openedVersion.version * seedStep }
    : at.inputs;
  const stored = await neighboursOf(scope, db, {
    groupId: openedVersion.groupId,
    from: at.day,
    to: at.day,
  });
  const days = [{ day: at.day, inputs, earlier: { playlist, begun, locked } }];
  const [madeDay] = await makingDays.make({ companyId: scope.companyId, days, repertoire, stored });
  const { positions: madePositions, summary } = madeDay as MadeDay;
  const before = new Map(
    seenPositions.flatMap((position) =>
      position.kind === "MUSIC" ? [[placeOf(position), position] as const] : [],
    ),
  );
  return {
    positions: unpackPositions(madePositions, summary).map((position) =>
      asChosen(position, before),
    ),
    summary,
  };
}

const seedStep = 1_009;
const placeOf = ({ songId, startSeconds }: MusicPosition) => `${songId} ${startSeconds}`;

/**
 * A song that stayed keeps its reason and whether it was locked; where a new version differs from
 * the one before is asked of the versions.
 */
function asChosen(
  position: PlaylistPosition,
  before: ReadonlyMap<string, MusicPosition>,
): PlaylistPosition {
  if (position.kind !== "MUSIC") return position;
  const trace = { ...position.trace, difference: null };
  const same = before.get(placeOf(position));
  if (!same || trace.stage !== "LOCKED") return { ...position, trace };
  const { broken, relaxed } = trace;
  return {
    ...position,
    locked: same.locked,
    trace: { ...same.trace, broken, relaxed, difference: null },
  };
}
