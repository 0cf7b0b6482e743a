import type { z } from "zod";
import { mostSavedFilters, type saveFilter } from "#contract/saved-filters/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import { constraintOf } from "../../db/constraint-error.ts";
import type { SignedInCall } from "../../http/context.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { audit } from "../audit/audit.queries.ts";
import { deleteSavedFilter, insertSavedFilter } from "./saved-filters.queries.ts";

const item = ({ companyId }: Scope) => ({ companyId, itemKind: "saved filter" });

/** Saves a list's filters for the caller alone. Throws 422 on `name` where they have one of that name, or fifty of the list. */
export async function keepFilter(scope: Scope, { transaction }: Database, form: z.output<typeof saveFilter.body>, call: SignedInCall) {
  try {
    return await transaction(async (tx) => {
      const saved = await insertSavedFilter(scope, tx, call.caller, form, mostSavedFilters);
      if (!saved) throw invalid({ name: `You have ${mostSavedFilters} saved filters of this list. Remove one first.` });
      await audit(tx, call, [{ ...item(scope), action: "saved filter added", itemId: saved.id, itemName: saved.name, after: form }]);
      return saved;
    });
  } catch (error) {
    if (constraintOf(error)?.constraint === "saved_filter_name") throw invalid({ name: "You have a saved filter of this name." });
    throw error;
  }
}

/** Gives the name. Throws 404 for what is not the caller's own. */
export async function removeFilter(scope: Scope, { transaction }: Database, id: number, call: SignedInCall): Promise<string> {
  return transaction(async (tx) => {
    const removed = await deleteSavedFilter(scope, tx, call.caller, id);
    if (!removed) throw notFound();
    const { name, list, filters } = removed;
    await audit(tx, call, [
      { ...item(scope), action: "saved filter removed", itemId: id, itemName: name, before: { list, name, filters } },
    ]);
    return name;
  });
}
