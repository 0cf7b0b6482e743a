import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { songsOfEvent } from "~/features/schedule/event-songs.server";
import { requireEvent } from "~/features/schedule/events.server";
import { changeListed } from "~/lib/songs/ordered-songs.server";

/** Only forms are posted here; a visit leads to the event. */
export async function loader(args: LoaderFunctionArgs) {
  return redirect((await requireEvent(args)).path);
}

export async function action(args: ActionFunctionArgs) {
  return changeListed(args, songsOfEvent(await requireEvent(args)));
}
