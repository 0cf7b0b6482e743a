import { and, eq, gte } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import { storeHours, storeHoursException } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/** One store: what its pages show and its forms change. */

/** A day's hours in minutes since local midnight. */
export type WeekDay = { weekday: number; opens: number; closes: number };
export type ExceptionDay = {
  day: string;
  opens: number | null;
  closes: number | null;
  note: string | null;
};

/** Call only after findStore. */
export const findWeek = (scope: Scope, db: Db, storeId: number): Promise<WeekDay[]> =>
  db
    .select({ weekday: storeHours.weekday, opens: storeHours.opens, closes: storeHours.closes })
    .from(storeHours)
    .where(and(eq(storeHours.companyId, scope.companyId), eq(storeHours.storeId, storeId)))
    .orderBy(storeHours.weekday);

export const findExceptions = (scope: Scope, db: Db, storeId: number): Promise<ExceptionDay[]> =>
  db
    .select({
      day: storeHoursException.day,
      opens: storeHoursException.opens,
      closes: storeHoursException.closes,
      note: storeHoursException.note,
    })
    .from(storeHoursException)
    .where(
      and(
        eq(storeHoursException.companyId, scope.companyId),
        eq(storeHoursException.storeId, storeId),
      ),
    )
    .orderBy(storeHoursException.day);

export type Hours = { week: WeekDay[]; exceptions: ExceptionDay[] };

/**
 * Replaces a store's weekly hours, and its exceptions from the date on; earlier ones
 * stay as the record of when it was open.
 */
export async function replaceHours(
  { companyId }: Scope,
  tx: Tx,
  storeId: number,
  { week, exceptions }: Hours,
  from: string,
): Promise<void> {
  await tx
    .delete(storeHours)
    .where(and(eq(storeHours.companyId, companyId), eq(storeHours.storeId, storeId)));
  const exceptionsOf = and(
    eq(storeHoursException.companyId, companyId),
    eq(storeHoursException.storeId, storeId),
  );
  await tx.delete(storeHoursException).where(and(exceptionsOf, gte(storeHoursException.day, from)));
  if (week.length > 0)
    await tx.insert(storeHours).values(week.map((day) => ({ companyId, storeId, ...day })));
  if (exceptions.length > 0)
    await tx
      .insert(storeHoursException)
      .values(exceptions.map((date) => ({ companyId, storeId, ...date })));
  announce(tx, "stores", { companyId });
}
