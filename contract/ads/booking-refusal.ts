import { z } from "zod";
import {
  endsBeforeStart,
  exactTimes,
  flight,
  isInOrder,
  isShort,
  lastsTooLong,
  playsByHour,
} from "./campaign-times.ts";
import { campaignPriorities, fullReasons } from "./words.ts";

/**
 * An hour of a store without room for the plays wanted. `holders` are campaigns that the caller
 * sees; others are "another campaign".
 */
export const FullHour = z.object({
  storeId: z.int(),
  storeName: z.string(),
  day: z.string(),
  hour: z.int(),
  /** The minute of the day that another campaign has; null without exact times. */
  minute: z.int().nullable(),
  wanted: z.int(),
  free: z.int(),
  /**
   * FULL: others hold it. SMALL: too small for this many plays even when empty. CLOSED: the
   * store closed in that hour after others booked it. BEGUN: the hour has begun.
   */
  because: z.enum(fullReasons),
  holders: z.array(z.string()),
});
export type FullHour = z.infer<typeof FullHour>;

/**
 * Another time that the same stores have room for. Sent with the booking, it takes the place of the
 * campaign's own.
 */
const offered = { ...flight, plays: playsByHour.optional(), exactTimes: exactTimes.optional() };
export const BookingOffer = z
  .strictObject(offered)
  .refine(isInOrder, endsBeforeStart)
  .refine(isShort, lastsTooLong);
export type BookingOffer = z.output<typeof BookingOffer>;
export const Offer = z.object({
  /**
   * OTHER_HOURS: the same days. LATER: the same hours some days later. FEWER: fewer plays in the
   * full hours. SHORTER: fewer days.
   */
  kind: z.enum(["OTHER_HOURS", "LATER", "FEWER", "SHORTER"]),
  ...offered,
  /** Its plays in all stores and days, and their price in rupees; null without a rate card. */
  takes: z.int(),
  price: z.string().nullable(),
});
export type Offer = z.output<typeof Offer>;
/** A campaign of lower priority whose plays a booking would take, and what these cost. */
export const Preemptible = z.object({
  campaignId: z.int(),
  name: z.string(),
  brandName: z.string().nullable(),
  priority: z.enum(campaignPriorities),
  stores: z.int(),
  plays: z.int(),
  /** Rupees; null for a house ad, and without a rate card. */
  price: z.string().nullable(),
  /** Plays that its flight has room for elsewhere now; a house ad is owed none. */
  madeGood: z.int(),
});
export type Preemptible = z.output<typeof Preemptible>;
/**
 * The members of a refused booking's problem document, in addition to the field errors.
 * `preemptible` is empty where no plays of others would make enough room.
 */
export const BookingRefused = z.object({
  full: z.array(FullHour),
  offers: z.array(Offer),
  preemptible: z.array(Preemptible).default([]),
});
export type BookingRefused = z.output<typeof BookingRefused>;
