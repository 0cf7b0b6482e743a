import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import type { ConditionFilter } from "./conditions.ts";
import { StoreFilters } from "./endpoints.ts";

/**
 * Counts of stores by their status, which add up to the total; one that is not playing, or whose
 * licence is ending, counts in its status too.
 */
export const StoreCounts = z.object({
  total: z.int(),
  online: z.int(),
  offline: z.int(),
  silent: z.int(),
  lowVolume: z.int(),
  neverSeen: z.int(),
  closed: z.int(),
  inactive: z.int(),
  notPlaying: z.int(),
  /** Active stores whose own licence ends within 30 days, or has ended. */
  licenceEnding: z.int(),
  /** When they were counted: large companies' counts are remembered for half a minute. */
  countedAt: z.string(),
});
export type StoreCounts = z.infer<typeof StoreCounts>;

export const storeCounts = endpoint({
  method: "get",
  path: "/store/counts",
  summary: "The number of matching stores for each status",
  access: ["STORES", "DASHBOARD"],
  scope: "company",
  query: StoreFilters.omit({ condition: true }),
  data: StoreCounts,
});

/**
 * The faults of an open, active store, as filters of the list that shows them; not
 * playing overlaps with the others.
 */
export const troubles = [
  "offline",
  "silent",
  "not-playing",
  "low-volume",
  "never-seen",
] as const satisfies readonly ConditionFilter[];
export type Trouble = (typeof troubles)[number];

/** The most companies listed; `total` counts all that have a store in trouble. */
export const troubledCompaniesShown = 50;

export const StoresInTrouble = z.object({
  companies: z.array(
    z.object({
      companyId: z.int(),
      companyName: z.string(),
      /** Its active stores, and those of them that have any trouble. */
      stores: z.int(),
      troubled: z.int(),
      byTrouble: z.record(z.enum(troubles), z.int()),
    }),
  ),
  total: z.int(),
  /** When they were counted: the counts are remembered for half a minute. */
  countedAt: z.string(),
});
export type StoresInTrouble = z.infer<typeof StoresInTrouble>;

export const storesInTrouble = endpoint({
  method: "get",
  path: "/store/in-trouble",
  summary: `The active companies with stores in trouble, those with most first, at most ${troubledCompaniesShown}`,
  access: ["COMPANIES"],
  scope: "provider",
  data: StoresInTrouble,
});
