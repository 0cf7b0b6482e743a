import type { ChangedPlays } from "../db/changes.ts";
import { followStores, keepLedger, type LedgerFingerprints } from "../modules/ads/index.ts";
import { keepDays, replaceWithdrawnSongs, runTrials } from "../modules/schedule/index.ts";
import { deliverDueEvents } from "../modules/webhooks/index.ts";
import { companyDebouncer } from "./company-debouncer.ts";
import type { JobNeeds } from "./jobs.ts";

/**
 * Follows changes that this process hears of, moments after their commit: days, ledgers and
 * campaigns of the companies concerned, rules to try, and events to webhooks. Jobs by the clock do
 * what it misses.
 */
export function followChanges(needs: JobNeeds) {
  const { database, logger } = needs;
  const { listeners } = database;
  const keptDays = new Map<number, string>();
  const keptLedgers = new Map<number, LedgerFingerprints>();
  const days = companyDebouncer(database, {
    logger,
    job: "keep-days",
    keep: (call, companyId) => keepDays(call, companyId, keptDays),
    restAfterWork: 3,
  });
  // bookings, cancellations and withdrawals reach the stores before whole companies are looked at,
  // and are followed without rest: a person awaits them
  const plays = companyDebouncer<ChangedPlays>(database, {
    logger,
    job: "follow-plays",
    keep: (call, companyId, only) => keepDays(call, companyId, keptDays, only),
    restAfterWork: 0,
  });
  const withdrawals = companyDebouncer(database, {
    logger,
    job: "follow-withdrawals",
    keep: async (call) => {
      try {
        await replaceWithdrawnSongs(call);
      } finally {
        // side by side, both would make the same days
        if (!call.hasNews()) days.note("all");
      }
    },
    restAfterWork: 0,
  });
  const ledger = companyDebouncer(database, {
    logger,
    job: "keep-ledger",
    keep: (call, companyId) => keepLedger(call, companyId, keptLedgers),
  });
  const campaigns = companyDebouncer(database, {
    logger,
    job: "follow-stores",
    keep: async (call, companyId) => {
      // a store that is new, or open again, has something to sell first
      await keepLedger(call, companyId, keptLedgers);
      await followStores(call, companyId);
    },
  });
  const trials = companyDebouncer(database, {
    logger,
    job: "rule-trials",
    keep: (call) => runTrials(call),
    restAfterWork: 0,
  });
  const events = companyDebouncer(database, {
    logger,
    job: "webhook-events",
    keep: (call) => deliverDueEvents({ ...needs, ...call }),
  });
  listeners.add("stores", ({ companyId }) => {
    days.note(companyId);
    ledger.note(companyId);
    campaigns.note(companyId);
  });
  listeners.add("rules", ({ companyId }) => days.note(companyId));
  listeners.add("spots", ({ companyId }) => days.note(companyId));
  listeners.add("songs", ({ companyId }) => withdrawals.note(companyId));
  listeners.add("adSettings", ({ companyId }) => ledger.note(companyId));
  listeners.add("campaigns", ({ companyId, only }) => plays.note(companyId, only));
  listeners.add("ruleTrials", ({ companyId }) => trials.note(companyId));
  listeners.add("events", ({ companyId }) => events.note(companyId));
  return {
    keepAllCompanies(): void {
      days.note("all");
      ledger.note("all");
      campaigns.note("all");
    },
    /** Resolves once all current runs have ended. */
    async stop(): Promise<void> {
      const all = [plays, withdrawals, days, ledger, campaigns, trials, events];
      await Promise.all(all.map((debouncer) => debouncer.stop()));
    },
  };
}
