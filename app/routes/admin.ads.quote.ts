import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadTypedQuote } from "~/features/ads/campaign-quote.server";
import { requireArea } from "~/lib/session/guard.server";

/** Quotes the campaign typed in a form's address; null while it is unfinished. */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await loadTypedQuote(args, await requireArea(args, "NON_MUSIC")));
}
