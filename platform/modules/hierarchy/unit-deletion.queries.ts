import { and, eq, inArray, isNotNull, ne, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AccountWriter } from "../../access/account-writer.ts";
import type { Scope } from "../../access/scope.ts";
import {
  appUser,
  campaignUnit,
  eventPlaylistUnit,
  groupPlaylist,
  masterRule,
  type region,
  store,
  storeGroup,
  userUnit,
  zone,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { type ChangeableKind, sourceOf } from "./unit-changes.queries.ts";

/**
 * True if a group's day was ever published. Drafts that a person's change replaced are superseded
 * too, without having been published.
 */
const wasPublished = sql`(${groupPlaylist.state} = 'published' or ${groupPlaylist.publishedAt} is not null)`;

const columnsOf = {
  region: {
    zones: zone.regionId,
    groups: storeGroup.regionId,
    stores: store.regionId,
    users: userUnit.regionId,
    rules: masterRule.regionId,
  },
  zone: {
    zones: undefined,
    groups: storeGroup.zoneId,
    stores: store.zoneId,
    users: userUnit.zoneId,
    rules: masterRule.zoneId,
  },
  group: {
    zones: undefined,
    groups: undefined,
    stores: store.groupId,
    users: userUnit.groupId,
    rules: masterRule.groupId,
  },
};

/**
 * Counts what a unit contains and what refers to it; of playlists, those that were ever published,
 * and drafts.
 */
export async function countReferences(scope: Scope, db: Db, kind: ChangeableKind, id: number) {
  const { companyId } = scope;
  const { zones, groups, stores, users, rules } = columnsOf[kind];
  const playlists = and(eq(groupPlaylist.companyId, companyId), eq(groupPlaylist.groupId, id));
  const another = alias(userUnit, "another");
  const others = db
    .select({ id: another.id })
    .from(another)
    .where(
      and(
        eq(another.companyId, userUnit.companyId),
        eq(another.userId, userUnit.userId),
        isNotNull(another[`${kind}Id` as const]),
        ne(another.id, userUnit.id),
      ),
    );
  const holders = await db
    .select({
      userId: appUser.id,
      username: appUser.username,
      /** True if they have no other unit of the kind. */
      isOnly: sql<boolean>`not exists ${others}`,
    })
    .from(userUnit)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, userUnit.companyId), eq(appUser.id, userUnit.userId)),
    )
    .where(and(eq(userUnit.companyId, companyId), eq(users, id)))
    .orderBy(appUser.id);
  return {
    zones: zones ? await db.$count(zone, and(eq(zone.companyId, companyId), eq(zones, id))) : 0,
    groups: groups
      ? await db.$count(storeGroup, and(eq(storeGroup.companyId, companyId), eq(groups, id)))
      : 0,
    stores: await db.$count(store, and(eq(store.companyId, companyId), eq(stores, id))),
    publishedDays:
      kind === "group" ? await db.$count(groupPlaylist, and(playlists, wasPublished)) : 0,
    drafts:
      kind === "group" ? await db.$count(groupPlaylist, and(playlists, not(wasPublished))) : 0,
    events: await db.$count(
      eventPlaylistUnit,
      and(eq(eventPlaylistUnit.companyId, companyId), eq(eventPlaylistUnit[`${kind}Id`], id)),
    ),
    masterRules: await db.$count(
      masterRule,
      and(eq(masterRule.companyId, companyId), eq(rules, id)),
    ),
    holders,
  };
}

/** Keeps others from changing the units of these users until the transaction ends, in key order. */
export const lockHolders = ({ companyId }: Scope, tx: Tx, userIds: number[]) =>
  tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(eq(appUser.companyId, companyId), inArray(appUser.id, userIds)))
    .orderBy(appUser.id)
    .for("update");

/** Removes a unit from all users who have it. */
export const deleteAssignments = (
  _by: AccountWriter,
  { companyId }: Scope,
  { tx, kind, id }: { tx: Tx; kind: ChangeableKind; id: number },
) =>
  tx.delete(userUnit).where(and(eq(userUnit.companyId, companyId), eq(columnsOf[kind].users, id)));

/**
 * Deletes a unit with its own rules and drafts. Throws the constraint violation if something still
 * refers to it.
 */
export async function deleteUnit(
  scope: Scope,
  tx: Tx,
  kind: ChangeableKind,
  id: number,
): Promise<void> {
  const { companyId } = scope;
  const { rules } = columnsOf[kind];
  const { table, within } = sourceOf[kind];
  await tx.delete(masterRule).where(and(eq(masterRule.companyId, companyId), eq(rules, id)));
  await tx
    .delete(eventPlaylistUnit)
    .where(and(eq(eventPlaylistUnit.companyId, companyId), eq(eventPlaylistUnit[`${kind}Id`], id)));
  await tx
    .delete(campaignUnit)
    .where(and(eq(campaignUnit.companyId, companyId), eq(campaignUnit[`${kind}Id`], id)));
  if (kind === "group")
    await tx
      .delete(groupPlaylist)
      .where(
        and(
          eq(groupPlaylist.companyId, companyId),
          eq(groupPlaylist.groupId, id),
          not(wasPublished),
        ),
      );
  await tx.delete(table as typeof region).where(and(within(scope), eq(table.id, id)));
}
