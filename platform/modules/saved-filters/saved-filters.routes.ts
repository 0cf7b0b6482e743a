import * as contract from "#contract/saved-filters/endpoints";
import { peopleScopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { findSavedFilters } from "./saved-filters.queries.ts";
import { keepFilter, removeFilter } from "./saved-filters.service.ts";

/** Provider staff who work in no company save filters of lists that need none, such as that of companies. */
export function savedFilterRoutes(bind: Bind, database: Database) {
  const { db } = database;
  bind.json(contract.savedFilters, async (call, { query }) => ({
    data: await findSavedFilters(call.scope, db, call.caller, query.list),
  }));
  bind.json(contract.saveFilter, async (call, { query, body }) => {
    const data = await keepFilter(call.scope, database, body, call);
    return { message: `“${data.name}” saved`, data };
  });
  bind.json(contract.removeSavedFilter, async (call, { query }) => {
    const name = await removeFilter(call.scope, database, query.id, call);
    return { message: `“${name}” removed`, data: {} };
  });
}
