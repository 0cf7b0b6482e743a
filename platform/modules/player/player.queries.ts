import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Heartbeat, ItemKind } from "#contract/player/endpoints";
import { type Scope, storesWithin } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/client.ts";
import { playLog, song, spot, store, storeLog, storeState } from "../../db/schema/index.ts";

/** The store of a player. */
export async function findPlayerStore(scope: Scope, db: Db, storeId: number) {
  const [row] = await db
    .select({ id: store.id, name: store.name, timeZone: store.timeZone, volume: store.volume, status: store.status })
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, storeId)));
  return row;
}
export type PlayerStore = NonNullable<Awaited<ReturnType<typeof findPlayerStore>>>;

/** What the player needs of a position, as the schedule stores it (schedule/playlist-record.ts). */
export type PlannedItem = { durationSeconds: number; startsAt: number } & (
  | { kind: "MUSIC"; songId: number }
  | { kind: Exclude<ItemKind, "MUSIC">; spotId: number; name: string }
);

/** The current logs of a store for the days named; a day without one is absent. */
export async function findCurrentLogs(scope: Scope, db: Db, storeId: number, days: string[]) {
  const rows = await db
    .select({ id: storeLog.id, day: storeLog.day, positions: storeLog.positions })
    .from(storeLog)
    .where(and(ofStore(scope, storeId), inArray(storeLog.day, days), sql`${storeLog.supersededAt} is null`));
  return rows.map((log) => ({ ...log, positions: log.positions as PlannedItem[] }));
}

/** Songs are global; a scope is asked for because every query takes one. */
export const findSongs = (_scope: Scope, db: Db, ids: number[]) =>
  db
    .select({ id: song.id, title: song.title, artist: song.artist, audioFile: song.audioFile })
    .from(song)
    .where(sql`${song.id} = any(${sql.param(ids)}::bigint[])`);

export const findSpots = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({ id: spot.id, name: spot.name, brand: spot.brand, audioFile: spot.audioFile })
    .from(spot)
    .where(and(eq(spot.companyId, scope.companyId), sql`${spot.id} = any(${sql.param(ids)}::bigint[])`));

/** The file of a song or spot that stands in a log of the store between the days, be it superseded or not; undefined when none does, or the song was withdrawn. */
export async function findMediaFile(
  scope: Scope,
  db: Db,
  storeId: number,
  media: { kind: "song" | "spot"; id: number },
  days: { from: string; to: string },
): Promise<string | undefined> {
  const member = media.kind === "song" ? { songId: media.id } : { spotId: media.id };
  const planned = sql`exists (select 1 from ${storeLog} where ${ofStore(scope, storeId)}
    and ${storeLog.day} between ${days.from} and ${days.to} and ${storeLog.positions} @> ${JSON.stringify([member])}::jsonb)`;
  const [row] =
    media.kind === "song"
      ? await db
          .select({ file: song.audioFile })
          .from(song)
          .where(and(eq(song.id, media.id), eq(song.active, true), planned))
      : await db
          .select({ file: spot.audioFile })
          .from(spot)
          .where(and(eq(spot.companyId, scope.companyId), eq(spot.id, media.id), planned));
  return row?.file ?? undefined;
}

/** The last word of a store's player; what it says it has played is another matter. */
export const saveHeartbeat = (scope: Scope, db: Db, storeId: number, { volume, playing, version, storedUntil }: Heartbeat, now: Date) => {
  const stored = storedUntil === undefined ? null : new Date(storedUntil);
  const state = { volume, playing, playerVersion: version, storedUntil: stored, lastSeenAt: now };
  return db
    .insert(storeState)
    .values({ companyId: scope.companyId, storeId, ...state })
    .onConflictDoUpdate({ target: [storeState.companyId, storeState.storeId], set: state });
};

/** Lets a store's batches in one after the other, until the transaction ends. */
export async function lockStoreState(scope: Scope, tx: Tx, storeId: number): Promise<void> {
  await tx.insert(storeState).values({ companyId: scope.companyId, storeId }).onConflictDoNothing();
  await tx
    .select({ one: sql`1` })
    .from(storeState)
    .where(and(eq(storeState.companyId, scope.companyId), eq(storeState.storeId, storeId)))
    .for("update");
}

/** Which of the events a store has told before, at whatever time they were said to have started. */
export async function findKnownEvents(scope: Scope, tx: Tx, storeId: number, eventIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ eventId: playLog.eventId })
    .from(playLog)
    .where(
      and(
        eq(playLog.companyId, scope.companyId),
        eq(playLog.storeId, storeId),
        sql`${playLog.eventId} = any(${sql.param(eventIds)}::uuid[])`,
      ),
    );
  return new Set(rows.map(({ eventId }) => eventId));
}

export type LoggedItem = { kind: ItemKind; songId: number | null; spotId: number | null; logId: number; position: number };

/** The positions of a store's own logs, by "log-position"; each log is unfolded once, however many of its positions are asked for. */
export async function findLoggedItems(scope: Scope, tx: Tx, storeId: number, items: { logId: number; position: number }[]) {
  const logIds = [...new Set(items.map(({ logId }) => logId))];
  const positions = [...new Set(items.map(({ position }) => position))];
  const result = await tx.execute<LoggedItem>(sql`
    select ${storeLog.id} as "logId", at.ordinal::int - 1 as position, at.item ->> 'kind' as kind,
      (at.item ->> 'songId')::bigint as "songId", (at.item ->> 'spotId')::bigint as "spotId"
    from ${storeLog} cross join lateral jsonb_array_elements(${storeLog.positions}) with ordinality as at(item, ordinal)
    where ${ofStore(scope, storeId)} and ${storeLog.id} = any(${sql.param(logIds)}::bigint[])
      and at.ordinal - 1 = any(${sql.param(positions)}::bigint[])`);
  return new Map(result.rows.map((item) => [`${item.logId}-${item.position}`, item]));
}

export type NewPlay = LoggedItem & { eventId: string; startedAt: string; seconds: number };

/**
 * Writes plays to the log and adds exactly the rows that were written to the daily totals, in one statement. Days are dates on the
 * store's own clock. Gives how many were written.
 */
export async function insertPlays(scope: Scope, tx: Tx, player: PlayerStore, plays: NewPlay[], now: Date): Promise<number> {
  const list = (values: unknown[]): SQL => sql`${sql.param(values)}`;
  const { rows } = await tx.execute<{ written: number }>(sql`
    with told as (
      select * from unnest(
        ${list(plays.map(({ eventId }) => eventId))}::uuid[], ${list(plays.map(({ startedAt }) => startedAt))}::timestamptz[],
        ${list(plays.map(({ kind }) => kind))}::text[], ${list(plays.map(({ songId }) => songId))}::bigint[],
        ${list(plays.map(({ spotId }) => spotId))}::bigint[], ${list(plays.map(({ logId }) => logId))}::bigint[],
        ${list(plays.map(({ position }) => position))}::int[], ${list(plays.map(({ seconds }) => seconds))}::int[]
      ) as told(event_id, started_at, kind, song_id, spot_id, log_id, position, seconds)
    ), written as (
      insert into play_log (company_id, store_id, event_id, started_at, day, kind, song_id, spot_id, log_id, position, seconds, received_at)
      select ${scope.companyId}::bigint, ${player.id}::bigint, event_id, started_at, (started_at at time zone ${player.timeZone}::text)::date,
        kind, song_id, spot_id, log_id, position, seconds, ${now.toISOString()}::timestamptz
      from told
      on conflict do nothing
      returning day, kind, coalesce(song_id, spot_id) as item_id, seconds
    ), added as (
      insert into play_daily (company_id, store_id, day, kind, item_id, plays, seconds)
      select ${scope.companyId}::bigint, ${player.id}::bigint, day, kind, item_id, count(*), sum(seconds) from written
      group by day, kind, item_id order by day, kind, item_id
      on conflict (company_id, day, store_id, kind, item_id)
      do update set plays = play_daily.plays + excluded.plays, seconds = play_daily.seconds + excluded.seconds
    ), added_to_store as (
      insert into store_plays (company_id, store_id, day, kind, plays, seconds)
      select ${scope.companyId}::bigint, ${player.id}::bigint, day, kind, count(*), sum(seconds) from written
      group by day, kind order by day, kind
      on conflict (company_id, day, store_id, kind)
      do update set plays = store_plays.plays + excluded.plays, seconds = store_plays.seconds + excluded.seconds
    )
    select count(*)::int as written from written`);
  return rows[0]?.written ?? 0;
}

/** Moves forward only: batches come late and in any order. */
export const moveLastPlayed = (scope: Scope, tx: Tx, storeId: number, at: Date) =>
  tx
    .update(storeState)
    .set({ lastPlayedAt: sql`greatest(${storeState.lastPlayedAt}, ${at.toISOString()}::timestamptz)` })
    .where(and(eq(storeState.companyId, scope.companyId), eq(storeState.storeId, storeId)));

const ofStore = (scope: Scope, storeId: number) => and(eq(storeLog.companyId, scope.companyId), eq(storeLog.storeId, storeId));
