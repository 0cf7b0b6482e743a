import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamSignals } from "#contract/player/endpoints";
import { load, requirePlayer } from "~/lib/session/guard.server";

/** Passes on the platform's stream of signals to the player. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requirePlayer(args);
  const lastId = args.request.headers.get("Last-Event-ID");
  return load(() =>
    api.file(streamSignals, { headers: lastId === null ? {} : { "last-event-id": lastId } }),
  );
}
