import { sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { sendNow } from "../../db/changes.ts";
import { plainList } from "../../db/plain-list.ts";
import { statement } from "../../db/statement.ts";
import type { Tx } from "../../db/types.ts";
import { instants, toInstant } from "./instant-columns.ts";

type Stores = { company: number; storeIds: readonly number[] };
const addStoreStates = statement<Stores>(
  ({ company, storeIds }) => sql`insert into store_state (company_id, store_id)
    select ${company}::bigint, store_id from unnest(${storeIds}::bigint[]) as store_id order by store_id on conflict do nothing`,
);
const lockStates = statement<Stores>(
  ({ company, storeIds }) =>
    sql`select 1 from store_state where company_id = ${company} and store_id = any(${storeIds}::bigint[]) order by store_id for update`,
);

/**
 * Serialises each store's batches and claims from here to the transaction's end.
 * Does not wait for an answer: the next reads are queued behind it.
 */
export function lockStoreStates(
  { companyId: company }: Scope,
  tx: Tx,
  storeIds: readonly number[],
): void {
  sendNow(tx, addStoreStates({ company, storeIds }));
  sendNow(tx, lockStates({ company, storeIds }));
}

const lastPlayed = statement<{ company: number; storeIds: string; at: string }>(
  ({
    company,
    storeIds,
    at,
  }) => sql`update store_state set last_played_at = greatest(last_played_at, ${toInstant(sql`at`)}), started_at = least(started_at, ${toInstant(sql`at`)})
    from unnest(${storeIds}::bigint[], ${at}::double precision[]) as ends(store_id, at)
    where store_state.company_id = ${company} and store_state.store_id = ends.store_id`,
);

/** Sets when each store's last play ended. Only ever later: batches come late and in any order. */
export const moveLastPlayed = (
  { companyId: company }: Scope,
  tx: Tx,
  ends: readonly { storeId: number; at: number }[],
) =>
  tx.execute(
    lastPlayed({
      company,
      storeIds: plainList(ends.map(({ storeId }) => storeId)),
      at: instants(ends.map(({ at }) => at)),
    }),
  );
