import { z } from "zod";
import { printableLines } from "../base/clean-line.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { StoreFilters } from "../stores/endpoints.ts";
import {
  endsBeforeStart,
  exactTimes,
  flight,
  isInOrder,
  isShort,
  lastsTooLong,
  playsByHour,
} from "./campaign-times.ts";
import { isWeekly, weekdaysWithPlays } from "./plays.ts";
import {
  breakPositions,
  campaignLimits,
  campaignPriorities,
  goalLimits,
  goalMeasures,
  spotKinds,
} from "./words.ts";

const unitIds = (kind: "region" | "zone" | "group" | "store", most: number) =>
  z
    .array(idOf(kind))
    .max(most, `At most ${most} ${kind === "store" ? "stores" : "locations"} are allowed.`)
    .overwrite((ids) => [...new Set(ids)].sort((a, b) => a - b))
    .default([]);

export const CampaignGoal = z
  .strictObject({
    target: wholeNumber(1, goalLimits.TOTAL, "Enter a whole number above 0."),
    measure: z.enum(goalMeasures, "Choose what the goal counts."),
  })
  .refine(({ target, measure }) => target <= goalLimits[measure], {
    path: ["target"],
    message: `Enter at most ${goalLimits.STORE_DAY} plays per store and day, or ${goalLimits.SHARE} percent.`,
  });

const blackoutDates = z
  .array(field.isoDate)
  .max(
    campaignLimits.blackoutDates,
    `At most ${campaignLimits.blackoutDates} blackout dates are allowed.`,
  )
  .overwrite((dates) => [...new Set(dates)].sort());

const spots = z
  .array(
    z.strictObject({
      spotId: idOf("spot"),
      weight: wholeNumber(1, campaignLimits.weight).default(1),
    }),
  )
  .min(1, "Choose at least one spot.")
  .max(campaignLimits.spots, `At most ${campaignLimits.spots} spots are allowed.`)
  .refine(
    (list) => new Set(list.map(({ spotId }) => spotId)).size === list.length,
    "Each spot can be chosen only once.",
  );

/**
 * A campaign as a person writes it down. Either `plays` says how many plays each hour has, or
 * `exactTimes` says when each play begins; a top-of-the-hour campaign has at most one an hour.
 */
export const CampaignBody = z
  .strictObject({
    name: field.title,
    brandId: idOf("item", "Choose a brand.").optional(),
    kind: z.enum(spotKinds, "Choose what plays."),
    spots,
    ...flight,
    weekdays: field.weekdays,
    /** Dates of its flight on which it never plays, to make up for missed plays neither. */
    blackoutDates: blackoutDates.default([]),
    plays: playsByHour.optional(),
    exactTimes: exactTimes.optional(),
    /**
     * With a goal, `plays` says how many plays an hour has at most, and the platform plans those
     * that reach it.
     */
    goal: CampaignGoal.optional(),
    /** The position of its ads in their breaks, unless another campaign has that position. */
    breakPosition: z.enum(breakPositions).optional(),
    priority: z.enum(campaignPriorities, "Choose a priority.").default("STANDARD"),
    /**
     * True if its contract lets bookings of higher priority take its plays, which are made good. A
     * house ad makes way in any case.
     */
    mayBePreempted: z.boolean().default(false),
    /** True if stores that join its locations later play it too. */
    takesNewStores: z.boolean().default(false),
    /** Stores that never play it, whether they lie in its locations now or join them later. */
    blackoutStoreIds: unitIds("store", campaignLimits.blackoutStores),
    note: z
      .string()
      .trim()
      .max(1000, "At most 1,000 characters are allowed.")
      .regex(printableLines, messages.printable)
      .optional(),
    wholeCompany: z.boolean().default(false),
    regionIds: unitIds("region", campaignLimits.units),
    zoneIds: unitIds("zone", campaignLimits.units),
    groupIds: unitIds("group", campaignLimits.units),
    storeIds: unitIds("store", campaignLimits.stores),
    /**
     * All stores that match, as the list of stores has them: they are the campaign's own from then
     * on, as if each was named in `storeIds`.
     */
    matching: StoreFilters.omit({ companyId: true }).optional(),
    /** True if a change keeps the single stores that the campaign has. */
    keepStores: z.boolean().default(false),
  })
  .refine(isInOrder, endsBeforeStart)
  .refine(isShort, lastsTooLong)
  .refine(
    ({ blackoutDates, startsOn, endsOn }) =>
      blackoutDates.every((day) => startsOn <= day && day <= endsOn),
    { path: ["blackoutDates"], message: "Enter dates from the first day to the last." },
  )
  .refine(({ plays, exactTimes }) => (plays === undefined) !== (exactTimes === undefined), {
    path: ["plays"],
    message: "Enter either plays by hour or exact times.",
  })
  .refine(({ plays }) => plays === undefined || plays.some((count) => count > 0), {
    path: ["plays"],
    message: "Enter at least one play.",
  })
  .refine(
    ({ plays = [], weekdays }) =>
      !isWeekly(plays) || weekdaysWithPlays(plays).every((day) => weekdays.includes(day)),
    { path: ["plays"], message: "Plan plays only on the days of the week that it plays on." },
  )
  .refine(({ kind, exactTimes }) => kind !== "TOH" || exactTimes === undefined, {
    path: ["exactTimes"],
    message: "The top of the hour has no other times.",
  })
  .refine(({ kind, breakPosition }) => kind === "AD" || breakPosition === undefined, {
    path: ["breakPosition"],
    message: "Only ads play in breaks.",
  })
  .refine(({ priority, exactTimes }) => priority !== "HOUSE" || exactTimes === undefined, {
    path: ["priority"],
    message: "Exact times are kept, so a house ad has none. Enter plays by hour.",
  })
  .refine(({ mayBePreempted, exactTimes }) => !mayBePreempted || exactTimes === undefined, {
    path: ["mayBePreempted"],
    message: "Exact times are kept, so nobody can take their plays.",
  })
  .refine(({ goal, exactTimes }) => goal === undefined || exactTimes === undefined, {
    path: ["goal", "target"],
    message: "A campaign at exact times has no goal.",
  })
  .refine(
    ({ wholeCompany, regionIds, zoneIds, groupIds, storeIds, matching, keepStores }) =>
      wholeCompany ||
      matching !== undefined ||
      keepStores ||
      regionIds.length + zoneIds.length + groupIds.length + storeIds.length > 0,
    { path: ["wholeCompany"], message: "Choose at least one location." },
  );
export type CampaignBody = z.output<typeof CampaignBody>;
