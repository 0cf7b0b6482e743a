import { createHash } from "node:crypto";
import type { IndustryType } from "#contract/onboarding/words";
import type { demoPlaylist, demoPlaylistSong } from "../platform/db/schema/demo-playlists.ts";
import { companies } from "./companies.ts";
import type { DemoLibrary } from "./library.ts";

type Sample = {
  name: string;
  language: string;
  songType: string;
  industry: IndustryType;
  listed?: boolean;
};
const samples: Sample[] = [
  {
    name: "Indie for coffee bars",
    language: "Hindi",
    songType: "Indie",
    industry: "Cafe and restaurant",
  },
  {
    name: "Lobby lounge",
    language: "Instrumental",
    songType: "Lounge",
    industry: "Hotel and travel",
  },
  {
    name: "Weekend on the shop floor",
    language: "Punjabi",
    songType: "Pop",
    industry: "Fashion and footwear",
  },
  {
    name: "Film songs for families",
    language: "Tamil",
    songType: "Film pop",
    industry: "Mall and department store",
  },
  {
    name: "Quiet shelves, for Harbour Books",
    language: "English",
    songType: "Indie",
    industry: "Other",
    listed: false,
  },
];
const songsInEach = 12;

export type DemoPlaylists = {
  playlists: (typeof demoPlaylist.$inferInsert & { id: number })[];
  songs: (typeof demoPlaylistSong.$inferInsert)[];
};

/** Four demo playlists that the public page lists, and one that was made for one visitor. */
export function demoPlaylists({ catalogue, songs }: DemoLibrary): DemoPlaylists {
  const companyId = companies.provider.id;
  const itemId = (kind: "language" | "genre", name: string) => {
    const item = catalogue.find((one) => one.kind === kind && one.name === name);
    if (!item) throw new Error(`the demo has no ${kind} ${name}`);
    return item.id;
  };
  const playlists = samples.map(({ language, songType, listed = true, ...one }, place) => ({
    companyId,
    id: place + 1,
    ...one,
    listed,
    languageId: itemId("language", language),
    songTypeId: itemId("genre", songType),
    token: createHash("sha256").update(one.name).digest("base64url").slice(0, 22),
  }));
  return {
    playlists,
    songs: playlists.flatMap(({ id: demoPlaylistId, languageId, songTypeId }) =>
      songs
        .filter(
          (one) =>
            one.languageId === languageId && one.genreId === songTypeId && one.active !== false,
        )
        .slice(0, songsInEach)
        .map(({ id: songId }, place) => ({
          companyId,
          demoPlaylistId,
          songId,
          position: place + 1,
        })),
    ),
  };
}
