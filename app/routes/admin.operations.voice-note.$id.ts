import type { LoaderFunctionArgs } from "@remix-run/node";
import { playVoiceNote } from "#contract/alerts/help-calls";
import { requireWall } from "~/features/alerts/wall.server";
import { passRanges } from "~/lib/api/download.server";
import { load } from "~/lib/session/guard.server";

/** Passes on the recording of a store's call for help with ranges. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, ids } = await requireWall(args);
  const id = ids.decrypt("alert", args.params.id);
  return load(() =>
    passRanges(args.request, (headers) => api.file(playVoiceNote, { params: { id }, headers })),
  );
}
