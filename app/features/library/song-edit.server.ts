import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showLength } from "#contract/base/dates";
import { CuesPage } from "#contract/library/song-fields";
import {
  changeSong,
  changeSongCues,
  EditSongPage,
  replaceSongAudio,
  setSongPicture,
} from "#contract/library/songs";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import type { PageContext } from "~/lib/session/guard.server";
import { cueForm } from "~/lib/songs/cue-form.server";
import { songAudioPath, songPath } from "./paths";
import { songConfirmations } from "./song-confirmations.server";
import { songOf, songOptions, songValues } from "./song-form.server";

export async function loadSongEdit(
  { params, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const song = await songOf(params.id, pageContext);
  return {
    path: songPath(params.id ?? ""),
    title: song.title,
    picture: imageUrl(context, song.pictureFileId),
    pictureRemoval: songConfirmations.linkTo(
      "remove-picture",
      { ...song, path: songPath(params.id ?? ""), hiddenIn: "" },
      pageContext,
    ),
    constraints: constraintsOf(EditSongPage),
    values: songValues(song, pageContext),
    options: await songOptions(pageContext, song),
  };
}

/** Saves the song's form, or the picture's. */
export async function saveSongEdit(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const id = ids.decrypt("song", args.params.id);
  if (args.context.posted?.form === "picture") {
    const form = await readForm(args, z.object({}));
    const { reply, refused } = await form.submit(
      () => api.call(setSongPicture, { params: { id }, files: form.files("picture") }),
      {
        file: "picture",
      },
    );
    return refused ?? saved(args, reply.message);
  }
  const form = await readForm(args, EditSongPage, pageContext);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    // an empty choice means "All companies"
    api.call(changeSong, { body: { ...value, reservedForId: value.reservedForId ?? null, id } }),
  );
  return refused ?? saved(args, reply.message);
}

/** Loads the page of a song's start and end. Throws 404 for a song without audio. */
export async function loadSongCues({ params }: LoaderFunctionArgs, pageContext: PageContext) {
  const song = await songOf(params.id, pageContext);
  if (!song.hasAudio) throw new Response(null, { status: 404 });
  const path = songPath(params.id ?? "");
  return {
    path,
    title: song.title,
    sound: songAudioPath(path, song.version),
    ...cueForm(song, song.title),
  };
}

export async function saveSongCues(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const id = ids.decrypt("song", args.params.id);
  const form = await readForm(args, CuesPage);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(changeSongCues, { params: { id }, body: value }),
  );
  return refused ?? saved(args, reply.message);
}

export async function loadSongReplace({ params }: LoaderFunctionArgs, pageContext: PageContext) {
  const { title, durationSeconds, audio } = await songOf(params.id, pageContext);
  return {
    path: songPath(params.id ?? ""),
    title,
    now: [audio?.name, showLength(durationSeconds)].filter(Boolean).join(", "),
  };
}

export async function replaceAudio(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const id = ids.decrypt("song", args.params.id);
  const form = await readForm(args, z.object({}));
  const { reply, refused } = await form.submit(() =>
    api.call(replaceSongAudio, { params: { id }, files: form.files("file") }),
  );
  return refused ?? saved(args, reply.message);
}

function saved({ context, params }: ActionFunctionArgs, message: string) {
  context.session.flash("success", message);
  return redirect(songPath(params.id ?? ""));
}
