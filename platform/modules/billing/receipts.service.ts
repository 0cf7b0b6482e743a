import { showDate } from "#contract/base/dates";
import { formatAmount, parseAmount } from "#contract/base/money";
import type { Receipt, ReceiptForm, ReceiptQuery, ReceiptRow } from "#contract/billing/receipts";
import { tdsSectionsOn } from "#contract/billing/words";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { Call, SignedInCall } from "../../http/context.ts";
import { type ActorsCall, audit } from "../audit/index.ts";
import type { Biller } from "./invoices.queries.ts";
import { billingDate } from "./invoices.service.ts";
import { type LockedItem, lockItems } from "./open-items.queries.ts";
import {
  type FoundAllocation,
  type FoundReceipt,
  findAllocations,
  findReceipt,
  findReceiptPage,
  insertAllocations,
  insertReceipt,
  lockBankLine,
  lockCredits,
} from "./receipts.queries.ts";
import { showRupees } from "./rupees.ts";

/** The parts of a call that recording needs: the demo has no others. */
export type BillersCall = Pick<Call, "database" | "db" | "now"> & ActorsCall & { caller: Biller };
export type ReceiptsCall = BillersCall & { scope: Scope };

export type Target = { invoiceId?: number | undefined; openingId?: number | undefined };
/** In paise. */
export type Part = Target & { amount: number; tds: number };
export const toParts = (
  allocations: readonly (Target & { amount?: string | undefined; tds?: string | undefined })[],
): Part[] =>
  allocations.map(({ invoiceId, openingId, amount, tds }) => ({
    invoiceId,
    openingId,
    amount: amount === undefined ? 0 : parseAmount(amount),
    tds: tds === undefined ? 0 : parseAmount(tds),
  }));
export const add = <K extends string>(rows: readonly Record<K, number>[], member: K): number =>
  rows.reduce((total, row) => total + row[member], 0);

/**
 * Records a receipt or a refund with its allocations, in one transaction. Throws 422 on the field
 * that is wrong: an amount above what is outstanding, was overpaid or received, a day before the
 * invoice or in the future, a line of the bank statement that is already used.
 */
export async function addReceipt(call: ReceiptsCall, form: ReceiptForm): Promise<Receipt> {
  const today = await billingDate(call.db, call.now);
  if (form.receivedOn > today) throw invalid({ receivedOn: "This date is in the future." });
  const { companyId } = call.scope;
  const parts = toParts(form.allocations);
  const amount = form.amount === undefined ? 0 : parseAmount(form.amount);
  checkForm(form, { amount, parts });
  const sign = form.refund ? -1 : 1;
  return call.database.transaction(async (tx) => {
    if (form.bankLineId !== undefined) await takeBankLine(tx, form.bankLineId, form, amount);
    const items = await lockTargets(call.scope, tx, parts);
    checkParts(form, parts, items);
    const id = await insertReceipt(tx, {
      companyId,
      receivedOn: form.receivedOn,
      amount: sign * amount,
      tds: add(parts, "tds"),
      tdsSection: form.tdsSection ?? null,
      tdsCertificate: form.tdsCertificate ?? null,
      method: amount === 0 ? "TDS" : form.method,
      reference: form.reference ?? null,
      bankLineId: form.bankLineId ?? null,
      ...notedBy(call),
    });
    await allocate(call, tx, { companyId, id }, signed(parts, sign));
    if (form.refund && parts.length === 0) await setOffRefund(call, tx, { id, amount });
    await auditEntry(call, tx, { companyId, id }, { form, parts, items });
    return readReceipt(call.caller, tx, id);
  });
}

function checkForm(form: ReceiptForm, { amount, parts }: { amount: number; parts: Part[] }): void {
  const tds = add(parts, "tds");
  const allocated = add(parts, "amount");
  if (tds > 0 && form.refund) throw invalid({ tdsSection: "A refund has no tax deducted." });
  if (tds > 0 && form.tdsSection === undefined)
    throw invalid({ tdsSection: "Choose the section under which tax was deducted." });
  if (form.tdsSection && !tdsSectionsOn(form.receivedOn).includes(form.tdsSection))
    throw invalid({
      tdsSection: "Section 393 holds from 1 April 2026. Choose a section of the Act of 1961.",
    });
  if (tds === 0 && form.tdsCertificate !== undefined)
    throw invalid({ tdsCertificate: "No tax was deducted. Leave this empty." });
  if (amount === 0 && (tds === 0 || form.bankLineId !== undefined))
    throw invalid({ amount: "Enter an amount above zero." });
  if (allocated > amount)
    throw invalid({
      amount: `The invoices come to ${showRupees(allocated)}, more than this ${showRupees(amount)}.`,
    });
  if (form.refund && parts.length > 0 && allocated < amount)
    throw invalid({ amount: `The invoices come to ${showRupees(allocated)} only.` });
}

const signed = (parts: readonly Part[], sign: 1 | -1): Part[] =>
  parts.map((part) => ({ ...part, amount: sign * part.amount }));

export const notedBy = ({ caller, now }: Pick<BillersCall, "caller" | "now">) => ({
  notedBy: caller.username,
  notedAt: now,
});

/** Throws 422 on `bankLineId` for a line that is used or set aside, and on what differs from it. */
async function takeBankLine(
  tx: Tx,
  id: number,
  { receivedOn, refund }: ReceiptForm,
  amount: number,
): Promise<void> {
  const line = await lockBankLine(tx, id);
  if (!line) throw invalid({ bankLineId: "There is no such line." });
  if (line.used)
    throw invalid({
      bankLineId: `${line.used.notedBy} has already matched this line to ${line.used.companyName}.`,
    });
  if (line.ignoredBy !== null)
    throw invalid({ bankLineId: `${line.ignoredBy} has set this line aside.` });
  if (refund) throw invalid({ refund: "A line of the bank statement is no refund." });
  if (line.amount !== amount)
    throw invalid({ amount: `The bank statement says ${showRupees(line.amount)}.` });
  if (line.day !== receivedOn)
    throw invalid({ receivedOn: `The bank statement says ${showDate(line.day)}.` });
}

/** Locks the parts' targets and gives them in the same order. Throws 422 on a part without one. */
export async function lockTargets(
  scope: Scope,
  tx: Tx,
  parts: readonly Target[],
): Promise<LockedItem[]> {
  const items = await lockItems(scope, tx, {
    invoices: parts.flatMap(({ invoiceId }) => invoiceId ?? []),
    openings: parts.flatMap(({ openingId }) => openingId ?? []),
  });
  return parts.map(({ invoiceId, openingId }, place) => {
    const item = items.find(({ kind, id }) =>
      kind === "invoice" ? id === invoiceId : id === openingId,
    );
    if (item) return item;
    const member = invoiceId === undefined ? "openingId" : "invoiceId";
    const words =
      invoiceId === undefined ? "There is no such opening balance." : "There is no such invoice.";
    throw invalid({ [`allocations.${place}.${member}`]: words });
  });
}

/** Throws 422 on each part that is more than is outstanding, or for a refund was overpaid. */
export function checkParts(
  { receivedOn, refund }: { receivedOn?: string; refund?: boolean | undefined },
  parts: readonly Part[],
  items: readonly LockedItem[],
): void {
  const errors = items.flatMap((item, place): [string, string][] => {
    const { amount, tds } = parts[place] ?? { amount: 0, tds: 0 };
    const field = `allocations.${place}.${amount === 0 ? "tds" : "amount"}`;
    if (receivedOn !== undefined && receivedOn < item.issuedOn)
      return [["receivedOn", `${item.number} was issued on ${showDate(item.issuedOn)}.`]];
    const most = Math.max(0, refund ? -item.outstanding : item.outstanding);
    const words = refund ? "was overpaid" : "is outstanding";
    return amount + tds > most ? [[field, `Only ${showRupees(most)} ${words}.`]] : [];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

export const allocate = (
  call: BillersCall,
  tx: Tx,
  { companyId, id: receiptId }: { companyId: number; id: number },
  parts: readonly Part[],
) =>
  insertAllocations(
    tx,
    parts.map((part) => ({ companyId, receiptId, ...part, ...notedBy(call) })),
  );

/**
 * Takes a refund from the receipts that have credit on account, the oldest first. Throws 422 on
 * `amount` for more than there is.
 */
async function setOffRefund(
  call: ReceiptsCall,
  tx: Tx,
  { id, amount }: { id: number; amount: number },
): Promise<void> {
  const { companyId } = call.scope;
  let left = amount;
  for (const credit of await lockCredits(call.scope, tx)) {
    const part = Math.min(left, credit.unallocated);
    left -= part;
    if (part > 0)
      await allocate(call, tx, { companyId, id: credit.id }, [{ amount: part, tds: 0 }]);
  }
  if (left > 0) throw invalid({ amount: `Only ${showRupees(amount - left)} is on account.` });
  await allocate(call, tx, { companyId, id }, [{ amount: -amount, tds: 0 }]);
}

/** A row for the receipt, and one for each invoice, whose history shows it. */
async function auditEntry(
  call: ReceiptsCall,
  tx: Tx,
  { companyId, id }: { companyId: number; id: number },
  {
    form,
    parts,
    items,
  }: { form: ReceiptForm; parts: readonly Part[]; items: readonly LockedItem[] },
): Promise<void> {
  const { amount, receivedOn, method, reference, tdsSection, tdsCertificate, refund } = form;
  const tds = add(parts, "tds");
  const taxed = { tds: formatAmount(tds), tdsSection, tdsCertificate };
  await audit(tx, call, [
    {
      companyId,
      action: refund ? "refund recorded" : "receipt recorded",
      itemKind: "receipt",
      itemId: id,
      itemName: reference ?? showDate(receivedOn),
      after: {
        amount: formatAmount(parseAmount(amount ?? "0")),
        receivedOn,
        method,
        reference,
        ...(tds > 0 && taxed),
      },
    },
    ...itemEntries(companyId, refund ? "payment refunded" : "payment recorded", parts, items),
  ]);
}

export const itemEntries = (
  companyId: number,
  action: string,
  parts: readonly Part[],
  items: readonly LockedItem[],
) =>
  items.map(({ kind, id, number }, place) => ({
    companyId,
    action,
    itemKind: kind === "invoice" ? "invoice" : "opening balance",
    itemId: id,
    itemName: number,
    after: {
      amount: formatAmount(parts[place]?.amount ?? 0),
      ...((parts[place]?.tds ?? 0) > 0 && { tds: formatAmount(parts[place]?.tds ?? 0) }),
    },
  }));

/** Throws 404 for a receipt that the caller does not see. */
export async function readReceipt(caller: Biller, db: Db | Tx, id: number): Promise<Receipt> {
  const row = await findReceipt(caller, db, id);
  if (!row) throw notFound();
  return toReceipt(row, await findAllocations(db, row));
}

export const showReceipt = ({ db, caller }: SignedInCall, id: number): Promise<Receipt> =>
  readReceipt(caller, db, id);

/** Lists a page of receipts. Throws 403 if the caller may not see them, 422 for a bad cursor. */
export async function listReceipts({ db, caller }: SignedInCall, query: ReceiptQuery) {
  const { rows, page, all } = await findReceiptPage(db, caller, query);
  const totals = {
    amount: formatAmount(all.amount),
    tds: formatAmount(all.tds),
    unallocated: formatAmount(all.unallocated),
  };
  const data = rows.map(
    ({ bankLineId: _, notedBy: __, notedAt: ___, numbers, ...row }): ReceiptRow => ({
      ...toAmounts(row),
      numbers,
    }),
  );
  return { data, page: { ...page, total: all.total, totals } };
}

const toAmounts = <Row extends { amount: number; tds: number; unallocated: number }>(row: Row) => ({
  ...row,
  amount: formatAmount(row.amount),
  tds: formatAmount(row.tds),
  unallocated: formatAmount(row.unallocated),
});

const toReceipt = (row: FoundReceipt, allocations: readonly FoundAllocation[]): Receipt => ({
  ...toAmounts(row),
  notedAt: row.notedAt.toISOString(),
  allocations: allocations.map(({ amount, tds, notedAt, ...allocation }) => ({
    ...allocation,
    amount: formatAmount(amount),
    tds: formatAmount(tds),
    notedAt: notedAt.toISOString(),
  })),
});
