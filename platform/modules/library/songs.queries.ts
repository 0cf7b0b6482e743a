import { and, eq, inArray, sql } from "drizzle-orm";
import { memberNames } from "#contract/base/records";
import { singleItems } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import { catalogueItem, song, songTag } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";
import { itemIds } from "./library.queries.ts";

/** One song: what its form shows and changes. */

export type SongValues = Omit<
  typeof song.$inferInsert,
  "companyId" | "id" | "version" | "updatedAt"
>;
export type PeopleKind = "singer" | "composer";

const idColumns = Object.fromEntries(
  singleItems.map((facet) => [`${facet}Id`, itemIds[facet]]),
) as {
  [K in `${(typeof singleItems)[number]}Id`]: typeof song.genreId;
};
const saved = { id: song.id, title: song.title, version: song.version };

/** A song under a lock that holds until the transaction ends. */
export async function lockSong({ companyId }: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select({
      ...idColumns,
      ...saved,
      artist: song.artist,
      album: song.album,
      label: song.label,
      year: song.year,
      isrc: song.isrc,
      explicit: song.explicit,
      energy: song.energy,
      bpm: song.bpm,
      licensedFrom: song.licensedFrom,
      licensedTo: song.licensedTo,
      territories: song.territories,
      reservedForId: song.reservedForId,
      durationSeconds: song.durationSeconds,
      cueInMs: song.cueInMs,
      cueOutMs: song.cueOutMs,
      audioMs: song.audioMs,
      audioFile: song.audioFile,
      pictureFileId: song.pictureFileId,
    })
    .from(song)
    .where(and(eq(song.companyId, companyId), eq(song.id, id)))
    .for("update");
  return row;
}
export type LockedSong = NonNullable<Awaited<ReturnType<typeof lockSong>>>;

/** Singers, composers and seasons of a song, in their order. */
export const findTags = ({ companyId }: Scope, tx: Tx, songId: number) =>
  tx
    .select({ kind: songTag.kind, id: catalogueItem.id, name: catalogueItem.name })
    .from(songTag)
    .innerJoin(
      catalogueItem,
      and(eq(catalogueItem.companyId, songTag.companyId), eq(catalogueItem.id, songTag.itemId)),
    )
    .where(and(eq(songTag.companyId, companyId), eq(songTag.songId, songId)))
    .orderBy(songTag.position, songTag.itemId);

/**
 * Finds the items of a list with these names, ignoring case; creates the missing ones. Gives all
 * in the names' order, and those that were created.
 */
export async function itemsNamed({ companyId }: Scope, tx: Tx, kind: PeopleKind, names: string[]) {
  if (names.length === 0) return { items: [], newItems: [] };
  const columns = { id: catalogueItem.id, name: catalogueItem.name };
  const newItems = await tx
    .insert(catalogueItem)
    .values(names.map((name) => ({ companyId, kind, name })))
    .onConflictDoNothing()
    .returning(columns);
  const lower = sql`lower(${catalogueItem.name})`;
  const wantedNames = sql`select lower(name), place from unnest(${sql.param(names)}::text[]) with ordinality as wanted (name, place)`;
  const items = await tx
    .select(columns)
    .from(catalogueItem)
    .innerJoin(sql`(${wantedNames}) as wanted (name, place)`, sql`wanted.name = ${lower}`)
    .where(and(eq(catalogueItem.companyId, companyId), eq(catalogueItem.kind, kind)))
    .orderBy(sql`wanted.place`);
  return { items, newItems };
}

export async function insertSong({ companyId }: Scope, tx: Tx, values: SongValues) {
  const [row] = await tx
    .insert(song)
    .values({ companyId, ...values })
    .returning(saved);
  if (!row) throw new Error("insert returned no row");
  return row;
}

/** Writes a song that is locked; its version counts on. */
export async function updateSong(
  { companyId }: Scope,
  tx: Tx,
  { id, values, now }: { id: number; values: Partial<SongValues>; now: Date },
) {
  const [changed] = await tx
    .update(song)
    .set({ ...values, version: sql`${song.version} + 1`, updatedAt: now })
    .where(and(eq(song.companyId, companyId), eq(song.id, id)))
    .returning(saved);
  if (!changed) throw new Error("update returned no row");
  return changed;
}

/** Its singers, composers and seasons go with it. */
export async function deleteSong({ companyId }: Scope, tx: Tx, id: number): Promise<void> {
  await tx.delete(song).where(and(eq(song.companyId, companyId), eq(song.id, id)));
  announce(tx, "deletedSongs", { companyId, ids: [id] });
}

/** Replaces all of a song's tags of the given kinds with these, in their order. */
export async function replaceTags(
  { companyId }: Scope,
  tx: Tx,
  songId: number,
  tags: Partial<Record<PeopleKind | "season", number[]>>,
) {
  const kinds = memberNames(tags);
  if (kinds.length === 0) return;
  await tx
    .delete(songTag)
    .where(
      and(
        eq(songTag.companyId, companyId),
        eq(songTag.songId, songId),
        inArray(songTag.kind, kinds),
      ),
    );
  const rows = kinds.flatMap((kind) =>
    (tags[kind] ?? []).map((itemId, position) => ({ companyId, songId, kind, itemId, position })),
  );
  if (rows.length > 0) await tx.insert(songTag).values(rows);
}
