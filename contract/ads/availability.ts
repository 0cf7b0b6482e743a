import { z } from "zod";
import { daysBetween } from "../base/dates.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idListOf, idOf } from "../base/identifiers.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { campaignLimits, spotKinds } from "./words.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

/** Numbers with commas between, as an address has them; each once, in order. */
const numbers = (least: number, most: number, atMost: number) =>
  z
    .string()
    .regex(/^\d{1,4}(,\d{1,4})*$/, "Enter numbers separated by commas.")
    .transform((text) => [...new Set(text.split(",").map(Number))].sort((a, b) => a - b))
    .pipe(z.array(wholeNumber(least, most)).max(atMost));

const dates = { from: field.isoDate, to: field.isoDate };
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const isShort = ({ from, to }: { from: string; to: string }) =>
  daysBetween(from, to) <= campaignLimits.days;
const order = { path: ["to"], message: "The last day is before the first." };
const length = {
  path: ["to"],
  message: `At most ${campaignLimits.days} days can be shown at once.`,
};

/**
 * The stores: those of the named locations or of a campaign; without any, all that the caller sees.
 */
const units = {
  regionIds: idListOf("region").optional(),
  zoneIds: idListOf("zone").optional(),
  groupIds: idListOf("group").optional(),
  storeIds: idListOf("store").optional(),
  campaignId: idOf("campaign").optional(),
};

const common = {
  ...ofCompany,
  ...dates,
  ...units,
  weekdays: numbers(0, 6, 7).optional(),
  /** Hours of the day, 0 is from 00:00; without them all. */
  hours: numbers(0, 23, 24).optional(),
};
/** Seconds of one play of an ad; the other kinds take one position. */
const playSeconds = wholeNumber(1, 600).default(10);

/** 24 numbers, one for each hour; hours that were not asked for and those that have begun are 0. */
const byHour = z.array(z.int());
export const AvailabilityDay = z.object({
  day: z.string(),
  /** Stores with the day on sale. */
  stores: z.int(),
  /** Seconds of ads, positions of the other kinds, added up over the stores. */
  capacity: byHour,
  booked: byHour,
  held: byHour,
  /**
   * Plays of the length asked that fit, added up over the stores, and the number of stores that
   * have room for one.
   */
  freePlays: byHour,
  storesWithRoom: byHour,
});
export type AvailabilityDay = z.infer<typeof AvailabilityDay>;

const Cell = z.object({
  day: z.string(),
  hour: z.int(),
  freePlays: z.int(),
  storesWithRoom: z.int(),
  stores: z.int(),
});
export const Availability = z.object({
  stores: z.int(),
  playTakes: z.int(),
  freePlays: z.int(),
  /** In the order of dates. */
  days: z.array(AvailabilityDay),
  /** The hour on sale with the least room; null where none is on sale. */
  worst: Cell.nullable(),
  best: Cell.nullable(),
});
export type Availability = z.infer<typeof Availability>;

const AvailabilityQuery = z
  .strictObject({ ...common, kind: z.enum(["AD", "JINGLE"]).default("AD"), playSeconds })
  .refine(isInOrder, order)
  .refine(isShort, length);
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>;

export const slotAvailability = endpoint({
  method: "get",
  path: "/slot-availability",
  summary:
    "What of each day and hour is booked, held and free in the stores of locations, for ads or promos",
  access,
  scope,
  query: AvailabilityQuery,
  data: Availability,
});

export const slotAvailabilityForToh = endpoint({
  method: "get",
  path: "/slot-availability/for-toh",
  summary:
    "What of each day and hour is booked, held and free in the stores of locations, at the top of the hour",
  access,
  scope,
  query: z.strictObject(common).refine(isInOrder, order).refine(isShort, length),
  data: Availability,
});

export const slotAvailabilityWithTime = endpoint({
  method: "get",
  path: "/slot-availability/with-time",
  summary:
    "In how many stores each exact time is free on each day: no other campaign has the minute, and its hour has room",
  access,
  scope,
  query: z
    .strictObject({
      ...common,
      kind: z.enum(["AD", "JINGLE"]).default("AD"),
      playSeconds,
      /** Minutes since midnight. */
      exactTimes: numbers(0, 1439, campaignLimits.exactTimes),
    })
    .refine(isInOrder, order)
    .refine(isShort, length),
  data: z.object({
    stores: z.int(),
    exactTimes: z.array(z.int()),
    /** For each day the stores that have each time free, in the order of `exactTimes`. */
    days: z.array(z.object({ day: z.string(), stores: z.int(), storesFree: z.array(z.int()) })),
  }),
});

export const StoreAvailability = z.object({
  storeId: z.int(),
  storeName: z.string(),
  storeCode: z.string(),
  capacity: z.int(),
  booked: z.int(),
  held: z.int(),
  freePlays: z.int(),
  /** Days on sale, and its fullest hour; null where nothing is on sale. */
  days: z.int(),
  worst: z.object({ day: z.string(), hour: z.int(), freePlays: z.int() }).nullable(),
});
export type StoreAvailability = z.infer<typeof StoreAvailability>;

export const storeAvailability = endpoint({
  method: "get",
  path: "/slot-availability/stores",
  summary: "The same as slot-availability by store",
  access,
  scope,
  query: z
    .strictObject({
      ...common,
      kind: z.enum(spotKinds).default("AD"),
      playSeconds,
      ...paging,
      sort: z.enum(sortsBy("store", "free")).default("free"),
    })
    .refine(isInOrder, order)
    .refine(isShort, length),
  list: true,
  data: StoreAvailability,
});

const InventoryRow = z.object({
  /** The unit that rows are by; null without one (stores without a group). */
  unitId: z.int().nullable(),
  unitName: z.string(),
  day: z.string(),
  stores: z.int(),
  capacity: z.int(),
  booked: z.int(),
  held: z.int(),
  /** The parts of these in prime hours. */
  primeCapacity: z.int(),
  primeBooked: z.int(),
  primeHeld: z.int(),
});

export const adInventory = endpoint({
  method: "get",
  path: "/nonMusic/ad-inventory",
  summary: "Capacity, booked and held by location and date",
  access,
  scope,
  query: z
    .strictObject({
      ...ofCompany,
      ...dates,
      ...units,
      kind: z.enum(spotKinds).default("AD"),
      by: z.enum(["company", "region", "zone", "group", "store"]).default("company"),
      ...paging,
    })
    .refine(isInOrder, order)
    .refine(isShort, length),
  list: true,
  data: InventoryRow,
});

export const inventoryGraph = endpoint({
  method: "get",
  path: "/nonMusic/graph",
  summary: "Capacity, booked and held by date, for a graph",
  access,
  scope,
  query: z
    .strictObject({ ...ofCompany, ...dates, ...units, kind: z.enum(spotKinds).default("AD") })
    .refine(isInOrder, order)
    .refine(isShort, length),
  data: z.array(z.object({ day: z.string(), capacity: z.int(), booked: z.int(), held: z.int() })),
});
