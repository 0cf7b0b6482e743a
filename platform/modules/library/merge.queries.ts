import { and, eq, type SQL, sql } from "drizzle-orm";
import type { CatalogueKind } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { catalogueItem, song, songTag } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";
import { type ActorsCall, auditAll } from "../audit/index.ts";
import { songsOf } from "./catalogue.queries.ts";
import { facetOfKind, isTag } from "./facet-of-kind.ts";
import { itemIds } from "./library.queries.ts";

type Merge = { kind: CatalogueKind; ids: number[]; intoId: number };

/** Locks the songs that have one of the items, in the order of their keys. */
export const lockSongsOf = (scope: Scope, tx: Tx, kind: CatalogueKind, ids: number[]) =>
  tx
    .select({ id: song.id })
    .from(song)
    .where(songsOf(scope, kind, ids))
    .orderBy(song.id)
    .for("update");

/**
 * Gives all songs of the items the other one instead, with an audit row each; a song with
 * several of them has it once, in the first of their places. Items and songs are locked. Gives the
 * number of songs.
 */
export async function repointSongs(
  scope: Scope,
  tx: Tx,
  { call, merge, revision, now }: { call: ActorsCall; merge: Merge; revision: number; now: Date },
): Promise<number> {
  const { kind, ids, intoId } = merge;
  const facet = facetOfKind(kind);
  if (facet === undefined) return 0;
  const which = songsOf(scope, kind, ids);
  const after = isTag(facet) ? tagsAsJson(facet, merge) : sql`${intoId}::bigint`;
  const before = isTag(facet) ? tagsAsJson(facet) : itemIds[facet];
  // the field's name in the song's form, so that a save of an older form names this change
  const field = sql.raw(
    `'${facet === "singer" || facet === "composer" ? `${facet}s` : `${facet}Id${isTag(facet) ? "s" : ""}`}'`,
  );
  const words = (id: SQL) =>
    isTag(facet) ? sql`` : sql`, ${sql.raw(`'${facet}'`)}, ${itemName(id)}`;
  await auditAll(
    tx,
    call,
    sql`select ${scope.companyId}::bigint, 'song changed', 'song', ${song.id}::text, ${song.title},
      jsonb_build_object('version', ${song.version}, ${field}, ${before}${words(sql`${before}`)}),
      jsonb_build_object('version', ${song.version} + 1, ${field}, ${after}${words(sql`${after}`)})
      from ${song} where ${which} order by ${song.id}`,
  );
  const changed = await tx
    .update(song)
    .set({
      ...(isTag(facet) ? {} : { [`${facet}Id`]: intoId }),
      revision,
      version: sql`${song.version} + 1`,
      updatedAt: now,
    })
    .where(which);
  if (isTag(facet)) await repointTags(scope, tx, facet, merge);
  return changed.rowCount ?? 0;
}

async function repointTags(
  { companyId }: Scope,
  tx: Tx,
  facet: "season" | "singer" | "composer",
  { ids, intoId }: Merge,
): Promise<void> {
  const merged = and(
    eq(songTag.companyId, companyId),
    eq(songTag.kind, facet),
    sql`${songTag.itemId} = any(${sql.param(ids)}::bigint[])`,
  );
  await tx.execute(sql`insert into ${songTag} (company_id, song_id, kind, item_id, position)
    select ${songTag.companyId}, ${songTag.songId}, ${songTag.kind}, ${intoId}::bigint, min(${songTag.position}) from ${songTag}
    where ${merged} group by 1, 2, 3
    on conflict (company_id, song_id, kind, item_id) do update set position = least(${songTag.position}, excluded.position)`);
  await tx.delete(songTag).where(merged);
}

const itemName = (id: SQL) =>
  sql`(select ${catalogueItem.name} from ${catalogueItem} where ${catalogueItem.companyId} = ${song.companyId} and ${catalogueItem.id} = ${id})`;

/**
 * A song's tags as JSON, now or after a merge: seasons by their ids, people by
 * name in their order, as in the song's form.
 */
function tagsAsJson(facet: "season" | "singer" | "composer", merge?: Merge): SQL {
  const id = merge
    ? sql`case when tag.item_id = any(${sql.param(merge.ids)}::bigint[]) then ${merge.intoId}::bigint else tag.item_id end`
    : sql`tag.item_id`;
  const element =
    facet === "season" ? sql`has.id order by has.id` : sql`item.name order by has.place, has.id`;
  return sql`(select coalesce(jsonb_agg(${element}), '[]')
    from (select ${id} as id, min(tag.position) as place from ${songTag} as tag
      where tag.company_id = ${song.companyId} and tag.song_id = ${song.id} and tag.kind = ${facet} group by 1) as has
    join ${catalogueItem} as item on item.company_id = ${song.companyId} and item.id = has.id)`;
}
