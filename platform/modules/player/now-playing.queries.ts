import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { catalogueItem, song, spot, storeState } from "../../db/schema/index.ts";
import { songCover } from "../../db/song-cover.ts";
import type { Db } from "../../db/types.ts";

/** A store that was found within the scope. */
export type StoreRef = { companyId: number; storeId: number };

/** Finds what players last reported of themselves, with the song or spot that they named. */
export const findPlayerStates = (_scope: Scope, db: Db, stores: readonly StoreRef[]) =>
  db
    .select({
      companyId: storeState.companyId,
      storeId: storeState.storeId,
      lastSeenAt: storeState.lastSeenAt,
      playing: storeState.playing,
      pauseReason: storeState.pauseReason,
      pausedUntil: storeState.pausedUntil,
      soundSince: storeState.soundSince,
      song: {
        id: song.id,
        title: song.title,
        artist: song.artist,
        durationSeconds: song.durationSeconds,
        hasAudio: sql<boolean>`${song.audioFile} is not null`,
      },
      // drizzle reads an object whose column is null as no row
      cover: { ...songCover, pictureFileId: sql<string | null>`${song.pictureFileId}` },
      spot: {
        id: spot.id,
        kind: spot.kind,
        title: spot.name,
        durationSeconds: spot.durationSeconds,
        hasAudio: sql<boolean>`${spot.audioFile} is not null`,
      },
      brand: catalogueItem.name,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as watched("companyId" bigint, "storeId" bigint)`,
    )
    .innerJoin(
      storeState,
      sql`${storeState.companyId} = watched."companyId" and ${storeState.storeId} = watched."storeId"`,
    )
    .leftJoin(song, eq(song.id, storeState.soundSongId))
    .leftJoin(
      spot,
      and(eq(spot.companyId, storeState.companyId), eq(spot.id, storeState.soundSpotId)),
    )
    .leftJoin(
      catalogueItem,
      and(eq(catalogueItem.companyId, spot.companyId), eq(catalogueItem.id, spot.brandId)),
    );
export type PlayerReport = Awaited<ReturnType<typeof findPlayerStates>>[number];
