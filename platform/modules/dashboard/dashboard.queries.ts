import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { ItemKind } from "#contract/player/endpoints";
import { ofStoresWithin, type Scope, storesWithin, usersWithin } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { appUser, company, masterRule, playDaily, song, store, storeLog, storePlays, storeState, userUnit } from "../../db/schema/index.ts";

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

/** Days with their plays of every type, what players reported, seconds, and stores that played anything. */
export const sumDays = (scope: Scope, db: Db, from: string, to: string) =>
  db
    .select({
      day: storePlays.day,
      plays: sql<number>`sum(${storePlays.plays})::bigint`,
      received: sql<number>`sum(${storePlays.received})::bigint`,
      seconds: sql<number>`sum(${storePlays.seconds})::bigint`,
      stores: sql<number>`count(distinct ${storePlays.storeId}) filter (where ${storePlays.plays} > 0)`,
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
    .where(and(between(playDaily, scope, from, to), eq(playDaily.kind, "MUSIC"), gt(playDaily.plays, 0)))
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

/** Whether any store within the scope ever played, and how far the company has come on the way to its first play. */
export async function findFirstSteps(scope: Scope, db: Db) {
  const exists = (table: typeof storePlays | typeof storeLog | typeof storeState, condition?: SQL) =>
    sql<boolean>`exists (select 1 from ${table} where ${and(ofStoresWithin(table, scope), condition)})`;
  const [steps] = await db
    .select({
      hasPlayed: exists(storePlays),
      hasStore: sql<boolean>`exists (select 1 from ${store} where ${storesWithin(scope)})`,
      hasRule: sql<boolean>`exists (select 1 from ${masterRule} where ${eq(masterRule.companyId, scope.companyId)})`,
      hasPublishedDay: exists(storeLog),
      hasSeenPlayer: exists(storeState, sql`${storeState.lastSeenAt} is not null`),
    })
    .from(sql`(select 1) as one`);
  if (!steps) throw new Error("a select without a table has one row");
  return steps;
}

/** The newest player account within the scope that nobody has signed in with. */
export async function findUnusedPlayer(scope: Scope, db: Db) {
  const [row] = await db
    .select({ storeId: store.id, storeName: store.name, username: appUser.username })
    .from(appUser)
    .innerJoin(userUnit, and(eq(userUnit.companyId, appUser.companyId), eq(userUnit.userId, appUser.id)))
    .innerJoin(store, and(eq(store.companyId, userUnit.companyId), eq(store.id, userUnit.storeId)))
    .where(and(storesWithin(scope), usersWithin(scope), eq(appUser.role, "ROLE_Store_Music_Manager"), isNull(appUser.lastSignedInAt)))
    .orderBy(desc(appUser.id))
    .limit(1);
  return row ?? null;
}
