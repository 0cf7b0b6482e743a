import { ToWords } from "to-words";
import type { Paise } from "#contract/base/money";
import type { Party, Supplier } from "#contract/billing/invoices";
import { stateWithCode } from "#contract/billing/states";
import { endorsements, type TaxKind } from "#contract/billing/words";
import { findCountries } from "../places/index.ts";

/** Collects what the rules require on an invoice besides figures (docs/domain.md, section 6). */

const words = new ToWords({
  localeCode: "en-IN",
  converterOptions: { currency: true, ignoreZeroCurrency: true },
});
/** "One Lakh Two Thousand Rupees And Fifty Paise Only": as India counts. */
export const amountInWords = (paise: Paise): string => words.convert(paise / 100);

type TaxedInvoice = {
  taxKind: TaxKind;
  supplyState: string | null;
  supplier: Supplier;
  customer: Party;
  total: Paise;
};

export async function particularsOf(invoice: TaxedInvoice) {
  const { taxKind, supplyState, supplier, customer, total } = invoice;
  return {
    placeOfSupply: supplyState
      ? stateWithCode(supplyState)
      : customer.country === "IN"
        ? null
        : await countryName(customer.country),
    isReverseCharge: false,
    endorsement: endorsementOf(taxKind, supplier),
    totalInWords: amountInWords(total),
  };
}

/** None on invoices from before letters of undertaking were on record. */
const endorsementOf = (taxKind: TaxKind, { lutNo }: Supplier): string | null =>
  (taxKind === "EXPORT" || taxKind === "SEZ") && !lutNo ? null : (endorsements[taxKind] ?? null);

export const countryName = async (code: string): Promise<string> =>
  (await findCountries()).find(({ id }) => id === code)?.countryName ?? code;

/** A party of an invoice that may be older than some of its members. */
export const toParty = (party: Party): Party => ({
  ...party,
  legalName: party.legalName ?? null,
  taxStatus: party.taxStatus ?? null,
});
export const toSupplier = (supplier: Supplier): Supplier => ({
  ...supplier,
  ...toParty(supplier),
  signatoryName: supplier.signatoryName ?? null,
  signatureFileId: supplier.signatureFileId ?? null,
  lutNo: supplier.lutNo ?? null,
  lutDate: supplier.lutDate ?? null,
});
