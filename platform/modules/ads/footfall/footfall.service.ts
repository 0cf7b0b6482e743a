import type { z } from "zod";
import type { FootfallRow, saveFootfall } from "#contract/ads/footfall";
import { messages } from "#contract/base/messages";
import { playLogDays } from "#contract/player/limits";
import { invalid } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import {
  countFootfall,
  deleteFootfall,
  findStoresByCode,
  upsertFootfall,
  type WrittenRows,
} from "./footfall.queries.ts";

export const keyOfHour = ({ storeCode, date, hour }: Omit<FootfallRow, "visitors">): string =>
  `${storeCode.toLowerCase()} ${date} ${hour}`;

/**
 * Saves all rows or none, in place of earlier ones of the same hours. Throws 422 on
 * `rows[n].storeCode` for a store that is not in scope, and on `rows[n].hour` where an earlier row
 * has the same store, date and hour.
 */
export async function replaceFootfall(
  call: ScopedCall,
  { rows }: z.output<typeof saveFootfall.body>,
): Promise<{ saved: number }> {
  const { scope } = call;
  await call.database.transaction(async (tx) => {
    const codes = [...new Set(rows.map(({ storeCode }) => storeCode.toLowerCase()))];
    const stores = await findStoresByCode(scope, tx, codes);
    const ids = new Map(stores.map(({ key, id }) => [key, id]));
    const keys = new Set<string>();
    const errors: Record<string, string> = {};
    const hours = rows.flatMap((row, place) => {
      const storeId = ids.get(row.storeCode.toLowerCase());
      if (storeId === undefined) errors[`rows.${place}.storeCode`] = messages.notFound;
      const key = keyOfHour(row);
      if (keys.has(key))
        errors[`rows.${place}.hour`] = "An earlier row has the same store, date and hour.";
      keys.add(key);
      const { date: day, hour, visitors } = row;
      return storeId === undefined ? [] : { storeId, day, hour, visitors };
    });
    if (Object.keys(errors).length > 0) throw invalid(errors);
    await upsertFootfall(scope, tx, hours);
    const days = rows.map(({ date }) => date).sort();
    await auditFootfall(tx, call, {
      rows: rows.length,
      from: days[0] ?? null,
      until: days.at(-1) ?? null,
    });
  });
  return { saved: rows.length };
}

/** Writes one audit entry for many rows, with their number and days. */
export const auditFootfall = (
  tx: Tx,
  call: SignedInCall & Pick<ScopedCall, "scope">,
  after: WrittenRows,
) => {
  const { companyId } = call.scope;
  const item = { itemKind: "footfall", itemId: companyId, itemName: "Footfall" };
  return audit(tx, call, [{ companyId, action: "footfall saved", ...item, after }]);
};

export const showFootfall = ({ scope, db }: ScopedCall) => countFootfall(scope, db);

/** For the daily job: deletes footfall of days whose plays are no longer in the play log. */
export const forgetOldFootfall = (db: Db, now: Date) =>
  deleteFootfall(db, new Date(now.getTime() - playLogDays * 86_400_000).toISOString().slice(0, 10));
