import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamSignals } from "#contract/player/endpoints";
import { load, requirePlayer } from "~/lib/guard.server";

/** Hands on what the platform tells the player in the page, as it comes. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requirePlayer(args);
  const lastId = args.request.headers.get("Last-Event-ID");
  return load(() =>
    api.file(streamSignals, { headers: lastId === null ? {} : { "last-event-id": lastId } }),
  );
}
