import { and, count, eq, sql } from "drizzle-orm";
import type { CompanyForm } from "#contract/companies";
import { isProvider } from "#contract/roles";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { company, store } from "../../db/schema/index.ts";

const columns = {
  id: company.id,
  companyName: company.name,
  code: company.code,
  status: company.status,
  email: company.email,
  commEmail: company.commEmail,
  phoneCountryCode: company.phoneCountryCode,
  phone: company.phone,
  companyWebsite: company.website,
  addressLine: company.addressLine,
  city: company.city,
  state: company.state,
  postalCode: company.postalCode,
  timeZone: company.timeZone,
  gstNo: company.gstNo,
  panNo: company.panNo,
  thresholdVolume: company.thresholdVolume,
};

/** The companies the caller may work in: every active client for provider staff, else their own. */
export const findCompaniesOf = (db: Db, caller: Caller) =>
  db
    .select({ id: company.id, companyName: company.name, timeZone: company.timeZone, stores: count(store.id) })
    .from(company)
    .leftJoin(store, eq(store.companyId, company.id))
    .where(isProvider(caller) ? and(eq(company.kind, "client"), eq(company.status, "active")) : eq(company.id, caller.companyId))
    .groupBy(company.id)
    .orderBy(sql`lower(${company.name}) collate "C"`);

export async function findCompany(scope: Scope, db: Db) {
  const [found] = await db.select(columns).from(company).where(eq(company.id, scope.companyId));
  return found;
}

export async function lockCompany(scope: Scope, db: Db) {
  const [found] = await db.select(columns).from(company).where(eq(company.id, scope.companyId)).for("update");
  return found;
}

export async function replaceCompanyForm(scope: Scope, db: Db, form: CompanyForm) {
  const { companyWebsite, addressLine, city, state, postalCode, gstNo, panNo, ...rest } = form;
  const cleared = { website: companyWebsite ?? null, gstNo: gstNo ?? null, panNo: panNo ?? null };
  const [changed] = await db
    .update(company)
    .set({ ...rest, addressLine, city, state, postalCode, ...cleared, updatedAt: sql`now()` })
    .where(eq(company.id, scope.companyId))
    .returning(columns);
  return changed;
}
