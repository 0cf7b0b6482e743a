import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { openingBalance, receiptAllocation } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { openingOutstanding } from "./open-items.queries.ts";

const isOne = ({ companyId }: Scope, id: number) =>
  and(eq(openingBalance.companyId, companyId), eq(openingBalance.id, id));

export const findOpenings = ({ companyId }: Scope, db: Db) =>
  db
    .select({
      id: openingBalance.id,
      number: openingBalance.number,
      issuedOn: openingBalance.issuedOn,
      dueOn: openingBalance.dueOn,
      total: openingBalance.total,
      outstanding: openingOutstanding,
      notedBy: openingBalance.notedBy,
    })
    .from(openingBalance)
    .where(eq(openingBalance.companyId, companyId))
    .orderBy(openingBalance.issuedOn, openingBalance.id);

export async function insertOpening(
  tx: Tx,
  values: typeof openingBalance.$inferInsert,
): Promise<number> {
  const [added] = await tx
    .insert(openingBalance)
    .values(values)
    .returning({ id: openingBalance.id });
  if (!added) throw new Error("insert returned no row");
  return added.id;
}

/** Locks it, so that nothing is allocated to it in the meantime. */
export async function lockOpening(scope: Scope, tx: Tx, id: number) {
  const [opening] = await tx.select().from(openingBalance).where(isOne(scope, id)).for("update");
  if (!opening) return undefined;
  const [allocated] = await tx
    .select({ isAllocated: sql<boolean>`count(*) > 0` })
    .from(receiptAllocation)
    .where(
      and(eq(receiptAllocation.companyId, scope.companyId), eq(receiptAllocation.openingId, id)),
    );
  return { ...opening, isAllocated: allocated?.isAllocated ?? false };
}

export const deleteOpening = (scope: Scope, tx: Tx, id: number) =>
  tx.delete(openingBalance).where(isOne(scope, id));
