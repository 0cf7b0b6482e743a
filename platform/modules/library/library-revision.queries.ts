import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import { libraryRevision, song, songTag } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/**
 * Every change of a company's songs or catalogue lists counts its revision up, in its own
 * transaction: by that the index of songs that each process holds knows that it is old, and which
 * songs to read again. Call it before the first row is locked or changed: it makes such
 * transactions wait for each other, so that revisions are committed in their order and no two lock
 * each other out. Gives the number to be written into the `revision` of each song that is inserted
 * or changed.
 */
export async function bumpLibrary({ companyId }: Scope, tx: Tx): Promise<number> {
  const [bumped] = await tx
    .insert(libraryRevision)
    .values({ companyId, revision: 1 })
    .onConflictDoUpdate({
      target: libraryRevision.companyId,
      set: { revision: sql`${libraryRevision.revision} + 1` },
    })
    .returning({ revision: libraryRevision.revision });
  if (!bumped) throw new Error("the library has no revision");
  announce(tx, "songs", { companyId });
  return bumped.revision;
}

/**
 * Makes the index read songs again that changed outside their own row: their tags, or
 * (`all`) the company's list of songs.
 */
export async function touchSongs(scope: Scope, tx: Tx, ids: number[] | "all"): Promise<void> {
  await touch(
    scope,
    tx,
    ids === "all" ? undefined : sql`${song.id} = any(${sql.param(ids)}::bigint[])`,
  );
}

/**
 * Touches all songs with one of these items, which were renamed or merged.
 */
export async function touchSongsOf(scope: Scope, tx: Tx, itemIds: number[]): Promise<void> {
  if (itemIds.length === 0) return;
  const columns = [
    song.genreId,
    song.moodId,
    song.languageId,
    song.eraId,
    song.tempoId,
    song.vocalId,
    song.playWindowId,
    song.ratingChartId,
    song.licenceId,
  ];
  const tagged = tx
    .select({ id: songTag.songId })
    .from(songTag)
    .where(and(eq(songTag.companyId, scope.companyId), inArray(songTag.itemId, itemIds)));
  await touch(
    scope,
    tx,
    or(inArray(song.id, tagged), ...columns.map((column) => inArray(column, itemIds))),
  );
}

async function touch(scope: Scope, tx: Tx, which: SQL | undefined): Promise<void> {
  const revision = await bumpLibrary(scope, tx);
  const ids = tx
    .select({ id: song.id })
    .from(song)
    .where(and(eq(song.companyId, scope.companyId), which))
    .orderBy(song.id)
    .for("update");
  await tx
    .update(song)
    .set({ revision })
    .where(and(eq(song.companyId, scope.companyId), inArray(song.id, ids)));
}

/** 0 for a library that never changed. */
export async function findRevision({ companyId }: Scope, db: Db): Promise<number> {
  const [row] = await db
    .select({ revision: libraryRevision.revision })
    .from(libraryRevision)
    .where(eq(libraryRevision.companyId, companyId));
  return row?.revision ?? 0;
}
