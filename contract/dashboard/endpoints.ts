import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany } from "../base/pages.ts";
import { itemKinds } from "../player/endpoints.ts";
import { StoreCounts } from "../stores/endpoints.ts";

/** Days of the dashboard's chart, today included. */
export const dashboardDays = 14;

/** Plays are verified or substitutes; received are all that players reported. */
const DayTotal = z.object({ day: z.string(), plays: z.int(), received: z.int(), seconds: z.int(), stores: z.int() });
const TopSong = z.object({ songId: z.int(), title: z.string(), artist: z.string(), plays: z.int(), stores: z.int() });

/** What a company has done on the way to its first play, and the player account that nobody has signed in with yet, the newest. */
const FirstSteps = z.object({
  hasStore: z.boolean(),
  hasRule: z.boolean(),
  hasPublishedDay: z.boolean(),
  hasSeenPlayer: z.boolean(),
  player: z.object({ storeId: z.int(), storeName: z.string(), username: z.string() }).nullable(),
});

/** All of it counts the stores of the caller's scope and nothing else (ROL-4). Days are dates on the stores' own clocks. */
export const Dashboard = z.object({
  /** Today on the company's clock. */
  today: z.string(),
  stores: StoreCounts,
  openAlerts: z.int(),
  playsByType: z.array(z.object({ day: z.string(), plays: z.record(z.enum(itemKinds), z.int()) })),
  topSongs: z.array(TopSong),
  yesterday: DayTotal,
  dayBefore: DayTotal,
  /** Seconds of ads from today on for a week: what the stores may sell, have booked and hold. */
  ads: z.object({ from: z.string(), to: z.string(), capacity: z.int(), booked: z.int(), held: z.int() }),
  /** While no store within the scope has ever played. */
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
