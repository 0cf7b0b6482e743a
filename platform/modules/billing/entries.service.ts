import { figuresOf } from "#contract/base/country-figures";
import { daysBetween } from "#contract/base/dates";
import { formatAmount, parseAmount } from "#contract/base/money";
import { type CreditNoteForm, type Statement, statementDays } from "#contract/billing/entries";
import type { CreditNote } from "#contract/billing/invoices";
import { forbidden, invalid, notFound, notSetUp } from "../../base/refusal.ts";
import type { CsvRows } from "../../db/copy-csv.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { showAgeingOf } from "./ageing.service.ts";
import {
  findMovements,
  findOpening,
  insertCreditNote,
  lockInvoice,
  statementRows,
} from "./entries.queries.ts";
import { findCompanyName, findCreditLines, findLines } from "./invoices.queries.ts";
import { asCreditNote, billingDate } from "./invoices.service.ts";
import { takeNumbers } from "./issue.queries.ts";
import type { BillersCall } from "./receipts.service.ts";
import { findBilling } from "./settings.queries.ts";
import { taxOnCredit } from "./tax.ts";

type Locked = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>;
const sum = (rows: readonly { amount: number }[]) =>
  rows.reduce((total, { amount }) => total + amount, 0);

async function lockKnown(call: BillersCall, tx: Tx, id: number): Promise<Locked> {
  const invoice = await lockInvoice(call.caller, tx, id);
  if (!invoice) throw invalid({ invoiceId: "There is no such invoice." });
  return invoice;
}

/**
 * Credits an invoice, whole or by line, with the tax that falls on it. Throws 422 on `invoiceId`
 * where nothing is left of it, and on `lines` for a line that is none of its, or more than is left
 * of one.
 */
export async function addCreditNote(call: BillersCall, form: CreditNoteForm): Promise<CreditNote> {
  const billing = await findBilling(call.db);
  if (!billing) throw notSetUp();
  const issuedOn = await billingDate(call.db, call.now);
  return call.database.transaction(async (tx) => {
    const invoice = await lockKnown(call, tx, form.invoiceId);
    const before = await findCreditLines(tx, invoice);
    const left = new Map((await findLines(tx, invoice)).map(({ line, amount }) => [line, amount]));
    for (const { line, amount } of before) left.set(line, (left.get(line) ?? 0) - amount);
    const lines = linesToCredit(form, left);
    const tax = taxOnCredit(sum(lines), sum(before), invoice.taxKind, invoice.taxRate);
    const [number] = await takeNumbers(tx, billing.providerId, "CREDIT_NOTE", issuedOn, 1);
    if (!number) throw new Error("no number");
    const { companyId, id: invoiceId } = invoice;
    const issue = { issuedOn, issuedAt: call.now, issuedBy: call.caller.username };
    const note = await insertCreditNote(
      tx,
      { companyId, invoiceId, ...number, ...issue, ...tax, reason: form.reason },
      lines,
    );
    await audit(tx, call, [
      {
        companyId,
        action: "credit note issued",
        itemKind: "invoice",
        itemId: invoiceId,
        itemName: invoice.number,
        after: { number: note.number, reason: note.reason, total: formatAmount(note.total) },
      },
    ]);
    return asCreditNote(note, lines);
  });
}

/** Amounts of invoices in Indian figures, as the invoice itself has them. */
const { money } = figuresOf("IN");

function linesToCredit(form: CreditNoteForm, left: ReadonlyMap<number, number>) {
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
        ? `At most ${money(most)} is left of line ${line}.`
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
  const companyName = await findCompanyName(db, scope.companyId);
  if (companyName === undefined) throw notFound();
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
    companyName,
    from,
    to,
    entries,
    opening: formatAmount(opening),
    broughtForward: formatAmount(of("OPENING")),
    invoiced: formatAmount(of("INVOICE")),
    credited: formatAmount(0 - of("CREDIT_NOTE")),
    paid: formatAmount(0 - of("PAYMENT", "REFUND", "REVERSAL")),
    tds: formatAmount(0 - of("TDS")),
    closing: formatAmount(balance),
    ageing: await showAgeingOf(call),
  };
}

/** The same as CSV rows. Throws as checkStatement does. */
export function exportStatement(call: ScopedCall, { from, to }: Days): CsvRows {
  checkStatement(call, { from, to });
  return statementRows(call.scope, from, to);
}
