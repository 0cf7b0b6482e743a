import type { DeviceHeaders, PlayOut, PlayOutReceipt } from "#contract/player/endpoints";
import { playOutDaysAhead, playOutDaysBack } from "#contract/player/limits";
import { type Scope, wholeCompany } from "../../access/scope.ts";
import { batchWrites } from "../../db/batch-writes.ts";
import type { Database } from "../../db/database.ts";
import { setGenericPlans } from "../../db/generic-plans.ts";
import type { ScopedCall } from "../../http/context.ts";
import { findTurns } from "./devices.queries.ts";
import { deviceOf } from "./devices.service.ts";
import {
  findItems,
  positionRefOf,
  type ReportedPlay,
  type ScopedTx,
} from "./play-out-items.service.ts";
import { type PlayersCaller, playersStoreId } from "./player.service.ts";
import { lockStoreStates, moveLastPlayed } from "./store-states.queries.ts";
import {
  eventKey,
  findInactiveSpans,
  findKnownEvents,
  findSubstitutesBeside,
  findVerifiedInstants,
  instantKey,
  type Span,
  type StoreSound,
} from "./verification.queries.ts";
import { isAtOnce, judgePlay } from "./verification.ts";
import { insertPlays, type NewPlay } from "./write-plays.queries.ts";

/** A store's batch as reported; `at` of a play is its start by the platform's clock. */
type ReportedBatch = {
  scope: Scope;
  database: Database;
  storeId: number;
  userId: number;
  device: string | undefined;
  now: Date;
  plays: ReportedPlay[];
};
/**
 * A play of a batch that is to be written, with its place there and the receipt that reports it.
 */
type PlayToWrite = { index: number; play: NewPlay; receipt: PlayOutReceipt };

/**
 * Takes players' play-outs; batches of a company's stores that come at once are written together.
 */
export function playOutsService() {
  const take = batchWrites(recordBatches, {
    group: ({ scope }) => scope.companyId,
    key: ({ storeId }) => storeId,
    size: ({ plays }) => plays.length,
    largest: playsAtOnce,
    runsAtOnce,
  });
  return {
    /**
     * Accepts a batch of play-outs (docs/domain.md section 4): each event id of a store is received
     * once, in any order, with repeats and delays, also if it comes again with another time,
     * and is verified or stored with the reason why not. Those that cannot be (too old, too far
     * ahead, nothing of the store's own logs) are refused by index. Log, daily totals and the
     * store's last play change together or not at all.
     */
    async recordPlayOuts(
      call: Pick<ScopedCall, "scope" | "database" | "db" | "now"> & { caller: PlayersCaller },
      batch: PlayOut[],
      headers: DeviceHeaders = {},
    ): Promise<PlayOutReceipt> {
      const { scope, database, now, caller } = call;
      const storeId = playersStoreId(caller);
      if (caller.openedBy) {
        const reason = `${caller.openedBy.username} opened this player. Plays there are not recorded, because the store did not hear them.`;
        return {
          ...nothingTaken(),
          refused: batch.map(({ eventId }, index) => ({ index, eventId, reason })),
        };
      }
      const deviceClock = headers["device-clock"];
      const clockOffset = deviceClock === undefined ? 0 : now.getTime() - Date.parse(deviceClock);
      const plays = batch.map((play, index): ReportedPlay => {
        const at = Date.parse(play.startedAt) + clockOffset;
        return {
          storeId,
          index,
          play,
          ref: positionRefOf(play.itemId ?? play.insteadOf),
          at,
          tooFar: refusalOfTime(at, now),
        };
      });
      return take({
        scope,
        database,
        storeId,
        userId: caller.id,
        device: deviceOf(call, headers),
        now,
        plays,
      });
    },
  };
}

/** Limits one transaction: more would keep other requests waiting for the thread. */
const playsAtOnce = 2_000;
/** Leaves two of the players' connections free for their other calls. */
const runsAtOnce = 2;

/** Batches of different stores of a company, all or none. */
async function recordBatches(batches: ReportedBatch[]): Promise<PlayOutReceipt[]> {
  const [first] = batches as [ReportedBatch];
  const scope = wholeCompany(first.scope.companyId); // each batch is for the caller's own store
  return first.database.transaction(async (tx) => {
    setGenericPlans(tx, true);
    lockStoreStates(
      scope,
      tx,
      batches.map(({ storeId }) => storeId),
    );
    const facts = await findFacts({ scope, tx }, batches, first.now);
    const receipts = batches.map(nothingTaken);
    const playsToWrite = batches.flatMap((batch, place) =>
      judgeBatch(batch, receipts[place] ?? nothingTaken(), facts),
    );
    if (playsToWrite.length > 0)
      await write({ scope, tx }, await markRepeats({ scope, tx }, playsToWrite));
    return receipts;
  });
}

type Facts = Awaited<ReturnType<typeof findFacts>>;

/** Finds all that batches are judged by. */
async function findFacts({ scope, tx }: ScopedTx, batches: ReportedBatch[], now: Date) {
  const storeIds = batches.map(({ storeId }) => storeId);
  const userIds = batches.map(({ userId }) => userId);
  const reportedPlays = batches.flatMap(({ plays }) => plays);
  const events = reportedPlays.map(({ storeId, play }) => ({ storeId, eventId: play.eventId }));
  const timely = reportedPlays.filter(({ tooFar }) => tooFar === undefined);
  const earliest = new Date(
    Math.min(...timely.map(({ at }) => at), ...batches.map((batch) => batch.now.getTime())),
  );
  const [knownEvents, itemsOf, turns, inactive] = await Promise.all([
    findKnownEvents(scope, tx, events, duplicateWindow(now)),
    findItems({ scope, tx }, timely),
    findTurns(scope, tx, storeIds, earliest),
    findInactiveSpans(scope, tx, { storeIds, userIds }, earliest),
  ]);
  return { knownEvents, itemsOf, turns, inactive };
}

/** Judges a store's plays, and writes into the receipt those that are not taken. */
function judgeBatch(
  { storeId, userId, device, now, plays }: ReportedBatch,
  receipt: PlayOutReceipt,
  { knownEvents, itemsOf, turns, inactive }: Facts,
): PlayToWrite[] {
  const { matchOf, positionsLike } = itemsOf(storeId);
  const ownTurns = turns.filter((turn) => turn.storeId === storeId);
  const playingDeviceAt = (at: number) =>
    ownTurns.find(({ since }) => since.getTime() <= at)?.deviceId ?? null;
  const whenInactive = inactive.filter(
    (span) => (span.storeId ?? storeId) === storeId && (span.userId ?? userId) === userId,
  );
  const accepted: PlayToWrite[] = [];
  for (const reportedPlay of plays) {
    const { index, play, at, tooFar } = reportedPlay;
    const { eventId, seconds } = play;
    const refuse = (reason: string) => receipt.refused.push({ index, eventId, reason });
    const event = eventKey({ storeId, eventId });
    const match = matchOf(reportedPlay);
    if (knownEvents.has(event)) receipt.duplicates++;
    else if (tooFar) refuse(tooFar);
    else if (!match) refuse("This item is not in any log of this store.");
    else {
      // a refused event is not remembered: it may come again, corrected
      knownEvents.add(event);
      const { item, namedPosition } = match;
      const playToJudge = {
        at,
        seconds,
        skipped: play.skipped ?? false,
        item,
        namedPosition,
        isSubstitute: play.mediaId !== undefined,
      };
      const facts = { inactive: whenInactive, playingDevice: playingDeviceAt(at) };
      const { reason, dueAt, campaignId } = judgePlay(playToJudge, {
        device,
        store: facts,
        positionsLike,
        now,
      });
      accepted.push({
        index,
        receipt,
        // without a spread, which for each play of a batch takes as long as judging it
        play: {
          storeId,
          eventId,
          at,
          kind: item.kind,
          songId: item.songId,
          spotId: item.spotId,
          logId: namedPosition?.logId ?? null,
          position: namedPosition?.position ?? null,
          seconds,
          reason,
          dueAt,
          campaignId,
          substituteReason: play.reason ?? null,
          device: device ?? null,
          receivedAt: now.getTime(),
        },
      });
    }
  }
  // by start: the first play of a position counts, and the first of substitutes that overlap
  return accepted.sort((a, b) => a.play.at - b.play.at);
}

/**
 * An event is remembered for as long after its report as a play may be reported late: no player
 * keeps one for longer.
 */
const duplicateWindow = (now: Date): Span => ({
  from: now.getTime() - 2 * playOutDaysBack * 86_400_000,
  to: now.getTime() + (playOutDaysAhead + 1) * 86_400_000,
});

const nothingTaken = (): PlayOutReceipt => ({
  accepted: 0,
  duplicates: 0,
  verified: 0,
  unverified: [],
  refused: [],
});

/** Writes plays, moves their stores' last play and writes each one's outcome into its receipt. */
async function write({ scope, tx }: ScopedTx, playsToWrite: PlayToWrite[]): Promise<void> {
  const plays = playsToWrite.map(({ play }) => play);
  const ends = new Map<number, number>();
  for (const { storeId, at, seconds, receivedAt } of plays) {
    // a clock that is ahead does not reach into the future
    const end = Math.min(receivedAt, at + seconds * 1000);
    ends.set(storeId, Math.max(ends.get(storeId) ?? end, end));
  }
  await Promise.all([
    insertPlays(scope, tx, plays),
    moveLastPlayed(
      scope,
      tx,
      [...ends].map(([storeId, at]) => ({ storeId, at })),
    ),
  ]);
  for (const { index, play, receipt } of playsToWrite.sort((a, b) => a.index - b.index)) {
    receipt.accepted++;
    if (play.reason === null) receipt.verified++;
    else receipt.unverified.push({ index, eventId: play.eventId, reason: play.reason });
  }
}

/**
 * Marks a play as DUPLICATE if its store already has one like it that counts: a verified one of
 * its position, or a substitute that sounded at the same time. Goes in the given order.
 */
async function markRepeats(
  { scope, tx }: ScopedTx,
  playsToWrite: PlayToWrite[],
): Promise<PlayToWrite[]> {
  const due = playsToWrite.flatMap(({ play: { storeId, dueAt } }) =>
    dueAt === null ? [] : { storeId, dueAt },
  );
  const sounds = playsToWrite.flatMap(({ play }) => (isSubstitute(play) ? soundOf(play) : []));
  const [verified, substitutes] = await Promise.all([
    findVerifiedInstants(scope, tx, due),
    findSubstitutesBeside(scope, tx, sounds),
  ]);
  return playsToWrite.map((one) => {
    const { storeId, dueAt } = one.play;
    const sound = soundOf(one.play);
    const isRepeat =
      dueAt === null
        ? isSubstitute(one.play) &&
          substitutes.some((other) => other.storeId === storeId && isAtOnce(other, sound))
        : verified.has(instantKey(storeId, dueAt));
    if (isRepeat) return { ...one, play: { ...one.play, reason: "DUPLICATE", campaignId: null } };
    if (dueAt !== null) verified.add(instantKey(storeId, dueAt));
    else if (isSubstitute(one.play)) substitutes.push(sound);
    return one;
  });
}

const isSubstitute = ({ reason }: NewPlay) => reason === "SUBSTITUTE";
const soundOf = ({ storeId, at, seconds }: NewPlay): StoreSound => ({ storeId, at, seconds });

function refusalOfTime(at: number, now: Date): string | undefined {
  if (!(at >= now.getTime() - playOutDaysBack * 86_400_000))
    return `This play is more than ${playOutDaysBack} days old.`;
  if (at > now.getTime() + playOutDaysAhead * 86_400_000)
    return `This play is more than ${playOutDaysAhead} days in the future.`;
  return undefined;
}
