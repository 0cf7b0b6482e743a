import { dateIn } from "#contract/base/dates";
import type { AddedSongs, ChartSong, ChartSongQuery, ChartSongsChange } from "#contract/charts/songs";
import { songsAtATime } from "#contract/charts/words";
import type { SongFilters } from "#contract/library/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Database, Db, Tx } from "../../db/client.ts";
import { constraintOf } from "../../db/constraint-error.ts";
import { pageOf, readCursor } from "../../db/keyset.ts";
import type { SignedInCall } from "../../http/context.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { audit } from "../audit/audit.queries.ts";
import type { LibraryIndexes } from "../library/library-index.ts";
import { songFilter } from "../library/song-filter.ts";
import {
  countInChart,
  countOfThese,
  findPlaces,
  findSongPage,
  findSongsByLines,
  insertSongs,
  placeSongs,
  removeSongs,
  weighSongs,
} from "./chart-songs.queries.ts";
import { findChart, type LockedChart, saveChart } from "./charts.queries.ts";
import { lockChart } from "./charts.service.ts";
import type { ReadLine } from "./song-lines.ts";

const linesTold = 100;
const gone = "This song is not in the chart any more.";

/** A chart's songs in order. Throws 404, and 422 for a cursor that is not ours. */
export async function listChartSongs(scope: Scope, db: Db, query: ChartSongQuery, now: Date) {
  const chart = await findChart(scope, db, query.chartId);
  if (!chart) throw notFound();
  const cursor = readCursor(query.cursor);
  if (cursor && !/^-?\d{1,9}$/.test(cursor.value)) throw invalid({ cursor: "This page link is not valid any more." });
  const found = await findSongPage(scope, db, query, dateIn(chart.timeZone, now), cursor);
  const { rows, page } = pageOf(found, query.limit, cursor, ({ sortKey, songId }) => ({ value: String(sortKey), id: songId }));
  return { data: rows as ChartSong[], page: { ...page, total: await countInChart(scope, db, query) } };
}

type Change = { call: SignedInCall; now: Date };

/**
 * Moves songs, weighs them, or both, under the chart's lock, so that people who order it at once do it one after the other and no song
 * is lost. Throws 404 for the chart, 422 on `songIds` for a song that somebody took out meanwhile.
 */
export async function changeChartSongs(scope: Scope, database: Database, change: ChartSongsChange, { call, now }: Change) {
  const { chartId, position, step, weight } = change;
  const ids = [...new Set(change.songIds)];
  return database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, chartId);
    const places = await findPlaces(scope, tx, chartId, ids);
    const [first] = places;
    if (!first || places.length < ids.length) throw invalid({ songIds: gone });
    const at = position ?? (step === undefined ? undefined : Math.max(1, first.position + (step === "up" ? -1 : 1)));
    if (at !== undefined) await placeSongs(scope, tx, chartId, ids, at);
    if (weight !== undefined) await weighSongs(scope, tx, chartId, ids, weight);
    const after = await findPlaces(scope, tx, chartId, ids);
    const was = new Map(places.map((place) => [place.songId, place]));
    const changed = after.filter(
      ({ songId, ...now }) => was.get(songId)?.position !== now.position || was.get(songId)?.weight !== now.weight,
    );
    if (changed.length > 0) {
      const said = (songs: typeof places) => ({
        songs: songs.map(({ songId, title, position, weight }) => ({ songId, title, position, weight })),
      });
      const before = said(changed.flatMap(({ songId }) => was.get(songId) ?? []));
      await noted(scope, tx, chart, { action: "chart songs changed", before, after: said(changed) }, { call, now });
    }
    return { changed: changed.length };
  });
}

/** Those that are not in it (any more) are no error. Throws 404 for the chart. */
export async function removeChartSongs(
  scope: Scope,
  database: Database,
  { chartId, songIds }: { chartId: number; songIds: number[] },
  { call, now }: Change,
) {
  return database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, chartId);
    const places = await findPlaces(scope, tx, chartId, songIds);
    const removed = await removeSongs(scope, tx, chartId, songIds);
    if (removed.length > 0) await noted(scope, tx, chart, { action: "chart songs removed", before: { songs: places } }, { call, now });
    return { removed: removed.length };
  });
}

type Adding = { database: Database; scope: Scope; library: Scope; chartId: number } & Change;

/** Throws 404 for the chart, and for a song that is not in the library: all or none. */
export async function addChosenSongs(adding: Adding, songIds: number[]): Promise<AddedSongs> {
  const ids = [...new Set(songIds)];
  return add(adding, ids, [], { all: true });
}

/** Adds what the lines name; those that name no song or several are told. Throws 404 for the chart. */
export async function addListedSongs(adding: Adding, lines: ReadLine[]): Promise<AddedSongs> {
  const found = new Map<number, number>();
  const several = new Set<number>();
  let open = lines;
  for (let reading = 0; open.length > 0; reading++) {
    const tried = open.flatMap(({ line, readings: { [reading]: said } }) => (said ? [{ line, said }] : []));
    if (tried.length === 0) break;
    const hits = await findSongsByLines(
      adding.library,
      adding.database.db,
      tried.map(({ said }) => said),
    );
    tried.forEach(({ line, said: { title, artist } }, at) => {
      const hit = hits.get(at + 1);
      if (!hit) return;
      if (title !== null && artist === null && hit.found > 1) several.add(line);
      else found.set(line, hit.songId);
    });
    open = open.filter(({ line }) => !found.has(line));
  }
  const unclear = open.map(({ line, text }) => ({
    line,
    text,
    reason: several.has(line) ? "Several songs have this title: add the artist." : "There is no such song in the library.",
  }));
  const ids = lines.flatMap(({ line }) => found.get(line) ?? []);
  return add(adding, ids, unclear);
}

/** Adds all songs that match, by title. Throws 404 for the chart, 422 on `matching` where they are more than one request may add. */
export async function addMatchingSongs(adding: Adding, indexes: LibraryIndexes, matching: SongFilters): Promise<AddedSongs> {
  const match = (await indexes.of(adding.library, { whole: true })).match(songFilter(matching));
  const many = (songs: number) => songs.toLocaleString("en-IN");
  if (match.total > songsAtATime)
    throw invalid({
      matching: `${many(match.total)} songs match. At most ${many(songsAtATime)} can be added at a time: narrow the filter.`,
    });
  return add(
    adding,
    Array.from(match.walk("title"), ({ id }) => id),
    [],
  );
}

/** Throws 404 for the chart, and with `all` for a song that is not in the library; 422 where one is deleted at the same moment. */
async function add(
  { database, scope, library, chartId, call, now }: Adding,
  ids: number[],
  unclear: AddedSongs["unclear"],
  { all = false } = {},
): Promise<AddedSongs> {
  const adding = database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, chartId);
    const songIds = ids.length > 0 ? await insertSongs(scope, tx, library, chartId, ids) : [];
    if (songIds.length > 0) await noted(scope, tx, chart, { action: "chart songs added", after: { songIds } }, { call, now });
    const standing = await countOfThese(scope, tx, chartId, ids);
    if (all && standing < ids.length) throw notFound();
    const repeated = ids.length - new Set(ids).size;
    return { added: songIds.length, there: standing - songIds.length + repeated };
  });
  const done = await adding.catch((error: unknown) => {
    if (constraintOf(error)?.code === "23503") throw invalid({ songIds: "A song was deleted at this moment. Try again." });
    throw error;
  });
  return { ...done, unclear: unclear.slice(0, linesTold), unclearTotal: unclear.length };
}

async function noted(
  scope: Scope,
  tx: Tx,
  chart: LockedChart,
  entry: { action: string; before?: object; after?: object },
  { call, now }: Change,
): Promise<void> {
  await saveChart(scope, tx, [chart.id], {}, now);
  await audit(tx, call, [{ companyId: scope.companyId, itemKind: "chart", itemId: chart.id, itemName: chart.name, ...entry }]);
}
