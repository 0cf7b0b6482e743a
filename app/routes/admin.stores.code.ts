import type { LoaderFunctionArgs } from "@remix-run/node";
import { uniqueStore } from "#contract/stores/endpoints";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { requireArea } from "~/lib/session/guard.server";

/** Answers whether a code is free, while it is typed; `unique` is null for a malformed code. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireArea(args, "STORES");
  const { searchParams } = new URL(args.request.url);
  const value = searchParams.get("value") ?? "";
  const store = searchParams.get("store");
  const id = store ? ids.decrypt("store", store) : undefined;
  try {
    const { data } = await api.call(uniqueStore, {
      query: { storeCode: value, ...(id !== undefined && { id }) },
    });
    return Response.json({ value, unique: data.unique });
  } catch (error) {
    if (error instanceof ApiRefusal) return Response.json({ value, unique: null });
    throw error;
  }
}
