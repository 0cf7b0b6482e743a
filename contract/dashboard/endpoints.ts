import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany } from "../base/pages.ts";
import { itemKinds } from "../player/endpoints.ts";
import { StoreCounts } from "../stores/store-counts.ts";

/** Days of the dashboard's chart, today included. */
export const dashboardDays = 14;
/** The number of stores at each end of the ranking. */
export const rankedStores = 5;
/** Days before its last day from which a licence counts as ending. */
export const licenceNotice = 30;

/** Plays are verified plays and substitutes; `received` counts all that players reported. */
const DayTotal = z.object({
  day: z.string(),
  plays: z.int(),
  received: z.int(),
  seconds: z.int(),
  stores: z.int(),
});

/** Plays as above, open minutes, and open minutes with a heartbeat. */
const WeekTotal = z.object({
  from: z.string(),
  to: z.string(),
  plays: z.int(),
  seconds: z.int(),
  open: z.int(),
  online: z.int(),
});

/** A row of the report TopPerformingStores, of the seven days before today. */
const RankedStore = z.object({
  storeId: z.int(),
  storeName: z.string(),
  rank: z.int(),
  played: z.number().nullable(),
  uptime: z.number().nullable(),
  delivery: z.number().nullable(),
});

/**
 * The steps that a company has taken towards its first play, and the newest player account that
 * nobody has signed in with yet.
 */
const FirstSteps = z.object({
  hasStore: z.boolean(),
  hasRule: z.boolean(),
  hasPublishedDay: z.boolean(),
  hasSeenPlayer: z.boolean(),
  player: z.object({ storeId: z.int(), storeName: z.string(), username: z.string() }).nullable(),
});

const AdSeconds = z.object({ capacity: z.int(), booked: z.int(), held: z.int() });

/**
 * All of it counts the stores of the caller's scope and nothing else (ROL-4). Days are dates on the
 * stores' own clocks.
 */
export const Dashboard = z.object({
  /** Today on the company's clock. */
  today: z.string(),
  /** Hours and minutes on the company's clock. */
  time: z.string(),
  stores: StoreCounts,
  openAlerts: z.int(),
  /** Days of groups with active stores, today and tomorrow, of which no playlist is published. */
  unpublishedDays: z.int(),
  /**
   * The company's own licences that are ending, or expired without a valid successor; 0 for people
   * who see only part of the company.
   */
  licencesEnding: z.int(),
  /**
   * Live campaigns: plays due so far, the verified ones, and how many campaigns are behind
   * (docs/decisions/ad-delivery.md).
   */
  campaigns: z.object({ live: z.int(), behind: z.int(), due: z.int(), verified: z.int() }),
  playsByType: z.array(z.object({ day: z.string(), plays: z.record(z.enum(itemKinds), z.int()) })),
  yesterday: DayTotal,
  dayBefore: DayTotal,
  /** The seven days before today, and the seven before those. */
  week: WeekTotal,
  weekBefore: WeekTotal,
  /** The two ends of the ranking; no store is in both. */
  topStores: z.array(RankedStore),
  bottomStores: z.array(RankedStore),
  /**
   * Seconds of ads from today on for a week, in all and by day: what the stores may sell, have
   * booked and hold.
   */
  ads: AdSeconds.extend({
    from: z.string(),
    to: z.string(),
    days: z.array(AdSeconds.extend({ day: z.string() })),
  }),
  /** Present while no store within the scope has ever played. */
  firstSteps: FirstSteps.nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const showDashboard = endpoint({
  method: "get",
  path: "/dashboard",
  summary: "The status of the caller's stores, and what they have played",
  access: ["DASHBOARD"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: Dashboard,
});

/** A company as provider staff see it before they choose one. */
const CompanyFigures = z.object({
  companyId: z.int(),
  companyName: z.string(),
  stores: StoreCounts.omit({ countedAt: true }),
  openAlerts: z.int(),
  unpublishedDays: z.int(),
  licencesEnding: z.int(),
  /** Plays of the seven days before today in UTC, and of the seven before those. */
  plays: z.int(),
  playsBefore: z.int(),
});
export type CompanyFigures = z.infer<typeof CompanyFigures>;

export const showCompanies = endpoint({
  method: "get",
  path: "/dashboard/companies",
  summary:
    "Every active client company, for provider staff: its stores by status, what needs attention and what it played",
  access: ["DASHBOARD"],
  scope: "provider",
  query: z.strictObject({}),
  data: z.object({ companies: z.array(CompanyFigures), countedAt: z.string() }),
});
