import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showDate, showLength } from "#contract/base/dates";
import { changeSongs } from "#contract/library/endpoints";
import {
  changeSong,
  deleteSong,
  deleteSongPicture,
  EditSongPage,
  replaceSongAudio,
  setSongPicture,
  songCharts,
} from "#contract/library/songs";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { imageUrl } from "~/lib/image-url.server";
import { chartTo, libraryPath, songIds, songOf, songOptions, valuesOf } from "./song-form.server";

export async function loadSongEdit({ params, context }: LoaderFunctionArgs, guarded: Guarded) {
  const song = await songOf(params.id, guarded);
  return {
    path: `${libraryPath}/${params.id}`,
    title: song.title,
    picture: imageUrl(context, song.pictureFileId),
    constraints: constraintsOf(EditSongPage),
    values: valuesOf(song, guarded),
    options: await songOptions(guarded, song),
  };
}

/** Saves the song's form, or the picture's. */
export async function saveSongEdit(args: ActionFunctionArgs, guarded: Guarded) {
  const { api, ids } = guarded;
  const id = ids.decrypt("song", args.params.id);
  if (args.context.posted?.form === "picture") {
    const form = await readForm(args, z.object({}));
    const { done, refused } = await form.submit(() => api.call(setSongPicture, { params: { id }, files: form.files("picture") }), {
      file: "picture",
    });
    return refused ?? saved(args, done.message);
  }
  const form = await readForm(args, EditSongPage, songIds(guarded));
  const { value } = form;
  if (!value) return form.refused();
  const { done, refused } = await form.submit(() => api.call(changeSong, { body: { ...value, id } }));
  return refused ?? saved(args, done.message);
}

export async function loadSongReplace({ params }: LoaderFunctionArgs, guarded: Guarded) {
  const { title, durationSeconds, audio } = await songOf(params.id, guarded);
  return { path: `${libraryPath}/${params.id}`, title, now: [audio?.name, showLength(durationSeconds)].filter(Boolean).join(", ") };
}

export async function replaceAudio(args: ActionFunctionArgs, { api, ids }: Guarded) {
  const id = ids.decrypt("song", args.params.id);
  const form = await readForm(args, z.object({}));
  const { done, refused } = await form.submit(() => api.call(replaceSongAudio, { params: { id }, files: form.files("file") }));
  return refused ?? saved(args, done.message);
}

/** What a confirmation names. */
export async function loadSongName({ params }: LoaderFunctionArgs, guarded: Guarded) {
  return { path: `${libraryPath}/${params.id}`, title: (await songOf(params.id, guarded)).title };
}

export async function removePicture(args: ActionFunctionArgs, { api, ids }: Guarded) {
  const id = ids.decrypt("song", args.params.id);
  const { message } = await load(() => api.call(deleteSongPicture, { params: { id } }));
  return saved(args, message);
}

const chartsNamed = 5;

/** What is asked before a song is deleted, or what stands in the way. */
export async function loadSongRemoval({ params, context }: LoaderFunctionArgs, guarded: Guarded) {
  const { api } = guarded;
  const { id, title, status } = await songOf(params.id, guarded);
  const { data: uses } = await load(() => api.call(songCharts, { params: { id } }));
  const charts = uses.charts.slice(0, chartsNamed).map(({ chartName, companyName, ...chart }) => ({
    key: `${chart.kind} ${chart.id}`,
    chartName,
    companyName,
    to: chartTo(chart, guarded, context.session.companyId),
  }));
  return {
    path: `${libraryPath}/${params.id}`,
    title,
    isActive: status === "active",
    charts,
    moreCharts: uses.total - charts.length,
    scheduledFrom: uses.scheduledFrom && showDate(uses.scheduledFrom),
  };
}

/** A chart or a schedule that took the song since the question was asked keeps it, and is said. */
export async function removeSong(args: ActionFunctionArgs, { api, ids }: Guarded) {
  const id = ids.decrypt("song", args.params.id);
  const form = await readForm(args, z.object({}));
  const { done, refused } = await form.submit(() => api.call(deleteSong, { query: { id } }));
  if (refused) return refused;
  args.context.session.flash("success", done.message);
  return redirect(libraryPath);
}

/** The state that a confirmation is about; anything but the two words is the first. */
export const statusAsked = (text: unknown): "active" | "inactive" => (text === "active" ? "active" : "inactive");

export async function setSongStatus(args: ActionFunctionArgs, guarded: Guarded) {
  const { api, ids } = guarded;
  const id = ids.decrypt("song", args.params.id);
  const status = statusAsked((await args.request.formData()).get("to"));
  await load(() => api.call(changeSongs, { body: { ids: [id], set: { status } } }));
  const { title } = await songOf(args.params.id, guarded);
  return saved(args, `${title} ${status === "active" ? "activated" : "deactivated"}`);
}

function saved({ context, params }: ActionFunctionArgs, message: string) {
  context.session.flash("success", message);
  return redirect(`${libraryPath}/${params.id}`);
}
