import * as field from "#contract/base/fields";
import type { NewCompany, RequestedCompany } from "#contract/companies/form";
import { scopeOf } from "../../access/scope.ts";
import { invalid } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { withWords } from "../../http/constraints.ts";
import type { SessionCall } from "../../http/context.ts";
import { unnamedFirst } from "../../mail/email-text.ts";
import type { Services } from "../../services.ts";
import { audit } from "../audit/index.ts";
import { keepTypedRate } from "../billing/index.ts";
import { deliverEmail } from "../emails/index.ts";
import { addUser } from "../users/index.ts";
import { type CompanyFields, findTaken, insertCompany } from "./companies.queries.ts";
import { takenMessages } from "./companies.service.ts";
import { fieldsToStore, settleTaxStatus } from "./company-form.ts";

/**
 * Adds a client company with its first national admin, invited and at step 2 of onboarding; for
 * provider staff. Gives the invitation, to be delivered after the commit. Throws
 * 422 by field for values that are taken (also if taken at the same moment), for a place that
 * does not exist and for tax details; the transaction cannot go on then.
 */
export async function createCompany(tx: Tx, form: RequestedCompany, call: SessionCall) {
  const { companyAdminUserId, ...rest } = form;
  // a complete form has all fields
  const formFields = (await fieldsToStore(rest, true)) as CompanyFields;
  const fields = settleTaxStatus(formFields, {}, form.otherState);
  const conflicts = await findTaken(
    tx,
    { companyCode: form.companyId, email: form.email, username: companyAdminUserId },
    undefined,
  );
  const errors = {
    ...(conflicts.companyCode && { companyId: takenMessages.companyId }),
    ...(conflicts.username && { companyAdminUserId: takenMessages.companyAdminUserId }),
    ...(conflicts.email && { email: takenMessages.email }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return withWords(
    { login_pkey: { companyAdminUserId: takenMessages.companyAdminUserId } },
    async () => {
      const company = await insertCompany(tx, fields, companyAdminUserId);
      const item = { itemKind: "company", itemId: company.id, itemName: company.companyName };
      await audit(tx, call, [
        {
          companyId: company.id,
          action: "company added",
          ...item,
          after: { ...fields, companyAdminUserId, version: 1 },
        },
      ]);
      const scope = await scopeOf(tx, call.caller, company.id);
      await keepTypedRate(scope, tx, call, fields.billingRate);
      const admin = {
        username: companyAdminUserId,
        email: form.email,
        firstName: firstNameOf(form.contactName),
      };
      const role = { role: "ROLE_Client_Admin", level: "national" } as const;
      const entrance = { onboardedStep: 2 };
      const { invitation } = await addUser(scope, tx, {
        form: { ...admin, ...role },
        call,
        entrance,
      });
      return { company, invitation };
    },
  );
}

/** Called so until they set up their profile. */
const firstNameOf = (contactName: string | undefined) =>
  field.firstName.safeParse(contactName?.split(" ")[0]).data ?? unnamedFirst;

/** Runs `createCompany` in a transaction of its own, and delivers the admin's invitation. */
export async function addCompany(call: SessionCall & Pick<Services, "emails">, form: NewCompany) {
  const { company, invitation } = await call.database.transaction((tx) =>
    createCompany(tx, form, call),
  );
  return { ...company, mail: invitation && (await deliverEmail(call, invitation)) };
}
