import type { AddedSongs } from "#contract/charts/songs";
import { songsAtATime } from "#contract/charts/words";
import type { SongFilters } from "#contract/library/endpoints";
import { invalid, notFound } from "../../base/refusal.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import { alreadyUndone, findOwnChange } from "../audit/index.ts";
import { type LibraryIndexes, missingSongs, songFilter, songMessages } from "../library/index.ts";
import type { AddingCall } from "./chart-scope.ts";
import {
  countOfThese,
  findPlaces,
  insertSongs,
  restoreSongs,
  type SongPlace,
} from "./chart-songs.queries.ts";
import { auditSongs } from "./chart-songs.service.ts";
import { lockChart } from "./charts.service.ts";
import { findSongsByLines } from "./song-lines.queries.ts";
import { type ReadLine, readList, readSongCsv } from "./song-lines.ts";

const linesNamed = 100;

type ToAdd = {
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
  call: AddingCall,
  { chartId, songIds, list = "", undoOf }: ToAdd,
): Promise<AddedSongs> {
  if (undoOf) return putBackSongs(call, { chartId, undoOf });
  if (!songIds) return addLines(call, { chartId, lines: readList(list, call.figures) });
  return insertIntoChart(call, { chartId, ids: [...new Set(songIds)], unclear: [], all: true });
}

/**
 * Puts songs that the caller removed back at their places, with their weights; what others did to
 * the chart since stays. Throws 404 for the chart, 422 on `undoOf` where they cannot all come back.
 */
async function putBackSongs(
  call: AddingCall,
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
    return { added: restored, there: 0, unclear: [], unclearTotal: 0 };
  });
}

/** Adds the songs that the rows of a CSV name. Throws 404 for the chart, 422 on `file`. */
export async function addCsvSongs(
  call: AddingCall,
  { chartId, file }: { chartId: number; file: UploadedFile },
): Promise<AddedSongs> {
  return addLines(call, { chartId, lines: await readSongCsv(file, call) });
}

/**
 * Adds the songs that lines name; lines with no match or several are reported. Throws 404.
 */
async function addLines(
  call: AddingCall,
  { chartId, lines }: { chartId: number; lines: ReadLine[] },
): Promise<AddedSongs> {
  const songIdByLine = new Map<number, number>();
  const several = new Set<number>();
  let open = lines;
  for (let reading = 0; open.length > 0; reading++) {
    const tried = open.flatMap(({ line, readings: { [reading]: songLine } }) =>
      songLine ? [{ line, songLine }] : [],
    );
    if (tried.length === 0) break;
    const hits = await findSongsByLines(
      call.library,
      call.db,
      tried.map(({ songLine }) => songLine),
    );
    tried.forEach(({ line, songLine: { title, artist } }, at) => {
      const hit = hits.get(at + 1);
      if (!hit) return;
      if (title !== null && artist === null && hit.matches > 1) several.add(line);
      else songIdByLine.set(line, hit.songId);
    });
    open = open.filter(({ line }) => !songIdByLine.has(line));
  }
  const unclear = open.map(({ line, text }) => ({
    line,
    text,
    reason: several.has(line)
      ? "Several songs have this title: add the artist."
      : "There is no such song in the library.",
  }));
  const ids = lines.flatMap(({ line }) => songIdByLine.get(line) ?? []);
  return insertIntoChart(call, { chartId, ids, unclear });
}

/**
 * Adds all songs that match, by title. Throws 404 for the chart, 422 on `matching` where they are
 * more than one request may add.
 */
export async function addMatchingSongs(
  call: AddingCall & { indexes: LibraryIndexes },
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
    unclear: [],
  });
}

type Insertion = { chartId: number; ids: number[]; unclear: AddedSongs["unclear"]; all?: boolean };

/**
 * Throws 404 for the chart, and with `all` as missingSongs says; 422 where one is deleted at the
 * same moment.
 */
async function insertIntoChart(
  call: AddingCall,
  { chartId, ids, unclear, all = false }: Insertion,
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
  return { ...outcome, unclear: unclear.slice(0, linesNamed), unclearTotal: unclear.length };
}
