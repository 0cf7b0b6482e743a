import { and, eq, inArray, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Role } from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import type { AccountWriter } from "../../access/account-writer.ts";
import type { Scope } from "../../access/scope.ts";
import { storesWithin, usersWithin } from "../../access/scope-conditions.ts";
import { idKey, keyset, type PageRequest, textKey } from "../../db/keyset.ts";
import { appUser, region, store, storeGroup, userUnit, zone } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { type UnitRef, unitColumns } from "../hierarchy/index.ts";

const levels = Object.values(unitColumns).map(({ level }) => level);

const ofUser = and(eq(userUnit.companyId, appUser.companyId), eq(userUnit.userId, appUser.id));

/**
 * The users that a caller may change, by role and level. Their own account is left out: nobody
 * widens or ends their own scope.
 */
export type Managers = { roles: Role[]; levels: readonly Level[]; callerId: number };

const managed = (scope: Scope, { roles, levels, callerId }: Managers) =>
  and(
    usersWithin(scope),
    isOneOf(appUser.role, roles),
    isOneOf(appUser.level, levels),
    ne(appUser.id, callerId),
  );
const isOneOf = (column: SQLWrapper, values: readonly string[]) =>
  sql`${column} = any(${sql.param(values)}::text[])`;

export type UserFilter = {
  role?: Role | undefined;
  unit?: UnitRef | undefined;
  /** True: only users of the unit; false: only others; undefined: both. */
  assigned?: boolean | undefined;
  /** Only those with no store of their own. */
  storeless?: boolean | undefined;
  search?: string | undefined;
};

function wantedUsers(
  scope: Scope,
  managers: Managers,
  { role, unit, assigned, storeless, search }: UserFilter,
): SQL | undefined {
  const has = (where: SQL) => sql`exists (select 1 from ${userUnit} where ${and(ofUser, where)})`;
  const holds = unit && has(eq(unitColumns[unit.kind].column, unit.id));
  return and(
    managed(scope, managers),
    unit ? eq(appUser.level, unitColumns[unit.kind].level) : inArray(appUser.level, levels),
    role && eq(appUser.role, role),
    holds && assigned !== undefined ? (assigned ? holds : sql`not ${holds}`) : undefined,
    storeless ? sql`not ${has(sql`${userUnit.storeId} is not null`)}` : undefined,
    containsText(search, appUser.username, appUser.firstName, appUser.lastName),
  );
}

const person = {
  id: appUser.id,
  username: appUser.username,
  firstName: appUser.firstName,
  lastName: appUser.lastName,
  level: appUser.level,
  version: appUser.version,
};

/** A page of users by username. Throws 422 for a cursor that is not ours. */
export async function findUserPage(
  scope: Scope,
  db: Db,
  { managers, filter }: { managers: Managers; filter: UserFilter },
  { limit, cursor }: PageRequest,
) {
  const order = keyset([textKey(appUser.usernameKey), idKey(appUser.id)], {
    descending: false,
    cursor,
  });
  const rows = await db
    .select({ ...person, rowKey: order.select })
    .from(appUser)
    .where(and(wantedUsers(scope, managers, filter), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

/** Finds at most `limit` users that a filter lists. */
export async function findUserIds(
  scope: Scope,
  tx: Tx,
  { managers, filter, limit }: { managers: Managers; filter: UserFilter; limit: number },
): Promise<number[]> {
  const rows = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(wantedUsers(scope, managers, filter))
    .orderBy(appUser.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export const countUsers = (scope: Scope, db: Db, managers: Managers, filter: UserFilter) =>
  db.$count(appUser, wantedUsers(scope, managers, filter));

/** The units that users have, with their names, in the order they were given. */
export const findUnitsOf = ({ companyId }: Scope, db: Db, userIds: number[]) =>
  db
    .select({
      userId: userUnit.userId,
      regionId: userUnit.regionId,
      regionName: region.name,
      zoneId: userUnit.zoneId,
      zoneName: zone.name,
      groupId: userUnit.groupId,
      groupName: storeGroup.name,
      storeId: userUnit.storeId,
      storeName: store.name,
    })
    .from(userUnit)
    .leftJoin(
      region,
      and(eq(region.companyId, userUnit.companyId), eq(region.id, userUnit.regionId)),
    )
    .leftJoin(zone, and(eq(zone.companyId, userUnit.companyId), eq(zone.id, userUnit.zoneId)))
    .leftJoin(
      storeGroup,
      and(eq(storeGroup.companyId, userUnit.companyId), eq(storeGroup.id, userUnit.groupId)),
    )
    .leftJoin(store, and(eq(store.companyId, userUnit.companyId), eq(store.id, userUnit.storeId)))
    .where(
      and(
        eq(userUnit.companyId, companyId),
        sql`${userUnit.userId} = any(${sql.param(userIds)}::bigint[])`,
      ),
    )
    .orderBy(userUnit.id);

const storeColumns = {
  id: store.id,
  name: store.name,
  regionId: store.regionId,
  zoneId: store.zoneId,
  groupId: store.groupId,
};

export async function findStoreUnit(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select(storeColumns)
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, id)));
  return row;
}

/** A store within the scope, kept from being moved until the transaction ends. */
export async function lockStoreUnit(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select(storeColumns)
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, id)))
    .for("share");
  return row;
}

/** The users named that the caller may change, locked in key order. */
export const lockManagedUsers = (scope: Scope, tx: Tx, managers: Managers, ids: number[]) =>
  tx
    .select(person)
    .from(appUser)
    .where(and(managed(scope, managers), inArray(appUser.id, ids)))
    .orderBy(appUser.id)
    .for("update");

/**
 * Assigns a unit to users. Gives those who did not have it. A user has one store: it replaces the
 * previous one.
 */
export async function assignUnit(
  _by: AccountWriter,
  { companyId }: Scope,
  tx: Tx,
  { kind, id }: UnitRef,
  userIds: number[],
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const { column, key } = unitColumns[kind];
  if (kind === "store")
    await tx
      .delete(userUnit)
      .where(
        and(eq(userUnit.companyId, companyId), inArray(userUnit.userId, userIds), ne(column, id)),
      );
  const rows = await tx
    .insert(userUnit)
    .values(userIds.map((userId) => ({ companyId, userId, [key]: id })))
    .onConflictDoNothing()
    .returning({ userId: userUnit.userId });
  return new Set(rows.map(({ userId }) => userId));
}

/** Takes a unit from users; gives who had it. */
export async function unassignUnit(
  _by: AccountWriter,
  { companyId }: Scope,
  tx: Tx,
  { kind, id }: UnitRef,
  userIds: number[],
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx
    .delete(userUnit)
    .where(
      and(
        eq(userUnit.companyId, companyId),
        inArray(userUnit.userId, userIds),
        eq(unitColumns[kind].column, id),
      ),
    )
    .returning({ userId: userUnit.userId });
  return new Set(rows.map(({ userId }) => userId));
}

/** Counts the versions of users on whose units changed. */
export const countVersions = (
  _by: AccountWriter,
  { companyId }: Scope,
  tx: Tx,
  userIds: number[],
) =>
  tx
    .update(appUser)
    .set({ version: sql`${appUser.version} + 1` })
    .where(and(eq(appUser.companyId, companyId), inArray(appUser.id, userIds)));
