import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { showLength } from "#contract/base/dates";
import {
  findPublicDemo,
  listPublicDemos,
  PublicDemoQuery,
  publicDemoAudio,
} from "#contract/demo-playlists/endpoints";
import type { LandingDemos } from "~/features/onboarding/landing";
import { passRanges } from "~/lib/api/download.server";
import { apiFor } from "~/lib/api/platform.server";
import { nullIfGone } from "~/lib/api/refusals.server";
import { readQuery } from "~/lib/forms/forms.server";
import { load } from "~/lib/session/guard.server";
import { publicDemoAudioPath, publicDemoPath } from "./paths";

/** Loads the listed demo playlists that match the address, with the choices for its filters. */
export async function loadPublicDemos({ request, context }: LoaderFunctionArgs) {
  const filters = readQuery(request, PublicDemoQuery);
  const { data: demos } = await load(() =>
    apiFor(context, request).call(listPublicDemos, { query: filters }),
  );
  const { playlists, ...choices } = demos;
  return {
    filters,
    choices,
    playlists: playlists.map(({ token, seconds, ...playlist }) => ({
      ...playlist,
      to: publicDemoPath(token),
      length: showLength(seconds),
    })),
  };
}

const onLanding = 3;

/**
 * Loads the first demo playlists, each with a song to hear at once. The landing page does without
 * if they cannot be loaded.
 */
export async function loadLandingDemos({
  request,
  context,
}: LoaderFunctionArgs): Promise<LandingDemos> {
  const api = apiFor(context, request);
  try {
    const { playlists, ...choices } = (await api.call(listPublicDemos, {})).data;
    const demos = playlists
      .slice(0, onLanding)
      .map(async ({ token, name, language, songType, industry }) => {
        const [song] = (await api.call(findPublicDemo, { params: { token } })).data.songs;
        const audio = song && publicDemoAudioPath(token, context.ids.encrypt("song", song.songId));
        return {
          to: publicDemoPath(token),
          name,
          about: [language, songType, industry].join(" · "),
          first:
            song && audio
              ? { title: song.title, artist: song.artist, audio, art: artOf(song) }
              : null,
        };
      });
    return { ...choices, playlists: await Promise.all(demos) };
  } catch {
    return { playlists: [], languages: [], songTypes: [], industries: [] };
  }
}

/** Loads the demo playlist of a link; null with 404 if the link is unknown or has expired. */
export async function loadPublicDemo({ request, context, params }: LoaderFunctionArgs) {
  const { token = "" } = params;
  const demo = await load(() =>
    apiFor(context, request).call(findPublicDemo, { params: { token } }).catch(nullIfGone),
  );
  if (!demo) return data(null, { status: 404 });
  return data({
    ...demo.data,
    songs: demo.data.songs.map((song) => {
      const ref = context.ids.encrypt("song", song.songId);
      return {
        ref,
        title: song.title,
        artist: song.artist,
        art: artOf(song),
        length: showLength(song.durationSeconds),
        audio: publicDemoAudioPath(token, ref),
      };
    }),
  });
}

type DrawnSong = { cover: { shape: number; colours: number } };
const artOf = ({ cover }: DrawnSong) => ({ ...cover, picture: null });

/** A song's audio, with ranges, for whoever has the link. */
export function passDemoAudio({ request, context, params }: LoaderFunctionArgs) {
  const { token = "" } = params;
  const songId = context.ids.decrypt("song", params.id);
  const { file } = apiFor(context, request);
  return load(() =>
    passRanges(request, (headers) => file(publicDemoAudio, { params: { token, songId }, headers })),
  );
}
