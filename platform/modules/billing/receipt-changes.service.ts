import { showDate } from "#contract/base/dates";
import { formatAmount, parseAmount } from "#contract/base/money";
import type { Receipt } from "#contract/billing/receipts";
import { wholeCompany } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { audit } from "../audit/index.ts";
import { billingDate } from "./invoices.service.ts";
import {
  type FoundAllocation,
  type FoundReceipt,
  findAllocations,
  insertReceipt,
  lockReceipt,
  saveCertificate,
} from "./receipts.queries.ts";
import {
  add,
  allocate,
  type BillersCall,
  checkParts,
  itemEntries,
  lockTargets,
  notedBy,
  type Part,
  readReceipt,
  type Target,
  toParts,
} from "./receipts.service.ts";
import { showRupees } from "./rupees.ts";

/** Changes receipts that are recorded. */

async function lockKnown(call: BillersCall, tx: Tx, id: number): Promise<FoundReceipt> {
  const receipt = await lockReceipt(call.caller, tx, id);
  if (!receipt) throw notFound();
  return receipt;
}

const itemOf = ({ companyId, id, reference, receivedOn }: FoundReceipt) => ({
  companyId,
  itemKind: "receipt",
  itemId: id,
  itemName: reference ?? showDate(receivedOn),
});

/**
 * Allocates the rest of a receipt to invoices. Throws 404 for an unknown receipt, 422 on
 * `allocations` for more than it has left, and on a part that exceeds the outstanding amount.
 */
export const allocateReceipt = (
  call: BillersCall,
  id: number,
  allocations: readonly (Target & { amount: string })[],
): Promise<Receipt> =>
  call.database.transaction(async (tx) => {
    const receipt = await lockKnown(call, tx, id);
    const parts = toParts(allocations);
    const amount = add(parts, "amount");
    if (amount > receipt.unallocated)
      throw invalid({
        allocations: `The invoices come to ${showRupees(amount)}, but only ${showRupees(Math.max(0, receipt.unallocated))} is on account.`,
      });
    const items = await lockTargets(wholeCompany(receipt.companyId), tx, parts);
    checkParts({}, parts, items);
    await allocate(call, tx, receipt, parts);
    const after = { allocated: formatAmount(amount) };
    await audit(tx, call, [
      { ...itemOf(receipt), action: "receipt allocated", after },
      ...itemEntries(receipt.companyId, "payment recorded", parts, items),
    ]);
    return readReceipt(call.caller, tx, id);
  });

/**
 * Moves what a receipt settles of an invoice back to credit on account. Throws 404 for a receipt
 * that is not there, 422 on `amount` for more than it settles of it.
 */
export const releaseAllocation = (
  call: BillersCall,
  id: number,
  { amount: rupees, ...target }: Target & { amount: string },
): Promise<Receipt> =>
  call.database.transaction(async (tx) => {
    const receipt = await lockKnown(call, tx, id);
    const amount = parseAmount(rupees);
    const items = await lockTargets(wholeCompany(receipt.companyId), tx, [target]);
    const settled = (await findAllocations(tx, receipt)).filter(
      ({ invoiceId, openingId }) =>
        invoiceId === (target.invoiceId ?? null) && openingId === (target.openingId ?? null),
    );
    const most = receipt.reversedBy === null ? Math.max(0, add(settled, "amount")) : 0;
    if (amount > most) throw invalid({ amount: `This receipt settles ${showRupees(most)} of it.` });
    await allocate(call, tx, receipt, [{ ...target, amount: -amount, tds: 0 }]);
    const after = { released: formatAmount(amount) };
    const parts = [{ ...target, amount, tds: 0 }];
    await audit(tx, call, [
      { ...itemOf(receipt), action: "receipt released", after },
      ...itemEntries(receipt.companyId, "payment moved to account", parts, items),
    ]);
    return readReceipt(call.caller, tx, id);
  });

/**
 * Reverses a receipt by a new entry, with its allocations. Throws 404 for an unknown one,
 * 422 for one that was reversed already, is itself a reversal, or was refunded.
 */
export async function reverseReceipt(call: BillersCall, id: number): Promise<Receipt> {
  const receivedOn = await billingDate(call.db, call.now);
  return call.database.transaction(async (tx) => {
    const receipt = await lockKnown(call, tx, id);
    if (receipt.reverses !== null) throw invalid({ id: "This entry is itself a reversal." });
    if (receipt.reversedBy !== null) throw invalid({ id: "This payment is reversed already." });
    const parts = settledParts(await findAllocations(tx, receipt));
    const left = receipt.unallocated;
    if (receipt.amount > 0 && add(parts, "amount") + left !== receipt.amount)
      throw invalid({
        id: "Part of this payment was refunded from the account. Reverse the refund first.",
      });
    const { companyId, tds, tdsSection, tdsCertificate, method, reference } = receipt;
    const items = await lockTargets(wholeCompany(companyId), tx, parts);
    const reversal = await insertReceipt(tx, {
      companyId,
      tds: -tds,
      tdsSection,
      tdsCertificate,
      method,
      reference,
      receivedOn,
      amount: -receipt.amount,
      reverses: id,
      ...notedBy(call),
    });
    const back = parts.map((part) => ({ ...part, amount: -part.amount, tds: -part.tds }));
    await allocate(call, tx, { companyId, id: reversal }, back);
    if (left > 0) {
      await allocate(call, tx, receipt, [{ amount: left, tds: 0 }]);
      await allocate(call, tx, { companyId, id: reversal }, [{ amount: -left, tds: 0 }]);
    }
    const before = {
      amount: formatAmount(receipt.amount),
      receivedOn: receipt.receivedOn,
      reference,
    };
    await audit(tx, call, [
      { ...itemOf(receipt), action: "receipt reversed", before },
      ...itemEntries(companyId, "payment reversed", parts, items),
    ]);
    return readReceipt(call.caller, tx, reversal);
  });
}

/** Adds up what a receipt settles of each invoice and opening balance. */
function settledParts(allocations: readonly FoundAllocation[]): Part[] {
  const sums = new Map<string, Part>();
  for (const { invoiceId, openingId, amount, tds } of allocations) {
    if (invoiceId === null && openingId === null) continue;
    const key = `${invoiceId} ${openingId}`;
    const sum = sums.get(key) ?? {
      invoiceId: invoiceId ?? undefined,
      openingId: openingId ?? undefined,
      amount: 0,
      tds: 0,
    };
    sums.set(key, { ...sum, amount: sum.amount + amount, tds: sum.tds + tds });
  }
  return [...sums.values()].filter(({ amount, tds }) => amount !== 0 || tds !== 0);
}

/**
 * Notes the number of a TDS certificate. Throws 404 for a receipt that is not there, 422 for one
 * without tax deducted.
 */
export const changeCertificate = (
  call: BillersCall,
  id: number,
  tdsCertificate: string | null,
): Promise<Receipt> =>
  call.database.transaction(async (tx) => {
    const receipt = await lockKnown(call, tx, id);
    if (receipt.tds <= 0)
      throw invalid({ tdsCertificate: "No tax was deducted from this payment." });
    if (receipt.tdsCertificate !== tdsCertificate) {
      await saveCertificate(tx, receipt, tdsCertificate);
      await audit(tx, call, [
        {
          ...itemOf(receipt),
          action: "TDS certificate changed",
          before: { tdsCertificate: receipt.tdsCertificate },
          after: { tdsCertificate },
        },
      ]);
    }
    return readReceipt(call.caller, tx, id);
  });
