import { addDays } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import type { Gstr1, Gstr1Query } from "#contract/billing/gstr1";
import { type Gstr1Section, gstr1Sections, quarterStart } from "#contract/billing/gstr1-words";
import { monthAfter } from "#contract/billing/words";
import { invalid } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { downloadHeaders } from "../../http/table-file.ts";
import { findGstDocuments, findOwnGstNos, sumLedger } from "./gstr1.queries.ts";
import {
  addUp,
  bySac,
  findProblems,
  type GstDocument,
  listOf,
  listRuns,
  type Sums,
} from "./gstr1.ts";
import { toToolCsv } from "./gstr1-csv.ts";
import { toPortalJson } from "./gstr1-json.ts";
import { findBilling } from "./settings.queries.ts";

const mostProblems = 200;

/** Whole months; the portal names a quarter by its last one. */
function datesOf({ month, period }: Pick<Gstr1Query, "month" | "period">) {
  const from = period === "quarter" ? quarterStart(month) : month;
  const to = addDays(monthAfter(from, period === "quarter" ? 3 : 1), -1);
  return { from, to, returnPeriod: `${to.slice(5, 7)}${to.slice(0, 4)}` };
}

/** The GSTIN that is asked for, else that of the settings, else one of the documents. */
async function readReturn(call: ScopedCall, query: Gstr1Query) {
  const dates = datesOf(query);
  const gstNos = await findOwnGstNos(call.scope, call.db, dates);
  const own = (await findBilling(call.db))?.settings?.gstNo;
  const gstNo = query.gstNo ?? own ?? gstNos[0] ?? null;
  const documents =
    gstNo === null ? [] : await findGstDocuments(call.scope, call.db, { ...dates, gstNo });
  return { ...dates, gstNo, gstNos, documents };
}

/** GSTR-1 of a period: totals by section, the ledger, and what the portal would refuse. */
export async function showGstr1(call: ScopedCall, query: Gstr1Query): Promise<Gstr1> {
  const { documents, gstNo, ...period } = await readReturn(call, query);
  const ledger =
    gstNo === null ? addUp([]) : await sumLedger(call.scope, call.db, { ...period, gstNo });
  const problems = documents.flatMap((document) =>
    findProblems(document).map((problem) => ({ problem, ...placeOf(document) })),
  );
  return {
    ...period,
    gstNo,
    sections: gstr1Sections.map((section) => ({ section, ...toSums(sumsOf(documents, section)) })),
    sum: toSums(addUp(documents)),
    ledger: toSums(ledger),
    problemCount: problems.length,
    problems: problems.slice(0, mostProblems),
  };
}

const placeOf = ({ number, invoiceId, companyId, companyName }: GstDocument) => ({
  number,
  invoiceId,
  companyId,
  companyName,
});

function sumsOf(documents: readonly GstDocument[], section: Gstr1Section): Sums {
  if (section === "doc_issue") {
    const documentCount = listRuns(documents).reduce((sum, { count }) => sum + count, 0);
    return { ...addUp([]), documents: documentCount };
  }
  if (section === "hsn_b2b" || section === "hsn_b2c")
    return addUp(bySac(documents, section === "hsn_b2b"));
  return addUp(listOf(documents, section));
}

const toSums = ({ documents, taxable, cgst, sgst, igst, total }: Sums) => ({
  documents,
  taxable: formatAmount(taxable),
  cgst: formatAmount(cgst),
  sgst: formatAmount(sgst),
  igst: formatAmount(igst),
  total: formatAmount(total),
});

/** The portal's file. Throws 422 before there is a GSTIN. */
export async function exportGstr1(call: ScopedCall, query: Gstr1Query): Promise<Response> {
  const { gstNo, returnPeriod, documents } = await readReturn(call, query);
  if (gstNo === null) throw noGstNo();
  return Response.json(toPortalJson({ gstNo, returnPeriod, documents }), {
    headers: downloadHeaders("application/json", `GSTR1-${gstNo}-${returnPeriod}.json`),
  });
}

/** A section as CSV. Throws 422 before there is a GSTIN. */
export async function exportGstr1Section(
  call: ScopedCall,
  { section, ...query }: Gstr1Query & { section: Gstr1Section },
): Promise<Response> {
  const { gstNo, returnPeriod, documents } = await readReturn(call, query);
  if (gstNo === null) throw noGstNo();
  return new Response(toToolCsv(documents, section), {
    headers: downloadHeaders(
      "text/csv; charset=utf-8",
      `GSTR1-${gstNo}-${returnPeriod}-${section}.csv`,
    ),
  });
}

const noGstNo = () => invalid({ month: "Enter your own GSTIN in the billing settings first." });
