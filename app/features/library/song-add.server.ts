import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showLength } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import {
  AddSongPage,
  type AudioReadResult,
  addSong,
  findSongAudio,
  readSongAudio,
  type SongDouble,
} from "#contract/library/songs";
import { convertedWords, uploadGone } from "#contract/library/words";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { cueWords, playedPart } from "~/lib/songs/cues";
import { wavePath } from "~/lib/songs/wave-path";
import { sizeInWords } from "~/lib/words/file-size";
import { withMembers } from "~/ui/frame/address";
import { songAddPath as here, songPath } from "./paths";
import { songOptions } from "./song-form.server";
import { songFormTexts } from "./texts";

/**
 * Loads the second step's form, filled from the file in the address; null for the
 * first step.
 */
export async function loadSongAdd(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids } = pageContext;
  const ref = new URL(request.url).searchParams.get("file");
  if (ref === null) return null;
  const fileId = ids.decryptUuid("file", ref);
  const read = await load(() =>
    api.call(findSongAudio, { params: { fileId } }).catch(ignoreNotFound),
  );
  if (!read) {
    context.session.flash("error", uploadGone);
    throw redirect(here);
  }
  const { data: audio } = read;
  return {
    audio: {
      ...formatAudio(audio, pageContext.figures),
      picture: imageUrl(context, audio.pictureFileId),
    },
    doubles: audio.doubles.map((double) => doubleOf(double, pageContext)),
    constraints: constraintsOf(AddSongPage),
    values: valuesRead(audio, pageContext),
    options: await songOptions(pageContext),
  };
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ApiRefusal && error.status === 404) return undefined;
  throw error;
}

const formatAudio = (
  {
    name,
    bytes,
    durationSeconds,
    loudness,
    peaks,
    convertedFrom,
    unknownWords,
    ...cues
  }: AudioReadResult,
  figures: Figures,
) => ({
  name,
  size: sizeInWords(bytes, figures),
  length: showLength(durationSeconds),
  loudness: loudness === null ? null : `${figures.figure(loudness)} LUFS`,
  converted: convertedFrom === null ? null : convertedWords(convertedFrom),
  cues: cueWords(cues, durationSeconds),
  wave: wavePath(peaks),
  played: playedPart(cues, durationSeconds),
  unknownWords,
});

const reasons: Record<SongDouble["by"][number], string> = {
  audio: songFormTexts.sameAudio,
  isrc: "the same ISRC",
  title: songFormTexts.sameTitle,
};
const doubleOf = (
  { id, title, artist, durationSeconds, status, by }: SongDouble,
  { ids }: PageContext,
) => ({
  to: songPath(ids.encrypt("song", id)),
  title,
  about: [artist, showLength(durationSeconds), ...(status === "inactive" ? ["inactive"] : [])].join(
    " · ",
  ),
  reason: by.map((one) => reasons[one]).join(", "),
});

/** Fills the form from the file's tags; without a title, from the file's name. */
function valuesRead(audio: AudioReadResult, { ids }: PageContext): Record<string, string> {
  const values: Record<string, string> = {
    title:
      audio.title ??
      audio.name
        .replace(/\.[^.]+$/, "")
        .replace(/[_\s]+/g, " ")
        .trim(),
    singers: audio.singers.join("; "),
    composers: audio.composers.join("; "),
  };
  for (const name of ["artist", "album", "label", "isrc", "year", "bpm"] as const)
    if (audio[name] !== null) values[name] = String(audio[name]);
  for (const name of ["genre", "mood", "language"] as const) {
    const item = audio[name];
    if (item) values[`${name}Id`] = ids.encrypt("item", item.id);
  }
  return { ...values, ...(audio.pictureFileId && { usePicture: "on" }) };
}

/** Uploads the file (step 1), or adds the song with what was typed (step 2). */
export async function addSongPage(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const ref = new URL(args.request.url).searchParams.get("file");
  if (ref === null) {
    const form = await readForm(args, z.object({}));
    const { reply, refused } = await form.submit(() =>
      api.call(readSongAudio, { files: form.files("file") }),
    );
    return (
      refused ?? redirect(withMembers(here, { file: ids.encryptUuid("file", reply.data.fileId) }))
    );
  }
  const fileId = ids.decryptUuid("file", ref);
  const form = await readForm(args, AddSongPage, pageContext);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(addSong, { body: { ...value, fileId } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(songPath(ids.encrypt("song", reply.data.id)));
}
