import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadSongName, setSongStatus, statusAsked } from "~/features/library/song-edit.server";
import { statusQuestion } from "~/features/library/song-questions";
import { requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Activate or deactivate a song · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await requireArea(args, "MUSIC_LIBRARY", { company: false });
  const target = statusAsked(new URL(args.request.url).searchParams.get("to"));
  return { ...(await loadSongName(args, guarded)), target };
}

export async function action(args: ActionFunctionArgs) {
  return setSongStatus(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function SongStatus() {
  const { path, title, target } = useLoaderData<typeof loader>();
  return <ConfirmPage {...statusQuestion(target, title)} cancelTo={path} hidden={<input type="hidden" name="to" value={target} />} />;
}
