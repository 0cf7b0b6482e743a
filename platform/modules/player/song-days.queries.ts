import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import {
  playLog,
  songDay,
  songsCounted,
  store,
  storeDayPlays,
  storeSongs,
  storesOfBlock,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { Parts } from "../../db/with-parts.ts";
import { isPlay } from "./write-plays.queries.ts";

export type DayBlock = { day: string; block: number };
const perBlock = sql.raw(String(storesOfBlock));
const blockOf = (storeId: SQLWrapper) => sql`${storeId} / ${perBlock}`;
const noStores = sql.raw(`repeat('0', ${storesOfBlock})::bit(${storesOfBlock})`);
const storeBit = (storeId: SQLWrapper) =>
  sql`set_bit(${noStores}, (${storeId} % ${perBlock})::int, 1)`;

/**
 * Selects, for each day and block of stores: the music received, and the part of it whose songs
 * were counted, if any. `days` narrows store_day_plays.
 */
const countedBlocks = (scope: Scope, days: SQL) => sql`
  select heard.day, heard.block, heard.received, counted.received as counted
  from (select day, ${blockOf(storeDayPlays.storeId)} as block, sum(music_received) as received from ${storeDayPlays}
      where ${storeDayPlays.companyId} = ${scope.companyId} and music_received > 0 and ${days} group by 1, 2) heard
    left join ${songsCounted} counted on counted.company_id = ${scope.companyId} and counted.day = heard.day and counted.block = heard.block`;

/**
 * Selects the counts of each store and day with music, as long as they are up to date. `where`
 * narrows store_day_plays.
 */
const heardBy = (scope: Scope, where: SQL): SQL => sql`
  select ${storeDayPlays.storeId}, ${storeDayPlays.day}, counted.store_id is not null as is_counted, song_ids, song_received, song_plays, song_seconds
  from ${storeDayPlays} left join ${storeSongs} counted on counted.company_id = ${scope.companyId} and counted.day = ${storeDayPlays.day}
    and counted.store_id = ${storeDayPlays.storeId} and counted.received = music_received
  where ${storeDayPlays.companyId} = ${scope.companyId} and music_received > 0 and ${where}`;
/**
 * The songs of a row of store_songs. Lists in the select's own columns are unfolded in half the
 * time that one in FROM takes.
 */
const countedSongs = sql.raw(
  "select unnest(song_ids) as song_id, unnest(song_received) as received, unnest(song_plays) as plays, unnest(song_seconds) as seconds",
);

/** Counts the songs of `heard`, a store and day, in the play log; reads only the months around it. */
const loggedSongs = (scope: Scope): SQL => sql`
  select ${playLog.songId} as song_id, count(*)::int as received, (count(*) filter (where ${isPlay}))::int as plays,
    coalesce(sum(${playLog.seconds}) filter (where ${isPlay}), 0)::int as seconds
  from ${playLog} where ${playLog.companyId} = ${scope.companyId} and ${playLog.day} = heard.day and ${playLog.storeId} = heard.store_id
    and ${playLog.kind} = 'MUSIC' and ${playLog.startedAt} >= (heard.day - 1)::timestamp at time zone 'UTC'
    and ${playLog.startedAt} < (heard.day + 2)::timestamp at time zone 'UTC' group by 1`;

/**
 * FROM: `heard`, the stores and days with music that `where` narrows (columns of store_day_plays),
 * and `song`, the totals of each of their songs.
 */
export const songsHeard = (scope: Scope, where: SQL): SQL => sql`
  from (${heardBy(scope, where)}) heard cross join lateral (${countedSongs}
    union all select * from (${loggedSongs(scope)}) logged where not heard.is_counted) song`;

const isOfBlock = (table: typeof storeDayPlays | typeof storeSongs, at: string) => {
  const first = sql`${sql.raw(at)}.block * ${perBlock}`;
  return sql`${table.day} = ${sql.raw(at)}.day and ${table.storeId} >= ${first} and ${table.storeId} < ${first} + ${perBlock}`;
};
/** Totals by song of a FROM with `song` and the stores' ids. */
const bySong = (from: SQL, storeId: SQLWrapper) => sql`
  select song_id, sum(song.received) as received, sum(plays) as plays, sum(seconds) as seconds,
    coalesce(bit_or(${storeBit(storeId)}) filter (where plays > 0), ${noStores}) as stores ${from} group by 1`;

type Dates = { from: string; to: string };

/**
 * WITH part `by_block`: songs' totals by block of stores. Counted blocks are read where nothing was
 * received since; of the others those stores are added up that `where` leaves of store_day_plays.
 */
const blockParts = (scope: Scope, { from, to }: Dates, where = sql`true`): Parts => ({
  blocks: sql`select day, block, coalesce(received = counted, false) as is_counted from (${countedBlocks(scope, sql`${storeDayPlays.day} between ${from}::date and ${to}::date`)}) block`,
  by_block: sql`select song_id, block, sum(received) as received, sum(plays) as plays, sum(seconds) as seconds, bit_or(stores) as stores,
        max(day) filter (where plays > 0) as last_played
      from ${songDay} where ${songDay.companyId} = ${scope.companyId} and ${songDay.day} between ${from}::date and ${to}::date
        and (day, block) in (select day, block from blocks where is_counted) group by song_id, block
    union all select song_id, block, received, plays, seconds, stores, case when plays > 0 then day end
      from blocks, lateral (${bySong(songsHeard(scope, sql`${isOfBlock(storeDayPlays, "blocks")} and ${where}`), sql`heard.store_id`)}) totals where not is_counted`,
});

/**
 * WITH parts that end in `by_song`: the totals of each song that a whole company reported in these
 * dates, and in how many stores it played.
 */
export const songTotals = (scope: Scope, dates: Dates): Parts => ({
  ...blockParts(scope, dates),
  in_block: sql`select song_id, sum(received) as received, sum(plays) as plays, sum(seconds) as seconds, bit_count(bit_or(stores)) as stores,
      max(last_played) as last_played from by_block group by song_id, block`,
  by_song: sql`select song_id, sum(received)::bigint as received, sum(plays)::bigint as plays, sum(seconds)::bigint as seconds,
      sum(stores)::bigint as stores, max(last_played) as last_played from in_block group by song_id`,
});

/**
 * WITH parts for the totals of some stores (a condition of `store`). `played` narrows
 * store_day_plays to their totals in these dates. Their bits are looked up in the blocks: grouping
 * millions of totals by song and store takes more than twice as long.
 */
export const songTotalsOf = (scope: Scope, dates: Dates, stores: SQL, played: SQL): Parts => ({
  ...blockParts(scope, dates, played),
  part: sql`select ${blockOf(store.id)} as block, bit_or(${storeBit(store.id)}) as stores from ${store} where ${stores} group by 1`,
  of_part: sql`select song_id, sum(bit_count(played & part.stores)) as stores
    from (select song_id, block, bit_or(stores) as played from by_block group by 1, 2) by_block join part using (block) group by 1`,
  heard_songs: sql`select song_id, sum(song.received)::bigint as received, sum(plays)::bigint as plays, sum(seconds)::bigint as seconds,
      max(heard.day) filter (where plays > 0) as last_played ${songsHeard(scope, played)} group by song_id`,
  by_song: sql`select song_id, received, plays, seconds, of_part.stores::bigint as stores, last_played from heard_songs join of_part using (song_id)`,
});

/**
 * The blocks and days up to one that have received more music than was counted: of a first day on,
 * or never counted.
 */
export async function findUncountedBlocks(
  scope: Scope,
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<DayBlock[]> {
  const { rows } = await db.execute<DayBlock>(sql`select day::text as day, block::int as block
    from (${countedBlocks(scope, sql`${storeDayPlays.day} <= ${to}::date`)}) block
    where counted is null or day >= ${from}::date and received <> counted order by day desc, block`);
  return rows;
}

/**
 * Counts the songs of a block's stores of a day that have received more since, and those of the
 * block. A second process doing the same waits, and repeats it. Counts of a day that the log
 * no longer has stay unchanged.
 */
export async function countBlock(scope: Scope, tx: Tx, { day, block }: DayBlock): Promise<void> {
  const { companyId } = scope;
  const at = sql`(select ${day}::date as day, ${block}::bigint as block) at`;
  const isBlock = (table: typeof songDay | typeof songsCounted) =>
    sql`${table.companyId} = ${companyId} and ${table.day} = ${day} and ${table.block} = ${block}`;
  await tx.execute(sql`insert into ${songsCounted} (company_id, day, block, received) values (${companyId}, ${day}, ${block}, -1)
    on conflict (company_id, day, block) do update set received = -1`);
  await tx.execute(sql`insert into ${storeSongs} (company_id, day, store_id, received, song_ids, song_received, song_plays, song_seconds)
    select ${companyId}::bigint, heard.day, heard.store_id, sum(received), array_agg(song_id), array_agg(received), array_agg(plays), array_agg(seconds)
    from ${at}, lateral (${heardBy(scope, isOfBlock(storeDayPlays, "at"))}) heard, lateral (${loggedSongs(scope)}) song
    where not is_counted group by heard.day, heard.store_id
    on conflict (company_id, day, store_id) do update set (received, song_ids, song_received, song_plays, song_seconds) =
      (excluded.received, excluded.song_ids, excluded.song_received, excluded.song_plays, excluded.song_seconds)
    where excluded.received > ${storeSongs.received}`);
  await tx.execute(sql`delete from ${songDay} where ${isBlock(songDay)}`);
  await tx.execute(sql`with added as (
      insert into ${songDay} (company_id, day, block, song_id, received, plays, seconds, stores)
      select ${companyId}, at.day, at.block, song_id, received, plays, seconds, stores from ${at}, lateral (${bySong(
        sql`from ${storeSongs}, lateral (${countedSongs}) song where ${storeSongs.companyId} = ${companyId} and ${isOfBlock(storeSongs, "at")}`,
        storeSongs.storeId,
      )}) totals
      returning received)
    update ${songsCounted} set received = (select coalesce(sum(received), 0) from added) where ${isBlock(songsCounted)}`);
}
