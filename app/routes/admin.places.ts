import type { LoaderFunctionArgs } from "@remix-run/node";
import { findPlaces } from "~/lib/locations/places.server";
import { load, requireAdmin } from "~/lib/session/guard.server";

/**
 * Gives the suggestions of an address to scripts: ?country=IN gives the states, &state=Maharashtra
 * also its cities.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireAdmin(args);
  const { searchParams } = new URL(args.request.url);
  return Response.json(
    await load(() =>
      findPlaces(api, searchParams.get("country") ?? "", searchParams.get("state") ?? ""),
    ),
  );
}
