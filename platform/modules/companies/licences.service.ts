import type { Licence, LicenceForm } from "#contract/companies/licences";
import type { Scope } from "../../access/scope.ts";
import type { ScopedCall } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { audit } from "../audit/index.ts";
import { insertLicence, lockLicence, saveLicence } from "./licences.queries.ts";

const entry = ({ companyId }: Scope, action: string, { id, name }: Licence) => ({
  ...{ companyId, action, itemKind: "licence", itemId: id, itemName: name },
});

export const addLicence = (call: ScopedCall, form: LicenceForm): Promise<Licence> =>
  call.database.transaction(async (tx) => {
    const added = await insertLicence(call.scope, tx, form);
    await audit(tx, call, [{ ...entry(call.scope, "licence added", added), after: added }]);
    return added;
  });

/** Replaces a licence's form. Throws 404 for one outside the scope. */
export const changeLicence = (call: ScopedCall, { licenceId: id, ...form }: LicenceForm & { licenceId: number }): Promise<Licence> =>
  call.database.transaction(async (tx) => {
    const before = await lockLicence(call.scope, tx, id);
    const after = before && (await saveLicence(call.scope, tx, id, { ...form, number: form.number ?? null }));
    if (!after) throw notFound();
    await audit(tx, call, [{ ...entry(call.scope, "licence changed", after), before, after }]);
    return after;
  });
