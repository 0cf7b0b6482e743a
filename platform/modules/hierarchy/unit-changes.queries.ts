import { and, eq, type SQL, sql } from "drizzle-orm";
import type { NeighbourChoice } from "#contract/hierarchy/words";
import type { Scope } from "../../access/scope.ts";
import { groupsWithin, regionsWithin, zonesWithin } from "../../access/scope-conditions.ts";
import { announce } from "../../db/changes.ts";
import { region, store, storeGroup, zone } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

export type ChangeableKind = "region" | "zone" | "group";

const none = sql<null>`null`;
export const sourceOf = {
  region: {
    table: region,
    within: regionsWithin,
    path: { regionId: region.id, zoneId: none, groupId: none },
  },
  zone: {
    table: zone,
    within: zonesWithin,
    path: { regionId: zone.regionId, zoneId: zone.id, groupId: none },
  },
  group: {
    table: storeGroup,
    within: groupsWithin,
    path: { regionId: storeGroup.regionId, zoneId: storeGroup.zoneId, groupId: storeGroup.id },
  },
};

/** A unit with its own path, as `owns` takes it. */
export type FoundUnit = {
  id: number;
  name: string;
  version: number;
  /** How the stores of a group play beside each other; null for other units. */
  neighbours: NeighbourChoice | null;
  regionId: number;
  zoneId: number | null;
  groupId: number | null;
};

const selectUnit = (scope: Scope, db: Db, kind: ChangeableKind, id: number) => {
  const { table, within, path } = sourceOf[kind];
  return db
    .select({
      id: table.id,
      name: table.name,
      version: table.version,
      neighbours: kind === "group" ? storeGroup.neighbours : none,
      ...path,
    } as (typeof sourceOf)["group"]["path"] & {
      id: typeof region.id;
      name: typeof region.name;
      version: typeof region.version;
      neighbours: typeof storeGroup.neighbours;
    })
    .from(table as typeof region)
    .where(and(within(scope), eq(table.id, id)))
    .$dynamic();
};

export async function findUnit(
  scope: Scope,
  db: Db,
  kind: ChangeableKind,
  id: number,
): Promise<FoundUnit | undefined> {
  const [unit] = (await selectUnit(scope, db, kind, id)) as FoundUnit[];
  return unit;
}

/**
 * A unit within the scope, kept until the transaction ends: shared, from being moved or deleted
 * (something is put into it), or for a change of its own. Units are locked from the top down and
 * stores last, so that nobody waits in a circle. What refers to a unit by a foreign key alone is
 * not kept waiting: the constraint decides there.
 */
export async function lockUnit(
  scope: Scope,
  tx: Tx,
  { kind, id, strength }: { kind: ChangeableKind; id: number; strength: "share" | "no key update" },
) {
  const [unit] = (await selectUnit(scope, tx, kind, id).for(strength)) as FoundUnit[];
  return unit;
}

/** The names of the units above one, from the region down. */
export async function findPathNames(
  scope: Scope,
  db: Db,
  kind: ChangeableKind,
  unit: FoundUnit,
): Promise<string[]> {
  if (kind === "region") return [];
  const above = [await findUnit(scope, db, "region", unit.regionId)];
  if (kind === "group" && unit.zoneId !== null)
    above.push(await findUnit(scope, db, "zone", unit.zoneId));
  return above.flatMap((one) => (one ? [one.name] : []));
}

export async function insertRegion({ companyId }: Scope, tx: Tx, name: string) {
  const [added] = await tx
    .insert(region)
    .values({ companyId, name })
    .returning({ id: region.id, regionName: region.name });
  return added;
}

export async function insertZone({ companyId }: Scope, tx: Tx, name: string, regionId: number) {
  const [added] = await tx
    .insert(zone)
    .values({ companyId, name, regionId })
    .returning({ id: zone.id, zoneName: zone.name, regionId: zone.regionId });
  return added;
}

export async function insertGroup(
  { companyId }: Scope,
  tx: Tx,
  name: string,
  group: { regionId: number; zoneId: number; neighbours: NeighbourChoice | undefined },
) {
  const [added] = await tx
    .insert(storeGroup)
    .values({ companyId, name, ...group })
    .returning({
      id: storeGroup.id,
      groupName: storeGroup.name,
      regionId: storeGroup.regionId,
      zoneId: storeGroup.zoneId,
    });
  return added;
}

/** Names a unit and counts its version up, moved or not. */
export async function renameUnit(
  scope: Scope,
  tx: Tx,
  { kind, id, name }: { kind: ChangeableKind; id: number; name: string },
): Promise<void> {
  const { table, within } = sourceOf[kind];
  await tx
    .update(table as typeof region)
    .set({ name, version: sql`${table.version} + 1` })
    .where(and(within(scope), eq(table.id, id)));
}

/**
 * Moves a zone with all it holds: the foreign keys carry the new path down. Rows are locked in key
 * order first, as all bulk changes do.
 */
export async function moveZone(scope: Scope, tx: Tx, id: number, regionId: number): Promise<void> {
  await lockInOrder(
    tx,
    storeGroup,
    and(eq(storeGroup.companyId, scope.companyId), eq(storeGroup.zoneId, id)),
  );
  await lockInOrder(tx, store, and(eq(store.companyId, scope.companyId), eq(store.zoneId, id)));
  await tx
    .update(zone)
    .set({ regionId })
    .where(and(zonesWithin(scope), eq(zone.id, id)));
  announce(tx, "stores", scope);
}

export async function moveGroup(
  scope: Scope,
  tx: Tx,
  id: number,
  path: { regionId: number; zoneId: number },
): Promise<void> {
  await lockInOrder(tx, store, and(eq(store.companyId, scope.companyId), eq(store.groupId, id)));
  await tx
    .update(storeGroup)
    .set(path)
    .where(and(groupsWithin(scope), eq(storeGroup.id, id)));
  announce(tx, "stores", scope);
}

/** Sets how stores of a group play beside each other; their days follow. */
export async function setNeighbours(
  scope: Scope,
  tx: Tx,
  id: number,
  neighbours: NeighbourChoice,
): Promise<void> {
  await tx
    .update(storeGroup)
    .set({ neighbours })
    .where(and(groupsWithin(scope), eq(storeGroup.id, id)));
  announce(tx, "stores", scope);
}

const lockInOrder = (tx: Tx, table: typeof storeGroup | typeof store, where: SQL | undefined) =>
  tx
    .select({ id: table.id })
    .from(table as typeof store)
    .where(where)
    .orderBy(table.id)
    .for("no key update");
