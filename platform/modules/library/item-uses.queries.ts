import { and, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { findRulePlaces } from "../../db/rule-places.ts";
import { demoPlaylist, masterRuleArcPoint, masterRuleMixItem } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

const ofItems = ({ companyId }: Scope, ids: number[]): SQL | undefined =>
  and(
    eq(masterRuleMixItem.itemCompanyId, companyId),
    sql`${masterRuleMixItem.itemId} = any(${sql.param(ids)}::bigint[])`,
  );

const askedMoods = ({ companyId }: Scope, ids: number[]): SQL | undefined =>
  and(
    eq(masterRuleArcPoint.moodCompanyId, companyId),
    sql`${masterRuleArcPoint.moodId} = any(${sql.param(ids)}::bigint[])`,
  );

/** The rules of all companies whose mix or arc asks for songs with an item. */
export function findItemUses(scope: Scope, db: Db, id: number, limit: number) {
  const { companyId, ruleId } = masterRuleMixItem;
  const uses = sql`select ${companyId}, ${ruleId}, null::smallint from ${masterRuleMixItem} where ${ofItems(scope, [id])}
    union select ${masterRuleArcPoint.companyId}, ${masterRuleArcPoint.ruleId}, null::smallint from ${masterRuleArcPoint} where ${askedMoods(scope, [id])}`;
  return findRulePlaces(db, uses, undefined, limit);
}

/** Makes rules that ask for one of the items ask for another. */
export async function repointRules(
  scope: Scope,
  tx: Tx,
  { ids, intoId }: { ids: number[]; intoId: number },
): Promise<void> {
  const { companyId, ruleId, position, itemCompanyId } = masterRuleMixItem;
  await tx
    .insert(masterRuleMixItem)
    .select(
      tx
        .selectDistinct({
          companyId,
          ruleId,
          position,
          itemCompanyId,
          itemId: sql<number>`${intoId}::bigint`.as("item_id"),
        })
        .from(masterRuleMixItem)
        .where(ofItems(scope, ids)),
    )
    .onConflictDoNothing();
  await tx.delete(masterRuleMixItem).where(ofItems(scope, ids));
  await tx.update(masterRuleArcPoint).set({ moodId: intoId }).where(askedMoods(scope, ids));
}

const isAmong = (column: SQLWrapper, ids: number[]) =>
  sql`${column} = any(${sql.param(ids)}::bigint[])`;

/** The names of some demo playlists whose language or song type is an item. */
export async function findDemosOf({ companyId }: Scope, db: Db, id: number): Promise<string[]> {
  const rows = await db
    .select({ name: demoPlaylist.name })
    .from(demoPlaylist)
    .where(
      and(
        eq(demoPlaylist.companyId, companyId),
        or(eq(demoPlaylist.languageId, id), eq(demoPlaylist.songTypeId, id)),
      ),
    )
    .orderBy(demoPlaylist.nameKey)
    .limit(3);
  return rows.map(({ name }) => name);
}

/** Moves demo playlists of the items to another item. */
export async function repointDemos(
  { companyId }: Scope,
  tx: Tx,
  { ids, intoId }: { ids: number[]; intoId: number },
): Promise<void> {
  const ofCompany = eq(demoPlaylist.companyId, companyId);
  await tx
    .update(demoPlaylist)
    .set({ languageId: intoId })
    .where(and(ofCompany, isAmong(demoPlaylist.languageId, ids)));
  await tx
    .update(demoPlaylist)
    .set({ songTypeId: intoId })
    .where(and(ofCompany, isAmong(demoPlaylist.songTypeId, ids)));
}
