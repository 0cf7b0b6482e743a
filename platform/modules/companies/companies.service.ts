import type { Company, CompanyForm } from "#contract/companies";
import { isNational, type Scope } from "../../access/scope.ts";
import type { Database, Db } from "../../db/client.ts";
import type { SignedInCall } from "../../http/context.ts";
import { forbidden, notFound } from "../../http/refusal.ts";
import { audit } from "../audit/audit.queries.ts";
import { advanceOnboarding } from "../users/users.queries.ts";
import { findCompany, lockCompany, replaceCompanyForm } from "./companies.queries.ts";

/** Throws 404 where the scope's company is gone. */
export async function showCompany(scope: Scope, db: Db): Promise<Company> {
  const company = await findCompany(scope, db);
  if (!company) throw notFound();
  return company;
}

/** Replaces the company's form (VAL-4) and ends step 2 of a caller's onboarding. Throws 403 for clients that are not national: the company is above what they own. */
export async function changeCompany(scope: Scope, database: Database, form: CompanyForm, call: SignedInCall): Promise<Company> {
  if (scope.reach !== "company") throw forbidden();
  return database.transaction(async (tx) => {
    const before = await lockCompany(scope, tx);
    const after = before && (await replaceCompanyForm(scope, tx, form));
    if (!after) throw notFound();
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "company changed",
        itemKind: "company",
        itemId: after.id,
        itemName: after.companyName,
        before,
        after,
      },
    ]);
    if (isNational(call.caller)) await advanceOnboarding(tx, call.caller, 2, 3);
    return after;
  });
}
