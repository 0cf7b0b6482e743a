import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamAlertSignals } from "#contract/alerts/wall";
import { requireWall } from "~/features/alerts/wall.server";
import { load } from "~/lib/session/guard.server";

/** Passes on the platform's stream, which says when alerts have changed. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireWall(args);
  const lastId = args.request.headers.get("Last-Event-ID");
  return load(() =>
    api.file(streamAlertSignals, { headers: lastId === null ? {} : { "last-event-id": lastId } }),
  );
}
