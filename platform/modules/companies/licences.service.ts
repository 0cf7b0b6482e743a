import type { Licence, LicenceForm } from "#contract/companies/licences";
import type { Scope } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { SignedInCall } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { audit } from "../audit/audit.queries.ts";
import { insertLicence, lockLicence, saveLicence } from "./licences.queries.ts";

const entry = ({ companyId }: Scope, action: string, { id, name }: Licence) => ({
  ...{ companyId, action, itemKind: "licence", itemId: id, itemName: name },
});

export const addLicence = (scope: Scope, database: Database, form: LicenceForm, call: SignedInCall): Promise<Licence> =>
  database.transaction(async (tx) => {
    const added = await insertLicence(scope, tx, form);
    await audit(tx, call, [{ ...entry(scope, "licence added", added), after: added }]);
    return added;
  });

/** Replaces a licence's form. Throws 404 for one outside the scope. */
export const changeLicence = (scope: Scope, database: Database, id: number, form: LicenceForm, call: SignedInCall): Promise<Licence> =>
  database.transaction(async (tx) => {
    const before = await lockLicence(scope, tx, id);
    const after = before && (await saveLicence(scope, tx, id, { ...form, number: form.number ?? null }));
    if (!after) throw notFound();
    await audit(tx, call, [{ ...entry(scope, "licence changed", after), before, after }]);
    return after;
  });
