import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import {
  changeSpotCues,
  findSpotAudio,
  readSpotAudio,
  replaceSpotAudio,
  type SpotAudioReadResult,
} from "#contract/ads/spot-audio";
import {
  addSpot,
  changeSpot,
  EditSpotPage,
  type SpotDetail,
  SpotForm,
  spotChoices,
} from "#contract/ads/spots";
import { showLength } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { messages } from "#contract/base/messages";
import { CuesPage } from "#contract/library/song-fields";
import { convertedWords, uploadGone } from "#contract/library/words";
import { countries } from "#contract/places/endpoints";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { cueForm } from "~/lib/songs/cue-form.server";
import { type Cues, cueWords, playedPart } from "~/lib/songs/cues";
import { wavePath } from "~/lib/songs/wave-path";
import { sizeInWords } from "~/lib/words/file-size";
import { withMembers } from "~/ui/frame/address";
import { spotAddPath as here, spotAudioPath, spotPath } from "./paths";
import { changeableSpotOf } from "./spots.server";

/**
 * Loads the second step with the measurements of the file in the address; null for the first step.
 * Throws 403 for people who may only read.
 */
export async function loadSpotAdd(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids, figures } = pageContext;
  const options = await spotOptions(pageContext);
  if (!options.mayChange) throw Response.json({ message: messages.notAllowed }, { status: 403 });
  const ref = new URL(request.url).searchParams.get("file");
  if (ref === null) return null;
  const fileId = ids.decryptUuid("file", ref);
  const read = await load(() =>
    api.call(findSpotAudio, { params: { fileId } }).catch(ignoreNotFound),
  );
  if (!read) {
    context.session.flash("error", uploadGone);
    throw redirect(here);
  }
  const { name, title, peaks, convertedFrom } = read.data;
  const about = [
    measuredWords(read.data, read.data, figures),
    convertedFrom === null ? null : convertedWords(convertedFrom),
  ];
  return {
    audio: {
      name,
      about: about.filter(Boolean).join(" · "),
      wave: wavePath(peaks),
      played: playedPart(read.data, read.data.durationSeconds),
    },
    constraints: constraintsOf(SpotForm),
    values: { name: (title ?? nameOfFile(name)).slice(0, 100), kind: "AD" },
    options,
  };
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ApiRefusal && error.status === 404) return undefined;
  throw error;
}

const nameOfFile = (name: string) =>
  name
    .replace(/\.[^.]+$/, "")
    .replace(/[_\s]+/g, " ")
    .trim();

type MeasuredAudio = Pick<SpotAudioReadResult, "durationSeconds" | "loudness"> & Cues;
type File = Pick<SpotAudioReadResult, "name" | "bytes">;
/**
 * Formats as "0:10 · spot.mp3 · 240 KB · -16.2 LUFS"; audio that was not uploaded has no file
 * name.
 */
export const measuredWords = (
  { durationSeconds, loudness, ...cues }: MeasuredAudio,
  file: File | null,
  figures: Figures,
) =>
  [
    showLength(durationSeconds),
    file?.name,
    file && sizeInWords(file.bytes, figures),
    loudness === null ? null : `${figures.figure(loudness)} LUFS`,
    cueWords(cues, durationSeconds),
  ]
    .filter(Boolean)
    .join(" · ");

/** Uploads the file (step 1), or adds the spot with what was typed (step 2). */
export async function addSpotPage(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const ref = new URL(args.request.url).searchParams.get("file");
  if (ref === null) {
    const form = await readForm(args, z.object({}));
    const { reply, refused } = await form.submit(() =>
      api.call(readSpotAudio, { files: form.files("file") }),
    );
    return (
      refused ?? redirect(withMembers(here, { file: ids.encryptUuid("file", reply.data.fileId) }))
    );
  }
  const fileId = ids.decryptUuid("file", ref);
  const form = await readForm(args, SpotForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(addSpot, { body: { ...value, fileId } }),
  );
  return refused ?? saved(args, reply.message, ids.encrypt("spot", reply.data.id));
}

export async function loadSpotEdit({ params }: LoaderFunctionArgs, pageContext: PageContext) {
  const spot = await changeableSpotOf(params.id, pageContext);
  return {
    path: spotPath(params.id ?? ""),
    name: spot.name,
    constraints: constraintsOf(EditSpotPage),
    values: spotValues(spot),
    options: await spotOptions(pageContext, spot.territories),
  };
}

export async function saveSpotEdit(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const id = ids.decrypt("spot", args.params.id);
  const form = await readForm(args, EditSpotPage);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(changeSpot, { body: { ...value, id } }),
  );
  return refused ?? saved(args, reply.message, args.params.id);
}

/** Throws 403 for those who may only read, 404 for a spot without audio. */
export async function loadSpotCues({ params }: LoaderFunctionArgs, pageContext: PageContext) {
  const spot = await changeableSpotOf(params.id, pageContext);
  if (!spot.hasAudio) throw new Response(null, { status: 404 });
  const path = spotPath(params.id ?? "");
  return {
    path,
    name: spot.name,
    sound: spotAudioPath(path, spot.version),
    ...cueForm(spot, spot.name),
  };
}

export async function saveSpotCues(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const id = ids.decrypt("spot", args.params.id);
  const form = await readForm(args, CuesPage);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(changeSpotCues, { params: { id }, body: value }),
  );
  return refused ?? saved(args, reply.message, args.params.id);
}

export async function loadSpotReplace({ params }: LoaderFunctionArgs, pageContext: PageContext) {
  const { name, durationSeconds, audio } = await changeableSpotOf(params.id, pageContext);
  return {
    path: spotPath(params.id ?? ""),
    name,
    now: [audio?.name, showLength(durationSeconds)].filter(Boolean).join(", "),
  };
}

export async function replaceAudio(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const id = ids.decrypt("spot", args.params.id);
  const form = await readForm(args, z.object({}));
  const { reply, refused } = await form.submit(() =>
    api.call(replaceSpotAudio, { params: { id }, files: form.files("file") }),
  );
  return refused ?? saved(args, reply.message, args.params.id);
}

function saved({ context }: ActionFunctionArgs, message: string, ref: string | undefined) {
  context.session.flash("success", message);
  return redirect(spotPath(ref ?? ""));
}

/** Loads the choices and suggestions of each field, the spot's own countries first. */
async function spotOptions({ api }: PageContext, territories: string[] = []) {
  const [{ data: choices }, { data: places }] = await load(() =>
    Promise.all([api.call(spotChoices, {}), api.call(countries, {})]),
  );
  const { brandNames, categories, languages, mayChange } = choices;
  const chosenFirst = (one: { id: string }, other: { id: string }) =>
    Number(territories.includes(other.id)) - Number(territories.includes(one.id));
  return {
    brandNames,
    categories,
    languages,
    mayChange,
    countries: [...places]
      .sort(chosenFirst)
      .map(({ id, countryName }) => ({ value: id, label: countryName })),
  };
}

/** A spot's fields as the form shows them. */
function spotValues({
  version,
  kind,
  name,
  brand,
  territories,
  ...spot
}: SpotDetail): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {
    version: String(version),
    kind,
    name,
    brand: brand?.name ?? "",
    territories,
  };
  for (const field of ["category", "language", "validFrom", "validTo"] as const)
    values[field] = spot[field] ?? "";
  return values;
}
