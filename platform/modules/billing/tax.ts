import type { Paise } from "#contract/base/money";
import { isUnionTerritory, presentCode, stateCodeOf } from "#contract/billing/states";
import { findTaxErrors, type TaxDetails } from "#contract/billing/tax-rules";
import {
  type BillingProblem,
  type ExportTerms,
  hasIntegratedTax,
  localTaxes,
  type TaxKind,
} from "#contract/billing/words";

export type Tax = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise; total: Paise };
/** Hundredths of a percent: 1800 is 18 %. */
export type BasisPoints = number;

/**
 * GST on a taxable amount. Each tax is computed once, on the whole amount and not by line, to the
 * nearest paisa, half a paisa up: CGST and SGST or UTGST at half the rate each, or IGST at the rate.
 * The total is not rounded to rupees.
 */
export function taxOn(taxable: Paise, kind: TaxKind, rate: BasisPoints): Tax {
  const half = localTaxes[kind] ? share(taxable, rate, 20_000n) : 0;
  const igst = hasIntegratedTax(kind) ? share(taxable, rate, 10_000n) : 0;
  return { taxable, cgst: half, sgst: half, igst, total: taxable + half + half + igst };
}

/**
 * amount × rate ÷ of, half away from zero, as debits below zero mirror credits; in BigInt, because
 * the product of a large amount is beyond what a number holds.
 */
const share = (amount: Paise, rate: BasisPoints, of: bigint): Paise =>
  amount < 0
    ? 0 - share(-amount, rate, of)
    : Number((BigInt(amount) * BigInt(rate) * 2n + of) / (2n * of));

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

/** The provider's side of a supply. */
export type SupplyTerms = {
  gstNo: string;
  exportTerms: ExportTerms | null;
  lutValidTo: string | null;
};
export type Supply = {
  taxKind: TaxKind;
  /** The code of the place of supply; null outside India. */
  supplyState: string | null;
  problem: BillingProblem | null;
};

/**
 * The tax of a supply on a day. Whose state decides: the customer's against the provider's (IGST
 * Act, sections 7, 8 and 12); an SEZ is always inter-state, exports and SEZ are zero-rated (sections
 * 7(5) and 16). `problem` says what keeps it from being decided.
 */
export function supplyOf(customer: TaxDetails, terms: SupplyTerms, day: string): Supply {
  const { country, taxStatus } = customer;
  const supplyState = country === "IN" ? (stateCodeOf(customer) ?? null) : null;
  const isContradictory = Object.keys(findTaxErrors(customer)).length > 0;
  const problem = isContradictory ? "TAX_DETAILS" : null;
  if (country !== "IN" || taxStatus === "SEZ") {
    const isUnderLut = terms.exportTerms !== "IGST";
    return {
      taxKind: `${country === "IN" ? "SEZ" : "EXPORT"}${isUnderLut ? "" : "_IGST"}`,
      supplyState,
      problem: problem ?? zeroRatingProblem(terms, day),
    };
  }
  if (!supplyState) return { taxKind: "IGST", supplyState, problem: problem ?? "NO_STATE" };
  if (supplyState !== presentCode(terms.gstNo.slice(0, 2)))
    return { taxKind: "IGST", supplyState, problem };
  return {
    taxKind: isUnionTerritory(supplyState) ? "CGST_UTGST" : "CGST_SGST",
    supplyState,
    problem,
  };
}

function zeroRatingProblem(
  { exportTerms, lutValidTo }: SupplyTerms,
  day: string,
): BillingProblem | null {
  if (exportTerms === null) return "NO_EXPORT_TERMS";
  return exportTerms === "LUT" && (lutValidTo ?? "") < day ? "LUT_OVER" : null;
}
