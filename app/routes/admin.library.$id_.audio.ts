import type { LoaderFunctionArgs } from "@remix-run/node";
import { songAudio } from "#contract/library/endpoints";
import { passRanges } from "~/lib/api/download.server";
import { load, requireArea } from "~/lib/session/guard.server";

/**
 * Passes on a song's audio with ranges, for the list's player and for opening without script.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireArea(args, "MUSIC_LIBRARY", { company: false });
  const id = ids.decrypt("song", args.params.id);
  return load(() =>
    passRanges(args.request, (headers) => api.file(songAudio, { params: { id }, headers })),
  );
}
