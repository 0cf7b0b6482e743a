import { searchAll } from "#contract/search/endpoints";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { searchService } from "./search.service.ts";

export function searchRoutes(bind: Bind, services: Pick<Services, "indexes">) {
  const search = searchService(services);

  bind.json(searchAll, async (call, { query }) => ({ data: await search.searchAll(call, query) }));
}
