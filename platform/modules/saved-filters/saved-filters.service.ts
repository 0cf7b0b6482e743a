import type { z } from "zod";
import { mostSavedFilters, type saveFilter } from "#contract/saved-filters/endpoints";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { deleteSavedFilter, findSavedFilters, insertSavedFilter } from "./saved-filters.queries.ts";

const item = ({ companyId }: Scope) => ({ companyId, itemKind: "saved filter" });

export const listFilters = (
  { scope, db, caller }: Pick<ScopedCall, "scope" | "db" | "caller">,
  list?: string,
) => findSavedFilters(scope, db, caller, list);

/**
 * Saves a list's filters for the caller alone. Throws 422 on `name` where they have one of that
 * name, or fifty of the list.
 */
export async function keepFilter(call: ScopedCall, form: z.output<typeof saveFilter.body>) {
  const { scope, caller } = call;
  return await call.database.transaction(async (tx) => {
    const saved = await insertSavedFilter(scope, tx, caller, form, mostSavedFilters);
    if (!saved)
      throw invalid({
        name: `You already have ${mostSavedFilters} saved filters for this list. Remove one first.`,
      });
    await audit(tx, call, [
      {
        ...item(scope),
        action: "saved filter added",
        itemId: saved.id,
        itemName: saved.name,
        after: form,
      },
    ]);
    return saved;
  });
}

/** Gives the name. Throws 404 if it is not the caller's own. */
export async function removeFilter(call: ScopedCall, id: number): Promise<string> {
  const { scope, caller } = call;
  return call.database.transaction(async (tx) => {
    const removed = await deleteSavedFilter(scope, tx, caller, id);
    if (!removed) throw notFound();
    const { name, list, filters } = removed;
    await audit(tx, call, [
      {
        ...item(scope),
        action: "saved filter removed",
        itemId: id,
        itemName: name,
        before: { list, name, filters },
      },
    ]);
    return name;
  });
}
