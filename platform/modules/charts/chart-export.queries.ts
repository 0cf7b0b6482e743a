import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import { chartSongColumns } from "#contract/charts/csv-columns";
import type { ChartExportQuery } from "#contract/charts/endpoints";
import type { Scope } from "../../access/scope.ts";
import { songsWithin } from "../../access/scope-conditions.ts";
import {
  dateCell,
  type ExportColumn,
  type ExportRows,
  instantCell,
  numberCell,
  textCell,
  wordCell,
} from "../../db/export-cells.ts";
import { idKey, keyset, textKey } from "../../db/keyset.ts";
import { catalogueItem, chart, chartSong, company, song } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { placedSongs } from "./chart-songs.queries.ts";
import { matching, songState } from "./charts.queries.ts";

const chartColumns = (today: string): ExportColumn[] => [
  ["Chart", textCell(chart.name)],
  ["Description", textCell(chart.description)],
  ["Status", wordCell(sql`case when ${chart.active} then 'active' else 'inactive' end`)],
  ["Songs", numberCell(sql`counted.songs`)],
  [`Playable on ${today}`, numberCell(sql`counted.playable`)],
  ["Playing time (s)", numberCell(sql`counted.seconds`)],
  ["Changed", instantCell(chart.updatedAt, company.timeZone)],
];

/** The charts of the scope's company that match as rows of a file in the order of their names. */
export function exportCharts(
  scope: Scope,
  db: Db,
  filters: ChartExportQuery,
  today: string,
): ExportRows {
  const order = keyset([textKey(chart.nameKey), idKey(chart.id)], {
    descending: false,
    cursor: undefined,
  });
  return {
    columns: chartColumns(today),
    async *slices(cells, sliceRows) {
      for await (const slice of order.slices(db, sliceRows, {
        from: chart,
        where: eq(chart.companyId, scope.companyId),
      }))
        yield sql`select ${cells} from ${chart} join ${company} on ${eq(company.id, chart.companyId)}
          cross join lateral (select count(*) as songs, count(*) filter (where ${songState(today)} = 'playable') as playable,
              coalesce(sum(${song.durationSeconds}) filter (where ${songState(today)} = 'playable'), 0) as seconds
            from ${chartSong} join ${song} on ${song.id} = ${chartSong.songId} and ${songsWithin(scope)}
            where ${chartSong.companyId} = ${chart.companyId} and ${chartSong.chartId} = ${chart.id}) as counted
          where ${and(eq(chart.companyId, scope.companyId), matching(filters), slice)} order by ${order.orderBy}`;
    },
  };
}

const nameOf = (id: SQLWrapper) =>
  textCell(
    sql`(select ${catalogueItem.name} from ${catalogueItem} where ${catalogueItem.companyId} = ${song.companyId} and ${catalogueItem.id} = ${id})`,
  );

/** A chart's songs as rows of a file in order. */
export function exportChartSongs(scope: Scope, db: Db, chartId: number, today: string): ExportRows {
  const order = keyset([idKey(chartSong.position), idKey(chartSong.songId)], {
    descending: false,
    cursor: undefined,
  });
  const placed = placedSongs(scope, db, chartId);
  const cells: Record<(typeof chartSongColumns)[number], ExportColumn[1]> = {
    // places among the songs that are seen, as the list has them
    Position: numberCell(placed.place),
    Song: numberCell(song.id),
    Title: textCell(song.title),
    Artist: textCell(song.artist),
    Album: textCell(song.album),
    ISRC: textCell(song.isrc),
    Language: nameOf(song.languageId),
    Tempo: nameOf(song.tempoId),
    Era: nameOf(song.eraId),
    Seconds: numberCell(song.durationSeconds),
    Weight: numberCell(chartSong.weight),
    Plays: wordCell(songState(today)),
    "Licensed to": dateCell(song.licensedTo),
  };
  const inChart = and(eq(chartSong.companyId, scope.companyId), eq(chartSong.chartId, chartId));
  return {
    columns: chartSongColumns.map((heading) => [heading, cells[heading]]),
    async *slices(selected, sliceRows) {
      for await (const slice of order.slices(db, sliceRows, { from: chartSong, where: inChart }))
        yield sql`select ${selected} from ${chartSong} join ${song} on ${song.id} = ${chartSong.songId}
          join ${placed} on ${placed.songId} = ${chartSong.songId}
          where ${and(inChart, slice)} order by ${order.orderBy}`;
    },
  };
}
