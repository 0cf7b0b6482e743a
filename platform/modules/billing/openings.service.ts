import { formatAmount, parseAmount } from "#contract/base/money";
import type { OpeningBalance, OpeningForm } from "#contract/billing/openings";
import { invalid, notFound } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { findCompanyNames } from "./invoices.queries.ts";
import { billingDate } from "./invoices.service.ts";
import { findCredit, findOpenItems } from "./open-items.queries.ts";
import { deleteOpening, findOpenings, insertOpening, lockOpening } from "./openings.queries.ts";
import { insertReceipt } from "./receipts.queries.ts";

/** More are no list to choose from; the oldest are settled first. */
const mostItems = 200;

/** Lists the items that a company has to pay, the oldest first, and its credit on account. */
export async function listOpenItems({ scope, db }: ScopedCall) {
  const names = await findCompanyNames(db, scope.companyId);
  if (!names) throw notFound();
  const items = await findOpenItems(scope, db, mostItems);
  return {
    companyId: scope.companyId,
    companyName: names.companyName,
    onAccount: formatAmount(await findCredit(scope, db)),
    items: items.map(({ invoiceId, openingId, number, issuedOn, dueOn, total, outstanding }) => ({
      invoiceId,
      openingId,
      number,
      issuedOn,
      dueOn,
      total: formatAmount(total),
      outstanding: formatAmount(outstanding),
    })),
  };
}

export async function listOpeningBalances({ scope, db }: ScopedCall): Promise<OpeningBalance[]> {
  return (await findOpenings(scope, db)).map(({ total, outstanding, ...opening }) => ({
    ...opening,
    total: formatAmount(total),
    outstanding: formatAmount(outstanding),
  }));
}

/**
 * Records what a company owed, or had paid too much, before it was billed here. Throws 422 on
 * `issuedOn` for a day to come, on `dueOn` for one before it, on `number` for one that is taken.
 */
export async function addOpeningBalance(
  call: ScopedCall,
  { kind, number, amount, issuedOn, dueOn = issuedOn }: OpeningForm,
) {
  if (issuedOn > (await billingDate(call.db, call.now)))
    throw invalid({ issuedOn: "This date is in the future." });
  if (dueOn < issuedOn) throw invalid({ dueOn: "It is due before it was issued." });
  const { companyId } = call.scope;
  const noted = { notedBy: call.caller.username, notedAt: call.now };
  const paise = parseAmount(amount);
  return call.database.transaction(async (tx) => {
    const owed = { companyId, number, issuedOn, dueOn, total: paise, ...noted };
    const credit = {
      companyId,
      receivedOn: issuedOn,
      amount: paise,
      tds: 0,
      method: "OPENING" as const,
      reference: number,
      ...noted,
    };
    const id = await (kind === "owed" ? insertOpening(tx, owed) : insertReceipt(tx, credit));
    await audit(tx, call, [
      {
        companyId,
        action: kind === "owed" ? "opening balance recorded" : "opening credit recorded",
        itemKind: kind === "owed" ? "opening balance" : "receipt",
        itemId: id,
        itemName: number,
        after: { amount, issuedOn, ...(kind === "owed" && { dueOn }) },
      },
    ]);
    return kind === "owed"
      ? { openingId: id, receiptId: null }
      : { openingId: null, receiptId: id };
  });
}

/**
 * Removes an opening balance. Throws 404 for one that is not there, 422 for one that something was
 * allocated to.
 */
export const removeOpeningBalance = (call: ScopedCall, id: number) =>
  call.database.transaction(async (tx) => {
    const opening = await lockOpening(call.scope, tx, id);
    if (!opening) throw notFound();
    if (opening.isAllocated)
      throw invalid({ id: "Payments were allocated to it. It stays on record." });
    await deleteOpening(call.scope, tx, id);
    const { number, issuedOn, dueOn, total } = opening;
    await audit(tx, call, [
      {
        companyId: call.scope.companyId,
        action: "opening balance removed",
        itemKind: "opening balance",
        itemId: id,
        itemName: number,
        before: { amount: formatAmount(total), issuedOn, dueOn },
      },
    ]);
    return { id };
  });
