import { and, eq, sql } from "drizzle-orm";
import type { ItemKind } from "#contract/player/endpoints";
import { ofStoresWithin, type Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { company, playDaily, song, storePlays } from "../../db/schema/index.ts";

type Totals = typeof playDaily | typeof storePlays;

const between = (totals: Totals, scope: Scope, from: string, to: string) =>
  and(ofStoresWithin(totals, scope), sql`${totals.day} between ${from} and ${to}`);

/** The time zone of the scope's company. */
export async function findTimeZone(scope: Scope, db: Db): Promise<string> {
  const [row] = await db.select({ timeZone: company.timeZone }).from(company).where(eq(company.id, scope.companyId));
  if (!row) throw new Error("a scope's company is gone");
  return row.timeZone;
}

/** Plays by day and type; what was not played has no row. */
export const sumPlaysByType = (scope: Scope, db: Db, from: string, to: string) =>
  db
    .select({ day: storePlays.day, kind: sql<ItemKind>`${storePlays.kind}`, plays: sql<number>`sum(${storePlays.plays})::bigint` })
    .from(storePlays)
    .where(between(storePlays, scope, from, to))
    .groupBy(storePlays.day, storePlays.kind);

/** Days with their plays of every type, seconds, and stores that played anything. */
export const sumDays = (scope: Scope, db: Db, from: string, to: string) =>
  db
    .select({
      day: storePlays.day,
      plays: sql<number>`sum(${storePlays.plays})::bigint`,
      seconds: sql<number>`sum(${storePlays.seconds})::bigint`,
      stores: sql<number>`count(distinct ${storePlays.storeId})`,
    })
    .from(storePlays)
    .where(between(storePlays, scope, from, to))
    .groupBy(storePlays.day);

/**
 * The most played songs, found before their names are looked up. Plays are grouped by song and store first, because that hashes where
 * count(distinct) sorts every row.
 */
export function findTopSongs(scope: Scope, db: Db, from: string, to: string, limit: number) {
  const byStore = db
    .select({ songId: sql<number>`${playDaily.itemId}`.as("song_id"), plays: sql<number>`sum(${playDaily.plays})::int`.as("store_plays") })
    .from(playDaily)
    .where(and(between(playDaily, scope, from, to), eq(playDaily.kind, "MUSIC")))
    .groupBy(playDaily.itemId, playDaily.storeId)
    .as("by_store");
  const top = db
    .select({
      songId: byStore.songId,
      plays: sql<number>`sum(${byStore.plays})::bigint`.as("plays"),
      stores: sql<number>`count(*)`.as("stores"),
    })
    .from(byStore)
    .groupBy(byStore.songId)
    .orderBy(sql`plays desc, song_id`)
    .limit(limit)
    .as("top");
  return db
    .select({ songId: top.songId, title: song.title, artist: song.artist, plays: top.plays, stores: top.stores })
    .from(top)
    .innerJoin(song, eq(song.id, top.songId))
    .orderBy(sql`${top.plays} desc`, top.songId);
}
