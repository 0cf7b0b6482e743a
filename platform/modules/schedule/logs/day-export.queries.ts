import { sql } from "drizzle-orm";
import { ungrouped } from "#contract/schedule/words";
import type { Scope } from "../../../access/scope.ts";
import {
  dateCell,
  type ExportRows,
  numberCell,
  textCell,
  wordCell,
} from "../../../db/export-cells.ts";
import {
  company,
  groupPlaylist,
  region,
  song,
  store,
  storeGroup,
  zone,
} from "../../../db/schema/index.ts";
import type { StoredPosition } from "./playlist-record.ts";
import { ofGroup, ownChart } from "./playlists.queries.ts";

/**
 * The lines of a stored day of a group as one select of a file; of a store's log of it, where that is
 * given with its traces.
 */
export function exportDay(
  scope: Scope,
  playlistId: number,
  log: { storeId: number; positions: StoredPosition[] } | null,
): ExportRows {
  const positions = log ? sql`${JSON.stringify(log.positions)}::jsonb` : groupPlaylist.positions;
  const wall = sql`to_char(make_interval(secs => mod(floor(line."startSeconds")::int, 86400)), 'HH24:MI:SS')`;
  return {
    columns: [
      ["Company", textCell(company.name)],
      ["Region", textCell(region.name)],
      ["Zone", textCell(zone.name)],
      ["Group", textCell(sql`coalesce(${storeGroup.name}, ${ungrouped}::text)`)],
      ["Store code", textCell(store.code)],
      ["Store", textCell(store.name)],
      ["Date", dateCell(groupPlaylist.day)],
      ["Time", wordCell(wall)],
      ["Type", wordCell(sql`line.kind`)],
      ["Title", textCell(sql`coalesce(${song.title}, line.name)`)],
      ["Artist", textCell(song.artist)],
      ["Seconds", numberCell(sql`round(line."durationSeconds")`)],
      [
        "Chart or filter",
        textCell(
          sql`(${groupPlaylist.summary} -> 'categories' ->> (${ownChart(sql`line`)})::text)`,
        ),
      ],
      [
        "Slot",
        textCell(sql`(${groupPlaylist.summary} -> 'slots' -> line."slotId"::text ->> 'name')`),
      ],
      ["Chosen by", wordCell(sql`coalesce(line.trace ->> 'stage', line.trace ->> 'why')`)],
      [
        "Rules broken",
        wordCell(
          sql`(select string_agg(rule, ' ') from jsonb_array_elements_text(coalesce(line.trace -> 'broken', '[]') || coalesce(line.trace -> 'relaxed', '[]')) as rule)`,
        ),
      ],
    ],
    slices: (cells) => [
      sql`select ${cells}
    from ${groupPlaylist}
    join ${company} on ${company.id} = ${groupPlaylist.companyId}
    left join ${storeGroup} on ${ofGroup}
    left join ${zone} on ${zone.companyId} = ${storeGroup.companyId} and ${zone.id} = ${storeGroup.zoneId}
    left join ${region} on ${region.companyId} = ${storeGroup.companyId} and ${region.id} = ${storeGroup.regionId}
    left join ${store} on ${store.companyId} = ${groupPlaylist.companyId} and ${store.id} = ${log?.storeId ?? null}::bigint
    cross join lateral jsonb_to_recordset(${positions}) as line(kind text, "startSeconds" double precision, "durationSeconds" double precision,
      "songId" bigint, name text, "categoryId" bigint, "slotId" bigint, trace jsonb)
    left join ${song} on ${song.id} = line."songId"
    where ${groupPlaylist.companyId} = ${scope.companyId} and ${groupPlaylist.id} = ${playlistId}
    order by line."startSeconds"`,
    ],
  };
}
