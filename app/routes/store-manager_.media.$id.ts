import type { LoaderFunctionArgs } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { mediaId, playerMedia } from "#contract/player/endpoints";
import { passRanges } from "~/lib/api/download.server";
import { load, requirePlayer } from "~/lib/session/guard.server";

/** Passes on an item's audio with ranges, for the audio elements of the player page. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requirePlayer(args);
  const id = mediaId.safeParse(args.params.id);
  if (!id.success) throw Response.json({ message: messages.notFound }, { status: 404 });
  return load(() =>
    passRanges(args.request, (headers) =>
      api.file(playerMedia, { params: { id: id.data }, headers }),
    ),
  );
}
