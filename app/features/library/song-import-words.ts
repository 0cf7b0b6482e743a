import { libraryPath, songsImportPath } from "./paths";

export const songImportWords = {
  path: songsImportPath,
  one: "song",
  many: "songs",
  list: { label: "Music library", to: libraryPath },
};
