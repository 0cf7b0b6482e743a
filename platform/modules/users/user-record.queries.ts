import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Level, unitFields } from "#contract/base/scope";
import type { AccountWriter } from "../../access/account-writer.ts";
import { owns, type Scope } from "../../access/scope.ts";
import {
  groupsWithin,
  regionsWithin,
  storesWithin,
  zonesWithin,
} from "../../access/scope-conditions.ts";
import {
  appUser,
  login,
  region,
  store,
  storeGroup,
  userUnit,
  zone,
} from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";

/** The rows that make a user: their own, their sign-in name, their units. */

type Values = Omit<typeof appUser.$inferInsert, "companyId" | "id" | "version">;

/** Changes a user that was found within a scope; their version counts on. */
export const updateUser = (
  _by: AccountWriter,
  { companyId }: Scope,
  { tx, id, change, now }: { tx: Tx; id: number; change: Partial<Values>; now: Date },
) =>
  tx
    .update(appUser)
    .set({ ...change, version: sql`${appUser.version} + 1`, updatedAt: now })
    .where(and(eq(appUser.companyId, companyId), eq(appUser.id, id)));

/**
 * Deletes a user with their sign-in name, units, sessions, links, notifications, drafts and
 * filters. The audit log keeps what they did.
 */
export const deleteUser = (_by: AccountWriter, { companyId }: Scope, tx: Tx, id: number) =>
  tx.delete(appUser).where(and(eq(appUser.companyId, companyId), eq(appUser.id, id)));

/** Throws the violation of login_pkey where the username is somebody's already. */
export async function insertUser(
  _by: AccountWriter,
  scope: Scope,
  tx: Tx,
  values: Values,
): Promise<number> {
  const { companyId } = scope;
  const [added] = await tx
    .insert(appUser)
    .values({ ...values, companyId })
    .returning({ id: appUser.id });
  if (!added) throw new Error("insert returned no row");
  await tx
    .insert(login)
    .values({ username: values.username.toLowerCase(), companyId, userId: added.id });
  return added.id;
}

const sourceOf = {
  regional: { table: region, within: regionsWithin, path: { regionId: region.id } },
  zonal: { table: zone, within: zonesWithin, path: { regionId: zone.regionId, zoneId: zone.id } },
  group: {
    table: storeGroup,
    within: groupsWithin,
    path: { regionId: storeGroup.regionId, zoneId: storeGroup.zoneId, groupId: storeGroup.id },
  },
  store: {
    table: store,
    within: storesWithin,
    path: {
      regionId: store.regionId,
      zoneId: store.zoneId,
      groupId: store.groupId,
      storeId: store.id,
    },
  },
} as const;

/**
 * Locks units against moves and deletion, and gives those that the caller may assign. Units on the
 * path above the caller's own are visible, but not theirs to give (CTX-3).
 */
export async function lockOwnedUnits(
  scope: Scope,
  tx: Tx,
  level: keyof typeof unitFields,
  ids: number[],
): Promise<Set<number>> {
  const { table, within, path } = sourceOf[level];
  const rows = await tx
    .select({ id: table.id, ...path })
    .from(table as typeof store)
    .where(and(within(scope), inArray(table.id, ids)) as SQL)
    .orderBy(table.id)
    .for("share");
  const none = { regionId: null, zoneId: null, groupId: null };
  return new Set(rows.filter((row) => owns(scope, { ...none, ...row })).map(({ id }) => id));
}

const columnOf = {
  regional: "regionId",
  zonal: "zoneId",
  group: "groupId",
  store: "storeId",
} as const;

/** Gives a user the units of a level, in place of all they had. */
export async function replaceUnits(
  _by: AccountWriter,
  scope: Scope,
  tx: Tx,
  { userId, level, ids }: { userId: number; level: Level | null; ids: number[] },
): Promise<void> {
  const { companyId } = scope;
  await tx
    .delete(userUnit)
    .where(and(eq(userUnit.companyId, companyId), eq(userUnit.userId, userId)));
  if (level === null || level === "national" || ids.length === 0) return;
  await tx.insert(userUnit).values(ids.map((id) => ({ companyId, userId, [columnOf[level]]: id })));
}

/** Stores of the scope by name: up to `most` that match, and always the chosen ones. */
export const findStoreChoices = (
  scope: Scope,
  db: Db,
  { search, chosenIds, most }: { search: string | undefined; chosenIds: number[]; most: number },
) => {
  const isChosen = sql<boolean>`${store.id} = any(${sql.param(chosenIds)}::bigint[])`;
  const isFound = containsText(search, store.name, store.code) ?? sql`true`;
  return db
    .select({ id: store.id, name: store.name, code: store.code, groupName: storeGroup.name })
    .from(store)
    .leftJoin(
      storeGroup,
      and(eq(storeGroup.companyId, store.companyId), eq(storeGroup.id, store.groupId)),
    )
    .where(and(storesWithin(scope), sql`(${isChosen} or ${isFound})`))
    .orderBy(sql`${isChosen} desc`, store.nameKey, store.id)
    .limit(most + chosenIds.length + 1);
};
