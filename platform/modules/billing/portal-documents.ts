import { notFound } from "../../base/refusal.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { SignedInCall } from "../../http/context.ts";
import {
  type DocumentKey,
  type DocumentKind,
  type FoundDocument,
  findDocument,
  findKey,
} from "./documents.queries.ts";
import type { PortalDocument } from "./e-invoice.ts";
import { findCreditLines, findLines } from "./invoices.queries.ts";

/** Converts invoices and notes to the invoice portal's format. */

export type DocumentRef = { kind: DocumentKind; id: number };

/** Throws 404 for a document that the caller does not see. */
export async function findOwn(
  { caller, db }: Pick<SignedInCall, "caller" | "db">,
  { kind, id }: DocumentRef,
) {
  const key = await findKey(caller, db, kind, id);
  const document = key && (await findDocument(db, key));
  if (!key || !document) throw notFound();
  return { key, portal: await toPortalDocument(db, key, document), document };
}

/** Converts an invoice or a note to the portal's format. */
export async function toPortalDocument(
  db: Db | Tx,
  { kind, id }: DocumentKey,
  { invoice, note }: FoundDocument,
): Promise<PortalDocument> {
  const lines = await findLines(db, invoice);
  const { taxKind, taxRate, supplyState, supplier, customer } = invoice;
  const common = { taxKind, taxRate, supplyState, supplier, customer };
  const { number, issuedOn, financialYear, taxable, cgst, sgst, igst, total } = note ?? invoice;
  const tax = { taxable, cgst, sgst, igst, total };
  const hasGst = note?.hasGst ?? true;
  const head = { ...common, number, issuedOn, financialYear, tax, hasGst };
  const described = new Map(lines.map((line) => [line.line, line]));
  if (kind === "invoice")
    return {
      ...head,
      type: "INV",
      about: null,
      lines: lines.map(({ line, description, sac, amount }) => ({
        line,
        description,
        sac,
        taxable: amount,
      })),
    };
  const credited = await findCreditLines(db, invoice);
  return {
    ...head,
    type: note?.kind === "DEBIT" ? "DBN" : "CRN",
    about: { number: invoice.number, issuedOn: invoice.issuedOn },
    lines: credited.flatMap(({ creditNoteId, line, amount }) => {
      const origin = described.get(line);
      if (creditNoteId !== id || !origin) return [];
      return [{ line, description: origin.description, sac: origin.sac, taxable: amount }];
    }),
  };
}
