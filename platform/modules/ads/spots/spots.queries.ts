import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SpotQuery } from "#contract/ads/spots";
import type { SpotState } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import { announce } from "../../../db/changes.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../../db/keyset.ts";
import { campaignSpot, catalogueItem, spot, storedFile } from "../../../db/schema/index.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db, Tx } from "../../../db/types.ts";

export type SpotValues = Omit<
  typeof spot.$inferInsert,
  "companyId" | "id" | "version" | "updatedAt"
>;

const ofScope = ({ companyId }: Scope) => eq(spot.companyId, companyId);
const hasIdIn = (ids: readonly number[]) => sql`${spot.id} = any(${sql.param(ids)}::bigint[])`;
export const isBrand = and(
  eq(catalogueItem.companyId, spot.companyId),
  eq(catalogueItem.id, spot.brandId),
);

/** On the company's day. */
const stateOn = (
  today: string,
) => sql<SpotState>`case when not ${spot.active} then 'withdrawn' when ${spot.validTo} < ${today}::date then 'ended'
  when ${spot.validFrom} > ${today}::date then 'upcoming' else 'active' end`;

/** Counts the campaigns that have a spot, or dropped it after they may have played it. */
const uses = sql<number>`(select count(*)::int from ${campaignSpot} where ${campaignSpot.companyId} = ${spot.companyId} and ${campaignSpot.spotId} = ${spot.id})`;

const columnsOn = (today: string) => ({
  id: spot.id,
  kind: spot.kind,
  name: spot.name,
  brand: sql<{
    id: number;
    name: string;
  } | null>`case when ${catalogueItem.id} is not null then json_build_object('id', ${catalogueItem.id}, 'name', ${catalogueItem.name}) end`,
  category: spot.category,
  language: spot.language,
  durationSeconds: spot.durationSeconds,
  hasAudio: sql<boolean>`${spot.audioFile} is not null`,
  validFrom: spot.validFrom,
  validTo: spot.validTo,
  state: stateOn(today),
  uses,
  version: spot.version,
});

/**
 * Describes what a list asks for; `bookable` spots have audio and are neither withdrawn nor over.
 */
export type SpotFilter = Partial<Pick<SpotQuery, "search" | "kind" | "state" | "brandId">> & {
  today: string;
  bookable?: boolean;
};

function matching({ search, kind, state, brandId, today, bookable }: SpotFilter): SQL | undefined {
  return and(
    search
      ? sql`(${containsText(search, spot.name, spot.category)} or exists (select 1 from ${catalogueItem} where ${isBrand} and ${containsText(search, catalogueItem.name)}))`
      : undefined,
    kind ? eq(spot.kind, kind) : undefined,
    state ? sql`${stateOn(today)} = ${state}` : undefined,
    brandId ? eq(spot.brandId, brandId) : undefined,
    bookable
      ? sql`${spot.audioFile} is not null and ${stateOn(today)} in ('active', 'upcoming')`
      : undefined,
  );
}

const sortKeys = {
  name: textKey(spot.nameKey),
  length: { value: spot.durationSeconds, type: "integer" },
  added: { value: spot.createdAt, type: "instant" },
} satisfies Record<string, KeyPart>;

/** A page of spots in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findSpotPage(
  scope: Scope,
  db: Db,
  pageQuery: SpotFilter & Pick<SpotQuery, "sort" | "cursor" | "limit">,
) {
  const { sort, cursor, limit, today } = pageQuery;
  const order = keyset([sortKeys[columnOf(sort)], idKey(spot.id)], {
    descending: sort.startsWith("-"),
    cursor,
  });
  const rows = await db
    .select({ ...columnsOn(today), rowKey: order.select })
    .from(spot)
    .leftJoin(catalogueItem, isBrand)
    .where(and(ofScope(scope), matching(pageQuery), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

export const countSpots = (scope: Scope, db: Db, filters: SpotFilter): Promise<number> =>
  db.$count(spot, and(ofScope(scope), matching(filters)));

export async function findSpot(scope: Scope, db: Db, id: number, today: string) {
  const [row] = await db
    .select({
      ...columnsOn(today),
      loudness: spot.loudness,
      peaks: spot.peaks,
      cueInMs: spot.cueInMs,
      cueOutMs: spot.cueOutMs,
      audioMs: spot.audioMs,
      territories: spot.territories,
      audio: { name: storedFile.name, mediaType: storedFile.mediaType, bytes: storedFile.bytes },
      createdAt: spot.createdAt,
      updatedAt: spot.updatedAt,
    })
    .from(spot)
    .leftJoin(catalogueItem, isBrand)
    .leftJoin(
      storedFile,
      and(eq(storedFile.companyId, spot.companyId), eq(storedFile.key, spot.audioFile)),
    )
    .where(and(ofScope(scope), eq(spot.id, id)));
  return row;
}

export async function findSpotFile(scope: Scope, db: Db, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ file: spot.audioFile })
    .from(spot)
    .where(and(ofScope(scope), eq(spot.id, id)));
  return row?.file ?? undefined;
}

/**
 * Spots by their ids, under locks that hold until the transaction ends, in the order of their keys.
 */
export const lockSpots = (scope: Scope, tx: Tx, ids: readonly number[]) =>
  tx
    .select({
      id: spot.id,
      kind: spot.kind,
      name: spot.name,
      brandId: spot.brandId,
      category: spot.category,
      language: spot.language,
      durationSeconds: spot.durationSeconds,
      cueInMs: spot.cueInMs,
      cueOutMs: spot.cueOutMs,
      audioMs: spot.audioMs,
      audioFile: spot.audioFile,
      validFrom: spot.validFrom,
      validTo: spot.validTo,
      territories: spot.territories,
      active: spot.active,
      version: spot.version,
    })
    .from(spot)
    .where(and(ofScope(scope), hasIdIn(ids)))
    .orderBy(spot.id)
    .for("update");
export type LockedSpot = Awaited<ReturnType<typeof lockSpots>>[number];

const saved = { id: spot.id, name: spot.name, version: spot.version };

export async function insertSpot({ companyId }: Scope, tx: Tx, values: SpotValues) {
  const [row] = await tx
    .insert(spot)
    .values({ companyId, ...values })
    .returning(saved);
  if (!row) throw new Error("insert returned no row");
  return row;
}

/** Writes spots that are locked; their versions count on, and the days that play them follow. */
export async function updateSpots(
  scope: Scope,
  tx: Tx,
  ids: readonly number[],
  { values, now }: { values: Partial<SpotValues>; now: Date },
) {
  const rows = await tx
    .update(spot)
    .set({ ...values, version: sql`${spot.version} + 1`, updatedAt: now })
    .where(and(ofScope(scope), hasIdIn(ids)))
    .returning(saved);
  if (rows.length > 0) announce(tx, "spots", { companyId: scope.companyId });
  return rows;
}

export const deleteSpot = (scope: Scope, tx: Tx, id: number) =>
  tx.delete(spot).where(and(ofScope(scope), eq(spot.id, id)));

/** Finds the item of the company's brands with this name, in any case, or creates it. */
export async function brandNamed(
  { companyId }: Scope,
  tx: Tx,
  name: string,
): Promise<{ id: number; name: string; isNew: boolean }> {
  const columns = { id: catalogueItem.id, name: catalogueItem.name };
  const [newBrand] = await tx
    .insert(catalogueItem)
    .values({ companyId, kind: "brand", name })
    .onConflictDoNothing()
    .returning(columns);
  if (newBrand) return { ...newBrand, isNew: true };
  const [there] = await tx
    .select(columns)
    .from(catalogueItem)
    .where(
      and(
        eq(catalogueItem.companyId, companyId),
        eq(catalogueItem.kind, "brand"),
        sql`lower(${catalogueItem.name}) = lower(${name}::text)`,
      ),
    );
  if (!there) throw new Error("a brand is neither there nor new");
  return { ...there, isNew: false };
}

export async function findBrandName(
  { companyId }: Scope,
  db: Db | Tx,
  id: number | null,
): Promise<string | null> {
  if (id === null) return null;
  const [row] = await db
    .select({ name: catalogueItem.name })
    .from(catalogueItem)
    .where(and(eq(catalogueItem.companyId, companyId), eq(catalogueItem.id, id)));
  return row?.name ?? null;
}
