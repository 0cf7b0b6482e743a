/**
 * A scheduled day: the group playlist and the store log, position by position, each with the
 * reason for its place. Pure types, so that the browser may import them. Facts
 * only; the web chooses the words. Source of the rules: docs/decisions/scheduling-engine.md.
 */
import type { Mood } from "./day-arc.ts";
import type { RowRule, RuleName, ShareMeasure } from "./separation-words.ts";
import type { SlotTimes } from "./slot-times.ts";

export type SpotKind = "TOH" | "AD" | "JINGLE";
export type PositionKind = "MUSIC" | SpotKind;

/**
 * The unit a rule, slot or playlist was taken from: a group's own, or inherited from a unit above
 * it.
 */
export type RuleSource = {
  level: "STORE" | "GROUP" | "ZONE" | "REGION" | "COMPANY";
  unitId: number;
  name: string;
};

/**
 * How far the search for a song had to go: CATEGORY the called category at the given depth; WIDENED
 * deeper into it; RELAXED with unbreakable rules given up; FALLBACK from the fallback category;
 * LEAST_RECENT from the whole library; EVENT from an event playlist's own list; PLANNED as in the
 * group playlist; LOCKED put there by a person.
 */
export type PickStage =
  | "CATEGORY"
  | "WIDENED"
  | "RELAXED"
  | "FALLBACK"
  | "LEAST_RECENT"
  | "EVENT"
  | "PLANNED"
  | "LOCKED";

/**
 * Seconds since (or until) the nearest play, null when there is none, against the seconds the rule
 * asks, null without such a rule.
 */
export type Separation = { seconds: number | null; askedSeconds: number | null };

/**
 * The fixed point that the music before it was fitted to; EVENT is where an event playlist takes
 * over or gives back.
 */
export type FixedPoint = "TOH" | "AD" | "LOCKED" | "EVENT" | "CLOSE";

/** The difference between a position of the store log and the group playlist it was made from. */
export type PositionDifference =
  | { kind: "SHIFTED"; plannedSeconds: number }
  | {
      kind: "REPLACED";
      plannedSongId: number;
      plannedSeconds: number;
      because: RuleName | "NOT_ALLOWED" | "PLAY_WINDOW";
    }
  | {
      kind: "INSERTED";
      because: "FIT" | "REPEATED_HOUR" | "EVENT" | "NOTHING_PLANNED" | "OWN_ROTATION";
    }
  | { kind: "SPOT_INSERTED" };

/** An item of the group playlist that the store log lacks. */
export type OmittedItem =
  | {
      kind: "SONG";
      songId: number;
      plannedSeconds: number;
      because: "CLOSED" | "SKIPPED_HOUR" | "NO_ROOM";
    }
  | {
      kind: "SPOT";
      bookingId: number;
      spotId: number;
      plannedSeconds: number;
      because: "NOT_BOOKED_HERE";
    };

export type MusicTrace = {
  slot: { id: number; name: string; source: RuleSource } | null;
  event: { id: number; name: string; source: RuleSource } | null;
  /**
   * The category the mix called here; null inside an event playlist's own list and where no slot
   * applies.
   */
  category: { id: number; name: string; percent: number } | null;
  stage: PickStage;
  /**
   * The number of longest-rested songs that were looked at, and of those left after the rules
   * were applied.
   */
  searched: number;
  candidates: number;
  /**
   * Songs of the category that may play here at all: active, licensed, not blocked, of the slot's
   * languages and moods, and within their play windows.
   */
  pool: number;
  rest: Separation;
  artist: (Separation & { name: string }) | null;
  title: Separation;
  /** Null where no rule asks for it, and for a song whose album is not known. */
  album: (Separation & { name: string }) | null;
  sameHourYesterday: boolean;
  /**
   * Each if a rule asks for it. Days to the nearest on which it plays in this hour, null if
   * there is none within the limit; whether it plays in this hour a week away; which of its plays
   * of the day this is; and dayparts that call for it, with those it has played in since this one.
   */
  sameHour?: { days: number | null; limit: number } | undefined;
  sameHourLastWeek?: boolean | undefined;
  playsToday?: { place: number; limit: number } | undefined;
  dayparts?: { between: number; others: number } | undefined;
  /** The energy that the rule's arc asks for here, and the song's, null where it is not known. */
  arc?: { asked: number; energy: number | null } | undefined;
  /** The mood that it asks for here, and whether the song has it, null where its mood is not known. */
  moodArc?: { asked: Mood; isMet: boolean | null } | undefined;
  /** The play windows that the song has. */
  windows?: SlotTimes[] | undefined;
  /**
   * Steps from the song before; null where one of the two is not known. Limits null without such a
   * rule.
   */
  tempo: { step: number | null; limit: number | null };
  energy: { step: number | null; limit: number | null };
  /**
   * For each rule on songs in a row: the song's place among those alike, and the limit. Songs
   * whose attribute is unknown are left out.
   */
  rows: { rule: RowRule; place: number; limit: number }[];
  /** The drawn song's part of all weights in the draw, 0 to 1; null where nothing was drawn. */
  chance: number | null;
  /**
   * Breakable rules this song breaks, and unbreakable ones given up because the pool was empty with
   * them.
   */
  broken: RuleName[];
  relaxed: RuleName[];
  /**
   * Set on the songs chosen so that they end at a fixed point; residualSeconds is the pause left
   * before it, below 0 what it waits for the end of the last song; `keepsRules` where that pause is
   * left so that no unbreakable rule is broken. `forLength`: songs of the category were left that
   * keep the rules which this one breaks, but none of the length that was needed.
   */
  fit: {
    before: FixedPoint;
    residualSeconds: number;
    forLength?: boolean | undefined;
    keepsRules?: boolean | undefined;
  } | null;
  difference: PositionDifference | null;
};

export type SpotTrace = {
  /**
   * TOP_OF_HOUR: exact, or waiting for a song's end (SONG_END) as long as its rule allows. BOOKED:
   * at its time. BUMPED: an ad moved from its time. FLOATED: a promo at the next song's end.
   */
  why: "TOP_OF_HOUR" | "BOOKED" | "BUMPED" | "FLOATED";
  bookedSeconds: number;
  /** Seconds later (positive) or earlier (negative) than booked. */
  movedSeconds: number;
  because: "TIME_TAKEN" | "ONE_BREAK" | "NO_SONG_FITS" | "SKIPPED_HOUR" | "SONG_END" | null;
  difference: PositionDifference | null;
};

type PositionBase = {
  index: number;
  /**
   * Wall clock: seconds since local midnight of the date; above 86,400 for a store open past
   * midnight.
   */
  startSeconds: number;
  durationSeconds: number;
  locked: boolean;
};
export type MusicPosition = PositionBase & {
  kind: "MUSIC";
  songId: number;
  categoryId: number | null;
  slotId: number | null;
  trace: MusicTrace;
};
export type SpotPosition = PositionBase & {
  kind: SpotKind;
  /** The booking that this plays for; 0 in days that were stored before bookings had ids. */
  bookingId: number;
  spotId: number;
  name: string;
  slotId: number | null;
  trace: SpotTrace;
};
export type PlaylistPosition = MusicPosition | SpotPosition;
/**
 * In the store log each position has its instant too (epoch milliseconds), exact on days when
 * clocks change.
 */
export type LogPosition = PlaylistPosition & { startsAt: number };

export type CategoryShare = {
  categoryId: number;
  name: string;
  /**
   * Songs the mix owes this category over the day (a fraction), and songs it called for it. They
   * differ by less than one song in a slot.
   */
  expected: number;
  called: number;
  /** Songs that really came out of it: fewer where the fallback had to help. */
  played: number;
  /**
   * The share in percent that the rule asks for, its measure, and how long (s) its songs last;
   * absent in days made before 29 November 2026. The share is a mean if time slots differ.
   */
  asked?: { percent: number; by: ShareMeasure } | undefined;
  seconds?: number | undefined;
};

export type DaySummary = {
  songs: number;
  musicSeconds: number;
  spotSeconds: number;
  shares: CategoryShare[];
  /** Positions that break or relax a rule or needed more than their category. */
  violations: {
    index: number;
    broken: RuleName[];
    relaxed: RuleName[];
    stage: PickStage;
    /** True if rules were given up only for the length. */
    forLength?: boolean | undefined;
  }[];
  /** Pauses longer than the tolerance. Empty on a good day; never hidden on another. */
  gaps: {
    startSeconds: number;
    seconds: number;
    before: FixedPoint;
    /** The rule prefers a short pause here to breaking a rule. */
    chosen?: boolean | undefined;
  }[];
  /** All pauses within the tolerance, added up. */
  residualSeconds: number;
  /**
   * Seconds by which music runs into a TOH, a locked position or closing time. The engine never
   * cuts a song: always 0.
   */
  worstOverrunSeconds: number;
  /** The longest distance (s) of an ad from its booked time. */
  worstAdMoveSeconds: number;
  /**
   * Booked spots and locked songs that could not be placed at all: the id is the spot's or the
   * song's.
   */
  refused: {
    kind: SpotKind | "LOCK";
    id: number;
    /** For a spot; days stored before bookings had ids have none. */
    bookingId?: number | undefined;
    atSeconds: number;
    because: "CLOSED" | "TIME_TAKEN" | "SKIPPED_HOUR" | "UNKNOWN_SONG";
  }[];
};

export type GroupPlaylist = {
  date: string;
  unitId: number;
  ruleVersion: number;
  positions: PlaylistPosition[];
  summary: DaySummary;
};

export type StoreLog = {
  date: string;
  unitId: number;
  ruleVersion: number;
  timeZone: string;
  positions: LogPosition[];
  leftOut: OmittedItem[];
  summary: DaySummary;
};
