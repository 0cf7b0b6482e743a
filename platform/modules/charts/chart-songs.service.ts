import { dateIn } from "#contract/base/dates";
import type { ChartSong, ChartSongQuery, ChartSongsChange } from "#contract/charts/songs";
import { songsAtATime } from "#contract/charts/words";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import {
  countInChart,
  findPlaces,
  findSongIds,
  findSongPage,
  placeSongs,
  removeSongs,
  weighSongs,
} from "./chart-songs.queries.ts";
import { findChart, type LockedChart, saveChart } from "./charts.queries.ts";
import { lockChart } from "./charts.service.ts";

const gone = "This song is no longer in the chart.";

/** A chart's songs in order. Throws 404, and 422 for a cursor that is not ours. */
export async function listChartSongs({ scope, db, now }: ScopedCall, query: ChartSongQuery) {
  const chart = await findChart(scope, db, query.chartId);
  if (!chart) throw notFound();
  const { rows, page } = await findSongPage(scope, db, query, dateIn(chart.timeZone, now));
  return {
    data: rows as ChartSong[],
    page: { ...page, total: await countInChart(scope, db, query) },
  };
}

/**
 * Moves songs, weighs them, or both, under the chart's lock, so that concurrent changes
 * run one after the other and no song is lost. Throws 404 for the chart, 422 on `songIds` for a
 * song that somebody has removed in the meantime.
 */
export async function changeChartSongs(call: ScopedCall, change: ChartSongsChange) {
  const { scope } = call;
  const { chartId, position, step, weight } = change;
  return call.database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, chartId);
    const ids = await chosenSongs(call, tx, change);
    if (ids.length === 0) return { changed: 0 };
    const places = await findPlaces(scope, tx, chartId, ids);
    const [first] = places;
    if (!first || places.length < ids.length) throw invalid({ songIds: gone });
    const at =
      position ??
      (step === undefined ? undefined : Math.max(1, first.position + (step === "up" ? -1 : 1)));
    if (at !== undefined) await placeSongs(scope, tx, { chartId, ids, at });
    if (weight !== undefined) await weighSongs(scope, tx, { chartId, ids, weight });
    const after = await findPlaces(scope, tx, chartId, ids);
    const was = new Map(places.map((place) => [place.songId, place]));
    const changed = after.filter(
      ({ songId, ...now }) =>
        was.get(songId)?.position !== now.position || was.get(songId)?.weight !== now.weight,
    );
    if (changed.length > 0) {
      const describeSongs = (songs: typeof places) => ({
        songs: songs.map(({ songId, title, position, weight }) => ({
          songId,
          title,
          position,
          weight,
        })),
      });
      const before = describeSongs(changed.flatMap(({ songId }) => was.get(songId) ?? []));
      await auditSongs(tx, call, chart, {
        action: "chart songs changed",
        before,
        after: describeSongs(changed),
      });
    }
    return { changed: changed.length };
  });
}

type ChartSongSelection = {
  chartId: number;
  songIds?: number[] | undefined;
  matching?: { search?: string | undefined } | undefined;
};

/**
 * The songs named, or all of the chart that match, in order; under the chart's lock. Throws 422
 * where they are more than change at once.
 */
async function chosenSongs(
  { scope, figures }: ScopedCall,
  tx: Tx,
  { chartId, songIds, matching }: ChartSongSelection,
): Promise<number[]> {
  if (songIds) return [...new Set(songIds)];
  const ids = await findSongIds(scope, tx, {
    chartId,
    search: matching?.search,
    limit: songsAtATime + 1,
  });
  if (ids.length > songsAtATime)
    throw invalid({
      matching: `At most ${figures.figure(songsAtATime)} songs can be changed at a time. Search for some of them.`,
    });
  return ids;
}

/**
 * Removes songs. Songs that are not in the chart are ignored; hidden ones are removed if named.
 * Throws 404 for the chart.
 */
export async function removeChartSongs(
  call: ScopedCall,
  {
    chartId,
    songIds,
    search,
  }: Omit<ChartSongSelection, "matching"> & { search?: string | undefined },
) {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const chart = await lockChart(scope, tx, chartId);
    const ids = await chosenSongs(call, tx, { chartId, songIds, matching: { search } });
    const places = await findPlaces(scope, tx, chartId, ids);
    const removed = await removeSongs(scope, tx, chartId, ids);
    if (removed.length > 0) {
      const seenIds = new Set(places.map((place) => place.songId));
      const hidden = removed.filter((place) => !seenIds.has(place.songId));
      await auditSongs(tx, call, chart, {
        action: "chart songs removed",
        before: { songs: [...places, ...hidden] },
      });
    }
    return { removed: removed.length };
  });
}

/** Marks the chart as changed now, with an audit row. */
export async function auditSongs(
  tx: Tx,
  call: ScopedCall,
  chart: LockedChart,
  entry: { action: string; before?: object; after?: object },
): Promise<void> {
  const { scope, now } = call;
  await saveChart(scope, tx, { ids: [chart.id], values: {}, now });
  await audit(tx, call, [
    {
      companyId: scope.companyId,
      itemKind: "chart",
      itemId: chart.id,
      itemName: chart.name,
      ...entry,
    },
  ]);
}
