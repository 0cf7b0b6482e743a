import type { Figures } from "#contract/base/figures";
import type { Status } from "#contract/base/status";
import { setStoreStatus } from "#contract/stores/bulk-change";
import { findStore } from "#contract/stores/endpoints";
import { confirmations, isBulk } from "~/lib/forms/confirmation.server";
import { countInWords, namesInWords } from "~/lib/lists/names-in-words";
import { load, type PageContext } from "~/lib/session/guard.server";
import { type ChosenStores, chosenStores } from "./chosen-stores.server";
import { severalStoresPath, storePath, storesPath } from "./paths";
import { storesChangeTexts as texts } from "./texts";

type Stores = ChosenStores & { path: string };

/** One store, for the links in its row and on its page. */
export const oneStore = (
  path: string,
  { id, storeName, status }: { id: number; storeName: string; status: Status },
): Stores => ({
  path,
  count: 1,
  active: status === "active" ? 1 : 0,
  some: [{ id, name: storeName }],
  which: { ids: [id] },
});

/**
 * Activates or deactivates one store, the ticked ones, or all that match the list's filters.
 */
export const storeConfirmations = confirmations({
  async find(pageContext: PageContext, args): Promise<Stores> {
    if (isBulk(args))
      return { path: severalStoresPath, ...(await chosenStores(args, pageContext)) };
    const id = pageContext.ids.decrypt("store", args.params.id);
    const { data: store } = await load(() => pageContext.api.call(findStore, { query: { id } }));
    return oneStore(storePath(args.params.id ?? ""), store);
  },

  path: ({ path }) => path,

  acts: {
    activate: {
      label: "Activate",
      ask: (stores, { figures }) => ({
        title: `Activate ${nameOf(stores, figures)}?`,
        message: isOne(stores)
          ? texts.activateOne
          : texts.activate(whichOf(stores, "active", figures)),
        confirmLabel: isOne(stores) ? "Activate store" : "Activate stores",
        danger: false,
      }),
      from: listOr,
      call: ({ api }, { which }) =>
        api.call(setStoreStatus, { body: { status: "active", ...which } }),
      undo: () => ({ act: "deactivate-stores" }),
    },
    deactivate: {
      label: "Deactivate",
      ask: (stores, { figures }) => ({
        title: `Deactivate ${nameOf(stores, figures)}?`,
        message: isOne(stores)
          ? texts.deactivateOne
          : texts.deactivate(whichOf(stores, "inactive", figures)),
        confirmLabel: isOne(stores) ? "Deactivate store" : "Deactivate stores",
      }),
      from: listOr,
      call: ({ api }, { which }) =>
        api.call(setStoreStatus, { body: { status: "inactive", ...which } }),
      undo: () => ({ act: "activate-stores" }),
    },
  },
});

const isOne = ({ count }: Stores) => count === 1;

const nameOf = ({ count, some }: Stores, figures: Figures) =>
  count === 1 ? some[0]?.name : countInWords(figures, count, "store");

/** Describes them as "Andheri West, Bandra and 22 more. 4 stores are inactive already." */
function whichOf({ some, count, active }: Stores, status: Status, figures: Figures): string {
  const names = `${namesInWords(
    figures,
    some.map(({ name }) => name),
    count,
  )}.`;
  if (!Number.isFinite(count)) return names;
  const unchangedCount = status === "active" ? active : count - active;
  if (unchangedCount === 0) return names;
  if (unchangedCount === count) return `${names} ${texts.allAlready(status)}`;
  return `${names} ${texts.someAlready(figures.counted(unchangedCount, "store"), status, unchangedCount === 1)}`;
}

/** The store's own page; for several stores the list. */
function listOr({ path }: Stores): string {
  return path === severalStoresPath ? storesPath : path;
}
