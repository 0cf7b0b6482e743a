import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { playerSchedule } from "#contract/player/endpoints";
import { reportSong } from "#contract/song-reports/endpoints";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, type PlayerContext } from "~/lib/session/guard.server";
import { playerHome } from "./paths";
import { songReportTexts } from "./texts";

const Posted = reportSong.body.omit({ mediaId: true });

/** Loads the form that reports a song of the player's logs. Throws 404 for any other. */
export async function loadSongReportForm({ params }: LoaderFunctionArgs, { api }: PlayerContext) {
  const { data } = await load(() => api.call(playerSchedule, {}));
  const song = data.days
    .flatMap(({ items }) => items)
    .find(({ kind, mediaId }) => kind === "MUSIC" && mediaId === params.media);
  if (!song) throw Response.json({ message: messages.notFound }, { status: 404 });
  return {
    title: song.title,
    artist: song.artist,
    constraints: constraintsOf(Posted),
    eventId: randomUUID(),
  };
}

/** Reports the song of the address, and leads back to the player with a message. */
export async function sendSongReport(args: ActionFunctionArgs, { api }: PlayerContext) {
  const form = await readForm(args.request, Posted);
  if (!form.value) return form.refused();
  const body = { ...form.value, mediaId: args.params.media ?? "" };
  const { refused } = await form.submit(() => api.call(reportSong, { body }), {
    rename: (field) => (field === "mediaId" ? "" : field),
  });
  if (refused) return refused;
  args.context.session.flash("success", songReportTexts.sent);
  return redirect(playerHome);
}
