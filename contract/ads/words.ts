import type { Figures } from "../base/figures.ts";
import type { SpotKind } from "../schedule/positions.ts";

/** The kinds of spot (docs/domain.md section 3). */
export const spotKinds = ["AD", "JINGLE", "TOH"] as const satisfies readonly SpotKind[];
export const spotKindWords = {
  AD: "Ad",
  JINGLE: "Promo",
  TOH: "Top of the Hour",
} as const satisfies Record<SpotKind, string>;

/** The position of an ad in its break; ads of a campaign without one may have any. */
export const breakPositions = ["FIRST", "LAST"] as const;
export type BreakPosition = (typeof breakPositions)[number];
export const breakPositionWords = {
  FIRST: "First",
  LAST: "Last",
} as const satisfies Record<BreakPosition, string>;

/**
 * Priorities of campaigns, the lowest first: a booking may take plays of lower ones whose contract
 * allows it. House ads are the company's own: they cost nothing and always make way.
 */
export const campaignPriorities = ["HOUSE", "STANDARD", "PREMIUM"] as const;
export type CampaignPriority = (typeof campaignPriorities)[number];
export const campaignPriorityWords = {
  HOUSE: "House ad",
  STANDARD: "Standard",
  PREMIUM: "Premium",
} as const satisfies Record<CampaignPriority, string>;
export const prioritiesBelow = (priority: CampaignPriority): CampaignPriority[] =>
  campaignPriorities.slice(0, campaignPriorities.indexOf(priority));

/** States of a spot on a day of its company; it plays while active. */
export const spotStates = ["active", "upcoming", "ended", "withdrawn"] as const;
export type SpotState = (typeof spotStates)[number];
export const spotStateWords: Record<SpotState, string> = {
  active: "Active",
  upcoming: "Starts later",
  ended: "Ended",
  withdrawn: "Withdrawn",
};

/** The states of a campaign (docs/domain.md section 3). */
export const campaignStates = [
  "DRAFT",
  "HELD",
  "BOOKED",
  "LIVE",
  "PAUSED",
  "FINISHED",
  "CANCELLED",
  "EXPIRED",
] as const;
export type CampaignState = (typeof campaignStates)[number];
export const campaignStateWords = {
  DRAFT: "Draft",
  HELD: "Held",
  BOOKED: "Booked",
  LIVE: "Live",
  PAUSED: "Paused",
  FINISHED: "Finished",
  CANCELLED: "Cancelled",
  EXPIRED: "Expired",
} as const satisfies Record<CampaignState, string>;

/** Lists the states that may follow each. The trigger campaign_state_moves has the same table. */
export const campaignMoves: Record<CampaignState, readonly CampaignState[]> = {
  DRAFT: ["HELD", "BOOKED", "CANCELLED"],
  HELD: ["BOOKED", "EXPIRED", "CANCELLED"],
  BOOKED: ["LIVE", "PAUSED", "CANCELLED", "FINISHED"],
  LIVE: ["PAUSED", "FINISHED", "CANCELLED"],
  PAUSED: ["BOOKED", "LIVE", "FINISHED", "CANCELLED"],
  FINISHED: [],
  CANCELLED: [],
  EXPIRED: [],
};

/** Changes that a person makes to a campaign's state, and the states that allow them. */
export const campaignActs = ["book", "pause", "resume", "cancel", "approve", "decline"] as const;
export type CampaignAct = (typeof campaignActs)[number];
export const actsIn: Record<CampaignState, readonly CampaignAct[]> = {
  DRAFT: ["cancel"],
  HELD: ["book", "cancel", "approve", "decline"],
  BOOKED: ["pause", "cancel"],
  LIVE: ["pause", "cancel"],
  PAUSED: ["resume", "cancel"],
  FINISHED: [],
  CANCELLED: [],
  EXPIRED: [],
};

/** States in which a campaign has plays in the ledger that may still change. */
export const bookedStates = [
  "HELD",
  "BOOKED",
  "LIVE",
  "PAUSED",
] as const satisfies readonly CampaignState[];

/** States of a campaign that has plays to deliver, or had. */
export const deliveredStates = [
  "BOOKED",
  "LIVE",
  "PAUSED",
  "FINISHED",
  "CANCELLED",
] as const satisfies readonly CampaignState[];

/** Outcomes of a booked play (docs/decisions/ad-delivery.md). */
export const playOutcomes = [
  "PLAYED",
  "NOT_VERIFIED",
  "NOT_RECEIVED",
  "NOT_IN_LOG",
  "STORE_CLOSED",
  "STORE_INACTIVE",
  "NOT_KEPT",
  "DUE",
] as const;
export type PlayOutcome = (typeof playOutcomes)[number];
export const playOutcomeWords = {
  PLAYED: "Played",
  NOT_VERIFIED: "Played, not verified",
  NOT_RECEIVED: "Not reported by the player",
  NOT_IN_LOG: "Not in the store's log",
  STORE_CLOSED: "Store closed",
  STORE_INACTIVE: "Store inactive",
  NOT_KEPT: "Record no longer kept",
  DUE: "Due",
} as const satisfies Record<PlayOutcome, string>;

/**
 * Filters of an as-run log; MISSED covers each outcome of a play that is over and did not count.
 */
export const asRunOutcomes = ["MISSED", ...playOutcomes] as const;
export type AsRunOutcome = (typeof asRunOutcomes)[number];
export const isOutcome = (outcome: PlayOutcome, filter: AsRunOutcome): boolean =>
  filter === "MISSED" ? !["PLAYED", "NOT_KEPT", "DUE"].includes(outcome) : outcome === filter;

/** Why an hour of a store has no room for the plays that a campaign wants. */
export const fullReasons = ["FULL", "SMALL", "CLOSED", "BEGUN"] as const;

/**
 * Reasons why a published day lacks a booked play. MOVED: it is in another hour, or a minute or
 * more off its exact time.
 */
export const refusalReasons = ["CLOSED", "NO_SPOT", "TIME_TAKEN", "SKIPPED_HOUR", "MOVED"] as const;
export type RefusalReason = (typeof refusalReasons)[number];
export const refusalWords = {
  CLOSED: "The store is closed",
  NO_SPOT: "No spot of the campaign may play",
  TIME_TAKEN: "Its time is taken",
  SKIPPED_HOUR: "The clocks skip this hour",
  MOVED: "Plays at another time",
} as const satisfies Record<RefusalReason, string>;

/** States in which missed plays may be made up. */
export const makeGoodStates = [
  "BOOKED",
  "LIVE",
  "FINISHED",
] as const satisfies readonly CampaignState[];

/** The most of each that one campaign has. */
export const campaignLimits = {
  spots: 20,
  weight: 100,
  units: 100,
  stores: 5000,
  matching: 10_000,
  days: 400,
  playsAnHour: 60,
  exactTimes: 96,
  blackoutDates: 100,
  blackoutStores: 500,
  /** Campaigns whose plays one booking takes. */
  preempted: 50,
} as const;

/**
 * A live campaign is behind below this pacing, once this part of its flight is over: before that, a
 * single missed play weighs too much.
 */
export const behindLimits = { pacing: 0.9, elapsed: 0.1 } as const;
export const isBehind = ({
  pacing,
  elapsed,
}: {
  pacing: number | null;
  elapsed: number | null;
}): boolean =>
  pacing !== null &&
  pacing < behindLimits.pacing &&
  elapsed !== null &&
  elapsed >= behindLimits.elapsed &&
  elapsed < 1;

/**
 * Limits of proofs of play: days for which a link opens, a campaign's open links at a time, and
 * stores listed on the page and in the PDF; the CSV has all.
 */
export const proofLimits = {
  days: { least: 1, most: 400, usual: 30 },
  links: 20,
  stores: 500,
} as const;
/** Contacts of a brand, and people to whom one form emails links. */
export const mostBrandContacts = 10;
export const proofLinkStates = ["active", "expired", "withdrawn"] as const;
export type ProofLinkState = (typeof proofLinkStates)[number];
export const proofLinkStateWords = {
  active: "Active",
  expired: "Expired",
  withdrawn: "Withdrawn",
} as const satisfies Record<ProofLinkState, string>;

/** Writes an amount of an hour's inventory: "600 s of ads", "1 promo". */
export function inventoryWords(kind: "AD" | "JINGLE" | "TOH", amount: number): string {
  if (kind === "AD") return `${amount} s of ads`;
  const one = kind === "JINGLE" ? "promo" : "top-of-the-hour spot";
  return `${amount} ${amount === 1 ? one : `${one}s`}`;
}

/**
 * Limits of each location's settings, and the values where nothing is set; seconds and positions
 * are per hour.
 */
export const adSettingLimits = {
  adSecondsPerHour: { least: 0, most: 3600, usual: 600 },
  promoPositions: { least: 0, most: 60, usual: 6 },
  tohPositions: { least: 0, most: 10, usual: 1 },
  longestBreakSeconds: { least: 10, most: 900, usual: 120 },
  leastBreakDistanceSeconds: { least: 0, most: 3600, usual: 300 },
} as const;
/** Limits of the settings of the company alone. */
export const adCompanyLimits = {
  daysOnSale: { least: 1, most: 400, usual: 35 },
  holdHours: { least: 1, most: 336, usual: 48 },
  /** For which a quote is valid that no hold ends earlier. */
  quoteDays: { least: 1, most: 90, usual: 14 },
  /** Minutes of music that spots leave of each hour. */
  leastMusicMinutes: { least: 0, most: 60, usual: 40 },
  /** Minutes from a break with an ad to one with a rival's, or with the same brand's. */
  rivalMinutes: { least: 0, most: 60, usual: 0 },
  brandMinutes: { least: 0, most: 60, usual: 0 },
} as const;
/** Measures of a goal that a campaign plans its plays for. */
export const goalMeasures = ["TOTAL", "STORE_DAY", "SHARE"] as const;
export type GoalMeasure = (typeof goalMeasures)[number];
export const goalMeasureWords = {
  TOTAL: "Plays in all",
  STORE_DAY: "Plays per store and day",
  SHARE: "Share of voice, percent",
} as const satisfies Record<GoalMeasure, string>;

/**
 * TOTAL: plays of all stores in the flight. STORE_DAY: plays of each store on each date. SHARE:
 * percent of the plays that each store can sell in the campaign's hours.
 */
export type Goal = { target: number; measure: GoalMeasure };

export const goalLimits = {
  TOTAL: 100_000_000,
  STORE_DAY: 1440,
  SHARE: 100,
} as const satisfies Record<GoalMeasure, number>;

/** The measures of a discount for volume: plays, or their price by the rate card. */
export const discountMeasures = ["PLAYS", "AMOUNT"] as const;
export type DiscountMeasure = (typeof discountMeasures)[number];
export const discountMeasureWords = {
  PLAYS: "Plays",
  AMOUNT: "Amount in rupees",
} as const satisfies Record<DiscountMeasure, string>;
/** The most discounts of a kind, percent off, and plays or rupees that one begins at. */
export const discountLimits = { lines: 5, percent: 100, from: 1_000_000_000 } as const;
export const hoursOfWeek = 168;
/** The hours of a day by number, the first from 00:00. */
export const hoursOfDay: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** An hour of the week as one number: 0 is Sunday from 00:00, 167 Saturday from 23:00. */
export const hourOfWeek = (weekday: number, hour: number): number => weekday * 24 + hour;

/** True if an hour of a weekday (0 is Sunday) counts as prime. */
export const isPrime = (
  { primeHours }: { primeHours: readonly number[] },
  weekday: number,
  hour: number,
): boolean => primeHours.includes(hourOfWeek(weekday, hour));

/** The most rows of footfall in one call, and the most visitors in an hour. */
export const footfallLimits = { rows: 5_000, visitors: 100_000 } as const;

/** A campaign's estimated impressions, and the number of store hours that they come from. */
export type EstimatedImpressions = {
  /** Null if footfall is known for none of the hours. */
  estimated: number | null;
  /** Hours in which a store played it, counted per store, and those of them with footfall. */
  hours: number;
  hoursWithFootfall: number;
};

/** Describes estimated impressions and how they are estimated; null if there is no estimate. */
export function impressionWords(
  { estimated, hours, hoursWithFootfall }: EstimatedImpressions,
  { figure, counted }: Pick<Figures, "figure" | "counted">,
): { figure: string; basis: string } | null {
  if (estimated === null) return null;
  return {
    figure: `${figure(estimated)} impressions (estimated)`,
    basis: `Estimated from footfall: the visitors in each hour in which a store played the campaign, counted once per hour. ${figure(hoursWithFootfall)} of ${counted(hours, "hour")} with plays ${hoursWithFootfall === 1 ? "has" : "have"} footfall; the others count as zero.`,
  };
}
