import type { DeviceHeaders, PlayOut, PlayOutReceipt } from "#contract/player/endpoints";
import { playOutDaysAhead, playOutDaysBack } from "#contract/player/limits";
import type { Scope } from "../../access/scope.ts";
import type { Tx } from "../../db/client.ts";
import { keepPlans } from "../../db/kept-plans.ts";
import type { ScopedCall } from "../../http/context.ts";
import { findTurns } from "./devices.queries.ts";
import { deviceOf } from "./devices.service.ts";
import {
  findInactiveSpans,
  findKnownEvents,
  findPositions,
  findStoredPool,
  findSubstitutesBeside,
  findVerifiedInstants,
  insertPlays,
  lockStoreState,
  moveLastPlayed,
  type NewPlay,
  type PlayerStore,
} from "./player.queries.ts";
import { findPlayer, type PlayersCaller } from "./player.service.ts";
import { type Item, isAtOnce, judgePlay, type Position, positionsByItem, type Sound } from "./verification.ts";

/**
 * Takes a batch of play-outs (docs/domain.md section 4): each event id of a store is received once, whatever the order, repeats and
 * lateness, also when it comes again with another time, and is verified or kept with the reason why not. Those that cannot be (too old, too
 * far ahead, nothing of the store's own logs) are refused by index. Log, daily totals and the store's last play change together or not at all.
 */
export async function recordPlayOuts(
  call: Pick<ScopedCall, "scope" | "database" | "db" | "now"> & { caller: PlayersCaller },
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
    await Promise.all([keepPlans(tx, true), lockStoreState(scope, tx, store.id)]);
    const told = batch.map((play, index): ToldPlay => {
      const at = Date.parse(play.startedAt) + clockOffset;
      return { index, play, at, tooFar: refusalOfTime(at, now) };
    });
    const timely = told.filter(({ tooFar }) => tooFar === undefined);
    const earliest = new Date(Math.min(...timely.map(({ at }) => at), now.getTime()));
    const eventIds = batch.map(({ eventId }) => eventId);
    const [knownEvents, { positions, matchOf }, turns, inactive] = await Promise.all([
      findKnownEvents(scope, tx, store.id, eventIds),
      findItems(call, tx, store.id, timely),
      findTurns(scope, tx, store.id, earliest),
      findInactiveSpans(scope, tx, { storeId: store.id, userId: call.caller.id }, earliest),
    ]);
    const playingDeviceAt = (at: number) => turns.find(({ since }) => since.getTime() <= at)?.deviceId ?? null;
    const accepted: FoundPlay[] = [];
    for (const one of told) {
      const { eventId } = one.play;
      const refuse = (reason: string) => receipt.refused.push({ index: one.index, eventId, reason });
      const match = matchOf(one.play);
      if (knownEvents.has(eventId)) receipt.duplicates++;
      else if (one.tooFar) refuse(one.tooFar);
      else if (!match) refuse("This item is not in any log of this store.");
      else {
        knownEvents.add(eventId); // not of one that was refused: the same event may follow, put right
        accepted.push({ ...one, ...match });
      }
    }
    if (accepted.length === 0) return receipt;
    // The first play of a position is the one that began first, and so of substitutes at one time.
    const judged = accepted
      .sort((a, b) => a.at - b.at)
      .map((one) => ({
        ...one,
        ...judgePlay(asJudged(one), device, { inactive, playingDevice: playingDeviceAt(one.at) }, positions, now),
      }));
    const plays = await markRepeats({ scope, tx, store }, judged);
    const newPlays = plays.map(asNewPlay);
    [receipt.accepted] = await Promise.all([
      insertPlays(scope, tx, store, { plays: newPlays, device, now }),
      moveLastPlayed(scope, tx, store.id, lastInstant(newPlays, now)),
    ]);
    if (receipt.accepted !== plays.length) throw new Error("a play-out was written beside its store's lock");
    for (const { index, play, reason } of plays)
      if (reason === null) receipt.verified++;
      else receipt.unverified.push({ index, eventId: play.eventId, reason });
    receipt.unverified.sort((a, b) => a.index - b.index);
    return receipt;
  });
}

/** `at` is when the play began by the platform's clock, in epoch milliseconds; `tooFar` says why that cannot be taken. */
type ToldPlay = { index: number; play: PlayOut; at: number; tooFar: string | undefined };
type FoundPlay = ToldPlay & { item: Item; named: Position | undefined };
type JudgedPlay = FoundPlay & ReturnType<typeof judgePlay>;

/** The positions that the plays name or may be of, and what gives a play's item; undefined for one of nothing in the store's logs. */
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
  const matchOf = ({ itemId, mediaId, insteadOf }: PlayOut) => {
    const named = byId.get(itemId ?? insteadOf ?? "");
    const item = mediaId === undefined ? named : pool.get(mediaId);
    return item && (named || insteadOf === undefined) ? { item, named } : undefined;
  };
  return { positions: positionsByItem(positions), matchOf };
}

/**
 * Marks as DUPLICATE, in the order given, each play like which the store has one that counts: a verified one of its position, or a
 * substitute that sounded at the same time.
 */
async function markRepeats({ scope, tx, store }: { scope: Scope; tx: Tx; store: PlayerStore }, plays: JudgedPlay[]): Promise<JudgedPlay[]> {
  const isSubstitute = ({ reason }: JudgedPlay) => reason === "SUBSTITUTE";
  const instants = plays.flatMap(({ dueAt }) => dueAt ?? []);
  const [verified, substitutes] = await Promise.all([
    findVerifiedInstants(scope, tx, store, instants),
    findSubstitutesBeside(scope, tx, store, plays.filter(isSubstitute).map(soundOf)),
  ]);
  return plays.map((play) => {
    const { dueAt } = play;
    const isRepeat = dueAt === null ? isSubstitute(play) && substitutes.some((one) => isAtOnce(one, soundOf(play))) : verified.has(dueAt);
    if (isRepeat) return { ...play, reason: "DUPLICATE", campaignId: null };
    if (dueAt !== null) verified.add(dueAt);
    else if (isSubstitute(play)) substitutes.push(soundOf(play));
    return play;
  });
}

const soundOf = ({ at, play }: ToldPlay): Sound => ({ at, seconds: play.seconds });

const asJudged = ({ at, play, item, named }: FoundPlay) => {
  const { seconds, skipped = false, mediaId } = play;
  return { at, seconds, skipped, item, named, isSubstitute: mediaId !== undefined };
};

/** An item id is the log's id and the position in it, as player/schedule gives it: nothing else is looked up. */
function positionRefOf(itemId: string | undefined): { logId: number; position: number } | undefined {
  const parts = /^([1-9]\d{0,14})-(0|[1-9]\d{0,4})$/.exec(itemId ?? "");
  return parts ? { logId: Number(parts[1]), position: Number(parts[2]) } : undefined;
}

function asNewPlay({ play, at, item, named, reason, dueAt, campaignId }: JudgedPlay): NewPlay {
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
    campaignId,
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
