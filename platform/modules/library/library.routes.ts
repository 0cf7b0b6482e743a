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

  bind.json(contract.listSongs, async ({ query }, { caller }) => library.list(await libraryScope(db, caller), query));
  bind.json(contract.countSongs, async ({ query }, { caller }) => ({ data: await library.count(await libraryScope(db, caller), query) }));
  bind.json(contract.mandatoryFilterCounts, async ({ query }, { caller }) => ({
    data: await library.lackingCounts(await libraryScope(db, caller), query),
  }));
  bind.json(contract.facetsOfSongs, async ({ query }, { caller }) => ({
    data: await library.facets(await libraryScope(db, caller), query),
  }));
  for (const [endpoint, facet] of [
    [contract.songMoods, "mood"],
    [contract.songRatingCharts, "ratingChart"],
    [contract.songSeasons, "season"],
    [contract.songTempos, "tempo"],
  ] as const)
    bind.json(endpoint, async ({ query }, { caller }) => ({ data: await library.facet(await libraryScope(db, caller), facet, query) }));
  for (const [endpoint, facet] of [
    [contract.songSingers, "singer"],
    [contract.songComposers, "composer"],
  ] as const)
    bind.json(endpoint, async ({ query: { q, ...filters } }, { caller }) => ({
      data: await library.people(await libraryScope(db, caller), facet, filters, q),
    }));
  bind.json(contract.songsForNonMusic, async ({ query }, { caller }) =>
    library.list(await libraryScope(db, caller), { ...query, status: "active" }),
  );
  bind.json(contract.songItems, async (_, { caller }) => ({ data: await library.items(await libraryScope(db, caller)) }));
  bind.json(contract.searchSongsAndAlbums, async ({ query }, { caller }) => ({
    data: await library.suggest(await libraryScope(db, caller), query.q),
  }));
  bind.file(contract.exportSongs, async ({ query }, { caller, signal }) => {
    const scope = await libraryScope(db, caller);
    const slices = exportSongSlices(scope, library.ids(scope, query), database.engine);
    return csvResponse(database, { fileName: "Songs", headings: songCsvHeadings, slices, at: new Date(clock()), signal });
  });
  bind.json(contract.changeSongs, async ({ body }, call) => {
    const data = await changeSongs(await libraryScope(db, call.caller), database, indexes, body, call, new Date(clock()));
    return { message: data.changed === 1 ? "1 song changed" : `${data.changed.toLocaleString("en-IN")} songs changed`, data };
  });
  // after those whose last part is a word
  bind.json(contract.findSong, async ({ params }, { caller }) => ({ data: await library.show(await libraryScope(db, caller), params.id) }));
  bind.file(contract.songAudio, async ({ params, headers }, { caller }) =>
    serveAudio(files, await library.audioFile(await libraryScope(db, caller), params.id), {
      range: headers.range,
      ifRange: headers["if-range"],
      ifNoneMatch: headers["if-none-match"],
    }),
  );
}
