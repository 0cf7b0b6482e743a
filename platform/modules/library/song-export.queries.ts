import { sql } from "drizzle-orm";
import { recordOf } from "#contract/base/records";
import { songCsvColumns } from "#contract/library/csv-columns";
import { singleItems } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { songsWithin } from "../../access/scope-conditions.ts";
import {
  type Cell,
  dateCell,
  type ExportColumn,
  type ExportRows,
  numberCell,
  textCell,
  wordCell,
} from "../../db/export-cells.ts";
import { catalogueItem, company, song, songTag } from "../../db/schema/index.ts";
import { itemIds } from "./library.queries.ts";

/** Songs that one select names, unless they are to be fewer. */
const mostNamed = 5000;

/**
 * Exports the named songs as rows of a file, in the given order. The import can read them
 * (contract/library/csv-columns.ts).
 */
export const exportSongs = (scope: Scope, ids: AsyncIterable<number>): ExportRows => ({
  columns: songColumns(),
  async *slices(cells, sliceRows = mostNamed) {
    const songs = (songIds: number[]) => sql`select ${cells}
      from unnest(${sql.param(songIds)}::bigint[]) with ordinality as wanted (id, place)
      join ${song} on ${song.companyId} = ${scope.companyId} and ${song.id} = wanted.id and ${songsWithin(scope)}
      order by wanted.place`;
    let slice: number[] = [];
    for await (const id of ids) {
      if (slice.push(id) < sliceRows) continue;
      yield songs(slice);
      slice = [];
    }
    if (slice.length > 0) yield songs(slice);
  },
});

const itemName = (id: (typeof itemIds)[keyof typeof itemIds]) =>
  textCell(
    sql`(select ${catalogueItem.name} from ${catalogueItem} where ${catalogueItem.companyId} = ${song.companyId} and ${catalogueItem.id} = ${id})`,
  );

const tagNames = (kind: string) =>
  textCell(sql`(select string_agg(${catalogueItem.name}, '; ' order by ${songTag.position}, ${songTag.itemId})
    from ${songTag} join ${catalogueItem} on ${catalogueItem.companyId} = ${songTag.companyId} and ${catalogueItem.id} = ${songTag.itemId}
    where ${songTag.companyId} = ${song.companyId} and ${songTag.songId} = ${song.id} and ${songTag.kind} = ${kind})`);

function songColumns(): ExportColumn[] {
  const cells: Record<(typeof songCsvColumns)[number]["member"], Cell> = {
    id: numberCell(song.id),
    title: textCell(song.title),
    artist: textCell(song.artist),
    album: textCell(song.album),
    singers: tagNames("singer"),
    composers: tagNames("composer"),
    seasons: tagNames("season"),
    ...recordOf(singleItems, (facet) => itemName(itemIds[facet])),
    licensedFrom: dateCell(song.licensedFrom),
    licensedTo: dateCell(song.licensedTo),
    territories: wordCell(sql`array_to_string(${song.territories}, '; ')`),
    reservedFor: textCell(
      sql`(select ${company.code} from ${company} where ${company.id} = ${song.reservedForId})`,
    ),
    label: textCell(song.label),
    isrc: textCell(song.isrc),
    year: numberCell(song.year),
    durationSeconds: numberCell(song.durationSeconds),
    bpm: numberCell(song.bpm),
    energy: numberCell(song.energy),
    explicit: wordCell(sql`case when ${song.explicit} then 'yes' else 'no' end`),
    status: wordCell(sql`case when ${song.active} then 'active' else 'inactive' end`),
  };
  return songCsvColumns.map(({ heading, member }) => [heading, cells[member]]);
}
