import { z } from "zod";
import { StoreFilters } from "#contract/stores/endpoints";
import { readFilters } from "~/lib/forms/forms.server";
import type { PageContext } from "~/lib/session/guard.server";

/** Reads the filters alone, for the download and for changes of all stores that match. */
export const readStoreFilters = (request: Request, { ids }: Pick<PageContext, "ids">) =>
  readFilters(request, z.object(StoreFilters.omit({ companyId: true }).shape), { ids });
