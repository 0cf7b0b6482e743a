import type { Paise } from "#contract/base/money";
import { stateCodeOf } from "#contract/billing/states";
import type { TaxKind } from "#contract/billing/words";

export type Tax = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise; total: Paise };
/** Hundredths of a percent: 1800 is 18 %. */
export type BasisPoints = number;

/**
 * GST on a taxable amount. Each tax is computed once, on the whole amount and not by line, to the
 * nearest paisa, half a paisa up: CGST and SGST at half the rate each, or IGST at the rate. The
 * total is not rounded to rupees.
 */
export function taxOn(taxable: Paise, kind: TaxKind, rate: BasisPoints): Tax {
  const half = kind === "CGST_SGST" ? share(taxable, rate, 20_000n) : 0;
  const igst = kind === "IGST" ? share(taxable, rate, 10_000n) : 0;
  return { taxable, cgst: half, sgst: half, igst, total: taxable + half + half + igst };
}

/**
 * amount × rate ÷ of, half up; in BigInt, because the product of a large amount is beyond what a
 * number holds.
 */
const share = (amount: Paise, rate: BasisPoints, of: bigint): Paise =>
  Number((BigInt(amount) * BigInt(rate) * 2n + of) / (2n * of));

/**
 * The part of an invoice's tax that falls on a credit of `taxable`, after `before` was credited:
 * the difference of the tax on both sums, so that credits which add up to the invoice give back its
 * tax to the paisa, however they were cut.
 */
export function taxOnCredit(taxable: Paise, before: Paise, kind: TaxKind, rate: BasisPoints): Tax {
  const until = taxOn(before + taxable, kind, rate);
  const since = taxOn(before, kind, rate);
  const cgst = until.cgst - since.cgst;
  const sgst = until.sgst - since.sgst;
  const igst = until.igst - since.igst;
  return { taxable, cgst, sgst, igst, total: taxable + cgst + sgst + igst };
}

type Place = { country: string; gstNo: string | null; state: string | null };

/**
 * Whose state decides: the customer's against the provider's (IGST Act, sections 7, 8 and 12).
 * Undefined where an Indian company has no state.
 */
export function supplyOf(
  customer: Place,
  supplierGstNo: string,
): { taxKind: TaxKind; supplyState: string | null } | undefined {
  if (customer.country !== "IN") return { taxKind: "EXPORT", supplyState: null };
  const supplyState = stateCodeOf(customer);
  if (!supplyState) return undefined;
  return { taxKind: supplyState === supplierGstNo.slice(0, 2) ? "CGST_SGST" : "IGST", supplyState };
}
