import type { z } from "zod";
import { showDate } from "#contract/base/dates";
import type { Licence, LicenceForm, updateLicence } from "#contract/companies/licences";
import type { Scope } from "../../access/scope.ts";
import { notFound } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../audit/index.ts";
import { insertLicence, lockLicence, saveLicence } from "./licences.queries.ts";

const entry = ({ companyId }: Scope, action: string, { id, name }: Licence) => ({
  companyId,
  action,
  itemKind: "licence",
  itemId: id,
  itemName: name,
});

export const addLicence = (call: ScopedCall, form: LicenceForm): Promise<Licence> =>
  call.database.transaction(async (tx) => {
    const added = await insertLicence(call.scope, tx, form);
    await audit(tx, call, [{ ...entry(call.scope, "licence added", added), after: added }]);
    return added;
  });

/** Words for a field's value, for a person whose save came too late. */
const inWords = (day: unknown) => showDate(String(day));
const words = { validFrom: inWords, validTo: inWords };

/**
 * Replaces a licence's form. Throws 404 for one outside the scope, 422 on fields that others set
 * since the form's version (see refuseOutdated).
 */
export const changeLicence = (
  call: ScopedCall,
  { licenceId: id, version, ...form }: z.output<typeof updateLicence.body>,
): Promise<Licence> =>
  call.database.transaction(async (tx) => {
    const before = await lockLicence(call.scope, tx, id);
    if (!before) throw notFound();
    const newValues = { ...form, number: form.number ?? null };
    await refuseOutdated(call.scope, tx, {
      item: { kind: "licence", id },
      loaded: version,
      stored: before,
      newValues,
      words,
    });
    const changed = changedFields(before, newValues);
    if (!changed) return before;
    const after = await saveLicence(call.scope, tx, id, newValues);
    if (!after) throw notFound();
    await audit(tx, call, [{ ...entry(call.scope, "licence changed", after), ...changed }]);
    return after;
  });
