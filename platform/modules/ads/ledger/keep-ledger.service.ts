import { createHash } from "node:crypto";
import type { SpotKind } from "#contract/schedule/positions";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/types.ts";
import { findSeller, findSettingsOfPaths } from "../settings/settings.queries.ts";
import { settingsResolver } from "../settings/store-settings.ts";
import { analyzeLedger, endSaleAfter, findOutdated, setCapacity } from "./capacity.queries.ts";
import { planCapacity, type StoresPlan } from "./capacity-plan.ts";
import { findLedgerMark, findStoresToSell } from "./keep-ledger.queries.ts";

/** Stores that are checked and written at a time: a transaction of so few keeps nobody waiting. */
const storesAtOnce = 200;
const rowsAtOnce = 2_000;
/** After this many new rows the planner's statistics are out of date. */
const newToPlanner = 10_000;
const kinds: readonly SpotKind[] = ["AD", "JINGLE", "TOH"];

type KeepCall = { database: Database; db: Db; now: Date; stopped?: AbortSignal | undefined };
/**
 * Fingerprints of a company's ledger that was up to date: one of all, and one of each block of
 * stores checked together, by its first store.
 */
export type LedgerFingerprints = { mark: string; stores: Map<number, string> };

/**
 * Updates the ledger of a company after changes to its stores, their opening hours and settings
 * (docs/decisions/ad-settings.md): each active store has a row for each kind and date on sale.
 * Running it again changes nothing. Gives the number of written rows; 0 for a company that is not
 * active.
 *
 * `cachedLedgers` remembers companies whose ledger was up to date: until an input or the date
 * changes, one small read is enough.
 */
export async function keepLedger(
  call: KeepCall,
  companyId: number,
  cachedLedgers = new Map<number, LedgerFingerprints>(),
): Promise<number> {
  const { db, now } = call;
  const scope = wholeCompany(companyId);
  if (!(await findSeller(scope, db))) return 0;
  const mark = await findLedgerMark(scope, db, now);
  const before = cachedLedgers.get(companyId);
  if (before?.mark === mark) return 0;
  let written = 0;
  const stores = new Map<number, string>();
  for await (const { first, plan } of plansOf(call, scope)) {
    if (call.stopped?.aborted) return written;
    const digest = createHash("sha256").update(JSON.stringify(plan)).digest("base64url");
    if (before?.stores.get(first) !== digest) written += await keepStores(call, scope, plan);
    stores.set(first, digest);
  }
  cachedLedgers.set(companyId, { mark, stores });
  // Without fresh statistics, a campaign booked right after this uses plans for a small ledger: 37 s
  // for 2,000 stores.
  if (written > newToPlanner) await analyzeLedger(db);
  return written;
}

/** The plans of a company's stores, some stores at a time. */
async function* plansOf(
  { db, now }: KeepCall,
  scope: Scope,
): AsyncGenerator<{ first: number; plan: StoresPlan }> {
  for (let after = 0; ; ) {
    const stores = await findStoresToSell(scope, db, { after, limit: storesAtOnce }, now);
    const first = stores[0];
    const last = stores.at(-1);
    if (!first || !last) return;
    const settingsOf = settingsResolver(await findSettingsOfPaths(scope, db, stores));
    yield { first: first.storeId, plan: planCapacity(stores, settingsOf, now) };
    after = last.storeId;
  }
}

async function keepStores(
  { database, db }: KeepCall,
  scope: Scope,
  plan: StoresPlan,
): Promise<number> {
  const capacities = new Map(
    plan.days.map(({ pattern, day, capacity }) => [`${pattern} ${day}`, capacity]),
  );
  let written = 0;
  for (const kind of kinds) {
    const outdated = await findOutdated(scope, db, kind, plan);
    for (let from = 0; from < outdated.length; from += rowsAtOnce) {
      const rows = outdated.slice(from, from + rowsAtOnce).map(({ storeId, day, pattern }) => {
        const capacity = capacities.get(`${pattern} ${day}`);
        if (!capacity) throw new Error("a date was found that is not in the plan");
        return { storeId, day, capacity: capacity[kind] };
      });
      await database.transaction((tx) => setCapacity(scope, tx, kind, rows));
    }
    written += outdated.length;
    for (const [lastDay, storeIds] of storesByLastDay(plan))
      written += await database.transaction((tx) =>
        endSaleAfter(scope, tx, kind, { storeIds, lastDay }),
      );
  }
  return written;
}

function storesByLastDay({ stores, lastDays }: StoresPlan): Map<string, number[]> {
  const byLastDay = new Map<string, number[]>();
  for (const { storeId, pattern } of stores) {
    const lastDay = lastDays[pattern] ?? "";
    byLastDay.set(lastDay, [...(byLastDay.get(lastDay) ?? []), storeId]);
  }
  return byLastDay;
}
