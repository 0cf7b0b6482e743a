import { type SQL, sql } from "drizzle-orm";
import { addDays } from "#contract/dates";
import type { ReportFilters } from "#contract/reports/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { csvDate, csvSafe } from "../../db/copy-csv.ts";
import type { Cursor } from "../../db/keyset.ts";
import { playLog, song, store } from "../../db/schema/index.ts";
import type { Units } from "./report-units.queries.ts";
import { reportedStores } from "./report-units.queries.ts";

/** The plays of music asked for. The bounds on started_at, a day wider than any time zone needs, leave the other months' partitions alone. */
const plays = (scope: Scope, filters: ReportFilters) => sql`
  from ${playLog} join ${store} on ${store.companyId} = ${playLog.companyId} and ${store.id} = ${playLog.storeId}
  where ${playLog.companyId} = ${scope.companyId} and ${playLog.kind} = 'MUSIC'
    and ${playLog.day} between ${filters.from} and ${filters.to}
    and ${playLog.startedAt} >= ${`${addDays(filters.from, -1)}T00:00:00Z`} and ${playLog.startedAt} < ${`${addDays(filters.to, 2)}T00:00:00Z`}
    and ${reportedStores(scope, filters)}`;

/** Songs with their totals. By song and store first: that is a hash of some thousand rows, where count(distinct) would sort every play. */
const songs = (scope: Scope, filters: ReportFilters) => sql`
  by_store as (
    select ${playLog.songId} as song_id, count(*) as plays, max(${playLog.day}) as last_played ${plays(scope, filters)}
    group by ${playLog.songId}, ${playLog.storeId}
  ), totals as (
    select song_id, sum(plays)::bigint as plays, count(*) as stores, max(last_played) as last_played from by_store group by song_id
  )`;

/** Sort keys as text for the cursor; numbers and days compare as numbers. */
const keys: Record<string, SQL> = {
  plays: sql`totals.plays`,
  stores: sql`totals.stores`,
  lastPlayed: sql`(totals.last_played - date '2000-01-01')::bigint`,
  title: sql`left(lower(${song.title}), 150) collate "C"`,
  artist: sql`left(lower(${song.artist}), 150) collate "C"`,
};
const isText = (by: string) => by === "title" || by === "artist";

type SongRow = {
  id: number;
  key: string;
  title: string;
  artist: string;
  album: string | null;
  isrc: string | null;
  label: string | null;
  plays: number;
  stores: number;
  lastPlayed: string;
};

const sortOf = (sort: string) => {
  const by = sort.replace(/^-/, "");
  return { by, key: keys[by] ?? sql`totals.plays`, descending: sort.startsWith("-") };
};

/** Whether a cursor's value can be compared with what the sort gives. */
export const fitsSort = (cursor: Cursor, sort: string) => isText(sortOf(sort).by) || /^-?\d{1,15}$/.test(cursor.value);

/** One row more than the limit, from the cursor on; in reverse order when the cursor goes back (see pageOf). */
export async function findSongPage(
  scope: Scope,
  db: Db,
  filters: ReportFilters,
  { sort, limit, cursor }: { sort: string; limit: number; cursor: Cursor | undefined },
): Promise<SongRow[]> {
  const { by, key, descending: natural } = sortOf(sort);
  const descending = natural !== (cursor?.back ?? false);
  const value = cursor && (isText(by) ? sql`${cursor.value}::text` : sql`${cursor.value}::bigint`);
  const from = cursor ? sql`where (${key}, ${song.id}) ${sql.raw(descending ? "<" : ">")} (${value}, ${cursor.id})` : sql``;
  const direction = sql.raw(descending ? "desc" : "asc");
  const found = await db.execute<SongRow>(sql`
    with ${songs(scope, filters)}
    select ${song.id}, (${key})::text as key, ${song.title}, ${song.artist}, ${song.album}, ${song.isrc}, ${song.label}, totals.plays,
      totals.stores, totals.last_played as "lastPlayed"
    from totals join ${song} on ${song.id} = totals.song_id ${from}
    order by ${key} ${direction}, ${song.id} ${direction} limit ${limit + 1}`);
  return found.rows;
}

export async function sumSongs(scope: Scope, db: Db, filters: ReportFilters) {
  const { rows } = await db.execute<{ songs: number; plays: number; stores: number }>(sql`
    with by_store as (
      select ${playLog.songId} as song_id, ${playLog.storeId} as store_id, count(*) as plays ${plays(scope, filters)}
      group by ${playLog.songId}, ${playLog.storeId}
    )
    select count(distinct song_id) as songs, coalesce(sum(plays), 0)::bigint as plays, count(distinct store_id) as stores from by_store`);
  return rows[0] ?? { songs: 0, plays: 0, stores: 0 };
}

/** Plays by day; a day without any has no row. */
export async function countPlaysByDay(scope: Scope, db: Db, filters: ReportFilters) {
  const { rows } = await db.execute<{ day: string; plays: number }>(
    sql`select ${playLog.day}, count(*) as plays ${plays(scope, filters)} group by ${playLog.day} order by ${playLog.day}`,
  );
  return rows;
}

/** All songs as CSV rows, the most played first: one slice, since each would read the log anew. */
export function* exportSongSlices(scope: Scope, filters: ReportFilters, units: Units): Generator<SQL> {
  const unit = (name: keyof Units) => csvSafe(sql`${units[name]}::text`);
  yield sql`with ${songs(scope, filters)}
    select ${unit("company")}, ${unit("region")}, ${unit("zone")}, ${unit("group")}, ${unit("storeCode")}, ${unit("store")},
      ${csvSafe(song.title)}, ${csvSafe(song.artist)}, ${csvSafe(song.album)}, ${csvSafe(song.isrc)}, ${csvSafe(song.label)},
      totals.plays, totals.stores, ${csvDate(sql`totals.last_played`)}
    from totals join ${song} on ${song.id} = totals.song_id
    order by totals.plays desc, ${song.id} desc`;
}
