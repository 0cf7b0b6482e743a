import { redirect } from "@remix-run/node";
import { dropDraft, findDraft, keepDraft } from "#contract/drafts/endpoints";
import { findStore } from "#contract/stores/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { storeAddPath, storePath } from "./paths";
import { draftName } from "./store-add.server";
import { storeValues } from "./store-edit.server";
import { storeAddTexts } from "./texts";

/** Fields that a copy does not take over. */
const ofItsOwn = ["storeCode", "storeName", "licenceNumber", "licenceFrom", "licenceTo"];

/**
 * Starts a new store with the entries of another: they are stored in the steps of adding a store
 * as if typed.
 */
export const storeCopyConfirmations = confirmations({
  async find({ api, ids }: PageContext, { params }) {
    const id = ids.decrypt("store", params.id);
    const [{ data: store }, { data: draft }] = await load(() =>
      Promise.all([
        api.call(findStore, { query: { id } }),
        api.call(findDraft, { query: draftName }),
      ]),
    );
    return { path: storePath(params.id ?? ""), store, hasDraft: draft !== null };
  },
  path: ({ path }) => path,
  acts: {
    copy: {
      label: "Copy",
      ask: ({ store, hasDraft }) => ({
        title: `Copy ${store.storeName}?`,
        message: hasDraft
          ? `${storeAddTexts.copy} ${storeAddTexts.copyReplaces}`
          : storeAddTexts.copy,
        confirmLabel: "Copy store",
        danger: hasDraft,
      }),
      async call({ api, ids }, { store }) {
        await api.call(dropDraft, { query: draftName });
        for (const part of ["place", "hours", "sound"] as const) {
          const all = storeValues(store, part, (groupId) => ids.encrypt("group", groupId));
          const values = Object.fromEntries(
            Object.entries(all).filter(([name]) => !ofItsOwn.includes(name)),
          );
          await api.call(keepDraft, { query: draftName, body: { part, values } });
        }
        return redirect(storeAddPath);
      },
    },
  },
});
