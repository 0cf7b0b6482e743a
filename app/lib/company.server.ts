import type { AppLoadContext } from "@remix-run/node";
import { isProvider } from "#contract/base/roles";
import { type CompanyChoice, companiesForMe } from "#contract/companies/endpoints";
import type { Guarded } from "./guard.server";

/**
 * The companies a person may work in, and the one they work in now: provider staff's choice, else
 * their own; undefined before a choice.
 */
export async function findCompanies(context: AppLoadContext, { api, user, person }: Guarded) {
  const { data: companies } = await api.call(companiesForMe, {});
  const companyId = isProvider(person) ? context.session.companyId : user.companyId;
  return { companies, company: companies.find(({ id }) => id === companyId) };
}

/**
 * The zone in which a person's days begin and end; provider staff who chose no company yet are
 * where the provider is.
 */
export const zoneOf = (company: CompanyChoice | undefined): string =>
  company?.timeZone ?? "Asia/Kolkata";
