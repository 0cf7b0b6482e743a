import { z } from "zod";
import { daysBetween } from "../base/dates.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idListOf, idOf, unitFilters } from "../base/identifiers.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { ruleLevels } from "../schedule/words.ts";
import { CampaignBody } from "./campaign-body.ts";
import { DeliveryFigures } from "./delivery.ts";
import {
  breakPositions,
  campaignLimits,
  campaignPriorities,
  campaignStates,
  goalMeasures,
  refusalReasons,
  spotKinds,
} from "./words.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

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
  hasAudio: z.boolean(),
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

/** Refuses a calendar's time that ends before it begins, or is too long. */
export const calendarDays = {
  check: ({ from, to }: { from: string; to: string }) =>
    from <= to && daysBetween(from, to) <= campaignLimits.days,
  issue: {
    path: ["to"],
    message: `Choose a last day that is not before the first, at most ${campaignLimits.days} days in all.`,
  },
};

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
      brandId: idOf("item").optional(),
      ids: idListOf("campaign").optional(),
      ...unitFilters,
      ...paging,
    })
    .refine(calendarDays.check, calendarDays.issue),
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
