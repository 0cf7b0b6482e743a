import { dateIn, daysBetween, showDate } from "#contract/base/dates";
import { formatAmount, parseAmount } from "#contract/base/money";
import {
  type CreditNoteForm,
  type DebitNoteForm,
  type Statement,
  statementDays,
} from "#contract/billing/entries";
import type { CreditNote } from "#contract/billing/invoices";
import {
  lastCreditDay,
  type NoteKind,
  noteKindLabels,
  unprintableText,
} from "#contract/billing/words";
import { forbidden, invalid, notFound, notSetUp } from "../../base/refusal.ts";
import type { ExportRows } from "../../db/export-cells.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { findMissingCharacters } from "../../pdf/faces.ts";
import { audit } from "../audit/index.ts";
import { showAgeingOf } from "./ageing.service.ts";
import {
  findMovements,
  findOpening,
  insertCreditNote,
  lockInvoice,
  statementRows,
} from "./entries.queries.ts";
import { findCompanyNames, findCreditLines, findLines, netCredit } from "./invoices.queries.ts";
import { toCreditNote } from "./invoices.service.ts";
import { takeNumbers } from "./issue.queries.ts";
import type { BillersCall } from "./receipts.service.ts";
import { showRupees } from "./rupees.ts";
import { type FoundSettings, findBilling } from "./settings.queries.ts";
import { type Tax, taxOnCredit } from "./tax.ts";

type LockedInvoice = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>;
const sum = (rows: readonly { amount: number }[]) =>
  rows.reduce((total, { amount }) => total + amount, 0);

async function lockKnown(call: BillersCall, tx: Tx, id: number): Promise<LockedInvoice> {
  const invoice = await lockInvoice(call.caller, tx, id);
  if (!invoice) throw invalid({ invoiceId: "There is no such invoice." });
  return invoice;
}

/**
 * Credits an invoice, whole or by line, with its tax. Throws 422 on `invoiceId`
 * if nothing is left of it, on `lines` for a line of another invoice, or for more than is left of
 * one, and on `withoutGst` if the time to take back tax is over and nobody confirmed it.
 */
export const addCreditNote = (call: BillersCall, form: CreditNoteForm): Promise<CreditNote> =>
  addNote(call, { kind: "CREDIT", ...form }, ({ invoice, left, noteLines, issuedOn, settings }) => {
    const lines = linesToCredit(form, left);
    const hasGst = form.withoutGst !== true;
    const lastDay = lastCreditDay(invoice.periodTo, settings);
    if (hasGst && invoice.total > invoice.taxable && issuedOn > lastDay)
      throw invalid({
        withoutGst: `GST on this invoice could be credited until ${showDate(lastDay)}. Tick to credit it without GST.`,
      });
    const taxable = sum(lines);
    const before = netCredit(noteLines.filter((line) => line.hasGst));
    const tax = hasGst
      ? taxOnCredit(taxable, before, invoice.taxKind, invoice.taxRate)
      : withoutTax(taxable);
    return { lines, hasGst, lastCreditDay: lastDay, tax };
  });

/**
 * Raises lines of an invoice that charged too little, with the tax on it (CGST Act, section 34(3)).
 * Throws 422 on `lines` for a line of another invoice.
 */
export const addDebitNote = (call: BillersCall, form: DebitNoteForm): Promise<CreditNote> =>
  addNote(call, { kind: "DEBIT", ...form }, ({ invoice, left, noteLines }) => {
    const lines = form.lines.map(({ line, amount }) => ({ line, amount: parseAmount(amount) }));
    const errors = lines.flatMap(({ line }, place) =>
      left.has(line) ? [] : [[`lines.${place}.line`, `The invoice has no line ${line}.`]],
    );
    if (errors.length > 0) throw invalid(Object.fromEntries(errors));
    const taxable = sum(lines);
    const before = netCredit(noteLines.filter((line) => line.hasGst)) - taxable;
    return {
      lines,
      hasGst: true,
      lastCreditDay: null,
      tax: taxOnCredit(taxable, before, invoice.taxKind, invoice.taxRate),
    };
  });

type NoteFacts = {
  invoice: LockedInvoice;
  /** The rest of each line that can be credited. */
  left: ReadonlyMap<number, number>;
  noteLines: Awaited<ReturnType<typeof findCreditLines>>;
  issuedOn: string;
  settings: FoundSettings | undefined;
};
type NoteContents = {
  lines: { line: number; amount: number }[];
  hasGst: boolean;
  lastCreditDay: string | null;
  tax: Tax;
};

/** Writes a note about an invoice, which `contents` computes under the invoice's lock. */
async function addNote(
  call: BillersCall,
  { kind, invoiceId, reason }: { kind: NoteKind; invoiceId: number; reason: string },
  contents: (facts: NoteFacts) => NoteContents,
): Promise<CreditNote> {
  const billing = await findBilling(call.db);
  if (!billing) throw notSetUp();
  const { providerId, zone, settings } = billing;
  const unprintable = await findMissingCharacters(reason);
  if (unprintable.length > 0)
    throw invalid({
      reason: unprintableText(unprintable.map(({ label }) => label).join(", ")),
    });
  const issuedOn = dateIn(zone, call.now);
  return call.database.transaction(async (tx) => {
    const invoice = await lockKnown(call, tx, invoiceId);
    const noteLines = await findCreditLines(tx, invoice);
    const left = new Map((await findLines(tx, invoice)).map(({ line, amount }) => [line, amount]));
    for (const one of noteLines) left.set(one.line, (left.get(one.line) ?? 0) - netCredit([one]));
    const { lines, tax, ...rule } = contents({ invoice, left, noteLines, issuedOn, settings });
    const series = `${kind}_NOTE` as const;
    const [number] = await takeNumbers(tx, providerId, series, issuedOn, 1);
    if (!number) throw new Error("no number");
    const { companyId } = invoice;
    const issue = { issuedOn, issuedAt: call.now, issuedBy: call.caller.username };
    const note = await insertCreditNote(
      tx,
      { companyId, invoiceId, kind, ...rule, ...number, ...issue, ...tax, reason },
      lines,
    );
    await audit(tx, call, [
      {
        companyId,
        action: `${noteKindLabels[kind].toLowerCase()} issued`,
        itemKind: "invoice",
        itemId: invoiceId,
        itemName: invoice.number,
        after: { number: note.number, reason: note.reason, total: formatAmount(note.total) },
      },
    ]);
    return toCreditNote(note, lines);
  });
}

const withoutTax = (taxable: number): Tax => ({
  taxable,
  cgst: 0,
  sgst: 0,
  igst: 0,
  total: taxable,
});

function linesToCredit(form: Pick<CreditNoteForm, "lines">, left: ReadonlyMap<number, number>) {
  const requestedLines =
    form.lines?.map(({ line, amount }) => ({ line, amount: parseAmount(amount) })) ??
    [...left].map(([line, amount]) => ({ line, amount })).filter(({ amount }) => amount > 0);
  if (requestedLines.length === 0)
    throw invalid({ invoiceId: "This invoice is credited in full." });
  const errors = requestedLines.flatMap(({ line, amount }, place): [string, string][] => {
    const most = left.get(line);
    if (most === undefined) return [[`lines.${place}.line`, `The invoice has no line ${line}.`]];
    const words =
      most > 0
        ? `At most ${showRupees(most)} is left of line ${line}.`
        : `Nothing is left of line ${line}.`;
    return amount > most ? [[`lines.${place}.amount`, words]] : [];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
  return requestedLines;
}

type Days = { from: string; to: string };

/**
 * Throws 403 for client staff who do not see the whole company, 422 on `to` for a range too long or
 * the wrong way round.
 */
function checkStatement({ scope }: Pick<ScopedCall, "scope">, { from, to }: Days): void {
  if (scope.reach !== "company") throw forbidden();
  if (to < from) throw invalid({ to: "The last day is before the first." });
  if (daysBetween(from, to) > statementDays)
    throw invalid({ to: `Choose at most ${statementDays} days.` });
}

/** The company's account from one day to another. Throws as checkStatement does. */
export async function showStatement(call: ScopedCall, { from, to }: Days): Promise<Statement> {
  const { scope, db } = call;
  checkStatement(call, { from, to });
  const names = await findCompanyNames(db, scope.companyId);
  if (!names) throw notFound();
  const opening = await findOpening(scope, db, from);
  const moved = await findMovements(scope, db, from, to);
  let balance = opening;
  const entries = moved.map(({ amount, ...entry }) => {
    balance += amount;
    return { ...entry, amount: formatAmount(amount), balance: formatAmount(balance) };
  });
  const of = (...kinds: string[]) => sum(moved.filter(({ kind }) => kinds.includes(kind)));
  return {
    companyId: scope.companyId,
    ...names,
    from,
    to,
    entries,
    opening: formatAmount(opening),
    broughtForward: formatAmount(of("OPENING")),
    invoiced: formatAmount(of("INVOICE", "DEBIT_NOTE")),
    credited: formatAmount(0 - of("CREDIT_NOTE")),
    paid: formatAmount(0 - of("PAYMENT", "REFUND", "REVERSAL")),
    tds: formatAmount(0 - of("TDS")),
    closing: formatAmount(balance),
    ageing: await showAgeingOf(call),
  };
}

/** Exports the statement as CSV rows. Throws as checkStatement does. */
export function exportStatement(call: ScopedCall, { from, to }: Days): ExportRows {
  checkStatement(call, { from, to });
  return statementRows(call.scope, from, to);
}
