import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { billingSetting, invoice, storedFile } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

export const saveSignature = ({ companyId }: Scope, tx: Tx, signatureFileId: string | null) =>
  tx
    .update(billingSetting)
    .set({ signatureFileId, updatedAt: sql`now()` })
    .where(eq(billingSetting.companyId, companyId));

/** True if an invoice of any company was issued with this picture. */
export async function isOnInvoice(tx: Tx, fileId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from ${invoice} where ${invoice.supplier} ->> 'signatureFileId' = ${fileId} limit 1`,
  );
  return rows.length > 0;
}

/** The key of the picture that an invoice names, which is the provider's. */
export async function findSignatureKey(
  { companyId }: Scope,
  db: Db,
  fileId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ key: storedFile.key })
    .from(storedFile)
    .where(
      and(
        eq(storedFile.companyId, companyId),
        eq(storedFile.id, fileId),
        eq(storedFile.purpose, "signature"),
      ),
    );
  return row?.key;
}
