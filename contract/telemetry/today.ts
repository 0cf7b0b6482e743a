import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { idListOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { StoreCounts } from "../stores/store-counts.ts";
import { minuteStates } from "./words.ts";

/** Minutes of a slot of the pulse, of which a day has 96. */
export const slotMinutes = 15;

/** A slot's minutes of all stores together. */
const Slot = z.object({
  /** Minutes open until now; the last three count those with a fault. */
  past: z.int(),
  offline: z.int(),
  silent: z.int(),
  quiet: z.int(),
  /** Will be open. */
  coming: z.int(),
});
export type Slot = z.infer<typeof Slot>;

/**
 * Today as sound: how many of the stores that were open sounded right, slot by slot. A minute is
 * judged as a store's status is (docs/decisions/telemetry.md).
 */
export const Pulse = z.object({
  /** On the clock that names the slots: hours and minutes. */
  time: z.string(),
  /** Where the first slot begins. */
  from: z.string(),
  slots: z.array(Slot),
  /** The slot of this minute. */
  now: z.int(),
  stores: StoreCounts.pick({ online: true, offline: true, silent: true, lowVolume: true }),
});
export type Pulse = z.infer<typeof Pulse>;

export const showPulse = endpoint({
  method: "get",
  path: "/store/pulse",
  summary: "How many of the caller's open stores sounded right today, in slots of 15 minutes",
  access: ["DASHBOARD", "STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: Pulse,
});

export const showPulseOfAll = endpoint({
  method: "get",
  path: "/store/pulse/all",
  summary: "The same of every active client company together, on the provider's clock",
  access: ["COMPANIES"],
  scope: "provider",
  query: z.strictObject({}),
  data: Pulse,
});

/** Minutes from the first of the day up to another, in which a store's state was the same. */
const DayRun = z.object({ state: z.enum(minuteStates), from: z.int(), to: z.int() });
export type DayRun = z.infer<typeof DayRun>;

const StoreToday = z.object({
  storeId: z.int(),
  /** Minutes of its day, and those that have begun. */
  minutes: z.int(),
  now: z.int(),
  /** In order; between them the store was closed, or sent nothing. */
  runs: z.array(DayRun),
});
export type StoreToday = z.infer<typeof StoreToday>;

/** The most that a page of a list has. */
export const storesAtOnce = 100;

export const showStoresToday = endpoint({
  method: "get",
  path: "/store/today",
  summary: `Today of up to ${storesAtOnce} stores minute by minute, each by its own clock`,
  access: ["DASHBOARD", "STORES"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, ids: idListOf("store", storesAtOnce) }),
  data: z.array(StoreToday),
});
