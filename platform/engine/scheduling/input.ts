import type { ArcPoint } from "#contract/schedule/day-arc";
import type {
  GroupPlaylist,
  PlaylistPosition,
  RuleSource,
  SpotKind,
} from "#contract/schedule/positions";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import type { FixedPointChoice, ShareMeasure } from "#contract/schedule/separation-words";
import type { SlotTimes } from "#contract/schedule/slot-times";

/**
 * A stretch of wall-clock time in seconds since local midnight of the date; `to` may exceed 86,400.
 */
export type Interval = { from: number; to: number };

export type SchedulingSong = {
  id: number;
  title: string;
  /** The raw credit ("A feat. B & C"); the engine splits it. */
  artist: string;
  album: string | null;
  durationSeconds: number;
  language: number | null;
  mood: number | null;
  genre: number | null;
  era: number | null;
  tempo: number | null;
  vocal: number | null;
  energy: number | null;
  /** Play windows: it may start only while all of them are open; at any time without them. */
  windows?: readonly SlotTimes[];
  /** First and last licensed day, YYYY-MM-DD; null is open. */
  licensedFrom: string | null;
  licensedTo: string | null;
  /** Territories of the licence; null is everywhere. */
  territories: readonly string[] | null;
  active: boolean;
  blocked: boolean;
};

export type MixEntry = { categoryId: number; name: string; percent: number };

/**
 * A time slot of the master rule. Weekdays are ISO (1 Monday to 7 Sunday); an empty list is the
 * default for days without their own.
 */
export type SchedulingSlot = Interval & {
  id: number;
  name: string;
  weekdays: readonly number[];
  source: RuleSource;
  /** Percentages make 100. */
  mix: readonly MixEntry[];
  /** The measure of the percentages; plays by default. */
  shareBy?: ShareMeasure;
  /**
   * The first matters most: breakable rules are applied in order, unbreakable ones given up from
   * the last.
   */
  rules: readonly SeparationRule[];
  /** The energy and mood that songs follow over the day; none where it is left out. */
  arc?: readonly ArcPoint[];
  /** The number of longest-rested songs that each position chooses from. */
  searchDepth: number;
  /** The category to use if a category of the mix has no song that may play. */
  fallback: { categoryId: number; name: string } | null;
  /**
   * The requirement to give up if no song that keeps the unbreakable rules ends within
   * `longestPauseSeconds` of a fixed point.
   */
  beforeFixedPoint: FixedPointChoice;
  longestPauseSeconds: number;
  /** Seconds that a top of the hour may wait for the end of a song; 0 is exact. */
  topWaitSeconds: number;
  languages: readonly number[] | null;
  moods: readonly number[] | null;
};

/**
 * `weights` are in the order of the ids: how many times as often as a song of weight 1 each is
 * wanted. Without them all are 1.
 */
export type SchedulingCategory = {
  id: number;
  name: string;
  songIds: ArrayLike<number>;
  weights?: ArrayLike<number>;
};

/**
 * Takes over from the slots in its interval: its own songs in their order, after which the slot's
 * mix goes on unless they are looped, or one category by the slot's rules.
 */
export type SchedulingEvent = Interval & { id: number; name: string; source: RuleSource } & (
    | { songIds: readonly number[]; loops: boolean }
    | { category: { id: number; name: string } }
  );

/**
 * `at` is wall-clock seconds relative to local midnight of the date: negative for the days before,
 * 86,400 and more for the days after.
 */
export type ScheduledPlay = { songId: number; at: number };

/**
 * One play of a spot at a time of the day. A booking repeats from hour to hour, so the booking and
 * `at` together identify the play.
 */
export type FixedSpot = {
  bookingId: number;
  spotId: number;
  kind: SpotKind;
  name: string;
  at: number;
  durationSeconds: number;
};

export type LockedSong = { songId: number; at: number; categoryId: number | null };

export type GroupDayInput = {
  /** YYYY-MM-DD. */
  date: string;
  unitId: number;
  ruleVersion: number;
  /** Opening hours; for a group the union of its stores'. Overlaps are merged. */
  opening: readonly Interval[];
  territory: string | null;
  songs: readonly SchedulingSong[];
  categories: readonly SchedulingCategory[];
  /**
   * In order of precedence: the first whose weekdays and hours hold applies; those with weekdays go
   * before those without.
   */
  slots: readonly SchedulingSlot[];
  events: readonly SchedulingEvent[];
  /** The category to use if the slot's own fallback has no song either. */
  fallbackCategoryId: number | null;
  /** From the stored logs before this date, including yesterday's; never from actual plays. */
  history: readonly ScheduledPlay[];
  /** Plays in logs already stored for days after this one. */
  later: readonly ScheduledPlay[];
  locked: readonly LockedSong[];
  spots: readonly FixedSpot[];
  /**
   * An earlier version of the group's day: what of it may still play is kept, the rest is planned
   * again.
   */
  playlist?: GroupPlaylist | undefined;
  /**
   * The first positions of the day, which have begun already: they stay unchanged, and the rest
   * follows the last of them.
   */
  begun?: readonly (PlaylistPosition & { startsAt?: number })[] | undefined;
};

export type StoreLogInput = GroupDayInput & {
  /** IANA name of the store's zone. */
  timeZone: string;
  /** The group's day, which the store's log follows. */
  playlist: GroupPlaylist;
  /** Its neighbours play the group's order, which it plays in another one. */
  isStaggered?: boolean;
};
