import { searchAll } from "#contract/search/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { LibraryIndexes } from "../library/index.ts";
import { searchService } from "./search.service.ts";

export function searchRoutes(bind: Bind, services: { indexes: LibraryIndexes }) {
  const search = searchService(services);

  bind.json(searchAll, async (call, { query }) => ({ data: await search.searchAll(call, query) }));
}
