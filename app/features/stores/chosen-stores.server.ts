import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { storesByUnits } from "#contract/hierarchy/endpoints";
import { listStores } from "#contract/stores/endpoints";
import { readChosen } from "~/lib/forms/confirmation.server";
import { localPath } from "~/lib/pages/local-path";
import { load, type PageContext } from "~/lib/session/guard.server";
import { storesPath } from "./paths";
import { readStoreFilters } from "./store-filters.server";
import { storesChangeTexts, storesTexts } from "./texts";

/** The stores that a bulk change is about, for its page and for the platform. */
export type ChosenStores = {
  /** Infinity if there are more than the platform counts. */
  count: number;
  /** The number of active ones. */
  active: number;
  /** The first stores by name. */
  some: { id: number; name: string }[];
  which: { ids: number[] } | { matching: ReturnType<typeof readStoreFilters> };
};

const totalOf = ({ page }: { page: { total?: number | undefined } }) =>
  page.total ?? Number.POSITIVE_INFINITY;

/**
 * Finds the stores of a `/bulk/` address: the ticked ones, or all that match the list's filters.
 * Throws 404 if the person may not see one of them, and leads back to the list if there are none.
 */
export async function chosenStores(
  args: LoaderFunctionArgs,
  { api, ids }: PageContext,
): Promise<ChosenStores> {
  const selection = readChosen(args, ids, "store");
  if (selection === "all") {
    const matching = readStoreFilters(args.request, { ids });
    const [stores, active] = await load(() =>
      Promise.all([
        api.call(listStores, { query: { ...matching, limit: 3 } }),
        matching.status
          ? undefined
          : api.call(listStores, { query: { ...matching, status: "active", limit: 1 } }),
      ]),
    );
    const count = totalOf(stores);
    if (count === 0) throw leadBack(args, storesTexts.noMatch);
    return {
      count,
      active: active ? totalOf(active) : matching.status === "active" ? count : 0,
      some: stores.data.map(({ id, storeName }) => ({ id, name: storeName })),
      which: { matching },
    };
  }
  if (selection.length === 0) throw leadBack(args, storesChangeTexts.selectStore);
  const { data: stores } = await load(() =>
    api.call(storesByUnits, { query: { storeIds: selection.join(","), limit: 100 } }),
  );
  if (stores.length < selection.length) throw new Response(null, { status: 404 });
  return {
    count: stores.length,
    active: stores.filter(({ status }) => status === "active").length,
    some: stores.map(({ id, storeName }) => ({ id, name: storeName })),
    which: { ids: selection },
  };
}

/** The list to return to, from the address. */
export const listBehind = (request: Request) =>
  localPath(new URL(request.url).searchParams.get("back"), storesPath);

export function leadBack({ request, context }: LoaderFunctionArgs, message: string) {
  context.session.flash("error", message);
  return redirect(listBehind(request));
}
