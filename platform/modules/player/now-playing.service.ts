import { addDays, dateIn } from "#contract/base/dates";
import type { NowPlaying, StoreNowPlaying } from "#contract/player/now-playing";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/types.ts";
import { findCurrentLogs, type StoredPosition } from "../schedule/index.ts";
import { findPlayerStates, type PlayerReport, type StoreRef } from "./now-playing.queries.ts";
import { findMediaNames } from "./player.service.ts";

/** Milliseconds without a heartbeat after which a player is offline, as in storeFacts. */
const heardForMs = 5 * 60_000;

/**
 * Finds what stores play by their last heartbeats alone, which may name no item; gives a function
 * of the store. Call only with stores that were found within the scope.
 */
export async function listNowPlaying(
  scope: Scope,
  db: Db,
  stores: readonly StoreRef[],
  now: Date,
): Promise<(store: StoreRef) => NowPlaying> {
  const states = stores.length > 0 ? await findPlayerStates(scope, db, stores) : [];
  return ({ companyId, storeId }) =>
    describeState(
      states.find((state) => state.companyId === companyId && state.storeId === storeId),
      now,
    );
}

/**
 * Shows what a store that was found within the scope plays, and what comes next. Where the last
 * heartbeat names no item, or one that is over by now, the published log has it.
 */
export async function showNowPlaying(
  scope: Scope,
  db: Db,
  { storeId, timeZone, now }: { storeId: number; timeZone: string; now: Date },
): Promise<StoreNowPlaying> {
  const store = { companyId: scope.companyId, storeId };
  const nowPlaying = (await listNowPlaying(scope, db, [store], now))(store);
  if (nowPlaying.state === "unheard") return { ...nowPlaying, isFromLog: false, next: null };
  const today = dateIn(timeZone, now);
  // a store that is open past midnight still plays the day before
  const logs = await findCurrentLogs(scope, db, [storeId], [addDays(today, -1), today]);
  const positions = logs
    .flatMap((log) => log.positions)
    .sort((one, other) => startOf(one) - startOf(other));
  const at = now.getTime();
  const next = positions.find(({ startsAt = 0 }) => startsAt > at);
  const isFromLog = nowPlaying.state === "playing" && nowPlaying.item === null;
  const due = isFromLog
    ? positions.find((position) => startOf(position) <= at && at < endOf(position))
    : undefined;
  const nameOf = await findMediaNames(
    scope,
    db,
    [due, next].flatMap((position) => position ?? []),
  );
  const describe = (position: StoredPosition) => {
    const { title, artist, cover, mediaId } = nameOf(position);
    const audio = mediaId === null ? null : mediaOf(position);
    const startsAt = new Date(startOf(position)).toISOString();
    return { kind: position.kind, title, artist, cover, audio, startsAt };
  };
  return {
    ...nowPlaying,
    item: due
      ? {
          ...describe(due),
          endsAt: new Date(endOf(due)).toISOString(),
        }
      : nowPlaying.item,
    isFromLog: due !== undefined,
    next: next ? describe(next) : null,
  };
}

const mediaOf = ({ songId, spotId = 0 }: StoredPosition) =>
  songId === undefined
    ? { kind: "spot" as const, id: spotId }
    : { kind: "song" as const, id: songId };
const startOf = ({ startsAt = 0 }: StoredPosition) => startsAt;
const endOf = (position: StoredPosition) => startOf(position) + position.durationSeconds * 1000;

function describeState(state: PlayerReport | undefined, now: Date): NowPlaying {
  const asOf = state?.lastSeenAt?.toISOString() ?? null;
  const nothing = { asOf, pause: null, item: null };
  if (!state?.lastSeenAt || now.getTime() - state.lastSeenAt.getTime() > heardForMs)
    return { ...nothing, state: "unheard" };
  const { playing, pauseReason: reason, pausedUntil } = state;
  if (playing) return { ...nothing, state: "playing", item: describeSound(state, now) };
  if (reason && pausedUntil && pausedUntil > now)
    return { ...nothing, state: "paused", pause: { reason, until: pausedUntil.toISOString() } };
  return { ...nothing, state: "silent" };
}

/** Describes the item that the heartbeat named; null if it named none or that is over by now. */
function describeSound(
  { song, cover, spot, brand, soundSince }: PlayerReport,
  now: Date,
): NowPlaying["item"] {
  const sound = song
    ? { ...song, kind: "MUSIC" as const, cover }
    : spot && { ...spot, artist: brand, cover: null };
  if (!sound || !soundSince) return null;
  const { durationSeconds, id, hasAudio, ...item } = sound;
  const endsAt = new Date(soundSince.getTime() + durationSeconds * 1000);
  if (endsAt <= now) return null;
  return {
    ...item,
    audio: hasAudio ? { kind: song ? "song" : "spot", id } : null,
    startsAt: soundSince.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}
