import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { monthName } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { exportGstr1, exportGstr1Section, type Gstr1, showGstr1 } from "#contract/billing/gstr1";
import {
  type Gstr1Problem,
  gstr1ProblemTexts,
  gstr1SectionLabels,
  gstr1Sections,
} from "#contract/billing/gstr1-words";
import { monthAfter, showPeriod } from "#contract/billing/words";
import { companyEditPath, companyPath } from "~/features/companies/paths";
import { passDownload } from "~/lib/api/download.server";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { showAmount } from "./billing-words";
import { gstr1Finding } from "./finding";
import { gstr1Texts } from "./gst-words";
import { today } from "./invoices.server";
import { billingSettingsPath, gstr1CsvPath, gstr1JsonPath, invoicePath } from "./paths";

const Address = z.object({
  month: field.isoDate.optional(),
  period: z.enum(["month", "quarter"]).default("month"),
  gstNo: field.gstNo.optional(),
  section: z.enum(gstr1Sections).default("b2b"),
});
const monthsBack = 24;

/** Reads the period from the address; by default last month. */
function readPeriod(args: LoaderFunctionArgs, { ids }: PageContext) {
  const { month, ...address } = readQuery(args.request, Address, { ids });
  return { ...address, month: monthAfter(month ?? monthAfter(today(), -1), 0) };
}

/** GSTR-1 of a month or quarter. */
export async function loadGstr1(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, figures } = pageContext;
  const { section: _, ...query } = readPeriod(args, pageContext);
  const { data } = await load(() => api.call(showGstr1, { query }));
  const showSums = ({ documents, ...sums }: Gstr1["sum"]) => ({
    documents: figures.figure(documents),
    taxable: showAmount(sums.taxable, figures),
    cgst: showAmount(sums.cgst, figures),
    sgst: showAmount(sums.sgst, figures),
    igst: showAmount(sums.igst, figures),
    total: showAmount(sums.total, figures),
  });
  return {
    ...query,
    gstNo: data.gstNo,
    gstNos: data.gstNos.map((gstNo) => ({ value: gstNo, label: gstNo })),
    months: monthOptions(),
    title: showPeriod({ periodFrom: data.from, periodTo: data.to }),
    finding: gstr1Finding({ ...data, isEqual: isSame(data.sum, data.ledger) }, figures),
    json: data.gstNo === null ? null : gstr1JsonPath(query),
    isEmpty: data.ledger.documents === 0,
    sections: data.sections.map(({ section, ...sums }) => ({
      key: section,
      label: gstr1SectionLabels[section],
      csv: gstr1CsvPath({ ...query, section }),
      ...showSums(sums),
    })),
    sum: showSums(data.sum),
    ledger: showSums(data.ledger),
    isEqual: isSame(data.sum, data.ledger),
    problemsLead: gstr1Texts.problemsLead(figures.counted(data.problemCount, "problem")),
    problems: data.problems.map((problem, place) => shownProblem(problem, place, pageContext)),
  };
}

const isSame = (one: Gstr1["sum"], other: Gstr1["sum"]) =>
  JSON.stringify(one) === JSON.stringify(other);

function shownProblem(
  { problem, number, invoiceId, companyId, companyName }: Gstr1["problems"][number],
  place: number,
  { ids }: PageContext,
) {
  const company = ids.encrypt("company", companyId);
  return {
    key: String(place),
    number,
    to: invoicePath(ids.encrypt("invoice", invoiceId)),
    company: companyName,
    companyTo: companyPath(company),
    problem: gstr1ProblemTexts[problem],
    mend: returnProblemLink(problem, company),
  };
}

/** Links to the page where the data that coming invoices lack is entered. */
function returnProblemLink(problem: Gstr1Problem, company: string): { label: string; to: string } {
  if (problem === "NO_SAC" || problem === "WRONG_RATE")
    return { label: "Open billing settings", to: billingSettingsPath };
  return problem === "NO_STATE" || problem === "WRONG_TAX"
    ? { label: "Edit address", to: `${companyEditPath(company)}?section=address` }
    : { label: "Edit GSTIN", to: `${companyEditPath(company)}?section=billing` };
}

const monthOptions = () =>
  Array.from({ length: monthsBack }, (_, back) => monthAfter(today(), -back)).map((month) => ({
    value: month,
    label: monthName(month),
  }));

/** The JSON for the portal. */
export function passGstr1Json(
  args: LoaderFunctionArgs,
  pageContext: PageContext,
): Promise<Response> {
  const { section: _, ...query } = readPeriod(args, pageContext);
  return passDownload(args, () => pageContext.api.file(exportGstr1, { query }));
}

/** A section as CSV. */
export function passGstr1Csv(
  args: LoaderFunctionArgs,
  pageContext: PageContext,
): Promise<Response> {
  const query = readPeriod(args, pageContext);
  return passDownload(args, () => pageContext.api.file(exportGstr1Section, { query }));
}
