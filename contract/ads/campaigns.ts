import { z } from "zod";
import { printableLines } from "../base/clean-line.ts";
import { daysBetween } from "../base/dates.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idListOf, idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { ruleLevels } from "../schedule/words.ts";
import { StoreFilters } from "../stores/endpoints.ts";
import { DeliveryFigures } from "./delivery.ts";
import { isWeekly, weekdaysWithPlays } from "./plays.ts";
import {
  breakPositions,
  campaignActs,
  campaignLimits,
  campaignPriorities,
  campaignStates,
  fullReasons,
  goalLimits,
  goalMeasures,
  hoursOfWeek,
  refusalReasons,
  spotKinds,
} from "./words.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

const unitIds = (kind: "region" | "zone" | "group" | "store", most: number) =>
  z
    .array(idOf(kind))
    .max(most, `At most ${most} ${kind === "store" ? "stores" : "locations"} are allowed.`)
    .overwrite((ids) => [...new Set(ids)].sort((a, b) => a - b))
    .default([]);

const eachHour = "Enter plays for each of the 24 hours of a day, or of the 168 hours of a week.";
/**
 * Plays in each hour of the day, the first from 00:00; where they differ by weekday, in each hour
 * of the week, the first from Sunday at 00:00.
 */
export const playsByHour = z
  .array(wholeNumber(0, campaignLimits.playsAnHour))
  .min(24, eachHour)
  .max(hoursOfWeek, eachHour)
  .refine(({ length }) => length === 24 || length === hoursOfWeek, eachHour);
/** Minutes since midnight, each once. */
const exactTimes = z
  .array(wholeNumber(0, 1439))
  .min(1, "Enter at least one time.")
  .max(campaignLimits.exactTimes, `At most ${campaignLimits.exactTimes} times are allowed.`)
  .overwrite((minutes) => [...new Set(minutes)].sort((a, b) => a - b));

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

const flight = { startsOn: field.isoDate, endsOn: field.isoDate };
type Flight = { startsOn: string; endsOn: string };
const isInOrder = ({ startsOn, endsOn }: Flight) => startsOn <= endsOn;
export const isShort = ({ startsOn, endsOn }: Flight): boolean =>
  daysBetween(startsOn, endsOn) <= campaignLimits.days;
const order = { path: ["endsOn"], message: "The last day is before the first." };
export const tooLong = `A campaign lasts at most ${campaignLimits.days} days.`;
const length = { path: ["endsOn"], message: tooLong };

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
    /** Where its ads stand in their breaks, as far as no other campaign has the place there. */
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
  .refine(isInOrder, order)
  .refine(isShort, length)
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

const unit = z.object({ level: z.enum(ruleLevels), unitId: z.int(), name: z.string() });

export const CampaignRow = z.object({
  id: z.int(),
  name: z.string(),
  brandId: z.int().nullable(),
  brandName: z.string().nullable(),
  kind: z.enum(spotKinds),
  state: z.enum(campaignStates),
  startsOn: z.string(),
  endsOn: z.string(),
  weekdays: z.array(z.int()),
  blackoutDates: z.array(z.string()),
  plays: z.array(z.int()),
  exactTimes: z.array(z.int()).nullable(),
  goal: z.object({ target: z.int(), measure: z.enum(goalMeasures) }).nullable(),
  breakPosition: z.enum(breakPositions).nullable(),
  priority: z.enum(campaignPriorities),
  mayBePreempted: z.boolean(),
  takesNewStores: z.boolean(),
  note: z.string().nullable(),
  /**
   * The seconds of an hour that one play takes, by an ad campaign's longest spot; 1 for other
   * kinds.
   */
  playTakes: z.int(),
  /** The time up to which a held campaign keeps its plays. */
  holdUntil: z.string().nullable(),
  /**
   * Rupees as fixed at booking; null before it, without a rate card, and for callers who do not own
   * all its locations.
   */
  price: z.string().nullable(),
  /**
   * Its locations that the caller sees, the widest first; of single stores at most a hundred, while
   * `singleStores` counts all. How many others there are.
   */
  units: z.array(unit),
  singleStores: z.int(),
  otherUnits: z.int(),
  /**
   * The number of its stores that the caller sees; `wantedPlays` and `takenPlays` are of those
   * alone.
   */
  stores: z.int(),
  wantedPlays: z.int(),
  takenPlays: z.int(),
  /** True if the caller owns all its locations. */
  mayChange: z.boolean(),
  version: z.int(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type CampaignRow = z.infer<typeof CampaignRow>;
export const ListedCampaign = CampaignRow.extend({ delivery: DeliveryFigures });
export type ListedCampaign = z.infer<typeof ListedCampaign>;

const CampaignSpot = z.object({
  spotId: z.int(),
  name: z.string(),
  weight: z.int(),
  seconds: z.int(),
  active: z.boolean(),
});
const DayFigures = z.object({
  day: z.string(),
  stores: z.int(),
  plays: z.int(),
  byHour: z.array(z.int()),
});
/** Plays that a store was to have and that are not in the ledger, and why. */
const Shortfall = z.object({
  storeId: z.int(),
  storeName: z.string(),
  missing: z.int(),
  /**
   * FULL: there was no room. LEFT: the store left the campaign's locations or closed, and its plays
   * to come were given back.
   */
  because: z.enum(["FULL", "LEFT"]),
});
/**
 * Upcoming plays of a date that the store's published day leaves out, or has at another time
 * (MOVED), by hour.
 */
const LeftOutPlays = z.object({
  storeId: z.int(),
  storeName: z.string(),
  day: z.string(),
  because: z.enum(refusalReasons),
  hours: z.array(z.object({ hour: z.int(), plays: z.int() })),
});
export const CampaignDetail = CampaignRow.extend({
  spots: z.array(CampaignSpot),
  approvalAskedBy: z.string().nullable(),
  /** True if it waits for approval, and the caller is not who asked. */
  mayApprove: z.boolean(),
  /** Those that the caller sees. */
  blackoutStores: z.array(z.object({ storeId: z.int(), storeName: z.string() })),
  days: z.array(DayFigures),
  /** The first hundred stores with the largest shortfall; `shortfallPlays` counts all. */
  shortfall: z.array(Shortfall),
  shortfallPlays: z.int(),
  /**
   * Plays that bookings of higher priority took of the stores that the caller sees; those that are
   * not booked again yet, and are owed; and the campaigns that took them, as far as the caller sees
   * these.
   */
  preempted: z.object({ plays: z.int(), owed: z.int(), by: z.array(z.string()) }),
  /**
   * The first hundred stores and dates; `refusedPlays` counts all plays that are left out,
   * `movedPlays` those at another time.
   */
  refused: z.array(LeftOutPlays),
  refusedPlays: z.int(),
  movedPlays: z.int(),
  /**
   * The last change of its plays, and since when its stores' logs contain it: null while they are
   * being made. Null if no store has a log of this week that is in the flight.
   */
  logs: z
    .object({ stores: z.int(), changedAt: z.string(), inForceAt: z.string().nullable() })
    .nullable(),
});
export type CampaignDetail = z.infer<typeof CampaignDetail>;

export const CampaignQuery = z.strictObject({
  ...ofCompany,
  search: field.search.optional(),
  state: z.enum(campaignStates).optional(),
  kind: z.enum(spotKinds).optional(),
  brandId: idOf("item").optional(),
  /** Campaigns that have a day of their flight in this time. */
  from: field.isoDate.optional(),
  to: field.isoDate.optional(),
  /** Campaigns that play in this location. */
  ...unitFilters,
  ...paging,
  sort: z.enum(sortsBy("starts", "name", "created")).default("-starts"),
});
export type CampaignQuery = z.output<typeof CampaignQuery>;

export const listCampaigns = endpoint({
  method: "get",
  path: "/campaign",
  summary:
    "The campaigns of locations in scope, and of those above them, with what their stores in scope have played",
  access,
  scope,
  query: CampaignQuery,
  list: true,
  data: ListedCampaign,
});

export const findCampaign = endpoint({
  method: "get",
  path: "/campaign-detail",
  summary: "One campaign with its locations, spots, plays by day and shortfall",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("campaign") }),
  data: CampaignDetail,
});

export const addCampaign = endpoint({
  method: "post",
  path: "/campaign",
  summary: "Add a campaign as a draft, which takes no plays until it is held or booked",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: CampaignBody,
  data: z.object({ id: z.int(), version: z.int() }),
  success: 201,
  idempotent: true,
});

export const copyCampaign = endpoint({
  method: "post",
  path: "/campaign/copy",
  summary: "Copy a campaign as a new draft, with a name and a first day of its own",
  access,
  scope,
  query: z.strictObject(ofCompany),
  /** The flight keeps its length. */
  body: z.strictObject({ copyOfId: idOf("campaign"), name: field.title, startsOn: field.isoDate }),
  data: z.object({ id: z.int(), version: z.int() }),
  success: 201,
  idempotent: true,
});

export const changeCampaign = endpoint({
  method: "put",
  path: "/campaign",
  summary:
    "Change a draft; of a campaign that is held or booked its name, brand, note, spots of no greater length, and whether it takes new stores",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: CampaignBody.safeExtend({ id: idOf("campaign"), version: field.version.optional() }),
  data: z.object({ id: z.int(), version: z.int() }),
});

export const removeCampaign = endpoint({
  method: "delete",
  path: "/campaign",
  summary: "Delete a draft",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("campaign") }),
  data: z.null(),
});

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
  .refine(isInOrder, order)
  .refine(isShort, length);
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

/** A campaign whose plays a booking takes, and how many, as the person was shown them. */
const Preempt = z.strictObject({
  campaignId: idOf("campaign"),
  plays: wholeNumber(1, goalLimits.TOTAL),
});
export const preempts = z
  .array(Preempt)
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

/** The music that a booking leaves in its stores' hour with the least music. */
export const MusicEffect = z.object({
  storeId: z.int(),
  storeName: z.string(),
  day: z.string(),
  hour: z.int(),
  /**
   * Seconds of the hour that spots leave, without and with it, and the least by the company's
   * setting and the hour's open part.
   */
  secondsBefore: z.int(),
  secondsAfter: z.int(),
  leastSeconds: z.int(),
  /** Hours of all its stores and days that would be left with less than the least. */
  hoursBelow: z.int(),
  /** True if the company refuses a booking that leaves so little. */
  isRefused: z.boolean(),
  songsBefore: z.int(),
  songsAfter: z.int(),
  /** Songs that break a rule. */
  breaksBefore: z.int(),
  breaksAfter: z.int(),
});
export type MusicEffect = z.infer<typeof MusicEffect>;

export const Quote = z.object({
  /**
   * Stores with plays, the plays and their capacity: seconds of ads, positions of other kinds.
   */
  stores: z.int(),
  plays: z.int(),
  takes: z.int(),
  /** Seconds of sound: each spot of the rotation by its share. */
  seconds: z.int(),
  /** Plays in hours that the company calls prime. */
  primePlays: z.int(),
  /**
   * Rupees, less the discounts of the rate card; null without one. Before them it is `listPrice`.
   */
  price: z.string().nullable(),
  listPrice: z.string().nullable(),
  volumePercent: z.int(),
  /** The mean of its dates, in hundredths of a percent. */
  seasonBasisPoints: z.int(),
  /** Plays that there is room for now, and the first hours without. */
  freePlays: z.int(),
  full: z.array(FullHour),
  /** Hours of stores that are on sale and asked for, and those with room for all their plays. */
  hours: z.int(),
  freeHours: z.int(),
  /**
   * For a campaign with a goal, `plays` are those that it asks for, `freePlays` those that can be
   * planned now, which the price is of. Of plays that its hours could have at most if nothing else
   * was sold, and of stores and dates not on sale yet.
   */
  goal: z.object({ atMost: z.int(), notOnSale: z.int() }).nullable(),
  /** Null where none of its days is on sale. */
  music: MusicEffect.nullable(),
});
export type Quote = z.infer<typeof Quote>;

export const quoteCampaign = endpoint({
  method: "get",
  path: "/campaign/quote",
  summary: "What a campaign takes, reaches and costs, and what of it is free now; changes nothing",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("campaign") }),
  data: Quote,
});

export const quotePdf = endpoint({
  method: "get",
  path: "/campaign/quote/pdf",
  summary:
    "The quote of a draft or a held campaign as PDF: plays, rates, discounts, price, terms and until when it is valid",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("campaign") }),
  data: z.never(),
  stream: "application/pdf",
});

export const quoteDraft = endpoint({
  method: "post",
  path: "/campaign/quote",
  summary:
    "The same of a campaign that is not saved, or of a draft as it would be changed; changes nothing",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: CampaignBody.safeExtend({ id: idOf("campaign").optional() }),
  data: Quote,
});

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

/** Campaigns by the days of a calendar. */
export const campaignCalendar = endpoint({
  method: "get",
  path: "/nonMusic/campaign",
  summary:
    "Campaigns with a play in a time, and drafts with a day in it, with their plays by day, for a calendar",
  access,
  scope,
  query: z
    .strictObject({
      ...ofCompany,
      from: field.isoDate,
      to: field.isoDate,
      kind: z.enum(spotKinds).optional(),
      ids: idListOf("campaign").optional(),
      ...unitFilters,
      ...paging,
    })
    .refine(({ from, to }) => from <= to && daysBetween(from, to) <= campaignLimits.days, {
      path: ["to"],
      message: `Choose a last day that is not before the first, at most ${campaignLimits.days} days in all.`,
    }),
  list: true,
  data: z.object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(spotKinds),
    state: z.enum(campaignStates),
    startsOn: z.string(),
    endsOn: z.string(),
    days: z.array(z.object({ day: z.string(), plays: z.int() })),
  }),
});
