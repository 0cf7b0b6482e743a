import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Paise } from "#contract/base/money";
import type { Scope } from "../../access/scope.ts";
import { billingPeriod, company, companyRate } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

const columns = {
  from: companyRate.fromMonth,
  rate: companyRate.rate,
  setBy: companyRate.setBy,
  setAt: companyRate.setAt,
};

/** The newest first. */
export const findRateVersions = ({ companyId }: Scope, db: Db | Tx) =>
  db
    .select(columns)
    .from(companyRate)
    .where(eq(companyRate.companyId, companyId))
    .orderBy(desc(companyRate.fromMonth));

/** A version of the same month is replaced. */
export async function saveRateVersion(
  { companyId }: Scope,
  tx: Tx,
  version: { from: string; rate: Paise; setBy: string; setAt: Date },
) {
  const { from: fromMonth, ...values } = version;
  const [saved] = await tx
    .insert(companyRate)
    .values({ companyId, fromMonth, ...values })
    .onConflictDoUpdate({ target: [companyRate.companyId, companyRate.fromMonth], set: values })
    .returning(columns);
  if (!saved) throw new Error("insert returned no row");
  return saved;
}

/** Fills in the company's rate if its form cleared it: a cleared rate counts as none until set. */
export const saveCompanyRate = ({ companyId }: Scope, tx: Tx, rate: Paise) =>
  tx.execute(
    sql`update ${company} set billing_rate_paise = coalesce(billing_rate_paise, ${rate}), version = ${company.version} + 1 where ${company.id} = ${companyId}`,
  );

/** The provider's date. */
export const billingDay = (
  now: Date,
): SQL => sql`(${now.toISOString()}::timestamptz at time zone coalesce(
  (select provider.time_zone from company provider where provider.kind = 'provider' limit 1), 'Asia/Kolkata'))::date`;

/**
 * A company's rate in a month: the latest version up to it, else the first, else what its form had
 * before there were versions; null for none.
 */
export const rateIn = (month: SQL, companyId: SQL): SQL => sql`coalesce(
  (select v.rate from ${companyRate} v where v.company_id = ${companyId} and v.from_month <= ${month} order by v.from_month desc limit 1),
  (select v.rate from ${companyRate} v where v.company_id = ${companyId} order by v.from_month limit 1),
  (select c.billing_rate_paise from ${company} c where c.id = ${companyId}))`;

/**
 * For a row of `company`, its rate from next month on, which is the one that its form
 * changes; null if its form has none.
 */
export const rateToCome = (now: Date) =>
  sql<string | null>`(case when company.billing_rate_paise is null then null
    else ${rateIn(sql`${billingDay(now)} + interval '1 month'`, sql`company.id`)} end)`.mapWith(
    company.billingRate,
  );

/**
 * The last day that is billed; the company stays locked, so that no invoice is issued in between.
 */
export async function findInvoicedUntil({ companyId }: Scope, tx: Tx): Promise<string | undefined> {
  await tx
    .select({ id: company.id })
    .from(company)
    .where(eq(company.id, companyId))
    .for("no key update");
  const [row] = await tx
    .select({ until: sql<string | null>`max(${billingPeriod.periodTo})::text` })
    .from(billingPeriod)
    .where(eq(billingPeriod.companyId, companyId));
  return row?.until ?? undefined;
}
