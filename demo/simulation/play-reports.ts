import { randomUUID } from "node:crypto";
import type { PlayOut, PlayOutReceipt } from "#contract/player/endpoints";
import { playOutsABatch } from "#contract/player/limits";
import type { UnverifiedReason } from "#contract/player/words";
import { type Random, seededRandom } from "../random.ts";
import type { Account } from "./account.ts";
import { type ActualPlay, lengthFault } from "./due-item.ts";
import { type Faults, isWithin } from "./faults.ts";
import type { WallClock } from "./wall-clock.ts";

type Report = (batch: PlayOut[], clock: string) => Promise<PlayOutReceipt>;
type UnreportedPlay = ActualPlay & { eventId: string };
type Verdicts = Map<string, UnverifiedReason | null>;

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** A store's plays on their way to the platform, and the verdict that each should get. */
export class PlayReports {
  readonly #random: Random;
  #untold: UnreportedPlay[] = [];
  /** Instants of positions with a reported, valid play. */
  readonly #verified = new Set<number>();
  #substitutes: { at: number; seconds: number }[] = [];

  constructor(
    private readonly storeId: number,
    private readonly parts: { wall: WallClock; faults: Faults; account: Account; seed: string },
  ) {
    this.#random = seededRandom(`tells ${parts.seed} ${storeId}`);
  }

  add(play: ActualPlay) {
    this.#untold.push({ ...play, eventId: randomUUID() });
  }

  /**
   * Reports the plays, if the store reaches the platform: in batches as they come, some of them
   * twice, in a wrong order, or held back until the next time. In the end (`all`) nothing is held
   * back.
   */
  async send(now: number, report: Report, all = false): Promise<void> {
    const { faults, account } = this.parts;
    const random = this.#random;
    const reaches = all || !(isWithin(faults.off, now - 1) || isWithin(faults.offline, now - 1));
    if (!reaches || this.#untold.length === 0) return;
    let batch = random.chance(0.2) ? random.shuffle(this.#untold) : this.#untold;
    const heldBack = !all && random.chance(0.1) ? batch.slice(batch.length >> 1) : [];
    batch = batch.slice(0, batch.length - heldBack.length);
    this.#untold = heldBack;
    const clock = new Date(now + faults.clockAhead).toISOString();
    for (let first = 0; first < batch.length; first += playOutsABatch) {
      const part = batch.slice(first, first + playOutsABatch);
      const expected = this.#accountFor(part, now);
      const plays = part.map((play) => toPlayOut(play, faults.clockAhead));
      this.#compareReceipt(await report(plays, clock), part, expected);
      if (random.chance(0.1)) {
        const again = await report(random.chance(0.5) ? random.shuffle(plays) : plays, clock);
        if (again.duplicates !== plays.length)
          account.disputes.push(
            `${this.storeId}: ${plays.length - again.duplicates} counted twice`,
          );
      }
    }
  }

  /**
   * Writes a batch to the account, and gives the expected verdict on each play, by event ID. Within a batch the earliest
   * play comes first.
   */
  #accountFor(batch: UnreportedPlay[], now: number): Verdicts {
    const { wall, account } = this.parts;
    const expected: Verdicts = new Map();
    for (const play of [...batch].sort((a, b) => a.at - b.at)) {
      const reason = this.#reasonOf(play, now);
      expected.set(play.eventId, reason);
      const { due, item, seconds, at } = play;
      account.recordPlay({
        storeId: this.storeId,
        day: wall(at).day,
        kind: due?.kind ?? item.kind,
        itemId: item.id,
        startedAt: at,
        seconds,
        reason,
        reportedAt: now,
        campaignId: due?.campaignId ?? null,
        dueDay: due ? wall(due.startsAt).day : null,
      });
    }
    return expected;
  }

  #reasonOf(play: ActualPlay, now: number): UnverifiedReason | null {
    const { at, seconds, mediaId, due, isActive } = play;
    if (!isActive) return "STORE_INACTIVE";
    if (at + seconds * 1000 > now + minuteMs) return "FUTURE";
    if (mediaId === undefined && !due) return "NOT_DUE";
    const length = lengthFault(play);
    if (length) return length;
    if (due) {
      if (this.#verified.has(due.startsAt)) return "DUPLICATE";
      this.#verified.add(due.startsAt);
      return null;
    }
    const overlaps = (one: { at: number; seconds: number }) =>
      Math.min(at + seconds * 1000, one.at + one.seconds * 1000) - Math.max(at, one.at) >
      Math.min(5_000, seconds * 500, one.seconds * 500);
    if (this.#substitutes.some(overlaps)) return "DUPLICATE";
    this.#substitutes = [
      ...this.#substitutes.filter((one) => one.at > at - 10 * dayMs),
      { at, seconds },
    ];
    return "SUBSTITUTE";
  }

  #compareReceipt(receipt: PlayOutReceipt, batch: UnreportedPlay[], expected: Verdicts) {
    const receiptReasons = new Map<string, string>(
      receipt.unverified.map(({ eventId, reason }) => [eventId, reason]),
    );
    for (const { eventId, reason } of receipt.refused) receiptReasons.set(eventId, reason);
    for (const play of batch) {
      const is = expected.get(play.eventId) ?? null;
      const receiptReason = receiptReasons.get(play.eventId) ?? null;
      if (is !== receiptReason)
        this.parts.account.disputes.push(
          `store ${this.storeId}, ${new Date(play.at).toISOString()}, ${play.seconds} s of ${play.itemId ?? play.mediaId} (${play.item.kind} ${play.item.id}), begun ${new Date(play.from).toISOString()}: ${is}, received as ${receiptReason}`,
        );
    }
  }
}

function toPlayOut(
  {
    eventId,
    at,
    seconds,
    itemId,
    mediaId,
    insteadOf,
    reason,
    skipped,
  }: ActualPlay & { eventId: string },
  ahead: number,
): PlayOut {
  return {
    eventId,
    startedAt: new Date(at + ahead).toISOString(),
    seconds,
    ...(itemId !== undefined && { itemId }),
    ...(mediaId !== undefined && { mediaId, insteadOf, reason }),
    ...(skipped && { skipped }),
  };
}
