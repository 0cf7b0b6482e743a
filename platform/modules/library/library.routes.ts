import * as contract from "#contract/library/endpoints";
import { libraryScope } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { FileStore } from "../../files/file-store.ts";
import { serveAudio } from "../../files/serve-file.ts";
import type { Bind } from "../../http/bind.ts";
import { csvResponse } from "../../http/csv.ts";
import { changeSongs } from "./bulk-edit.service.ts";
import { libraryReader } from "./library.service.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { exportSongSlices, songCsvHeadings } from "./song-export.queries.ts";

type Needs = { database: Database; clock: () => number; files: FileStore; indexes: LibraryIndexes };

/** Songs are the provider's: whoever may read them reads all, whatever company they work in. */
export function libraryRoutes(bind: Bind, { database, clock, files, indexes }: Needs) {
  const { db } = database;
  const library = libraryReader(db, indexes);

  bind.json(contract.listSongs, async (call, { query }) => library.list(call.scope, query));
  bind.json(contract.countSongs, async (call, { query }) => ({ data: await library.count(call.scope, query) }));
  bind.json(contract.mandatoryFilterCounts, async (call, { query }) => ({
    data: await library.lackingCounts(call.scope, query),
  }));
  bind.json(contract.facetsOfSongs, async (call, { query }) => ({
    data: await library.facets(call.scope, query),
  }));
  for (const [endpoint, facet] of [
    [contract.songMoods, "mood"],
    [contract.songRatingCharts, "ratingChart"],
    [contract.songSeasons, "season"],
    [contract.songTempos, "tempo"],
  ] as const)
    bind.json(endpoint, async (call, { query }) => ({ data: await library.facet(call.scope, facet, query) }));
  for (const [endpoint, facet] of [
    [contract.songSingers, "singer"],
    [contract.songComposers, "composer"],
  ] as const)
    bind.json(endpoint, async (call, { query: { q, ...filters } }) => ({
      data: await library.people(call.scope, facet, filters, q),
    }));
  bind.json(contract.songsForNonMusic, async (call, { query }) => library.list(call.scope, { ...query, status: "active" }));
  bind.json(contract.songItems, async (call) => ({ data: await library.items(call.scope) }));
  bind.json(contract.searchSongsAndAlbums, async (call, { query }) => ({
    data: await library.suggest(call.scope, query.q),
  }));
  bind.file(contract.exportSongs, async (call, { query }) => {
    const scope = call.scope;
    const slices = exportSongSlices(scope, library.ids(scope, query), database.engine);
    return csvResponse(database, { fileName: "Songs", headings: songCsvHeadings, slices, at: call.now, signal: call.signal });
  });
  bind.json(contract.changeSongs, async (call, { body }) => {
    const data = await changeSongs(call.scope, database, indexes, body, call, call.now);
    return { message: data.changed === 1 ? "1 song changed" : `${data.changed.toLocaleString("en-IN")} songs changed`, data };
  });
  // after those whose last part is a word
  bind.json(contract.findSong, async (call, { params }) => ({ data: await library.show(call.scope, params.id) }));
  bind.file(contract.songAudio, async (call, { params, headers }) =>
    serveAudio(files, await library.audioFile(call.scope, params.id), {
      range: headers.range,
      ifRange: headers["if-range"],
      ifNoneMatch: headers["if-none-match"],
    }),
  );
}
