import { data } from "@remix-run/node";
import type { z } from "zod";
import { findStore, listStores, type StoreStatusChange } from "#contract/stores/endpoints";
import { type Guarded, load } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { readStoreFilters } from "./stores.server";

type Asked = {
  status: "active" | "inactive";
  /** The encrypted ids, or none for all that match. */
  ids: string[];
  all: boolean;
  names: string[];
  /** Infinity for more than are counted. */
  count: number;
  cancelTo: string;
  change: z.input<typeof StoreStatusChange>;
};

/** What is about to happen to which stores: `to` and the stores from a link's or a form's members, the list's filters from the address. Throws 404 for stores out of sight. */
export async function askStatus(request: Request, guarded: Guarded, members: FormData | URLSearchParams): Promise<Asked> {
  const { api, ids: identifiers } = guarded;
  const status = members.get("to");
  if (status !== "active" && status !== "inactive") throw data({ message: "Choose activate or deactivate." }, { status: 422 });
  const filters = readStoreFilters(request, guarded);
  const kept = ([name]: [string, string]) => name in filters || name === "sort";
  const encrypted = Object.fromEntries([...new URL(request.url).searchParams].filter(kept));
  const cancelTo = withMembers("/admin/stores", encrypted);
  if (members.get("all") === "on") {
    const { page } = await load(() => api.call(listStores, { query: { ...filters, limit: 1 } }));
    return {
      status,
      ids: [],
      all: true,
      names: [],
      count: page.total ?? Number.POSITIVE_INFINITY,
      cancelTo,
      change: { status, matching: filters },
    };
  }
  const refs = [...new Set(members.getAll("id").map(String))];
  const ids = refs.map((ref) => identifiers.decrypt("store", ref));
  const [only] = ids;
  const fromDetail = ids.length === 1 && new URL(request.url).searchParams.get("back") === "detail";
  const names =
    ids.length === 1 && only !== undefined ? [(await load(() => api.call(findStore, { query: { id: only } }))).data.storeName] : [];
  return {
    status,
    ids: refs,
    all: false,
    names,
    count: ids.length,
    cancelTo: fromDetail ? `/admin/stores/${refs[0]}` : cancelTo,
    change: { status, ids },
  };
}
