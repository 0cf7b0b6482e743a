import { desc, eq, sql } from "drizzle-orm";
import type { Paise } from "#contract/base/money";
import type { Scope } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/client.ts";
import { billingPeriod, company, companyRate } from "../../db/schema/index.ts";

const columns = { from: companyRate.fromMonth, rate: companyRate.rate, setBy: companyRate.setBy, setAt: companyRate.setAt };

/** The newest first. */
export const findRateVersions = ({ companyId }: Scope, db: Db | Tx) =>
  db.select(columns).from(companyRate).where(eq(companyRate.companyId, companyId)).orderBy(desc(companyRate.fromMonth));

/** A version of the same month is replaced. */
export async function saveRateVersion({ companyId }: Scope, tx: Tx, version: { from: string; rate: Paise; setBy: string; setAt: Date }) {
  const { from: fromMonth, ...values } = version;
  const [saved] = await tx
    .insert(companyRate)
    .values({ companyId, fromMonth, ...values })
    .onConflictDoUpdate({ target: [companyRate.companyId, companyRate.fromMonth], set: values })
    .returning(columns);
  if (!saved) throw new Error("insert returned no row");
  return saved;
}

/** The company's form shows the latest version's rate. */
export const saveCompanyRate = ({ companyId }: Scope, tx: Tx) =>
  tx.execute(sql`update ${company} set billing_rate_paise = (select rate from ${companyRate} where company_id = ${companyId} order by from_month desc limit 1),
    version = ${company.version} + 1 where ${company.id} = ${companyId}`);

/** The last day that is billed; the company stays locked, so that no invoice is issued in between. */
export async function findInvoicedUntil({ companyId }: Scope, tx: Tx): Promise<string | undefined> {
  await tx.select({ id: company.id }).from(company).where(eq(company.id, companyId)).for("no key update");
  const [row] = await tx
    .select({ until: sql<string | null>`max(${billingPeriod.periodTo})::text` })
    .from(billingPeriod)
    .where(eq(billingPeriod.companyId, companyId));
  return row?.until ?? undefined;
}
