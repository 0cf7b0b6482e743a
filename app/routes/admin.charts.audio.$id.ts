import type { LoaderFunctionArgs } from "@remix-run/node";
import { songAudio } from "#contract/library/endpoints";
import { passRanges } from "~/lib/download.server";
import { load, requireArea } from "~/lib/guard.server";

/** A song's audio, with ranges, for those who fill charts and do not keep the library. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireArea(args, "CHARTS", { company: false });
  const id = ids.decrypt("song", args.params.id);
  return load(() =>
    passRanges(args.request, (headers) => api.file(songAudio, { params: { id }, headers })),
  );
}
