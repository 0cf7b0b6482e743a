import * as contract from "#contract/saved-filters/endpoints";
import { peopleScopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { findSavedFilters } from "./saved-filters.queries.ts";
import { keepFilter, removeFilter } from "./saved-filters.service.ts";

/** Provider staff who work in no company save filters of lists that need none, such as that of companies. */
export function savedFilterRoutes(bind: Bind, database: Database) {
  const { db } = database;
  bind.json(contract.savedFilters, async ({ query }, { caller }) => ({
    data: await findSavedFilters(await peopleScopeOf(db, caller, query.companyId), db, caller, query.list),
  }));
  bind.json(contract.saveFilter, async ({ query, body }, call) => {
    const data = await keepFilter(await peopleScopeOf(db, call.caller, query.companyId), database, body, call);
    return { message: `“${data.name}” saved`, data };
  });
  bind.json(contract.removeSavedFilter, async ({ query }, call) => {
    const name = await removeFilter(await peopleScopeOf(db, call.caller, query.companyId), database, query.id, call);
    return { message: `“${name}” removed`, data: {} };
  });
}
