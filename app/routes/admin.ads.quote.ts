import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadTypedQuote } from "~/features/ads/campaign-quote.server";
import { requireArea } from "~/lib/guard.server";

/** With script a campaign's form asks this while it is filled in; null while it is unfinished. */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await loadTypedQuote(args, await requireArea(args, "NON_MUSIC")));
}
