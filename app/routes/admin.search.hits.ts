import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadHits } from "~/features/search/search.server";
import { requireAdmin } from "~/lib/guard.server";

/** What the search dialog shows while one types. */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await loadHits(args, await requireAdmin(args)));
}
