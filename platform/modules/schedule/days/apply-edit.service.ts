import { elementAt } from "#contract/base/element-at";
import type { DayEdit } from "#contract/schedule/day-changes";
import type { GroupPlaylist, MusicPosition, PlaylistPosition } from "#contract/schedule/positions";
import { invalid } from "../../../base/refusal.ts";
import { mayPlay } from "../../../engine/scheduling.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { unpackPositions } from "../logs/playlist-record.ts";
import type { StoredPlaylist } from "../logs/playlists.queries.ts";
import type { PlanningInputs } from "./day-inputs.ts";
import { sharedDaysThread } from "./days-thread.ts";
import { begunOfGroup, playlistOf } from "./earlier-day.service.ts";
import { locksOf } from "./group-day.ts";
import { loadChartSongs, loadRepertoire } from "./load-repertoire.ts";
import { type ChainDay, neighboursOf } from "./schedule-days.ts";

/** The inputs of a change. */
export type EditContext = {
  prepared: PlanningInputs;
  at: ChainDay;
  openedVersion: StoredPlaylist;
  positions: PlaylistPosition[];
  begunBy: number;
};
type Version = Pick<GroupPlaylist, "positions" | "summary">;

export function applyEdit(
  call: ScopedCall,
  editContext: EditContext,
  edit: DayEdit,
): Promise<Version> | Version {
  const { positions, openedVersion, begunBy } = editContext;
  switch (edit.change) {
    case "lock":
    case "unlock": {
      const { index } = songAt(editContext, edit.index);
      const locked = edit.change === "lock";
      return {
        positions: positions.map((position) =>
          position.index === index ? { ...position, locked } : position,
        ),
        summary: openedVersion.summary,
      };
    }
    case "swap":
      return swap(call, editContext, edit);
    case "regenerate-hour": {
      const isInHour = ({ startSeconds }: PlaylistPosition) =>
        Math.floor(startSeconds / 3600) === edit.hour && startSeconds > begunBy;
      return regenerate(call, editContext, isInHour, {
        hour: "All songs of this hour are locked or have begun to play.",
      });
    }
    case "regenerate-rest": {
      const { startSeconds: from } = songAt(editContext, edit.index);
      return regenerate(call, editContext, ({ startSeconds }) => startSeconds >= from, {
        index: "All songs from here on are locked.",
      });
    }
    case "restore":
      return remake(call, editContext, positions);
  }
}

/** Gives a song that may be changed. Throws 422 on `index` if there is none, or it has begun. */
function songAt({ positions, begunBy }: EditContext, index: number): MusicPosition {
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
  editContext: EditContext,
  { index, songId }: { index: number; songId: number },
): Promise<Version> {
  const { at, prepared, positions } = editContext;
  const before = songAt(editContext, index);
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
  const version = await remake(call, editContext, swapped);
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
  editContext: EditContext,
  isChosen: (position: PlaylistPosition) => boolean,
  none: Record<string, string>,
): Promise<Version> {
  const { positions } = editContext;
  const isAnew = (position: PlaylistPosition) =>
    position.kind === "MUSIC" && !position.locked && isChosen(position);
  const last = positions.findLastIndex(isAnew);
  if (last < 0) throw invalid(none);
  // the first song after them keeps its second, even if the new ones leave a gap
  const next = positions.findIndex((position, index) => index > last && position.kind === "MUSIC");
  const basePositions = positions.flatMap((position, index) =>
    isAnew(position) ? [] : [index === next ? { ...position, locked: true } : position],
  );
  return remake(call, editContext, basePositions, { drawnAnew: true });
}

/**
 * The day made from today's inputs out of an earlier version, which it keeps as far as it can,
 * locked songs at their second. `drawnAnew` draws other songs than were drawn for the version
 * before.
 */
async function remake(
  { scope, db, now }: ScopedCall,
  { at, prepared, openedVersion, positions: seenPositions }: EditContext,
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
  const madeDays = await sharedDaysThread.make({
    companyId: scope.companyId,
    days,
    repertoire,
    stored,
  });
  const { positions: madePositions, summary } = elementAt(madeDays, 0);
  const before = new Map(
    seenPositions.flatMap((position) =>
      position.kind === "MUSIC" ? [[placeOf(position), position] as const] : [],
    ),
  );
  return {
    positions: unpackPositions(madePositions, summary).map((position) =>
      keepLockTrace(position, before),
    ),
    summary,
  };
}

const seedStep = 1_009;
const placeOf = ({ songId, startSeconds }: MusicPosition) => `${songId} ${startSeconds}`;

/**
 * A song that stayed keeps its reason and its lock. Positions do not record how they differ from
 * the version before: comparing the two versions shows that.
 */
function keepLockTrace(
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
