import type { LoaderFunctionArgs } from "@remix-run/node";
import { showLength } from "#contract/base/dates";
import {
  changeDemoSongs,
  DemoPlaylistForm,
  type DemoPlaylistRow,
  findDemoPlaylist,
} from "#contract/demo-playlists/endpoints";
import { demoLimits } from "#contract/demo-playlists/words";
import { songItems } from "#contract/library/endpoints";
import { songAudioPath, songPath } from "~/features/library/paths";
import { constraintsOf } from "~/lib/forms/forms.server";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { artOf } from "~/lib/songs/cover.server";
import type { OrderedSongs } from "~/lib/songs/ordered-songs.server";
import { demoPath } from "./paths";

type Args = Pick<LoaderFunctionArgs, "request" | "context" | "params">;

/**
 * Guards the pages on which staff keep demo playlists. The playlists are the provider's, so no
 * company is chosen for them.
 */
export const requireDemos = (args: Args) => requireArea(args, "MUSIC_LIBRARY", { company: false });

export type DemoContext = { pageContext: PageContext; id: number; path: string };

/** Guards one demo playlist's pages. Throws 404 for an id that was tampered with. */
export async function requireDemo(args: Args): Promise<DemoContext> {
  const pageContext = await requireDemos(args);
  return {
    pageContext,
    id: pageContext.ids.decrypt("demo", args.params.id),
    path: demoPath(String(args.params.id)),
  };
}

/** Finds a demo playlist. Throws 404 if it does not exist. */
export const findDemo = async ({ pageContext: { api }, id }: DemoContext) =>
  (await load(() => api.call(findDemoPlaylist, { params: { id } }))).data;
type FoundDemo = Awaited<ReturnType<typeof findDemo>>;

/** A demo playlist as its list and its own page have it. */
export const shownDemo = (
  { id, name, language, songType, industry, isListed, songs, playable }: DemoPlaylistRow,
  { ids }: PageContext,
) => ({
  path: demoPath(ids.encrypt("demo", id)),
  name,
  language,
  songType,
  industry,
  isListed,
  songs,
  playable,
});
export type ShownDemo = ReturnType<typeof shownDemo>;

export const shownSongs = ({ songList }: FoundDemo, pageContext: PageContext) =>
  songList.map(({ songId, position, title, artist, state, ...song }) => {
    const ref = pageContext.ids.encrypt("song", songId);
    const audio = song.hasAudio ? songAudioPath(songPath(ref)) : null;
    const length = showLength(song.durationSeconds);
    return {
      ref,
      position,
      title,
      artist,
      state,
      length,
      audio,
      art: artOf(pageContext, song.cover),
    };
  });

/**
 * Loads the form of a demo playlist. An inactive language or song type stays a choice if the
 * playlist has it.
 */
export async function loadDemoForm({ api, ids }: PageContext, demo?: FoundDemo) {
  const { data: items } = await load(() => api.call(songItems, {}));
  const options = (choices: { id: number; name: string }[], own?: { id: number; name: string }) =>
    [...choices, ...(own && !choices.some(({ id }) => id === own.id) ? [own] : [])].map(
      ({ id, name }) => ({
        value: ids.encrypt("item", id),
        label: name,
      }),
    );
  return {
    constraints: constraintsOf(DemoPlaylistForm),
    languages: options(items.language, demo && { id: demo.languageId, name: demo.language }),
    songTypes: options(items.genre, demo && { id: demo.songTypeId, name: demo.songType }),
    values: demo ? demoPlaylistValues(demo, ids) : { isListed: "on" },
  };
}

const demoPlaylistValues = (
  { name, languageId, songTypeId, industry, isListed, version }: FoundDemo,
  ids: PageContext["ids"],
) => ({
  name,
  industry,
  isListed: isListed ? "on" : "",
  version: String(version),
  languageId: ids.encrypt("item", languageId),
  songTypeId: ids.encrypt("item", songTypeId),
});

export const songsOfDemo = (at: DemoContext): OrderedSongs => ({
  pageContext: at.pageContext,
  path: at.path,
  of: "demo playlist",
  most: demoLimits.songs,
  async find() {
    const { songList, version } = await findDemo(at);
    return { version, songIds: songList.map(({ songId }) => songId) };
  },
  save: (change) =>
    at.pageContext.api.call(changeDemoSongs, { body: { demoPlaylistId: at.id, ...change } }),
  undo: {
    act: "put-demo-songs-back",
    fields: { demoPlaylistId: at.pageContext.ids.encrypt("demo", at.id) },
  },
});
