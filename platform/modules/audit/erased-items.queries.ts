import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { auditLog, erasedItem } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";

/**
 * Hides people whose personal data was erased from the audit log (docs/decisions/personal-data.md).
 * Its rows stay as they were written, since nothing may change them; every reader goes
 * through `personalColumns`.
 */

type ErasedKind = "user" | "request";

/** Replaces a name: "erased user 2000012". */
export const erasedName = (kind: ErasedKind, id: number | string) => `erased ${kind} ${id}`;

/** Marks items in the transaction that erases them. */
export const markErased = (
  tx: Tx,
  items: { companyId: number; itemKind: ErasedKind; itemId: number }[],
) =>
  tx
    .insert(erasedItem)
    .values(
      items.map(({ companyId, itemKind, itemId }) => ({
        companyId,
        itemKind,
        itemId: String(itemId),
      })),
    )
    .onConflictDoNothing();

const isErased = (
  companyId: AnyPgColumn,
  kind: SQL | AnyPgColumn,
  id: SQL | AnyPgColumn,
) => sql<boolean>`exists (select 1 from ${erasedItem}
  where ${erasedItem.companyId} = ${companyId} and ${erasedItem.itemKind} = ${kind} and ${erasedItem.itemId} = ${id})`;

export const isItemErased = isErased(auditLog.companyId, auditLog.itemKind, auditLog.itemId);
/** True if the actor was erased; for a visitor, who has no user, if the item was. */
export const isActorErased = sql<boolean>`(${isErased(auditLog.actorCompanyId, sql`'user'`, sql`${auditLog.actorId}::text`)}
  or (${auditLog.actorId} is null and ${isItemErased}))`;

const unlessErased = <Value>(column: AnyPgColumn, isGone: SQL, instead: SQL = sql`null`) =>
  sql<Value>`case when ${isGone} then ${instead} else ${column} end`;

/** The columns of an entry that may say who somebody was. */
export const personalColumns = {
  actorName: unlessErased<string>(
    auditLog.actorName,
    isActorErased,
    sql`case when ${auditLog.actorId} is null then ${auditLog.actorName} else 'erased user ' || ${auditLog.actorId} end`,
  ),
  address: unlessErased<string | null>(auditLog.address, isActorErased),
  itemName: unlessErased<string | null>(
    auditLog.itemName,
    isItemErased,
    sql`'erased ' || ${auditLog.itemKind} || ' ' || ${auditLog.itemId}`,
  ),
  before: unlessErased<unknown>(auditLog.before, isItemErased),
  after: unlessErased<unknown>(auditLog.after, isItemErased),
};
