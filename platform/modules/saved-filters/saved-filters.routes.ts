import * as contract from "#contract/saved-filters/endpoints";
import type { Bind } from "../../http/bind.ts";
import { keepFilter, listFilters, removeFilter } from "./saved-filters.service.ts";

/**
 * Provider staff who work in no company save filters of lists that need none, such as that of
 * companies.
 */
export function savedFilterRoutes(bind: Bind) {
  bind.json(contract.savedFilters, async (call, { query }) => ({
    data: await listFilters(call, query.list),
  }));
  bind.json(contract.saveFilter, async (call, { body }) => {
    const data = await keepFilter(call, body);
    return { message: `“${data.name}” saved`, data };
  });
  bind.json(contract.removeSavedFilter, async (call, { query }) => {
    const name = await removeFilter(call, query.id);
    return { message: `“${name}” removed`, data: {} };
  });
}
