import { sum } from "#contract/base/sum";
import type {
  DaySummary,
  LogPosition,
  MusicTrace,
  PositionDifference,
} from "#contract/schedule/positions";
import { mayComeEarly, playAt, roomToWait, spotsBefore } from "./before-anchor";
import { type Choice, chooseNext } from "./choose";
import { elapsedOf } from "./day-clock";
import {
  type Anchor,
  type DayPlan,
  type FloatingSpot,
  type OpenStretch,
  refusalOf,
} from "./day-plan";
import { fitGap } from "./fit";
import { type Fit, TOLERANCE_SECONDS } from "./fit-target";
import { fitWindow } from "./fit-ways";
import { bookedPlay, type GroupPlan } from "./group-plan";
import { musicTrace } from "./music-trace";
import type { Desk } from "./pick";

export type BuiltDay = {
  positions: LogPosition[];
  gaps: DaySummary["gaps"];
  residualSeconds: number;
  refused: DaySummary["refused"];
};

/**
 * Goes through the open hours from one fixed point to the next and fills the gaps. Times are
 * elapsed seconds.
 */
export class DayBuilder {
  private readonly positions: LogPosition[] = [];
  private readonly gaps: DaySummary["gaps"] = [];
  private readonly refused: DaySummary["refused"];
  private residualSeconds = 0;
  private floating: FloatingSpot[] = [];

  constructor(
    private readonly desk: Desk,
    private readonly plan: GroupPlan | null,
    private readonly dayPlan: DayPlan,
  ) {
    this.refused = [...dayPlan.refused];
  }

  /**
   * `begun` are the day's first positions, which stay; new ones start at `resumeAt` (elapsed
   * seconds).
   */
  build(begun: readonly LogPosition[], resumeAt: number): BuiltDay {
    for (const position of begun) this.keep(position);
    if (begun.length > 0) this.plan?.resumeAt(this.desk.clock.wallAt(resumeAt), begun);
    for (const stretch of this.dayPlan.stretches) this.fillStretch(stretch);
    const { positions, gaps, residualSeconds, refused } = this;
    return { positions, gaps, residualSeconds, refused };
  }

  /**
   * A position that has begun: it counts for the rules and for its category's share as if it had
   * been chosen here.
   */
  private keep(position: LogPosition): void {
    const { times, index, clock, mix, programmes } = this.desk;
    this.positions.push({ ...position, index: this.positions.length });
    if (position.kind !== "MUSIC") return;
    const rank = index.rankOf(position.songId);
    const at = elapsedOf(position, clock);
    const programme = programmes.at(at);
    if (position.categoryId !== null) mix.take(programme.mix, position.categoryId);
    if (rank === undefined) return; // withdrawn since then
    times.advanceTo(at);
    times.record(rank, at);
    if (position.categoryId !== null)
      programmes.rotation(programme, position.categoryId).settle(times);
  }

  private fillStretch({ from, anchors, floating }: OpenStretch): void {
    const { clock } = this.desk;
    this.floating = [...floating];
    let now = from;
    for (const [place, anchor] of anchors.entries()) {
      this.plan?.heedLimit(
        playAt(anchor),
        clock.wallAt(anchor.at - 1) + 1,
        clock.wallAt(anchor.at),
      );
      const reached = this.fillUpTo(
        anchor,
        now,
        anchor.kind === "TOH" ? roomToWait(anchors, place) : 0,
      );
      now = reached.now;
      if (anchor.kind === "AD" && reached.adWaits) {
        this.floating.push({ ...anchor, why: "BUMPED", because: "NO_SONG_FITS" });
        this.floating.sort((a, b) => a.at - b.at);
        continue;
      }
      const early = anchor.kind === "AD" && reached.adIsEarly;
      if (!early && now < anchor.at) this.notePause(now, anchor, reached.keepsRules);
      this.plan?.passLimit();
      // a top of the hour that waits for the end of a song moves the ads of its break along
      now = this.placeAnchor(anchor, early ? now : Math.max(now, anchor.at));
    }
    for (const { spot } of this.floating) this.refused.push(refusalOf(spot, "TIME_TAKEN"));
  }

  /** Music, and the floating spots between songs, from `now` to a fixed point. */
  private fillUpTo(
    anchor: Anchor,
    from: number,
    room: number,
  ): { now: number; adWaits: boolean; adIsEarly: boolean; keepsRules: boolean } {
    const { desk, plan } = this;
    const window = fitWindow(desk);
    let adIsEarly = false;
    let keepsRules = false;
    let now = from;
    while (now < anchor.at) {
      now = this.placeFloating(now, anchor, now);
      desk.times.advanceTo(now);
      const reserved = sum(spotsBefore(anchor, now, this.floating).map(({ seconds }) => seconds));
      const gap = anchor.at - now - reserved;
      if (gap <= 0) break;
      if (gap <= window) {
        if (
          anchor.kind === "AD" &&
          plan?.letsWait(bookedPlay(anchor.spot.bookingId, anchor.spot.at))
        )
          return { now, adWaits: true, adIsEarly, keepsRules };
        const fit = fitGap(desk, plan, {
          at: now,
          gap,
          reserved,
          endsAt: playAt(anchor),
          next: anchor.kind === "LOCKED" ? anchor.rank : null,
          isAd: anchor.kind === "AD",
          mayWait: Math.min(room, desk.programmes.at(now).topWaitSeconds),
        });
        if (anchor.kind === "AD" && fit.residualSeconds > TOLERANCE_SECONDS) {
          adIsEarly = mayComeEarly(anchor, fit, desk.clock);
          if (!adIsEarly && !fit.keepsRules) return { now, adWaits: true, adIsEarly, keepsRules };
        }
        keepsRules = fit.keepsRules;
        now = this.placeFit(fit, anchor, now);
        // with very few songs, the best fit may leave room for one more
        if (fit.choices.length > 0 && fit.residualSeconds >= desk.index.shortDuration) continue;
        break;
      }
      const choice = chooseNext(desk, plan, now, gap - desk.index.shortDuration);
      if (!choice) break;
      now = this.placeSong(choice, now, null);
    }
    return {
      now: this.placeFloating(now, anchor, Number.POSITIVE_INFINITY),
      adWaits: false,
      adIsEarly,
      keepsRules,
    };
  }

  private placeFit(
    { choices, residualSeconds, keepsRules }: Fit,
    anchor: Anchor,
    from: number,
  ): number {
    let now = from;
    for (const choice of choices) {
      now = this.placeFloating(now, anchor, now);
      this.desk.times.advanceTo(now);
      now = this.placeSong(choice, now, {
        before: anchor.kind,
        residualSeconds,
        ...(keepsRules && { keepsRules }),
      });
    }
    return now;
  }

  private notePause(now: number, anchor: Anchor, chosen: boolean): void {
    const seconds = anchor.at - now;
    if (seconds <= TOLERANCE_SECONDS) this.residualSeconds += seconds;
    else
      this.gaps.push({
        startSeconds: this.desk.clock.wallAt(now),
        seconds,
        before: anchor.kind,
        ...(chosen && { chosen }),
      });
  }

  private placeAnchor(anchor: Anchor, at: number): number {
    if (anchor.kind === "CLOSE" || anchor.kind === "EVENT") return at;
    if (anchor.kind === "LOCKED") {
      this.plan?.settleLock(anchor.lock);
      this.desk.times.advanceTo(at);
      const programme = this.desk.programmes.at(at);
      const entry =
        programme.mix.find(({ categoryId }) => categoryId === anchor.lock.categoryId) ?? null;
      const none = {
        searched: 0,
        candidates: 1,
        pool: 0,
        chance: null,
        planned: null,
        difference: null,
      };
      return this.placeSong(
        { rank: anchor.rank, programme, entry, stage: "LOCKED", ...none },
        at,
        null,
      );
    }
    if (at === anchor.at) return this.placeSpot(anchor, at);
    if (anchor.kind === "TOH") return this.placeSpot({ ...anchor, because: "SONG_END" }, at);
    return this.placeSpot({ ...anchor, why: "BUMPED", because: "NO_SONG_FITS" }, at);
  }

  /** Places the floating spots that are due by `due`, as far as they fit before the fixed point. */
  private placeFloating(from: number, anchor: Anchor, due: number): number {
    let now = from;
    for (const spot of spotsBefore(anchor, from, this.floating)) {
      if (spot.at > due) continue;
      now = this.placeSpot(spot, now);
      this.floating.splice(this.floating.indexOf(spot), 1);
    }
    return now;
  }

  private placeSpot(
    { spot, seconds, booked, why, because }: FloatingSpot | (Anchor & { kind: "TOH" | "AD" }),
    at: number,
  ): number {
    const { clock } = this.desk;
    const wall = clock.wallAt(at);
    const difference: PositionDifference | null =
      this.plan && !this.plan.hasPlay(bookedPlay(spot.bookingId, spot.at))
        ? { kind: "SPOT_INSERTED" }
        : null;
    this.positions.push({
      index: this.positions.length,
      kind: spot.kind,
      bookingId: spot.bookingId,
      spotId: spot.spotId,
      name: spot.name,
      startSeconds: wall,
      startsAt: clock.instantAt(at),
      durationSeconds: seconds,
      locked: false,
      slotId: this.desk.programmes.at(at).slot?.id ?? null,
      // The booking is in wall-clock time; how far it moved is counted in seconds that passed.
      trace: { why, bookedSeconds: spot.at, movedSeconds: at - booked, because, difference },
    });
    return at + seconds;
  }

  private placeSong(choice: Choice, at: number, fit: MusicTrace["fit"]): number {
    const { times, index, clock, mix, programmes } = this.desk;
    const { rank, programme, entry } = choice;
    const wall = clock.wallAt(at);
    const seconds = index.duration[rank] as number;
    this.positions.push({
      index: this.positions.length,
      kind: "MUSIC",
      songId: index.songs[rank]?.id as number,
      startSeconds: wall,
      startsAt: clock.instantAt(at),
      durationSeconds: seconds,
      locked: choice.stage === "LOCKED",
      categoryId: entry?.categoryId ?? null,
      slotId: programme.slot?.id ?? null,
      trace: musicTrace(this.desk, choice, { at, wall, fit }),
    });
    times.record(rank, at);
    if (entry) {
      mix.take(programme.mix, entry.categoryId);
      programmes.rotation(programme, entry.categoryId).settle(times);
    }
    if (choice.planned) this.plan?.settle(choice.planned);
    return at + seconds;
  }
}
