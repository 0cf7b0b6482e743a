import { formatAmount } from "#contract/base/money";
import type { Ageing, AgeingQuery } from "#contract/billing/ageing";
import type { ExportRows } from "../../db/export-cells.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { ageingRows, type FoundAgeing, findAgeing, findAgeingPage } from "./ageing.queries.ts";
import { billingDate } from "./invoices.service.ts";

/** Shows what the scope's company owes today, by age. */
export const showAgeingOf = async ({ scope, db, now }: ScopedCall): Promise<Ageing> =>
  toAgeing(await findAgeing(scope, db, await billingDate(db, now)));

/** Lists each company's debt by age. Throws 422 for a cursor that is not ours. */
export async function listAgeing({ db, now }: SignedInCall, query: AgeingQuery) {
  const { rows, page, all } = await findAgeingPage(db, query, await billingDate(db, now));
  const data = rows.map(({ companyId, companyName, ...ageing }) => ({
    companyId,
    companyName,
    ...toAgeing(ageing),
  }));
  return { data, page: { ...page, total: all.companies, totals: toAgeing(all) } };
}

/** Exports all companies that match as rows of a file. */
export const exportAgeing = async (
  { db, now }: SignedInCall,
  { search }: Pick<AgeingQuery, "search">,
): Promise<ExportRows> => ageingRows(search, await billingDate(db, now));

const toAgeing = ({ notDue, to30, to60, to90, over90, credit, total }: FoundAgeing): Ageing => ({
  notDue: formatAmount(notDue),
  to30: formatAmount(to30),
  to60: formatAmount(to60),
  to90: formatAmount(to90),
  over90: formatAmount(over90),
  credit: formatAmount(credit),
  total: formatAmount(total),
});
