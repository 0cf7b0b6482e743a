import type { AppLoadContext } from "@remix-run/node";
import { isProvider } from "#contract/base/roles";
import { type CompanyChoice, companiesForMe } from "#contract/companies/endpoints";
import type { PageContext } from "./guard.server";

/**
 * Finds the companies a person may work in, and the one they work in now: staff's choice, else
 * their own; undefined before a choice.
 */
export async function findCompanies(context: AppLoadContext, { api, user, person }: PageContext) {
  const { data: companies } = await api.call(companiesForMe, {});
  const companyId = isProvider(person) ? context.session.companyId : user.companyId;
  return { companies, company: companies.find(({ id }) => id === companyId) };
}

/**
 * The time zone of a person's days; the provider's for staff who have not chosen a
 * company.
 */
export const zoneOf = (company: CompanyChoice | undefined): string =>
  company?.timeZone ?? "Asia/Kolkata";

/** Finds the time zone of the company that a person works in now. */
export const findTimeZone = async (
  context: AppLoadContext,
  pageContext: PageContext,
): Promise<string> => zoneOf((await findCompanies(context, pageContext)).company);
