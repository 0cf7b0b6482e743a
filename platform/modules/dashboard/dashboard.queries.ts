import { and, eq, sql } from "drizzle-orm";
import type { ItemKind } from "#contract/player/endpoints";
import { type Scope, storesWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { company, playDaily, song, store } from "../../db/schema/index.ts";

const atStore = and(eq(store.companyId, playDaily.companyId), eq(store.id, playDaily.storeId));

const between = (scope: Scope, from: string, to: string) =>
  and(eq(playDaily.companyId, scope.companyId), sql`${playDaily.day} between ${from} and ${to}`, storesWithin(scope));

/** The time zone of the scope's company. */
export async function findTimeZone(scope: Scope, db: Db): Promise<string> {
  const [found] = await db.select({ timeZone: company.timeZone }).from(company).where(eq(company.id, scope.companyId));
  if (!found) throw new Error("a scope's company is gone");
  return found.timeZone;
}

/** Plays by day and type; what was not played has no row. */
export const sumPlaysByType = (scope: Scope, db: Db, from: string, to: string) =>
  db
    .select({ day: playDaily.day, kind: sql<ItemKind>`${playDaily.kind}`, plays: sql<number>`sum(${playDaily.plays})::bigint` })
    .from(playDaily)
    .innerJoin(store, atStore)
    .where(between(scope, from, to))
    .groupBy(playDaily.day, playDaily.kind);

/** Days with their plays of every type, seconds, and stores that played anything. */
export const sumDays = (scope: Scope, db: Db, from: string, to: string) =>
  db
    .select({
      day: playDaily.day,
      plays: sql<number>`sum(${playDaily.plays})::bigint`,
      seconds: sql<number>`sum(${playDaily.seconds})::bigint`,
      stores: sql<number>`count(distinct ${playDaily.storeId})`,
    })
    .from(playDaily)
    .innerJoin(store, atStore)
    .where(between(scope, from, to))
    .groupBy(playDaily.day);

/** The most played songs, found before their names are looked up. */
export function findTopSongs(scope: Scope, db: Db, from: string, to: string, limit: number) {
  const top = db
    .select({
      songId: sql<number>`${playDaily.itemId}`.as("song_id"),
      plays: sql<number>`sum(${playDaily.plays})::bigint`.as("plays"),
      stores: sql<number>`count(distinct ${playDaily.storeId})`.as("stores"),
    })
    .from(playDaily)
    .innerJoin(store, atStore)
    .where(and(between(scope, from, to), eq(playDaily.kind, "MUSIC")))
    .groupBy(playDaily.itemId)
    .orderBy(sql`plays desc, song_id`)
    .limit(limit)
    .as("top");
  return db
    .select({ songId: top.songId, title: song.title, artist: song.artist, plays: top.plays, stores: top.stores })
    .from(top)
    .innerJoin(song, eq(song.id, top.songId))
    .orderBy(sql`${top.plays} desc`, top.songId);
}
