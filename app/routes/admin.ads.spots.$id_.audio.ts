import type { LoaderFunctionArgs } from "@remix-run/node";
import { spotAudio } from "#contract/ads/spot-audio";
import { requireSpots } from "~/features/ads/spots.server";
import { passRanges } from "~/lib/api/download.server";
import { load } from "~/lib/session/guard.server";

/**
 * Passes on a spot's audio with ranges, for the pages' player and for opening without script.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireSpots(args);
  const id = ids.decrypt("spot", args.params.id);
  return load(() =>
    passRanges(args.request, (headers) => api.file(spotAudio, { params: { id }, headers })),
  );
}
