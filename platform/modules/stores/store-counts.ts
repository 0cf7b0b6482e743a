import { LRUCache } from "lru-cache";
import type { StoreFilters } from "#contract/stores/endpoints";
import {
  type StoreCounts,
  type StoresInTrouble,
  troubledCompaniesShown,
} from "#contract/stores/store-counts";
import type { Scope } from "../../access/scope.ts";
import type { Database } from "../../db/database.ts";
import type { Db } from "../../db/types.ts";
import { countConditions, countTroubles } from "./store-counts.queries.ts";

type Filters = Omit<StoreFilters, "companyId" | "condition">;

/**
 * Counts of scopes larger than this are remembered: to count a few thousand stores takes no time,
 * to count 200,000 does.
 */
const manyStores = 10_000;
/** Milliseconds for which remembered counts are returned without a new count. */
const freshFor = 30_000;
/** Below this age (ms), it is returned while a new count runs; above it, callers wait. */
const givenFor = 5 * 60_000;
const mostRemembered = 1_000;

type CachedCounts = { companyId: number; counts: StoreCounts; at: number };

/**
 * Counts stores by status. Large scopes cost the same as small ones: their counts are
 * remembered for half a minute and say when they were made; concurrent callers share one
 * count.
 */
export function storeCounter(
  { db, listeners }: Pick<Database, "db" | "listeners">,
  clock: () => number,
) {
  const remembered = new LRUCache<string, CachedCounts>({ max: mostRemembered });
  const running = new Map<string, Promise<StoreCounts>>();
  let changes = 0;
  // people must see their own changes
  listeners.add("stores", ({ companyId }) => {
    changes++;
    for (const [key, entry] of remembered.entries())
      if (entry.companyId === companyId) remembered.delete(key);
  });

  const count = async (scope: Scope, filters: Filters, key: string): Promise<StoreCounts> => {
    const at = clock();
    const before = changes;
    const totals = await countConditions(scope, db, filters, new Date(at));
    if (!totals) throw new Error("count returned no row");
    const counts = { ...totals, countedAt: new Date(at).toISOString() };
    // stores changed during the count, so it may be outdated already
    if (counts.total > manyStores && changes === before)
      remembered.set(key, { companyId: scope.companyId, counts, at });
    return counts;
  };
  const shared = (scope: Scope, filters: Filters, key: string): Promise<StoreCounts> => {
    const counting =
      running.get(key) ?? count(scope, filters, key).finally(() => running.delete(key));
    running.set(key, counting);
    return counting;
  };

  let troublesKnown: { at: number; answer: Promise<StoresInTrouble> } | undefined;
  return {
    /**
     * Lists the companies with stores in trouble. Counts them at most once in half a minute for all
     * callers: it judges every store that there is.
     */
    async troubles(provider: Scope): Promise<StoresInTrouble> {
      const at = clock();
      if (troublesKnown && at - troublesKnown.at < freshFor) return troublesKnown.answer;
      const counted = { at, answer: countAllTroubles(provider, db, at) };
      troublesKnown = counted;
      return counted.answer.catch((error) => {
        if (troublesKnown === counted) troublesKnown = undefined;
        throw error;
      });
    },

    async counts(scope: Scope, filters: Filters = {}): Promise<StoreCounts> {
      const key = JSON.stringify([scope.companyId, scope.reach, Object.entries(filters).sort()]);
      const entry = remembered.get(key);
      if (!entry) return count(scope, filters, key);
      const age = clock() - entry.at;
      if (age >= givenFor) return shared(scope, filters, key);
      // a failed recount is not reported here: it throws once the counts are too old
      if (age >= freshFor) shared(scope, filters, key).catch(() => {});
      return entry.counts;
    },
  };
}
export type StoreCounter = ReturnType<typeof storeCounter>;

async function countAllTroubles(provider: Scope, db: Db, at: number): Promise<StoresInTrouble> {
  const rows = await countTroubles(provider, db, new Date(at), troubledCompaniesShown);
  return {
    companies: rows.map(
      ({ offline, silent, notPlaying, lowVolume, neverSeen, total: _, ...row }) => ({
        ...row,
        byTrouble: {
          offline,
          silent,
          "not-playing": notPlaying,
          "low-volume": lowVolume,
          "never-seen": neverSeen,
        },
      }),
    ),
    total: rows[0]?.total ?? 0,
    countedAt: new Date(at).toISOString(),
  };
}
