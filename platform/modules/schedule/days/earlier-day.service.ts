import type { GroupPlaylist, LogPosition, PlaylistPosition } from "#contract/schedule/positions";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import type { Db } from "../../../db/types.ts";
import type { LockedSong } from "../../../engine/scheduling.ts";
import {
  type StoredPosition,
  type StoredSummary,
  unpackLog,
  unpackPositions,
} from "../logs/playlist-record.ts";
import {
  findStoredPlaylist,
  type PlaylistHead,
  type StoredPlaylist,
} from "../logs/playlists.queries.ts";
import { findCurrentLogs } from "../logs/store-logs.queries.ts";
import { findLogFacts } from "../logs/write-store-logs.queries.ts";
import { isEdited, storeFacts } from "./day-digests.ts";
import type { DayInputs } from "./day-inputs.ts";
import { type EarlierDay, locksOf } from "./group-day.ts";
import { type DayWork, noStores, type PlanningCall } from "./planning.ts";
import type { ChainDay } from "./schedule-days.ts";
import { latestWallSecond } from "./wall-second.ts";

/** The stores whose current logs were made from the facts of now, without the `outdated` ones. */
export async function findUnchanged(
  scope: Scope,
  db: Db,
  { inputs, published }: ChainDay,
  outdated: Iterable<number> = [],
): Promise<ReadonlySet<number>> {
  if (!published) return noStores;
  // a group's day depends on all its stores, whoever asks
  const facts = await findLogFacts(wholeCompany(scope.companyId), db, published.id);
  for (const storeId of outdated) facts.delete(storeId);
  return new Set(
    inputs.stores.flatMap((one) =>
      facts.get(one.store.id) === storeFacts(one) ? [one.store.id] : [],
    ),
  );
}

/**
 * The version that a day keeps, a current draft whole and a published one as far as it can, and the
 * positions that have begun.
 */
export async function earlierOf(
  { scope, db, now }: PlanningCall,
  at: ChainDay,
  work: DayWork,
): Promise<EarlierDay> {
  if (work === "draft") return { begun: [], locked: await findLocks({ scope, db }, at) };
  const published = await playlistOf(scope, db, at, at.published);
  const begun = published ? begunOfGroup(published.positions, at.inputs, now) : [];
  if (work === "follow" && published)
    return { playlist: published, begun, locked: locksOf(published.positions) };
  const draft = at.isDraftCurrent ? await playlistOf(scope, db, at, at.draft) : undefined;
  if (!draft) return { begun, locked: await findLocks({ scope, db }, at) };
  return { playlist: draft, begun, locked: locksOf(draft.positions) };
}

/** Finds the songs that people locked in the day's draft, else in its published version. */
export async function findLocks(
  { scope, db }: Pick<PlanningCall, "scope" | "db">,
  at: ChainDay,
): Promise<LockedSong[]> {
  const currentHead = at.draft ?? at.published;
  if (!currentHead || !isEdited(currentHead.digest)) return [];
  return locksOf((await playlistOf(scope, db, at, currentHead))?.positions ?? []);
}

export async function playlistOf(
  scope: Scope,
  db: Db,
  at: ChainDay,
  head: PlaylistHead | undefined,
): Promise<GroupPlaylist | undefined> {
  const stored = head && (await findStoredPlaylist(scope, db, head.id));
  return stored && toPlaylist(stored, at);
}

/** A stored version of a day as the engine takes it, with the rule's version of now. */
export const toPlaylist = (
  { groupId, positions, summary }: StoredPlaylist,
  { day, inputs }: ChainDay,
): GroupPlaylist => ({
  date: day,
  unitId: groupId ?? 0,
  ruleVersion: inputs.ruleVersion,
  positions: unpackPositions(positions, summary),
  summary,
});

/** Gives the positions that have begun in all of the group's stores; none if it has no stores. */
export function begunOfGroup(
  positions: readonly PlaylistPosition[],
  inputs: DayInputs,
  now: Date,
): PlaylistPosition[] {
  const begunBy = begunSecondOf(inputs, now);
  return positions.filter(({ startSeconds }) => startSeconds <= begunBy);
}

/**
 * Gives the second of the day that all of the group's stores have reached; minus infinity if it
 * has no stores.
 */
export function begunSecondOf({ stores, day }: DayInputs, now: Date): number {
  if (stores.length === 0) return Number.NEGATIVE_INFINITY;
  return Math.min(...stores.map(({ store: { timeZone } }) => latestWallSecond(day, timeZone, now)));
}

/**
 * Reads the positions of each store's current log that have begun, by store, as one array for
 * stores that play the same. Reads nothing of a day that has not begun anywhere.
 */
export async function begunLogs(
  scope: Scope,
  db: Db,
  { stores, day }: DayInputs,
  now: Date,
): Promise<Map<number, LogPosition[]>> {
  const begun = stores
    .filter(({ store: { timeZone } }) => latestWallSecond(day, timeZone, now) >= 0)
    .map(({ store }) => store.id);
  if (begun.length === 0) return new Map();
  const all = wholeCompany(scope.companyId); // a group's day depends on all its stores
  const logs = await findCurrentLogs(all, db, begun, [day]);
  const playlists = new Map<number, { positions: PlaylistPosition[]; summary: StoredSummary }>();
  for (const id of new Set(logs.map(({ playlistId }) => playlistId))) {
    const stored = await findStoredPlaylist(all, db, id);
    if (stored)
      playlists.set(id, {
        positions: unpackPositions(stored.positions, stored.summary),
        summary: stored.summary,
      });
  }
  const shared = new Map<readonly StoredPosition[], LogPosition[]>();
  const begunOf = (playlistId: number, positions: readonly StoredPosition[]) => {
    const playlist = playlists.get(playlistId);
    const past = positions.filter(({ startsAt = 0 }) => startsAt <= now.getTime());
    return playlist ? unpackLog(past, playlist.positions, playlist.summary) : [];
  };
  return new Map(
    logs.map(({ storeId, playlistId, positions }) => {
      const past = shared.get(positions) ?? begunOf(playlistId, positions);
      shared.set(positions, past);
      return [storeId, past];
    }),
  );
}
