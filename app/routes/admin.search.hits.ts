import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadHits } from "~/features/search/search.server";
import { requireAdmin } from "~/lib/session/guard.server";

/** Gives the hits for the search dialog while a person types. */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await loadHits(args, await requireAdmin(args)));
}
