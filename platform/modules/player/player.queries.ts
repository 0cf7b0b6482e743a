import { and, eq, inArray, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { songsWithin, storesWithin } from "../../access/scope-conditions.ts";
import {
  catalogueItem,
  company,
  libraryRevision,
  song,
  spot,
  store,
  storeLog,
} from "../../db/schema/index.ts";
import { songCover } from "../../db/song-cover.ts";
import type { Db } from "../../db/types.ts";
import { findHeldMedia } from "../schedule/index.ts";

/** The store of a player. */
export async function findPlayerStore(scope: Scope, db: Db, storeId: number) {
  const [row] = await db
    .select({
      id: store.id,
      name: store.name,
      timeZone: store.timeZone,
      volume: store.volume,
      status: store.status,
    })
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, storeId)));
  return row;
}
export type PlayerStore = NonNullable<Awaited<ReturnType<typeof findPlayerStore>>>;

/** Finds the texts of a store's request for help, and the people it calls. */
export async function findContact(scope: Scope, db: Db, storeId: number) {
  const [row] = await db
    .select({
      storeCode: store.code,
      contact: {
        companyName: company.name,
        phone: sql<
          string | null
        >`'+' || ${company.phoneCountryCode} || ' ' || nullif(${company.phone}, '')`,
        email: company.commEmail,
      },
    })
    .from(store)
    .innerJoin(company, eq(company.id, store.companyId))
    .where(and(storesWithin(scope), eq(store.id, storeId)));
  if (!row) throw new Error(`no store ${storeId}`);
  return row;
}

/**
 * Changes with the store's current logs of the days, and with the data of songs and of the
 * company's spots.
 */
export async function findPlanVersion(
  scope: Scope,
  db: Db,
  storeId: number,
  days: string[],
): Promise<string> {
  const logs = and(
    eq(storeLog.companyId, scope.companyId),
    eq(storeLog.storeId, storeId),
    inArray(storeLog.day, days),
  );
  const { rows } = await db.execute<{ version: string }>(sql`select concat_ws(' ',
    (select string_agg(${storeLog.id}::text, ',' order by ${storeLog.id}) from ${storeLog} where ${logs} and ${storeLog.supersededAt} is null),
    (select sum(${libraryRevision.revision}) from ${libraryRevision}),
    (select md5(string_agg(concat_ws('|', ${spot.id}, ${spot.name}, ${spot.brandId}, ${spot.audioFile}, ${spot.active}, ${spot.cueInMs}, ${spot.cueOutMs}), '^' order by ${spot.id}))
      from ${spot} where ${spot.companyId} = ${scope.companyId})) as version`);
  return rows[0]?.version ?? "";
}

/** Songs are global; a scope is asked for because every query takes one. */
export const findSongs = (_scope: Scope, db: Db, ids: number[]) =>
  db
    .select({
      id: song.id,
      title: song.title,
      artist: song.artist,
      cover: songCover,
      audioFile: song.audioFile,
      cueInMs: song.cueInMs,
      cueOutMs: song.cueOutMs,
    })
    .from(song)
    .where(sql`${song.id} = any(${sql.param(ids)}::bigint[])`);

export const findSpots = (scope: Scope, db: Db, ids: number[]) =>
  db
    .select({
      id: spot.id,
      name: spot.name,
      brand: catalogueItem.name,
      audioFile: spot.audioFile,
      cueInMs: spot.cueInMs,
      cueOutMs: spot.cueOutMs,
    })
    .from(spot)
    .leftJoin(
      catalogueItem,
      and(eq(catalogueItem.companyId, spot.companyId), eq(catalogueItem.id, spot.brandId)),
    )
    .where(
      and(eq(spot.companyId, scope.companyId), sql`${spot.id} = any(${sql.param(ids)}::bigint[])`),
    );

/**
 * Finds the file of a song or spot in a log of the store between the days, superseded
 * or not; undefined if no log has it, it was withdrawn or reserved for another company, or the spot
 * has ended.
 */
export async function findMediaFile(
  scope: Scope,
  db: Db,
  { storeId, media }: { storeId: number; media: { kind: "song" | "spot"; id: number } },
  { today, ...days }: { from: string; to: string; today: string },
): Promise<string | undefined> {
  const ids =
    media.kind === "song"
      ? { songIds: [media.id], spotIds: [] }
      : { songIds: [], spotIds: [media.id] };
  const { songs, spots } = await findHeldMedia(scope, db, { storeId, ...days }, ids);
  if (songs.size + spots.size === 0) return undefined;
  const [row] =
    media.kind === "song"
      ? await db
          .select({ file: song.audioFile })
          .from(song)
          .where(and(eq(song.id, media.id), eq(song.active, true), songsWithin(scope)))
      : await db
          .select({ file: spot.audioFile })
          .from(spot)
          .where(
            and(
              eq(spot.companyId, scope.companyId),
              eq(spot.id, media.id),
              eq(spot.active, true),
              // a store that is open past midnight still plays the day before
              sql`(${spot.validTo} is null or ${spot.validTo} >= ${today}::date - 1)`,
            ),
          );
  return row?.file ?? undefined;
}
