import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireDemo, songsOfDemo } from "~/features/demo-playlists/demo-playlists.server";
import { changeListed } from "~/lib/songs/ordered-songs.server";

/** Only forms are posted here; a visit leads to the demo playlist. */
export async function loader(args: LoaderFunctionArgs) {
  return redirect((await requireDemo(args)).path);
}

export async function action(args: ActionFunctionArgs) {
  return changeListed(args, songsOfDemo(await requireDemo(args)));
}
