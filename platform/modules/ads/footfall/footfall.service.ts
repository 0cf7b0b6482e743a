import type { z } from "zod";
import type { FootfallRow, saveFootfall } from "#contract/ads/footfall";
import { dateIn, showDate, timeIn } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { playLogDays } from "#contract/player/limits";
import { invalid } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import {
  type CountingStore,
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
 * `rows[n].storeCode` for a store that is not in scope, on `rows[n].date` for a day that has no
 * plays, and on `rows[n].hour` for one that has not begun, or that an earlier row has too.
 */
export async function replaceFootfall(
  call: ScopedCall,
  { rows }: z.output<typeof saveFootfall.body>,
): Promise<{ saved: number }> {
  const { scope } = call;
  await call.database.transaction(async (tx) => {
    const codes = rows.map(({ storeCode }) => storeCode);
    const stores = await findStoresByCode(scope, tx, codes);
    const keys = new Set<string>();
    const errors: Record<string, string> = {};
    const hours = rows.flatMap((row, place) => {
      const store = stores.get(row.storeCode.toLowerCase());
      if (!store) errors[`rows.${place}.storeCode`] = messages.notFound;
      const wrong = store ? findWrongTime(row, store, call.now) : {};
      for (const [field, words] of Object.entries(wrong)) errors[`rows.${place}.${field}`] = words;
      const key = keyOfHour(row);
      if (keys.has(key))
        errors[`rows.${place}.hour`] = "An earlier row has the same store, date and hour.";
      keys.add(key);
      const { date: day, hour, visitors } = row;
      return store ? { storeId: store.id, day, hour, visitors } : [];
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

/**
 * Gives errors for a day that has not begun on the store's clock, or whose plays have left the play
 * log (footfall of such a day has no plays to count for), and for an hour of today that has not
 * begun.
 */
export function findWrongTime(
  { date, hour }: Partial<Pick<FootfallRow, "date" | "hour">>,
  { timeZone }: CountingStore,
  now: Date,
): { date?: string; hour?: string } {
  const [first, today] = [firstDay(now), dateIn(timeZone, now)];
  if (date === undefined) return {};
  if (date < first || date > today)
    return {
      date: `Enter a date from ${showDate(first)} to ${showDate(today)}, today at the store.`,
    };
  const isAhead = date === today && (hour ?? 0) > Number(timeIn(timeZone, now).slice(0, 2));
  return isAhead ? { hour: "This hour has not begun at the store." } : {};
}

const firstDay = (now: Date) =>
  new Date(now.getTime() - playLogDays * 86_400_000).toISOString().slice(0, 10);

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
export const forgetOldFootfall = (db: Db, now: Date) => deleteFootfall(db, firstDay(now));
