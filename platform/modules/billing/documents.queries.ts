import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { company, creditNote, invoice, storedFile } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { invoicesOf } from "./invoices.queries.ts";

export type DocumentKind = "invoice" | "credit-note";
export type DocumentKey = { kind: DocumentKind; companyId: number; id: number };

const tableOf = { invoice, "credit-note": creditNote };
const ofKey = ({ kind, companyId, id }: DocumentKey) => {
  const table = tableOf[kind];
  return and(eq(table.companyId, companyId), eq(table.id, id));
};

/** Invoices and credit notes without a PDF, the oldest first. */
export async function findWithoutPdf(db: Db, limit: number): Promise<DocumentKey[]> {
  const of = (kind: DocumentKind) => {
    const table = tableOf[kind];
    return db
      .select({ companyId: table.companyId, id: table.id })
      .from(table)
      .where(isNull(table.fileId))
      .orderBy(table.id)
      .limit(limit);
  };
  const invoices = await of("invoice");
  const notes = await of("credit-note");
  return [
    ...invoices.map((row) => ({ kind: "invoice" as const, ...row })),
    ...notes.map((row) => ({ kind: "credit-note" as const, ...row })),
  ];
}

/** The whole of an invoice, or of a credit note with the invoice that it is about. */
export async function findDocument(db: Db | Tx, key: DocumentKey) {
  if (key.kind === "invoice") {
    const [row] = await db.select().from(invoice).where(ofKey(key));
    return row && { invoice: row, note: undefined };
  }
  const [row] = await db
    .select({ invoice, note: creditNote })
    .from(creditNote)
    .innerJoin(
      invoice,
      and(eq(invoice.companyId, creditNote.companyId), eq(invoice.id, creditNote.invoiceId)),
    )
    .where(ofKey(key));
  return row;
}
export type FoundDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** The first name of a company's contact, whom emails greet; null if it has none. */
export const contactFirstName = sql<string | null>`split_part(${company.contactName}, ' ', 1)`;

export async function findContactFirstName(db: Db, companyId: number): Promise<string | null> {
  const [row] = await db
    .select({ firstName: contactFirstName })
    .from(company)
    .where(eq(company.id, companyId));
  return row?.firstName ?? null;
}

/**
 * Stores the file's row if its document has none yet: the second caller writes nothing, so that the
 * bytes never change.
 */
export async function keepPdf(
  tx: Tx,
  key: DocumentKey,
  file: Omit<typeof storedFile.$inferInsert, "companyId">,
): Promise<boolean> {
  const table = tableOf[key.kind];
  const [locked] = await tx
    .select({ fileId: table.fileId })
    .from(table)
    .where(ofKey(key))
    .for("no key update");
  if (!locked || locked.fileId !== null) return false;
  await tx.insert(storedFile).values({ ...file, companyId: key.companyId });
  await tx.update(table).set({ fileId: file.id }).where(ofKey(key));
  return true;
}

export async function findPdf(db: Db, { companyId, id }: { companyId: number; id: string }) {
  const [row] = await db
    .select({ key: storedFile.key, name: storedFile.name })
    .from(storedFile)
    .where(and(eq(storedFile.companyId, companyId), eq(storedFile.id, id)));
  return row;
}

/**
 * A document that the caller sees; without the caller's companies in the WHERE it would be
 * anybody's.
 */
export async function findKey(
  caller: Caller,
  db: Db,
  kind: DocumentKind,
  id: number,
): Promise<DocumentKey | undefined> {
  const visibleWhere = (where: SQL | undefined) => and(invoicesOf(caller), where);
  const [row] =
    kind === "invoice"
      ? await db
          .select({ companyId: invoice.companyId })
          .from(invoice)
          .where(visibleWhere(eq(invoice.id, id)))
      : await db
          .select({ companyId: creditNote.companyId })
          .from(creditNote)
          .innerJoin(
            invoice,
            and(eq(invoice.companyId, creditNote.companyId), eq(invoice.id, creditNote.invoiceId)),
          )
          .where(visibleWhere(eq(creditNote.id, id)));
  return row && { kind, id, ...row };
}
