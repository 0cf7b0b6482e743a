import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { unverifiedReasons } from "../player/words.ts";
import { asRunOutcomes, playOutcomes } from "./words.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

/**
 * Plays, counted by the clocks of the stores in scope. `booked` and `makeGoods` are of hours that
 * are over, so that booked + makeGoods + extra = verified + missed.
 */
const counts = {
  booked: z.int(),
  /** Plays that make up for missed ones of earlier days; they are not in `booked`. */
  makeGoods: z.int(),
  verified: z.int(),
  missed: z.int(),
  /**
   * Verified plays beyond the bookings on a day in a store, for example in an hour that was
   * given back while they played.
   */
  extra: z.int(),
};
/**
 * Ratios, 1 for all of it; null where there is nothing to divide by
 * (docs/decisions/ad-delivery.md).
 */
const progress = {
  /** Plays of the whole flight, hours to come included, without make-goods. */
  bookedInAll: z.int(),
  /** Make-goods in hours to come. */
  makeGoodsAhead: z.int(),
  /**
   * Booked plays of hours that are over less verified ones, where a store has fewer;
   * `makeGoodsAhead` will pay some of it back.
   */
  owed: z.int(),
  /** Verified plays divided by booked plays. */
  delivery: z.number().nullable(),
  /** The part of the booked open hours that is over, each hour weighted by its plays. */
  elapsed: z.number().nullable(),
  /** Delivery divided by `elapsed`: below 1 the campaign is behind. */
  pacing: z.number().nullable(),
};

export const DeliveryFigures = z.object({ ...counts, ...progress });
export type DeliveryFigures = z.infer<typeof DeliveryFigures>;
/** Visitors to stores in the hours in which they played it (docs/domain.md, section 3). */
export const Impressions = z.object({
  /** Null if footfall is known for none of the hours. */
  estimated: z.int().nullable(),
  /** Hours in which a store played it, counted per store, and those of them with footfall. */
  hours: z.int(),
  hoursWithFootfall: z.int(),
});

export const DeliveryDay = z.object({
  day: z.string(),
  ...counts,
  bookedInAll: z.int(),
  makeGoodsAhead: z.int(),
});
export type DeliveryDay = z.infer<typeof DeliveryDay>;
export const StoreDelivery = DeliveryFigures.extend({
  storeId: z.int(),
  storeName: z.string(),
  storeCode: z.string(),
});
export type StoreDelivery = z.infer<typeof StoreDelivery>;

export const campaignDelivery = endpoint({
  method: "get",
  path: "/campaign/delivery",
  summary:
    "What of a campaign is booked, verified, missed, made up and owed in the stores in scope, in all and by day",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, campaignId: idOf("campaign") }),
  data: DeliveryFigures.extend({
    days: z.array(DeliveryDay),
    /**
     * Verified plays of each spot that the campaign has or had, the most first; together they are
     * `verified`.
     */
    spots: z.array(z.object({ spotId: z.int(), name: z.string(), verified: z.int() })),
    impressions: Impressions,
  }),
});

/** A part of a store's name or code. */
const storeSearch = field.search.optional();

export const StoreDeliveryQuery = z.strictObject({
  ...ofCompany,
  campaignId: idOf("campaign"),
  search: storeSearch,
  /** yes: stores that are owed plays. no: the others. */
  behind: z.enum(["yes", "no"]).optional(),
  ...paging,
  sort: z.enum(sortsBy("store", "missed", "owed")).default("-missed"),
});
export type StoreDeliveryQuery = z.output<typeof StoreDeliveryQuery>;

export const campaignDeliveryByStore = endpoint({
  method: "get",
  path: "/campaign/delivery/stores",
  summary: "The same as campaign/delivery by store",
  access,
  scope,
  query: StoreDeliveryQuery,
  list: true,
  data: StoreDelivery,
});

export const AsRunPlay = z.object({
  storeId: z.int(),
  storeName: z.string(),
  /** The store's zone; `day` and `hour` are on its clock. */
  timeZone: z.string(),
  day: z.string(),
  /** 0 is from 00:00. */
  hour: z.int(),
  outcome: z.enum(playOutcomes),
  /** When the play is due by the store's log; null if the log does not contain it. */
  dueAt: z.iso.datetime().nullable(),
  /** When it began and how many seconds it lasted, if the player reported it. */
  startedAt: z.iso.datetime().nullable(),
  seconds: z.int().nullable(),
  spotId: z.int().nullable(),
  spotName: z.string().nullable(),
  /** Why a reported play is not verified. */
  reason: z.enum(unverifiedReasons).nullable(),
});
export type AsRunPlay = z.infer<typeof AsRunPlay>;

const AsRunFilters = {
  ...ofCompany,
  campaignId: idOf("campaign"),
  from: field.isoDate.optional(),
  to: field.isoDate.optional(),
  storeId: idOf("store").optional(),
  search: storeSearch,
  outcome: z.enum(asRunOutcomes).optional(),
};
export const AsRunQuery = z.strictObject({ ...AsRunFilters, ...paging });
export type AsRunQuery = z.output<typeof AsRunQuery>;
export type AsRunFilters = Omit<AsRunQuery, "cursor" | "limit">;

export const campaignAsRun = endpoint({
  method: "get",
  path: "/campaign/as-run",
  summary:
    "Each booked play of a campaign with what became of it, by store, day and hour. With an outcome, a page may end before it is full and still have a next one",
  access,
  scope,
  query: AsRunQuery,
  list: true,
  data: AsRunPlay,
});

export const exportAsRun = endpoint({
  method: "get",
  path: "/campaign/as-run/export",
  summary: "The same as campaign/as-run, as CSV or workbook",
  access,
  scope,
  query: z.strictObject({ ...AsRunFilters, ...ofFile }),
  data: z.never(),
  stream: tableMediaTypes,
  mayLag: true,
});

export const MakeUpResult = z.object({
  /** Plays booked to make up for missed ones, and in how many stores. */
  plays: z.int(),
  stores: z.int(),
  /** Missed plays that are still not made up: there was no room for them. */
  left: z.int(),
});
export type MakeUpResult = z.infer<typeof MakeUpResult>;

const afterFlight = { campaignId: idOf("campaign"), until: field.isoDate };

export const makeUpPlays = endpoint({
  method: "post",
  path: "/campaign/make-good",
  summary:
    "Book the plays that a campaign missed, and that were not made up, on days after its flight",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: z.strictObject(afterFlight),
  data: MakeUpResult,
  idempotent: true,
  bulk: true,
});

export const previewMakeGoods = endpoint({
  method: "get",
  path: "/campaign/make-good/preview",
  summary: "What POST campaign/make-good would book now; changes nothing",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, ...afterFlight }),
  data: MakeUpResult,
});

export const MakeGoodRow = z.object({
  storeId: z.int(),
  storeName: z.string(),
  storeCode: z.string(),
  /** The date that plays were missed on, and the later one on which they are booked again. */
  missedOn: z.string(),
  day: z.string(),
  plays: z.int(),
  /** The plays among them whose hours are over on the store's clock. */
  over: z.int(),
});
export type MakeGoodRow = z.infer<typeof MakeGoodRow>;

export const MakeGoodQuery = z.strictObject({
  ...ofCompany,
  campaignId: idOf("campaign"),
  search: storeSearch,
  ...paging,
  sort: z.enum(sortsBy("day", "store")).default("-day"),
});
export type MakeGoodQuery = z.output<typeof MakeGoodQuery>;

export const listMakeGoods = endpoint({
  method: "get",
  path: "/campaign/make-good",
  summary: "The plays booked to make up for missed ones, by store and date",
  access,
  scope,
  query: MakeGoodQuery,
  list: true,
  data: MakeGoodRow,
});
