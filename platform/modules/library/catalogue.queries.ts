import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import type { ItemSort } from "#contract/library/catalogue";
import type { CatalogueKind } from "#contract/library/words";
import type { Scope } from "../../access/scope.ts";
import { itemsWithin, songsWithin } from "../../access/scope-conditions.ts";
import {
  columnOf,
  idKey,
  type KeyPart,
  keyset,
  type PageRequest,
  textKey,
} from "../../db/keyset.ts";
import { catalogueItem, song, songTag } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { facetOfKind, isTag } from "./facet-of-kind.ts";
import { itemIds } from "./library.queries.ts";

const columns = {
  id: catalogueItem.id,
  name: catalogueItem.name,
  rank: catalogueItem.rank,
  playFromMinute: catalogueItem.playFromMinute,
  playToMinute: catalogueItem.playToMinute,
  playWeekdays: catalogueItem.playWeekdays,
  status: sql<Status>`case when ${catalogueItem.active} then 'active' else 'inactive' end`,
};
/** When songs of an item may start; null at any time. */
export type ItemWindow = {
  playFromMinute: number | null;
  playToMinute: number | null;
  playWeekdays: number[] | null;
};
export type Item = ItemWindow & {
  id: number;
  name: string;
  rank: number | null;
  status: Status;
};

const ofLibrary = (scope: Scope) =>
  and(eq(catalogueItem.companyId, scope.companyId), itemsWithin(scope));
const ofKind = (scope: Scope, kind: CatalogueKind) =>
  and(ofLibrary(scope), eq(catalogueItem.kind, kind));
const matchIds = (ids: number[]) => sql`${catalogueItem.id} = any(${sql.param(ids)}::bigint[])`;

export type ItemFilter = {
  search?: string | undefined;
  status?: Status | undefined;
  ids?: number[] | undefined;
};

export type ItemQuery = ItemFilter & PageRequest & { sort: ItemSort };

function matching(
  scope: Scope,
  kind: CatalogueKind,
  { search, status, ids }: ItemFilter,
): SQL | undefined {
  return and(
    ofKind(scope, kind),
    containsText(search, catalogueItem.name),
    status && eq(catalogueItem.active, status === "active"),
    ids && matchIds(ids),
  );
}

/** In their ranks' order where they have one, then by name, in bytes: the same on every engine. */
const rankAndName = sql<string>`lpad(coalesce(${catalogueItem.rank}, 1000)::text, 4, '0') || ${catalogueItem.nameKey} collate "C"`;

const sortKeys = {
  rank: textKey(rankAndName),
  name: textKey(catalogueItem.nameKey),
  status: textKey(
    sql`case when ${catalogueItem.active} then 'active' else 'inactive' end collate "C"`,
  ),
} satisfies Record<string, KeyPart>;

/** A page of a list in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findItemPage(
  scope: Scope,
  db: Db,
  kind: CatalogueKind,
  { limit, cursor, sort, ...filter }: ItemQuery,
) {
  const order = keyset([sortKeys[columnOf(sort)], idKey(catalogueItem.id)], {
    descending: sort.startsWith("-"),
    cursor,
  });
  const rows = await db
    .select({ ...columns, rowKey: order.select })
    .from(catalogueItem)
    .where(and(matching(scope, kind, filter), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

export const countItems = (
  scope: Scope,
  db: Db,
  kind: CatalogueKind,
  filter: ItemFilter,
): Promise<number> => db.$count(catalogueItem, matching(scope, kind, filter));

/** All names of a list, for finding near ones. */
export const findNames = (
  scope: Scope,
  db: Db,
  kind: CatalogueKind,
): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: catalogueItem.id, name: catalogueItem.name })
    .from(catalogueItem)
    .where(ofKind(scope, kind))
    .orderBy(catalogueItem.id);

export const countByKind = (
  scope: Scope,
  db: Db,
): Promise<{ kind: CatalogueKind; items: number }[]> =>
  db
    .select({ kind: catalogueItem.kind, items: sql<number>`count(*)::int` })
    .from(catalogueItem)
    .where(ofLibrary(scope))
    .groupBy(catalogueItem.kind);

/** Active items that an active song has, by name. */
export const findItemsInUse = (
  scope: Scope,
  db: Db,
  facet: "genre" | "language",
): Promise<{ name: string }[]> =>
  db
    .select({ name: catalogueItem.name })
    .from(catalogueItem)
    .where(
      and(
        ofKind(scope, facet),
        eq(catalogueItem.active, true),
        sql`exists (select 1 from ${song} where ${song.companyId} = ${catalogueItem.companyId} and ${song.active} and ${itemIds[facet]} = ${catalogueItem.id} and ${songsWithin(scope)})`,
      ),
    )
    .orderBy(catalogueItem.nameKey);

/** Locks items of a list in the order of their ids; those that are not there are missing. */
export const lockItems = (
  scope: Scope,
  tx: Tx,
  kind: CatalogueKind,
  ids: number[],
): Promise<Item[]> =>
  tx
    .select(columns)
    .from(catalogueItem)
    .where(and(ofKind(scope, kind), matchIds(ids)))
    .orderBy(catalogueItem.id)
    .for("update");

export async function insertItem(
  scope: Scope,
  tx: Tx,
  {
    kind,
    item,
    now,
  }: {
    kind: CatalogueKind;
    item: { name: string; rank?: number | null | undefined } & Partial<ItemWindow>;
    now: Date;
  },
) {
  const [added] = await tx
    .insert(catalogueItem)
    .values({
      companyId: scope.companyId,
      kind,
      ...item,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: catalogueItem.id, name: catalogueItem.name });
  if (!added) throw new Error("no item");
  return added;
}

export const updateItem = (
  scope: Scope,
  tx: Tx,
  id: number,
  { status, ...set }: { [Field in keyof Omit<Item, "id">]?: Item[Field] | undefined },
  now: Date,
) =>
  tx
    .update(catalogueItem)
    .set({ ...set, ...(status && { active: status === "active" }), updatedAt: now })
    .where(and(eq(catalogueItem.companyId, scope.companyId), eq(catalogueItem.id, id)));

export const deleteItems = (scope: Scope, tx: Tx, ids: number[]) =>
  tx.delete(catalogueItem).where(and(eq(catalogueItem.companyId, scope.companyId), matchIds(ids)));

/** The predicate of songs that have one of the items. */
export function songsOf({ companyId }: Scope, kind: CatalogueKind, ids: number[]): SQL | undefined {
  const facet = facetOfKind(kind);
  if (facet === undefined) return sql`false`;
  const list = sql`any(${sql.param(ids)}::bigint[])`;
  const has = isTag(facet)
    ? sql`${song.id} in (select ${songTag.songId} from ${songTag} where ${songTag.companyId} = ${companyId} and ${songTag.kind} = ${facet} and ${songTag.itemId} = ${list})`
    : sql`${itemIds[facet]} = ${list}`;
  return and(eq(song.companyId, companyId), has);
}

export const countSongsOf = (
  scope: Scope,
  db: Db,
  kind: CatalogueKind,
  ids: number[],
): Promise<number> => db.$count(song, songsOf(scope, kind, ids));
