// Exports of library for other modules, jobs and the demo.

export { songsNamed } from "./library.queries.ts";
export { type LibraryIndexes, libraryIndexes } from "./library-index.ts";
export { matchLines } from "./match-songs.service.ts";
export { songMessages } from "./messages.ts";
export { missingSongs } from "./missing-songs.ts";
export { songFilter } from "./song-filter.ts";
export { type ReadLine, readList, readSongCsv } from "./song-lines.ts";
export { findHiddenPlaces } from "./song-uses.queries.ts";
export { refuseUnknownSong } from "./song-uses.service.ts";
