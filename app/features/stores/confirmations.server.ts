import { redirect } from "@remix-run/node";
import { figure } from "#contract/base/figure";
import { findStore, listStores, setStoreStatus } from "#contract/stores/endpoints";
import { confirmations, isBulk, readChosen } from "~/lib/confirmation.server";
import { load, requireArea } from "~/lib/guard.server";
import { localPath } from "~/lib/local-path";
import { severalStoresPath, storePath, storesPath } from "./paths";
import { readStoreFilters } from "./store-filters.server";

type Which = { ids: number[] } | { matching: ReturnType<typeof readStoreFilters> };
type Stores = {
  path: string;
  /** Of one store alone. */
  name?: string;
  /** Infinity for more than the platform counts. */
  count: number;
  which: Which;
};

/** Activates or deactivates one store, those that were ticked, or all that match the list's filters. */
export const storeConfirmations = confirmations({
  guard: (args) => requireArea(args, "STORES"),

  async find({ api, ids }, args): Promise<Stores> {
    if (!isBulk(args)) {
      const { data } = await load(() => api.call(findStore, { query: { id: ids.decrypt("store", args.params.id) } }));
      return { path: storePath(args.params.id ?? ""), name: data.storeName, count: 1, which: { ids: [data.id] } };
    }
    const selection = readChosen(args, ids, "store");
    if (selection === "all") {
      const matching = readStoreFilters(args.request, { ids });
      const { page } = await load(() => api.call(listStores, { query: { ...matching, limit: 1 } }));
      return { path: severalStoresPath, count: page.total ?? Number.POSITIVE_INFINITY, which: { matching } };
    }
    if (selection.length === 0) {
      args.context.session.flash("error", "Select at least one store.");
      throw redirect(localPath(new URL(args.request.url).searchParams.get("back"), storesPath));
    }
    return { path: severalStoresPath, count: selection.length, which: { ids: selection } };
  },

  path: ({ path }) => path,

  acts: {
    activate: {
      label: "Activate",
      ask: (stores) => ({
        title: `Activate ${nameOf(stores)}?`,
        message: isOne(stores)
          ? "Its player gets the published days again, and this month's invoice includes it."
          : "Their players get the published days again, and this month's invoice includes them.",
        confirmLabel: isOne(stores) ? "Activate store" : "Activate stores",
        danger: false,
      }),
      from: listOr,
      call: ({ api }, { which }) => api.call(setStoreStatus, { body: { status: "active", ...which } }),
      undo: () => ({ act: "deactivate-stores" }),
    },
    deactivate: {
      label: "Deactivate",
      ask: (stores) => ({
        title: `Deactivate ${nameOf(stores)}?`,
        message: isOne(stores)
          ? "Its player gets no more music, ads or promos. From next month it is no longer billed. You can activate it again at any time."
          : "Their players get no more music, ads or promos. From next month they are no longer billed. You can activate them again at any time.",
        confirmLabel: isOne(stores) ? "Deactivate store" : "Deactivate stores",
      }),
      from: listOr,
      call: ({ api }, { which }) => api.call(setStoreStatus, { body: { status: "inactive", ...which } }),
      undo: () => ({ act: "activate-stores" }),
    },
  },
});
export const { action, loader } = storeConfirmations;

const isOne = ({ count }: Stores) => count === 1;

/** The platform counts to 10,000. */
const countOf = (count: number) => (Number.isFinite(count) ? figure(count) : "more than 10,000");
function nameOf({ name, count }: Stores): string {
  return name ?? (count === 1 ? "this store" : `${countOf(count)} stores`);
}

/** The store's own page; of several the list. */
function listOr({ path }: Stores): string {
  return path === severalStoresPath ? storesPath : path;
}
