import { songImport } from "#contract/imports/endpoints";
import * as contract from "#contract/library/endpoints";
import * as facets from "#contract/library/facets";
import { matchSongList } from "#contract/library/song-list";
import { conditionsOf } from "../../files/serve-file.ts";
import type { Bind } from "../../http/bind.ts";
import { answerTable } from "../../http/table-file.ts";
import type { FileKeeper } from "../files/index.ts";
import { bindImport } from "../imports/index.ts";
import { bulkEditService } from "./bulk-edit.service.ts";
import {
  countLacking,
  countSongs,
  listFacetItems,
  listPeople,
  listSongItems,
  listSongs,
  showFacets,
  showSong,
  suggestSongs,
  walkSongs,
} from "./library.service.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { matchLines } from "./match-songs.service.ts";
import { serveSongAudio } from "./song-audio.service.ts";
import { exportSongs } from "./song-export.queries.ts";
import { songImporter } from "./song-import.ts";
import { readList } from "./song-lines.ts";

/** Songs are the provider's: people who may read them read all, in whatever company they work. */
export function libraryRoutes(
  bind: Bind,
  { indexes, keeper }: { indexes: LibraryIndexes; keeper: FileKeeper },
) {
  const { changeSongs } = bulkEditService({ indexes });

  bind.json(contract.listSongs, (call, { query }) => listSongs({ ...call, indexes }, query));
  bind.json(contract.countSongs, async (call, { query }) => ({
    data: await countSongs({ ...call, indexes }, query),
  }));
  bind.json(contract.mandatoryFilterCounts, async (call, { query }) => ({
    data: await countLacking({ ...call, indexes }, query),
  }));
  bind.json(matchSongList, async ({ scope, db, figures }, { body }) => ({
    data: await matchLines(scope, db, readList(body.list, figures)),
  }));
  bind.json(facets.facetsOfSongs, async (call, { query }) => ({
    data: await showFacets({ ...call, indexes }, query),
  }));
  for (const [endpoint, facet] of [
    [facets.songMoods, "mood"],
    [facets.songRatingCharts, "ratingChart"],
    [facets.songSeasons, "season"],
    [facets.songTempos, "tempo"],
  ] as const)
    bind.json(endpoint, async (call, { query }) => ({
      data: await listFacetItems({ ...call, indexes }, { ...query, facet }),
    }));
  for (const [endpoint, facet] of [
    [facets.songSingers, "singer"],
    [facets.songComposers, "composer"],
  ] as const)
    bind.json(endpoint, async (call, { query }) => ({
      data: await listPeople({ ...call, indexes }, { ...query, facet }),
    }));
  bind.json(contract.songItems, async (call) => ({ data: await listSongItems(call) }));
  bind.json(contract.searchSongsAndAlbums, async (call, { query }) => ({
    data: await suggestSongs({ ...call, indexes }, query.q),
  }));
  bind.file(contract.exportSongs, async (call, { query }) =>
    answerTable(call, query, {
      fileName: "Songs",
      ...exportSongs(call.scope, walkSongs({ ...call, indexes }, query)),
    }),
  );
  bind.json(contract.changeSongs, async (call, { body }) => {
    const data = await changeSongs(call, body);
    return { message: `${call.figures.counted(data.changed, "song")} changed`, data };
  });
  bind.json(contract.findSong, async (call, { params }) => ({
    data: await showSong(call, params.id),
  }));
  bind.file(contract.songAudio, (call, { params, headers }) =>
    serveSongAudio(
      { ...call, keeper },
      {
        id: params.id,
        ...conditionsOf(headers),
      },
    ),
  );

  bindImport(bind, {
    endpoints: songImport.endpoints,
    fileName: "Songs",
    importer: songImporter({ indexes }),
    checking: ({ createPeople }) =>
      songImporter({ indexes }, { createPeople: createPeople === "true" }),
  });
}
