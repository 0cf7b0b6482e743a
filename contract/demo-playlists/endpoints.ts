import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { undoOf } from "../base/undo.ts";
import { songStates } from "../charts/songs.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { SongCover } from "../library/cover.ts";
import { industry } from "../onboarding/endpoints.ts";
import { demoLimits } from "./words.ts";

const access = ["MUSIC_LIBRARY"] as const;
const scope = "provider" as const;

const demoFields = {
  name: field.title,
  /** A language of the catalogue. */
  languageId: idOf("item", messages.required),
  /** A genre of the catalogue. */
  songTypeId: idOf("item", messages.required),
  industry,
  isListed: z
    .boolean()
    .default(false)
    .describe("Whether the public page lists it; its link works in any case."),
};
export const DemoPlaylistBody = z.strictObject(demoFields);
export type DemoPlaylistBody = z.output<typeof DemoPlaylistBody>;
/** With the version that the form was loaded with. */
export const DemoPlaylistForm = z.strictObject({
  ...demoFields,
  version: field.version.optional(),
});

const described = {
  name: z.string(),
  language: z.string(),
  songType: z.string(),
  industry: z.string(),
};
const token = z.string();

export const DemoPlaylistRow = z.object({
  id: z.int(),
  token,
  ...described,
  isListed: z.boolean(),
  songs: z.int(),
  /** Songs that visitors can hear today. */
  playable: z.int(),
  version: z.int(),
});
export type DemoPlaylistRow = z.infer<typeof DemoPlaylistRow>;

export const DemoSong = z.object({
  songId: z.int(),
  position: z.int(),
  title: z.string(),
  artist: z.string(),
  durationSeconds: z.int(),
  state: z.enum(songStates),
  hasAudio: z.boolean(),
  cover: SongCover,
});
export type DemoSong = z.infer<typeof DemoSong>;

export const listDemoPlaylists = endpoint({
  method: "get",
  path: "/demo-playlist",
  summary: `The demo playlists by name; there are at most ${demoLimits.playlists}`,
  access,
  scope,
  data: z.array(DemoPlaylistRow),
});

export const findDemoPlaylist = endpoint({
  method: "get",
  path: "/demo-playlist/{id}",
  summary: "A demo playlist with its songs in order",
  access,
  scope,
  params: z.strictObject({ id: field.id }),
  data: DemoPlaylistRow.extend({
    languageId: z.int(),
    songTypeId: z.int(),
    songList: z.array(DemoSong),
  }),
});

export const addDemoPlaylist = endpoint({
  method: "post",
  path: "/demo-playlist",
  summary: "Add a demo playlist with a public link of its own; visitors see it once it has songs",
  access,
  scope,
  body: DemoPlaylistBody,
  data: z.object({ id: z.int(), token }),
  success: 201,
  idempotent: true,
});

export const changeDemoPlaylist = endpoint({
  method: "put",
  path: "/demo-playlist",
  summary:
    "Change a demo playlist's name, language, song type, industry or listing; its link and songs stay",
  access,
  scope,
  body: DemoPlaylistForm.extend({ id: idOf("demo") }),
  data: z.object({ id: z.int(), version: z.int() }),
});

export const changeDemoSongs = endpoint({
  method: "put",
  path: "/demo-playlist-song",
  summary:
    "Set the songs of a demo playlist in their order, each once; or take your own change back",
  access,
  scope,
  body: z
    .strictObject({
      demoPlaylistId: idOf("demo"),
      /** The version of the demo playlist that the list was read with; if absent, no check. */
      version: field.version.optional(),
      songIds: z
        .array(field.id)
        .max(demoLimits.songs, `At most ${demoLimits.songs} songs are allowed.`)
        .overwrite((ids) => [...new Set(ids)])
        .optional(),
      undoOf: undoOf.optional(),
    })
    .refine(({ songIds, undoOf }) => (songIds === undefined) !== (undoOf === undefined), {
      path: ["songIds"],
      message: "Choose songs.",
    }),
  data: z.object({ songs: z.int(), version: z.int() }),
});

export const removeDemoPlaylist = endpoint({
  method: "delete",
  path: "/demo-playlist",
  summary: "Delete a demo playlist; its link no longer works",
  access,
  scope,
  query: z.strictObject({ id: field.id }),
  data: z.object({ id: z.int(), name: z.string() }),
});

/** Calls for visitors. */
const ofVisitors = { access: "public", scope: "provider" } as const;

export const PublicDemoQuery = z.strictObject({
  language: field.search.optional(),
  songType: field.search.optional(),
  industry: field.search.optional(),
});
export const PublicDemoList = z.object({
  playlists: z.array(z.object({ token, ...described, songs: z.int(), seconds: z.int() })),
  /** The values of all listed demo playlists, whatever the filters. */
  languages: z.array(z.string()),
  songTypes: z.array(z.string()),
  industries: z.array(z.string()),
});
export type PublicDemoList = z.infer<typeof PublicDemoList>;

export const listPublicDemos = endpoint({
  method: "get",
  path: "/demo-playlist/public",
  summary:
    "The listed demo playlists that can be heard today, by the names of language, song type and industry",
  ...ofVisitors,
  query: PublicDemoQuery,
  data: PublicDemoList,
});

const byLink = z.strictObject({ token: field.linkToken });

export const findPublicDemo = endpoint({
  method: "get",
  path: "/demo-playlist/public/{token}",
  summary: "A demo playlist by its link, with the songs that can be heard today",
  ...ofVisitors,
  params: byLink,
  refuses: [404],
  data: z.object({
    ...described,
    songs: z.array(
      DemoSong.pick({ songId: true, title: true, artist: true, durationSeconds: true }).extend({
        /** Without the picture, which only signed-in people can open. */
        cover: SongCover.omit({ pictureFileId: true }),
      }),
    ),
  }),
});

export const publicDemoAudio = endpoint({
  method: "get",
  path: "/demo-playlist/public/{token}/audio/{songId}",
  summary: "The audio of a song of a demo playlist, with ranges",
  ...ofVisitors,
  params: byLink.extend({ songId: field.id }),
  headers: FileHeaders,
  refuses: [404],
  data: z.never(),
  stream: "audio/*",
});
