import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { messages } from "#contract/messages";
import { mediaId, playerMedia } from "#contract/player";
import { passFile } from "~/lib/download.server";
import { load, requireGrant } from "~/lib/guard.server";
import { ApiRefusal } from "~/lib/platform.server";

/** An item's audio, with ranges, for the audio elements of the player page. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireGrant(args, "player");
  const id = mediaId.safeParse(args.params.id);
  if (!id.success) throw data({ message: messages.notFound }, { status: 404 });
  const told = (name: string) => args.request.headers.get(name) ?? undefined;
  const headers = { ...(told("Range") && { range: told("Range") }), ...(told("If-Range") && { "if-range": told("If-Range") }) };
  return load(async () => {
    try {
      return passFile(await api.file(playerMedia, { params: { id: id.data }, headers }));
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 416) return new Response(null, { status: 416 });
      throw error;
    }
  });
}
