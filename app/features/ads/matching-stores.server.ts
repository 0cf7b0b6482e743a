import { z } from "zod";
import { listStores, StoreFilters } from "#contract/stores/endpoints";
import { readChosen } from "~/lib/forms/confirmation.server";
import { readFilters } from "~/lib/forms/forms.server";
import { namesInWords } from "~/lib/lists/names-in-words";
import { load, type PageContext } from "~/lib/session/guard.server";
import { campaignFormTexts } from "./booking-words";

const Filters = z.object(StoreFilters.omit({ companyId: true }).shape);
type Args = Parameters<typeof readChosen>[0];

/**
 * Reads the filters of the store list if a campaign was started there for all stores that match;
 * otherwise undefined.
 */
export function readMatching(args: Args, { ids }: PageContext) {
  return readChosen(args, ids, "store") === "all"
    ? readFilters(args.request, Filters, { ids })
    : undefined;
}

/**
 * Gives the stores ticked in the store list as values of the form. For all that match, gives the
 * label and names of the matching stores.
 */
export async function storesFromList(
  args: Args,
  pageContext: PageContext,
): Promise<{
  values: Record<string, string | string[]>;
  matching: { label: string; names: string } | null;
}> {
  const { api, ids, figures } = pageContext;
  const chosen = readChosen(args, ids, "store");
  const matching = readMatching(args, pageContext);
  if (!matching)
    return {
      values: { storeIds: (chosen as number[]).map((id) => ids.encrypt("store", id)) },
      matching: null,
    };
  const { data, page } = await load(() =>
    api.call(listStores, { query: { ...matching, limit: 3 } }),
  );
  const { total = 0 } = page;
  const names = data.map(({ storeName }) => storeName);
  return {
    values: { allMatching: "on" },
    matching: {
      label: campaignFormTexts.allMatching(figures.counted(total, "store")),
      names: namesInWords(figures, names, total),
    },
  };
}
