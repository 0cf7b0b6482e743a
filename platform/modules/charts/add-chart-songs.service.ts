import type { AddedSongs } from "#contract/charts/songs";
import { songsAtATime } from "#contract/charts/words";
import type { SongFilters } from "#contract/library/endpoints";
import { invalid, notFound } from "../../base/refusal.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import { alreadyUndone, findOwnChange } from "../audit/index.ts";
import {
  type LibraryIndexes,
  matchLines,
  missingSongs,
  type ReadLine,
  readList,
  readSongCsv,
  songFilter,
  songMessages,
} from "../library/index.ts";
import type { AddSongsCall } from "./chart-scope.ts";
import {
  countOfThese,
  findPlaces,
  insertSongs,
  restoreSongs,
  type SongPlace,
} from "./chart-songs.queries.ts";
import { auditSongs } from "./chart-songs.service.ts";
import { lockChart } from "./charts.service.ts";

type AddSongsInput = {
  chartId: number;
  songIds?: number[] | undefined;
  list?: string | undefined;
  undoOf?: string | undefined;
};

/**
 * Adds chosen songs, or those that the lines of a list name. Throws 404 for the chart and for a
 * chosen song that is not in the library (all or none), 422 on `list` for too many lines. With
 * `undoOf` it restores the songs that the caller removed.
 */
export async function addSongs(
  call: AddSongsCall,
  { chartId, songIds, list = "", undoOf }: AddSongsInput,
): Promise<AddedSongs> {
  if (undoOf) return putBackSongs(call, { chartId, undoOf });
  if (!songIds) return addLines(call, { chartId, lines: readList(list, call.figures) });
  return insertIntoChart(call, { chartId, ids: [...new Set(songIds)], all: true });
}

/**
 * Puts songs that the caller removed back at their places, with their weights; what others did to
 * the chart since stays. Throws 404 for the chart, 422 on `undoOf` where they cannot all come back.
 */
async function putBackSongs(
  call: AddSongsCall,
  { chartId, undoOf }: { chartId: number; undoOf: string },
): Promise<AddedSongs> {
  const { scope, library } = call;
  return call.database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, chartId);
    const changes = await findOwnChange(scope, tx, call, {
      undoOf,
      itemKind: "chart",
      actions: ["chart songs removed"],
    });
    const places = changes.flatMap(({ itemId, before }) =>
      itemId === chartId ? (before as { songs: SongPlace[] }).songs : [],
    );
    if (places.length === 0) throw notFound();
    const presentPlaces = await findPlaces(
      scope,
      tx,
      chartId,
      places.map(({ songId }) => songId),
    );
    const [first] = presentPlaces;
    if (presentPlaces.length === places.length) throw alreadyUndone();
    if (first)
      throw invalid({ undoOf: `“${first.title}” is in the chart again. Nothing was undone.` });
    const restored = await restoreSongs(scope, tx, { library, chartId, places });
    if (restored < places.length) throw invalid({ undoOf: songMessages.noLongerUsable });
    await auditSongs(tx, call, chart, {
      action: "chart songs added",
      after: { songIds: places.map(({ songId }) => songId) },
    });
    return { added: restored, there: 0, ...nothingToReport };
  });
}

/** Adds the songs that the rows of a CSV name. Throws 404 for the chart, 422 on `file`. */
export async function addCsvSongs(
  call: AddSongsCall,
  { chartId, file }: { chartId: number; file: UploadedFile },
): Promise<AddedSongs> {
  return addLines(call, { chartId, ...(await readSongCsv(file, call)) });
}

/**
 * Adds the songs that lines name; lines with no match or several are reported. Throws 404.
 */
async function addLines(
  call: AddSongsCall,
  { chartId, lines, remarks = [] }: { chartId: number; lines: ReadLine[]; remarks?: string[] },
): Promise<AddedSongs> {
  const { songIds, ...unclear } = await matchLines(call.library, call.db, lines);
  return insertIntoChart(call, { chartId, ids: songIds, report: { ...unclear, remarks } });
}

/**
 * Adds all songs that match, by title. Throws 404 for the chart, 422 on `matching` where they are
 * more than one request may add.
 */
export async function addMatchingSongs(
  call: AddSongsCall & { indexes: LibraryIndexes },
  { chartId, matching }: { chartId: number; matching: SongFilters },
): Promise<AddedSongs> {
  const match = (await call.indexes.of(call.library, { whole: true })).match(songFilter(matching));
  if (match.total > songsAtATime)
    throw invalid({
      matching: `${call.figures.figure(match.total)} songs match. At most ${call.figures.figure(songsAtATime)} can be added at a time: narrow the filter.`,
    });
  return insertIntoChart(call, {
    chartId,
    ids: Array.from(match.walk("title"), ({ id }) => id),
  });
}

type Report = Pick<AddedSongs, "unclear" | "unclearTotal" | "remarks">;
const nothingToReport: Report = { unclear: [], unclearTotal: 0, remarks: [] };
type Insertion = {
  chartId: number;
  ids: number[];
  report?: Report;
  all?: boolean;
};

/**
 * Throws 404 for the chart, and with `all` as missingSongs says; 422 where one is deleted at the
 * same moment.
 */
async function insertIntoChart(
  call: AddSongsCall,
  { chartId, ids, report = nothingToReport, all = false }: Insertion,
): Promise<AddedSongs> {
  const { scope, library } = call;
  const outcome = await call.database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, chartId);
    const songIds = ids.length > 0 ? await insertSongs(scope, tx, { library, chartId, ids }) : [];
    if (songIds.length > 0)
      await auditSongs(tx, call, chart, { action: "chart songs added", after: { songIds } });
    const songsInChart = await countOfThese(scope, tx, chartId, ids);
    if (all && songsInChart < ids.length) throw await missingSongs(library, tx, call.caller, ids);
    const repeated = ids.length - new Set(ids).size;
    return { added: songIds.length, there: songsInChart - songIds.length + repeated };
  });
  return { ...outcome, ...report };
}
