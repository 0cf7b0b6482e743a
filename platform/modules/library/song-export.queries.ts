import { type SQL, sql } from "drizzle-orm";
import { songCsvColumns } from "#contract/library/csv-columns";
import { singleItems } from "#contract/library/words";
import { type Scope, songsWithin } from "../../access/scope.ts";
import { type CsvRows, csvDate, csvSafe, type ExportColumn } from "../../db/copy-csv.ts";
import { catalogueItem, company, song, songTag } from "../../db/schema/index.ts";
import { itemIds } from "./library.queries.ts";

/** Songs that one select names, unless they are to be fewer. */
const mostNamed = 5000;

/**
 * The songs named as CSV rows, in the order given. What it writes the import reads
 * (contract/library/csv-columns.ts).
 */
export const exportSongs = (scope: Scope, ids: AsyncIterable<number>): CsvRows => ({
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
  csvSafe(
    sql`(select ${catalogueItem.name} from ${catalogueItem} where ${catalogueItem.companyId} = ${song.companyId} and ${catalogueItem.id} = ${id})`,
  );

const tagNames = (kind: string) =>
  csvSafe(sql`(select string_agg(${catalogueItem.name}, '; ' order by ${songTag.position}, ${songTag.itemId})
    from ${songTag} join ${catalogueItem} on ${catalogueItem.companyId} = ${songTag.companyId} and ${catalogueItem.id} = ${songTag.itemId}
    where ${songTag.companyId} = ${song.companyId} and ${songTag.songId} = ${song.id} and ${songTag.kind} = ${kind})`);

function songColumns(): ExportColumn[] {
  const cells: Record<(typeof songCsvColumns)[number]["member"], SQL> = {
    id: sql`${song.id}`,
    title: csvSafe(song.title),
    artist: csvSafe(song.artist),
    album: csvSafe(song.album),
    singers: tagNames("singer"),
    composers: tagNames("composer"),
    seasons: tagNames("season"),
    ...(Object.fromEntries(singleItems.map((facet) => [facet, itemName(itemIds[facet])])) as Record<
      (typeof singleItems)[number],
      SQL
    >),
    licensedFrom: csvDate(song.licensedFrom),
    licensedTo: csvDate(song.licensedTo),
    territories: sql`array_to_string(${song.territories}, '; ')`,
    reservedFor: csvSafe(
      sql`(select ${company.code} from ${company} where ${company.id} = ${song.reservedForId})`,
    ),
    label: csvSafe(song.label),
    isrc: csvSafe(song.isrc),
    year: sql`${song.year}`,
    durationSeconds: sql`${song.durationSeconds}`,
    bpm: sql`${song.bpm}`,
    energy: sql`${song.energy}`,
    explicit: sql`case when ${song.explicit} then 'yes' else 'no' end`,
    status: sql`case when ${song.active} then 'active' else 'inactive' end`,
  };
  return songCsvColumns.map(({ heading, member }) => [heading, cells[member]]);
}
