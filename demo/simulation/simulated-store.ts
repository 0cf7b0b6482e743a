import type { PlayOut, PlayOutReceipt } from "#contract/player/endpoints";
import type { StoreBeat } from "../../platform/modules/telemetry/index.ts";
import type { Shop } from "../behaviour.ts";
import { type Play, type Player, playUntil, switchedOn } from "../player/playing.ts";
import type { Account, NamedFault } from "./account.ts";
import {
  type ActualPlay,
  type DueItem,
  dueWithin,
  lengthFault,
  type PublishedItems,
  positionOf,
} from "./due-item.ts";
import { type Faults, isWithin, type Span } from "./faults.ts";
import { heartbeatsOf } from "./heartbeats.ts";
import { PlayReports } from "./play-reports.ts";
import { openingClock, type WallClock } from "./wall-clock.ts";

export type SimulatedShop = Pick<Shop, "id" | "hours" | "exceptions" | "volume"> & {
  threshold: number;
};

/**
 * Older items (ms) are not reported: a device that was offline for days went on with its stored
 * ones.
 */
const longestAway = 8 * 24 * 60 * 60_000;

/**
 * A store with its player and its faults. Writes what really happens to the account; the platform
 * learns only what is reported.
 */
export class SimulatedStore {
  readonly id: number;
  readonly #isOpenAt: (at: number) => boolean;
  readonly #reports: PlayReports;
  readonly #itemsById = new Map<string, DueItem>();
  readonly #media = new Map<string, Pick<DueItem, "kind" | "id" | "seconds">>();
  /** Positions of this step that are not settled, by their instant. */
  readonly #pending = new Map<number, DueItem>();
  #player: Player = switchedOn(0);
  /** The times in which it last played a stand-in because its log had ended. */
  #ranOut: Span[] = [];
  /** The logs that the device has held, the latest first. */
  #holdings: { from: number; items: readonly DueItem[] }[] = [];
  #published: PublishedItems | undefined;
  /** The items published before those. */
  #before: PublishedItems | undefined;

  constructor(
    private readonly parts: {
      shop: SimulatedShop;
      wall: WallClock;
      faults: Faults;
      account: Account;
      seed: string;
    },
  ) {
    const { shop, wall } = parts;
    this.id = shop.id;
    this.#isOpenAt = openingClock(shop, wall);
    this.#reports = new PlayReports(shop.id, parts);
  }

  /**
   * Runs the store from an instant to another, both on a minute, with what is published then.
   * Gives its heartbeats.
   */
  live(next: PublishedItems, to: number): StoreBeat[] {
    this.#before = this.#published;
    this.#published = next;
    for (const item of next.items) {
      this.#itemsById.set(item.itemId, item);
      if (item.mediaId !== null) this.#media.set(item.mediaId, item);
      if (item.startsAt >= next.from && item.startsAt < to) this.#pending.set(item.startsAt, item);
    }
    for (const [itemId, { startsAt }] of this.#itemsById)
      if (startsAt < next.from - longestAway) this.#itemsById.delete(itemId);
    if (this.#player.now === 0) this.#player = switchedOn(next.from);
    const sounds: Span[] = [];
    for (const { from, to: until } of segmentsOf(this.parts.faults, next.from, to))
      this.#liveSegment(next, from, until, sounds);
    const { sound } = this.#player;
    if (sound) sounds.push({ from: sound.from, to });
    this.#settleUnplayed(to);
    this.#holdings = this.#holdings.slice(0, 2);
    return heartbeatsOf(
      { ...this.parts, isOpenAt: this.#isOpenAt },
      { from: next.from, to, isActive: next.isActive, sounds },
    );
  }

  /** Reports its plays; in the end (`all`) nothing is held back. */
  tell(
    now: number,
    report: (batch: PlayOut[], clock: string) => Promise<PlayOutReceipt>,
    all = false,
  ): Promise<void> {
    return this.#reports.send(now, report, all);
  }

  #liveSegment(next: PublishedItems, from: number, to: number, sounds: Span[]) {
    const { faults } = this.parts;
    const isOff = isWithin(faults.off, from);
    if (!isOff && !isWithin(faults.offline, from))
      this.#holdings.unshift({ from, items: next.isActive ? next.items : [] });
    if (isOff || isWithin(faults.silent, from)) {
      // loses what sounded: a device that is switched off reports nothing of it
      this.#player = { ...switchedOn(to), lastStarts: this.#player.lastStarts };
      return;
    }
    const passed = playUntil({ ...this.#player, items: this.#holdings[0]?.items ?? [] }, to, {
      secondsOf: (mediaId) =>
        faults.lacks(mediaId) ? undefined : this.#media.get(mediaId)?.seconds,
      skipAfter: ({ itemId }) => faults.skips(itemId),
    });
    this.#player = passed.player;
    for (const play of passed.plays) {
      sounds.push({ from: play.from, to: play.from + play.seconds * 1000 });
      this.#happen(play);
    }
  }

  /** Records a play, and the result for the position that it was for. */
  #happen(play: Play) {
    if (play.reason === "NO_LOG")
      this.#ranOut = [{ from: play.from, to: play.from + play.seconds * 1000 }];
    const wrong = this.parts.faults.wrongClock.find(
      ({ from, to }) => from <= play.from && play.from < to,
    );
    const isBefore = this.#published && play.from < this.#published.from;
    const inForce = this.#before && isBefore ? this.#before : this.#published;
    const logItem = this.#itemsById.get(play.itemId ?? play.insteadOf ?? "");
    const at = play.from + (wrong?.ahead ?? 0);
    const item = play.mediaId === undefined ? logItem : this.#media.get(play.mediaId);
    if (!inForce || !item) throw new Error(`store ${this.id} played what is in none of its logs`);
    const due = logItem && positionOf(logItem, play.from, inForce);
    const isDue = due && Math.abs(at - due.startsAt) <= dueWithin;
    const happened = {
      ...play,
      at,
      item,
      due: isDue && play.itemId ? due : undefined,
      isActive: inForce.isActive,
    };
    if (play.seconds >= 1) this.#reports.add(happened);
    if (due) this.#settle(due, wrong ? "WRONG_CLOCK" : this.#faultOf(happened, due));
  }

  #faultOf(play: ActualPlay, due: DueItem): NamedFault | null {
    if (play.insteadOf) return play.reason === "SKIPPED" ? "SKIPPED" : "MISSING_FILE";
    if (lengthFault(play) === null && play.isActive) return null;
    if (!play.isActive) return "STORE_INACTIVE";
    return play.skipped ? "SKIPPED" : (this.#causeOf(due) ?? "UNEXPLAINED");
  }

  #settle(due: DueItem, fault: NamedFault | null) {
    if (!this.#pending.delete(due.startsAt)) return;
    const { kind, campaignId, startsAt } = due;
    const { account, wall } = this.parts;
    account.recordDuePosition({
      storeId: this.id,
      day: wall(startsAt).day,
      kind,
      campaignId,
      fault,
    });
  }

  /** Settles positions that have not played by now, except the one that still plays. */
  #settleUnplayed(to: number) {
    const { sound } = this.#player;
    const sounding = sound && this.#itemsById.get(sound.itemId ?? sound.insteadOf ?? "");
    for (const due of this.#pending.values())
      if (due.endsAt <= to && due.startsAt !== sounding?.startsAt)
        this.#settle(due, this.#causeOf(due) ?? "UNEXPLAINED");
  }

  #causeOf(due: DueItem): NamedFault | undefined {
    const { faults } = this.parts;
    const overlaps = (spans: readonly Span[]) =>
      spans.some(({ from, to }) => from < due.endsAt && to > due.startsAt);
    if (overlaps(faults.off)) return "SWITCHED_OFF";
    if (overlaps(faults.silent)) return "SILENT";
    if (!this.#published?.isActive) return "STORE_INACTIVE";
    if (due.mediaId === null || faults.lacks(due.mediaId)) return "MISSING_FILE";
    const [holding, earlier] = this.#holdings.filter(({ from }) => from <= due.startsAt);
    const held = holding?.items ?? [];
    if (!held.some(({ logId }) => logId === due.logId))
      return held.some(({ day }) => day === due.day) ? "OTHER_VERSION" : "NO_LOG";
    const { sound } = this.#player;
    const standIn = sound?.reason === "NO_LOG" ? [{ from: sound.from, to: sound.until }] : [];
    if (overlaps([...this.#ranOut, ...standIn])) return "NO_LOG";
    const takenUp = holding?.from ?? 0;
    const sounded = earlier?.items.find(
      ({ startsAt, endsAt }) => startsAt <= takenUp && takenUp < endsAt,
    );
    return sounded && sounded.logId !== due.logId && sounded.endsAt > due.startsAt
      ? "OTHER_VERSION"
      : undefined;
  }
}

/**
 * Cut where a fault begins or ends, so that in each part the store stays in the state of its first
 * instant.
 */
function segmentsOf({ off, silent, offline }: Faults, from: number, to: number): Span[] {
  const cuts = [off, silent, offline].flat().flatMap((span) => [span.from, span.to]);
  const ends = [...new Set([from, ...cuts.filter((at) => at > from && at < to), to])].sort(
    (a, b) => a - b,
  );
  return ends.slice(1).map((end, n) => ({ from: ends[n] ?? from, to: end }));
}
