import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SongState } from "#contract/charts/songs";
import type { DemoPlaylistBody, DemoSong } from "#contract/demo-playlists/endpoints";
import { type Scope, toVisitors } from "../../access/scope.ts";
import { songsWithin } from "../../access/scope-conditions.ts";
import { catalogueItem, demoPlaylist, demoPlaylistSong, song } from "../../db/schema/index.ts";
import { songCover } from "../../db/song-cover.ts";
import type { Db, Tx } from "../../db/types.ts";
import { songState } from "../charts/index.ts";

const within = ({ companyId }: Scope) => eq(demoPlaylist.companyId, companyId);
const isOne = (scope: Scope, id: number) => and(within(scope), eq(demoPlaylist.id, id));

const language = alias(catalogueItem, "language");
const songType = alias(catalogueItem, "song_type");
const itsLanguage = and(
  eq(language.companyId, demoPlaylist.companyId),
  eq(language.id, demoPlaylist.languageId),
);
const itsSongType = and(
  eq(songType.companyId, demoPlaylist.companyId),
  eq(songType.id, demoPlaylist.songTypeId),
);

const described = {
  token: demoPlaylist.token,
  name: demoPlaylist.name,
  language: language.name,
  songType: songType.name,
  industry: sql<string>`${demoPlaylist.industry}`,
};
/** A song's state for visitors, whoever asks. */
const heardState = (scope: Scope, today: string) =>
  sql<SongState>`case when ${songsWithin(toVisitors(scope))} then ${songState(today)} else 'reserved' end`;
const ofItsSongs = (value: SQL<number>) =>
  sql<number>`(select ${value} from ${demoPlaylistSong} join ${song} on ${song.id} = ${demoPlaylistSong.songId}
    where ${demoPlaylistSong.companyId} = ${demoPlaylist.companyId} and ${demoPlaylistSong.demoPlaylistId} = ${demoPlaylist.id})`;
const playable = (scope: Scope, today: string) =>
  sql`filter (where ${heardState(scope, today)} = 'playable')`;
const countPlayable = (scope: Scope, today: string) =>
  ofItsSongs(sql`count(*) ${playable(scope, today)}::int`);

/** All, by name; or the one of an id. */
export const findDemos = (scope: Scope, db: Db, today: string, id?: number) =>
  db
    .select({
      id: demoPlaylist.id,
      ...described,
      isListed: demoPlaylist.listed,
      version: demoPlaylist.version,
      languageId: demoPlaylist.languageId,
      songTypeId: demoPlaylist.songTypeId,
      songs: ofItsSongs(sql`count(*)::int`),
      playable: countPlayable(scope, today),
    })
    .from(demoPlaylist)
    .innerJoin(language, itsLanguage)
    .innerJoin(songType, itsSongType)
    .where(id === undefined ? within(scope) : isOne(scope, id))
    .orderBy(demoPlaylist.nameKey, demoPlaylist.id);

/** Finds the listed demo playlists with a song that can be heard on the date, by name. */
export const findListedDemos = (scope: Scope, db: Db, today: string) =>
  db
    .select({
      ...described,
      songs: countPlayable(scope, today),
      seconds: ofItsSongs(
        sql`coalesce(sum(${song.durationSeconds}) ${playable(scope, today)}, 0)::int`,
      ),
    })
    .from(demoPlaylist)
    .innerJoin(language, itsLanguage)
    .innerJoin(songType, itsSongType)
    .where(and(within(scope), demoPlaylist.listed, sql`${countPlayable(scope, today)} > 0`))
    .orderBy(demoPlaylist.nameKey, demoPlaylist.id);

export async function findDemoByToken(scope: Scope, db: Db, token: string) {
  const [row] = await db
    .select({ id: demoPlaylist.id, ...described })
    .from(demoPlaylist)
    .innerJoin(language, itsLanguage)
    .innerJoin(songType, itsSongType)
    .where(and(within(scope), eq(demoPlaylist.token, token)));
  return row;
}

/** The songs of a demo playlist in order, each with whether it can be heard on the date. */
export const findDemoSongs = (
  scope: Scope,
  db: Db,
  id: number,
  today: string,
): Promise<DemoSong[]> =>
  db
    .select({
      songId: demoPlaylistSong.songId,
      position: demoPlaylistSong.position,
      title: song.title,
      artist: song.artist,
      durationSeconds: song.durationSeconds,
      state: heardState(scope, today),
      hasAudio: sql<boolean>`${song.audioFile} is not null`,
      cover: songCover,
    })
    .from(demoPlaylistSong)
    .innerJoin(song, eq(song.id, demoPlaylistSong.songId))
    .where(
      and(eq(demoPlaylistSong.companyId, scope.companyId), eq(demoPlaylistSong.demoPlaylistId, id)),
    )
    .orderBy(demoPlaylistSong.position, demoPlaylistSong.songId);

/** Finds the audio key of a song in the demo playlist that can be heard on the date. */
export async function findDemoAudio(
  scope: Scope,
  db: Db,
  { token, songId }: { token: string; songId: number },
  today: string,
) {
  const [row] = await db
    .select({ key: song.audioFile })
    .from(demoPlaylist)
    .innerJoin(
      demoPlaylistSong,
      and(
        eq(demoPlaylistSong.companyId, demoPlaylist.companyId),
        eq(demoPlaylistSong.demoPlaylistId, demoPlaylist.id),
      ),
    )
    .innerJoin(song, eq(song.id, demoPlaylistSong.songId))
    .where(
      and(
        within(scope),
        eq(demoPlaylist.token, token),
        eq(song.id, songId),
        sql`${heardState(scope, today)} = 'playable'`,
      ),
    );
  return row?.key ?? undefined;
}

/**
 * Makes those who add demo playlists wait for each other until the transaction ends; gives how
 * many there are.
 */
export async function lockDemoCount(scope: Scope, tx: Tx): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`demo playlists ${scope.companyId}`}, 0))`,
  );
  return tx.$count(demoPlaylist, within(scope));
}

const stored = {
  id: demoPlaylist.id,
  name: demoPlaylist.name,
  languageId: demoPlaylist.languageId,
  songTypeId: demoPlaylist.songTypeId,
  industry: demoPlaylist.industry,
  isListed: demoPlaylist.listed,
  version: demoPlaylist.version,
};

/**
 * Locks a demo playlist until the transaction ends, so that changes of one come one after the
 * other.
 */
export async function lockDemo(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx.select(stored).from(demoPlaylist).where(isOne(scope, id)).for("update");
  return row;
}

/**
 * Finds the names of a language and a genre of the catalogue, and locks them against deletion;
 * undefined for an item of another list.
 */
export async function lockDemoItems(
  scope: Scope,
  tx: Tx,
  ids: Pick<DemoPlaylistBody, "languageId" | "songTypeId">,
) {
  const rows = await tx
    .select({ id: catalogueItem.id, kind: catalogueItem.kind, name: catalogueItem.name })
    .from(catalogueItem)
    .where(
      and(
        eq(catalogueItem.companyId, scope.companyId),
        sql`${catalogueItem.id} = any(${sql.param([ids.languageId, ids.songTypeId])}::bigint[])`,
      ),
    )
    .orderBy(catalogueItem.id)
    .for("key share");
  const nameOf = (kind: "language" | "genre", id: number) =>
    rows.find((row) => row.kind === kind && row.id === id)?.name;
  return {
    language: nameOf("language", ids.languageId),
    songType: nameOf("genre", ids.songTypeId),
  };
}

export async function insertDemo(
  scope: Scope,
  tx: Tx,
  { isListed, ...values }: DemoPlaylistBody,
  token: string,
): Promise<number> {
  const [row] = await tx
    .insert(demoPlaylist)
    .values({ ...values, companyId: scope.companyId, listed: isListed, token })
    .returning({ id: demoPlaylist.id });
  if (!row) throw new Error("no demo playlist was written");
  return row.id;
}

export async function saveDemo(
  scope: Scope,
  tx: Tx,
  id: number,
  { isListed, ...values }: Partial<DemoPlaylistBody> & { version: number },
  now: Date,
): Promise<void> {
  await tx
    .update(demoPlaylist)
    .set({ ...values, ...(isListed !== undefined && { listed: isListed }), updatedAt: now })
    .where(isOne(scope, id));
}

export async function deleteDemo(scope: Scope, tx: Tx, id: number): Promise<void> {
  await tx.delete(demoPlaylist).where(isOne(scope, id));
}

/** Gives a demo playlist these songs in this order. Gives how many of them are in the library. */
export async function replaceDemoSongs(
  { companyId }: Scope,
  tx: Tx,
  id: number,
  songIds: number[],
): Promise<number> {
  await tx
    .delete(demoPlaylistSong)
    .where(and(eq(demoPlaylistSong.companyId, companyId), eq(demoPlaylistSong.demoPlaylistId, id)));
  const { rowCount } =
    await tx.execute(sql`insert into ${demoPlaylistSong} (company_id, demo_playlist_id, song_id, position)
    select ${companyId}::bigint, ${id}::bigint, song.id, listed.position
    from unnest(${sql.param(songIds)}::bigint[]) with ordinality as listed (id, position)
    join song on song.company_id = ${companyId} and song.id = listed.id`);
  return rowCount ?? 0;
}
