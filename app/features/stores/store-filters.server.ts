import { z } from "zod";
import { StoreFilters } from "#contract/stores/endpoints";
import { readQuery } from "~/lib/forms.server";
import type { Guarded } from "~/lib/guard.server";
import type { IdKind } from "~/lib/identifiers.server";

export const filterKinds: Record<string, IdKind> = { regionId: "region", zoneId: "zone", groupId: "group" };

/** The filters alone, for the download and for changes of all that match. */
export const readStoreFilters = (request: Request, { ids }: Pick<Guarded, "ids">) =>
  readQuery(request, z.object(StoreFilters.omit({ companyId: true }).shape), { ids: { kinds: filterKinds, identifiers: ids } });
