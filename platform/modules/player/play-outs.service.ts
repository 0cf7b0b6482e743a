import type { DeviceHeaders, PlayOut, PlayOutReceipt } from "#contract/player/endpoints";
import { playOutDaysAhead, playOutDaysBack } from "#contract/player/limits";
import type { Tx } from "../../db/client.ts";
import type { ScopedCall } from "../../http/context.ts";
import { findTurns } from "./devices.queries.ts";
import { deviceOf } from "./devices.service.ts";
import {
  findKnownEvents,
  findPositions,
  findStoredPool,
  findVerifiedInstants,
  insertPlays,
  lockStoreState,
  moveLastPlayed,
  type NewPlay,
} from "./player.queries.ts";
import { findPlayer } from "./player.service.ts";
import { type Item, judgePlay, type Position } from "./verification.ts";

/**
 * Takes a batch of play-outs (docs/domain.md section 4): each event id of a store is received once, whatever the order, repeats and
 * lateness, also when it comes again with another time, and is verified or kept with the reason why not. Those that cannot be (too old, too
 * far ahead, nothing of the store's own logs) are refused by index. Log, daily totals and the store's last play change together or not at all.
 */
export async function recordPlayOuts(
  call: Pick<ScopedCall, "scope" | "caller" | "database" | "db" | "now">,
  batch: PlayOut[],
  headers: DeviceHeaders = {},
): Promise<PlayOutReceipt> {
  const { scope, database, now } = call;
  const device = deviceOf(call, headers);
  const deviceClock = headers["device-clock"];
  const { store, openedBy } = await findPlayer(call);
  const receipt: PlayOutReceipt = { accepted: 0, duplicates: 0, verified: 0, unverified: [], refused: [] };
  if (openedBy !== undefined) {
    const reason = `${openedBy} opened this player. Plays there are not recorded, because the store did not hear them.`;
    return { ...receipt, refused: batch.map(({ eventId }, index) => ({ index, eventId, reason })) };
  }
  const clockOffset = deviceClock === undefined ? 0 : now.getTime() - Date.parse(deviceClock);
  return database.transaction(async (tx) => {
    await lockStoreState(scope, tx, store.id);
    const knownEvents = await findKnownEvents(
      scope,
      tx,
      store.id,
      batch.map(({ eventId }) => eventId),
    );
    const refuse = (index: number, { eventId }: PlayOut, reason: string) => receipt.refused.push({ index, eventId, reason });
    const told: ToldPlay[] = [];
    for (const [index, play] of batch.entries()) {
      const at = Date.parse(play.startedAt) + clockOffset;
      const reason = refusalOfTime(at, now);
      if (knownEvents.has(play.eventId)) receipt.duplicates++;
      else if (reason) refuse(index, play, reason);
      else told.push({ index, play, at });
      if (!reason) knownEvents.add(play.eventId);
    }
    const found = await findItems(call, tx, store.id, told);
    const turns = await findTurns(scope, tx, store.id, new Date(Math.min(...told.map(({ at }) => at), now.getTime())));
    const playingDeviceAt = (at: number) => turns.find(({ since }) => since.getTime() <= at)?.deviceId ?? null;
    const plays: JudgedPlay[] = [];
    // The first play of a position is the one that began first.
    for (const { index, play, at } of [...told].sort((a, b) => a.at - b.at)) {
      const named = found.positionOf(play.itemId ?? play.insteadOf);
      const item = play.mediaId === undefined ? named : found.pool.get(play.mediaId);
      if (!item || (play.insteadOf !== undefined && !named)) {
        refuse(index, play, "This item is not in any log of this store.");
        continue;
      }
      const judged = { at, seconds: play.seconds, skipped: play.skipped ?? false, item, named, isSubstitute: play.mediaId !== undefined };
      plays.push({
        index,
        play,
        at,
        item,
        named,
        ...judgePlay(judged, device, { ...store, playingDevice: playingDeviceAt(at) }, found.positions, now),
      });
    }
    receipt.refused.sort((a, b) => a.index - b.index);
    if (plays.length === 0) return receipt;
    const verified = await findVerifiedInstants(
      scope,
      tx,
      store,
      plays.flatMap(({ dueAt }) => dueAt ?? []),
    );
    const newPlays = plays.map((play) => {
      const isRepeat = play.dueAt !== null && verified.has(play.dueAt);
      if (play.dueAt !== null) verified.add(play.dueAt);
      return asNewPlay(isRepeat ? { ...play, reason: "DUPLICATE" } : play);
    });
    receipt.accepted = await insertPlays(scope, tx, store, { plays: newPlays, device, now });
    if (receipt.accepted !== plays.length) throw new Error("a play-out was written beside its store's lock");
    for (const [place, { reason }] of newPlays.entries())
      if (reason === null) receipt.verified++;
      else receipt.unverified.push({ index: plays[place]?.index ?? 0, eventId: newPlays[place]?.eventId ?? "", reason });
    receipt.unverified.sort((a, b) => a.index - b.index);
    await moveLastPlayed(scope, tx, store.id, lastInstant(newPlays, now));
    return receipt;
  });
}

/** `at` is when the play began by the platform's clock, in epoch milliseconds. */
type ToldPlay = { index: number; play: PlayOut; at: number };
type JudgedPlay = ToldPlay & { item: Item; named: Position | undefined } & ReturnType<typeof judgePlay>;

/** The positions and media that the plays name. */
async function findItems({ scope }: Pick<ScopedCall, "scope">, tx: Tx, storeId: number, told: ToldPlay[]) {
  const refs = told.flatMap(({ play }) => positionRefOf(play.itemId ?? play.insteadOf) ?? []);
  const span = { from: Math.min(...told.map(({ at }) => at)), to: Math.max(...told.map(({ at }) => at)) };
  const positions = refs.length > 0 ? await findPositions(scope, tx, storeId, refs, span) : [];
  const byId = new Map(positions.map((position) => [`${position.logId}-${position.position}`, position]));
  const media = told.flatMap(({ play }) => play.mediaId ?? []);
  const idsOf = (kind: string) => media.filter((id) => id.startsWith(kind)).map((id) => Number(id.slice(kind.length)));
  const pool =
    media.length > 0
      ? await findStoredPool(scope, tx, storeId, { songIds: idsOf("song-"), spotIds: idsOf("spot-") }, span)
      : new Map<string, Item>();
  return { positions, pool, positionOf: (itemId: string | undefined) => (itemId === undefined ? undefined : byId.get(itemId)) };
}

/** An item id is the log's id and the position in it, as player/schedule gives it: nothing else is looked up. */
function positionRefOf(itemId: string | undefined): { logId: number; position: number } | undefined {
  const parts = /^([1-9]\d{0,14})-(0|[1-9]\d{0,4})$/.exec(itemId ?? "");
  return parts ? { logId: Number(parts[1]), position: Number(parts[2]) } : undefined;
}

function asNewPlay({ play, at, item, named, reason, dueAt }: JudgedPlay): NewPlay {
  return {
    eventId: play.eventId,
    startedAt: new Date(at).toISOString(),
    kind: item.kind,
    songId: item.songId,
    spotId: item.spotId,
    logId: named?.logId ?? null,
    position: named?.position ?? null,
    seconds: play.seconds,
    reason,
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    substituteReason: play.reason ?? null,
  };
}

function refusalOfTime(at: number, now: Date): string | undefined {
  if (!(at >= now.getTime() - playOutDaysBack * 86_400_000)) return `This play is more than ${playOutDaysBack} days old.`;
  if (at > now.getTime() + playOutDaysAhead * 86_400_000) return `This play is more than ${playOutDaysAhead} days in the future.`;
  return undefined;
}

/** When the last of the plays ended; a clock that is ahead does not reach into the future. */
const lastInstant = (plays: NewPlay[], now: Date) =>
  new Date(Math.min(now.getTime(), Math.max(...plays.map(({ startedAt, seconds }) => Date.parse(startedAt) + seconds * 1000))));
