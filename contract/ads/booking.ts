import { z } from "zod";
import { printableLines } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { BookingOffer, Offer } from "./booking-refusal.ts";
import { campaignActs, campaignLimits, campaignStates, goalLimits } from "./words.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

/** A campaign after a change of its plays. */
const Booking = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(campaignStates),
  holdUntil: z.string().nullable(),
  price: z.string().nullable(),
  /** Who asked for a booking that a second person has to approve; it is held until then. */
  approvalAskedBy: z.string().nullable(),
  wantedPlays: z.int(),
  takenPlays: z.int(),
  /** Plays given back by this change. */
  returnedPlays: z.int(),
});
export type Booking = z.infer<typeof Booking>;

export const setCampaignState = endpoint({
  method: "patch",
  path: "/campaign/state",
  summary:
    "Book a held campaign; pause, resume or cancel one; approve or decline a booking that someone else asked for. Cancelling and declining give back every hour that has not begun",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      id: idOf("campaign"),
      version: field.version.optional(),
      act: z.enum(campaignActs),
      /** Why a booking is declined. */
      reason: z
        .string()
        .trim()
        .min(1, "Enter a reason.")
        .max(500, "At most 500 characters are allowed.")
        .regex(printableLines, messages.printable)
        .optional(),
    })
    .refine(({ act, reason }) => act !== "decline" || reason !== undefined, {
      path: ["reason"],
      message: "Enter a reason.",
    }),
  data: Booking,
});

/** A campaign whose plays a booking takes, and how many, as the person was shown them. */
const Preempt = z.strictObject({
  campaignId: idOf("campaign"),
  plays: wholeNumber(1, goalLimits.TOTAL),
});
export const preempts = z
  .array(Preempt)
  .min(1, "Name at least one campaign.")
  .max(campaignLimits.preempted, `At most ${campaignLimits.preempted} campaigns are allowed.`);

/**
 * false asks where an hour would be left with less music than the company's least. A company that
 * refuses such bookings refuses them in any case.
 */
const acceptsLessMusic = z.boolean().default(true);

const TakePlays = z.strictObject({
  campaignId: idOf("campaign"),
  version: field.version.optional(),
  as: z.enum(["held", "booked"], "Choose whether to hold or to book."),
  /** all: nothing is taken where anything is missing. fits: as much as there is room for. */
  mode: z.enum(["all", "fits"]).default("all"),
  /** The offer of a refusal that takes the place of the campaign's own time. */
  offer: BookingOffer.optional(),
  /**
   * Takes exactly these plays of campaigns of lower priority, as a refusal listed them in
   * `preemptible`. Only a booking of all plays does.
   */
  preempts: preempts.optional(),
  acceptsLessMusic,
});
export type TakePlays = z.output<typeof TakePlays>;

const ChangeFlight = z.strictObject({
  campaignId: idOf("campaign"),
  version: field.version.optional(),
  /** A first day that has begun stays. */
  startsOn: field.isoDate.optional(),
  endsOn: field.isoDate,
  mode: z.enum(["all", "fits"]).default("all"),
  acceptsLessMusic,
});
export type ChangeFlight = z.output<typeof ChangeFlight>;

const StoreDay = z.object({
  storeId: z.int(),
  storeName: z.string(),
  day: z.string(),
  plays: z.array(z.int()),
});

const bookingEndpoints = <const P extends string>(path: P, what: string) => ({
  list: endpoint({
    method: "get",
    path,
    summary: `The plays of a campaign ${what} by store and day`,
    access,
    scope,
    query: z.strictObject({
      ...ofCompany,
      campaignId: idOf("campaign"),
      day: field.isoDate.optional(),
      ...unitFilters,
      ...paging,
    }),
    list: true,
    data: StoreDay,
  }),
  take: endpoint({
    method: "post",
    path,
    summary: `Hold or book the plays of a campaign ${what}, all or as many as fit. A held campaign is booked with PATCH campaign/state`,
    access,
    scope,
    query: z.strictObject(ofCompany),
    body: TakePlays,
    data: Booking,
    idempotent: true,
  }),
  change: endpoint({
    method: "put",
    path,
    summary: `Extend or shorten the flight of a held or booked campaign ${what}; days taken off give back the hours that have not begun`,
    access,
    scope,
    query: z.strictObject(ofCompany),
    body: ChangeFlight,
    data: Booking,
  }),
  release: endpoint({
    method: "delete",
    path,
    summary: `Cancel a campaign ${what} and give back the hours that have not begun`,
    access,
    scope,
    query: z.strictObject({ ...ofCompany, campaignId: idOf("campaign") }),
    data: Booking,
  }),
});

export const booking = bookingEndpoints("/schedule-non-music", "with plays by hour");
export const bookingWithTime = bookingEndpoints(
  "/schedule-non-music/with-time",
  "with exact times",
);
export const bookingForToh = bookingEndpoints(
  "/schedule-non-music/for-toh",
  "of the top of the hour",
);
export const listBooking = booking.list;
export const takeBooking = booking.take;
export const changeBooking = booking.change;
export const releaseBooking = booking.release;
export const listBookingWithTime = bookingWithTime.list;
export const takeBookingWithTime = bookingWithTime.take;
export const changeBookingWithTime = bookingWithTime.change;
export const releaseBookingWithTime = bookingWithTime.release;
export const listBookingForToh = bookingForToh.list;
export const takeBookingForToh = bookingForToh.take;
export const changeBookingForToh = bookingForToh.change;
export const releaseBookingForToh = bookingForToh.release;

export const listOffers = endpoint({
  method: "get",
  path: "/campaign/offers",
  summary: "The nearest times that have room for a draft, as a refused booking offers them",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("campaign") }),
  data: z.array(Offer),
});

export const checkPlaylistExistence = endpoint({
  method: "get",
  path: "/check-music-playlist-existence",
  summary:
    "Whether each store and day of a campaign has music: a stored day, or a rule with a playable song in every hour with plays",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, campaignId: idOf("campaign") }),
  data: z.object({
    exists: z.boolean(),
    /** Stores without music, among the first hundred thousand store-days without it. */
    stores: z.int(),
    /**
     * The first fifty of them, each with its first and last day without, and the hours that lack
     * music on one of its days.
     */
    missing: z.array(
      z.object({
        storeId: z.int(),
        storeName: z.string(),
        from: z.string(),
        to: z.string(),
        hours: z.array(z.int()),
      }),
    ),
  }),
});
