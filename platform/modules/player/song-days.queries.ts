import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/client.ts";
import { playDaily, songDay, songsCounted, storePlays, storesOfBlock } from "../../db/schema/index.ts";
import type { Parts } from "../../db/with-parts.ts";

export type DayBlock = { day: string; block: number };
const blockOf = (storeId: SQL | typeof storePlays.storeId) => sql`${storeId} / ${sql.raw(String(storesOfBlock))}`;
const noStores = sql.raw(`repeat('0', ${storesOfBlock})::bit(${storesOfBlock})`);

/** Of each day and block of stores: the music received, and of how much its songs were counted, if they were. `days` narrows store_plays. */
const countedBlocks = (scope: Scope, days: SQL) => sql`
  select heard.day, heard.block, heard.received, counted.received as counted
  from (select day, ${blockOf(storePlays.storeId)} as block, sum(${storePlays.received}) as received from ${storePlays}
      where ${storePlays.companyId} = ${scope.companyId} and ${storePlays.kind} = 'MUSIC' and ${days} group by 1, 2) heard
    left join ${songsCounted} counted on counted.company_id = ${scope.companyId} and counted.day = heard.day and counted.block = heard.block`;

/** A block's totals of a day by song, from those by store and song. `at` names a row with day and block. */
const blockTotals = (scope: Scope, at: string) => {
  const of = (column: string) => sql.raw(`${at}.${column}`);
  const first = sql`${of("block")} * ${sql.raw(String(storesOfBlock))}`;
  const bit = sql`set_bit(${noStores}, (${playDaily.storeId} % ${sql.raw(String(storesOfBlock))})::int, 1)`;
  return sql`select ${playDaily.itemId} as song_id, sum(${playDaily.received}) as received, sum(${playDaily.plays}) as plays,
      sum(${playDaily.seconds}) as seconds, coalesce(bit_or(${bit}) filter (where ${playDaily.plays} > 0), ${noStores}) as stores
    from ${playDaily} where ${playDaily.companyId} = ${scope.companyId} and ${playDaily.day} = ${of("day")} and ${playDaily.kind} = 'MUSIC'
      and ${playDaily.storeId} >= ${first} and ${playDaily.storeId} < ${first} + ${sql.raw(String(storesOfBlock))} group by 1`;
};

/**
 * WITH parts that end in `by_song`: the totals of each song that a whole company reported in these dates, and in how many stores it played. Counted
 * blocks are read where nothing was received since; the others are added up.
 */
export const songTotals = (scope: Scope, { from, to }: { from: string; to: string }): Parts => ({
  blocks: sql`select day, block, coalesce(received = counted, false) as is_counted from (${countedBlocks(scope, sql`${storePlays.day} between ${from}::date and ${to}::date`)}) block`,
  by_block: sql`select song_id, block, sum(received) as received, sum(plays) as plays, sum(seconds) as seconds, bit_or(stores) as stores,
        max(day) filter (where plays > 0) as last_played
      from ${songDay} where ${songDay.companyId} = ${scope.companyId} and ${songDay.day} between ${from}::date and ${to}::date
        and (day, block) in (select day, block from blocks where is_counted) group by song_id, block
    union all select song_id, block, received, plays, seconds, stores, case when plays > 0 then day end
      from blocks, lateral (${blockTotals(scope, "blocks")}) totals where not is_counted`,
  in_block: sql`select song_id, sum(received) as received, sum(plays) as plays, sum(seconds) as seconds, bit_count(bit_or(stores)) as stores,
      max(last_played) as last_played from by_block group by song_id, block`,
  by_song: sql`select song_id, sum(received)::bigint as received, sum(plays)::bigint as plays, sum(seconds)::bigint as seconds,
      sum(stores)::bigint as stores, max(last_played) as last_played from in_block group by song_id`,
});

/** The blocks and days up to one that have received more music than was counted: of a first day on, or never counted. */
export async function findUncountedBlocks(scope: Scope, db: Db, { from, to }: { from: string; to: string }): Promise<DayBlock[]> {
  const { rows } = await db.execute<DayBlock>(sql`select day::text as day, block::int as block
    from (${countedBlocks(scope, sql`${storePlays.day} <= ${to}::date`)}) block
    where counted is null or day >= ${from}::date and received <> counted order by day desc, block`);
  return rows;
}

/** Counts a block's songs of a day anew. A second process that does the same waits, and does it again. */
export async function countBlock(scope: Scope, tx: Tx, { day, block }: DayBlock): Promise<void> {
  const { companyId } = scope;
  const isBlock = (table: typeof songDay | typeof songsCounted) =>
    sql`${table.companyId} = ${companyId} and ${table.day} = ${day} and ${table.block} = ${block}`;
  await tx.execute(sql`insert into ${songsCounted} (company_id, day, block, received) values (${companyId}, ${day}, ${block}, -1)
    on conflict (company_id, day, block) do update set received = -1`);
  await tx.execute(sql`delete from ${songDay} where ${isBlock(songDay)}`);
  await tx.execute(sql`with at as (select ${day}::date as day, ${block}::bigint as block), added as (
      insert into ${songDay} (company_id, day, block, song_id, received, plays, seconds, stores)
      select ${companyId}, at.day, at.block, song_id, received, plays, seconds, stores from at, lateral (${blockTotals(scope, "at")}) totals
      returning received)
    update ${songsCounted} set received = (select coalesce(sum(received), 0) from added) where ${isBlock(songsCounted)}`);
}
