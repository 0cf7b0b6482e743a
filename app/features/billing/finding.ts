import type { Figures } from "#contract/base/figures";
import { readAmount } from "#contract/base/money";
import type { Gstr1 } from "#contract/billing/gstr1";
import { showAmount } from "./billing-words";
import { findingTexts as texts } from "./texts";

type InvoiceSums = {
  invoices: number;
  outstanding: string;
  overdue: number;
  overdueAmount: string;
};

/** Says what is overdue, else what is outstanding; undefined without invoices. */
export function invoicesFinding(
  { invoices, outstanding, overdue, overdueAmount }: InvoiceSums,
  figures: Figures,
): string | undefined {
  if (invoices === 0) return undefined;
  if (overdue > 0)
    return texts.overdue(showAmount(overdueAmount, figures), figures.counted(overdue, "invoice"));
  return readAmount(outstanding) === 0
    ? texts.allPaid
    : texts.outstanding(showAmount(outstanding, figures));
}

/** Says how many credits wait to be matched; undefined if none does. */
export function bankFinding(
  { lines, amount }: { lines: number; amount: string },
  figures: Figures,
): string | undefined {
  if (lines === 0) return undefined;
  return texts.toMatch(figures.counted(lines, "credit"), showAmount(amount, figures));
}

/** Says whether a return can be filed as it is; undefined if nothing was issued. */
export function gstr1Finding(
  { problemCount, ledger, isEqual }: Pick<Gstr1, "problemCount" | "ledger"> & { isEqual: boolean },
  figures: Figures,
): string | undefined {
  if (ledger.documents === 0) return undefined;
  if (!isEqual) return texts.unequal;
  if (problemCount > 0) return texts.problems(figures.counted(problemCount, "problem"));
  return texts.complete(
    showAmount(ledger.total, figures),
    figures.counted(ledger.documents, "document"),
  );
}
