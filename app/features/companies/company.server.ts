import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { isProvider } from "#contract/base/roles";
import { timeZones } from "#contract/base/time-zones";
import { type Company, findCompany, updateCompany } from "#contract/companies/endpoints";
import { CompanyForm, sectionForms } from "#contract/companies/form";
import {
  type CompanySection,
  flagNames,
  periodName,
  sectionNames,
} from "#contract/companies/words";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { loadPlaces } from "~/lib/locations/places.server";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { showRate } from "./company-words";
import { companyTexts } from "./texts";

/** The guard of a page about the company in the address. */
export type CompanyContext = { pageContext: PageContext; companyId: number; ref: string };

/** Guards the pages of one company, which only provider staff may open. */
export async function requireCompany(
  args: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<CompanyContext> {
  const pageContext = await requireArea(args, "COMPANIES", { company: false });
  return {
    pageContext,
    companyId: pageContext.ids.decrypt("company", args.params.id),
    ref: args.params.id ?? "",
  };
}

/**
 * Fields that a call may leave out because they have a default; the page still requires
 * them.
 */
const alwaysThere = ["companyId", "country", "billingPeriodMonths", "optimumVolume"];

/** The constraints of a company's form, as its page marks them. */
export function companyConstraints(schema: Parameters<typeof constraintsOf>[0]) {
  const constraints = constraintsOf(schema);
  for (const name of alwaysThere)
    if (constraints[name]) constraints[name] = { ...constraints[name], required: true };
  return constraints;
}

const sectionOf = (name: unknown): CompanySection | "whole" =>
  sectionNames.find((section) => section === name) ?? "whole";

/** Loads the form of a company, whole or only the section in the address. */
export async function loadCompanyForm(
  { request, context }: LoaderFunctionArgs,
  { api, person, figures }: PageContext,
  companyId?: number,
) {
  const { data: company } = await load(() => api.call(findCompany, { query: { companyId } }));
  const section = sectionOf(new URL(request.url).searchParams.get("section"));
  const { billingRate, billingPeriodMonths } = company;
  const rate = companyTexts.billing(
    showRate(billingRate, figures),
    periodName(billingPeriodMonths),
  );
  return {
    companyName: company.companyName,
    form: {
      section,
      constraints: companyConstraints(section === "whole" ? CompanyForm : sectionForms[section]),
      values: companyValues(company),
      zones: [...timeZones],
      places: await load(() => loadPlaces(context, api, company.country)),
      byProvider: isProvider(person),
      rate: isProvider(person) || billingRate === null ? null : rate,
    },
  };
}

/** Turns a company into its form's values. */
export function companyValues({ companyCode, ...company }: Company): Record<string, string> {
  const values: Record<string, string> = { companyId: companyCode };
  for (const [name, value] of Object.entries(company))
    values[name] = value === null ? "" : String(value);
  for (const flag of flagNames) values[flag] = company[flag] ? "on" : "";
  return values;
}

/** Saves the form, whole or one section; `refused` is the answer if it was not saved. */
export async function saveCompanyForm(
  { request, context }: ActionFunctionArgs,
  { api }: PageContext,
  companyId?: number,
) {
  const section = sectionOf(context.posted?.values.section);
  const form = await readForm(request, section === "whole" ? CompanyForm : sectionForms[section]);
  const { value } = form;
  if (!value) return { reply: undefined, refused: form.refused() };
  return form.submit(() => api.call(updateCompany, { query: { companyId }, body: value }));
}
