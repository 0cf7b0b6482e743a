import { addDays, monthName } from "#contract/base/dates";
import type { Paise } from "#contract/base/money";
import type { InvoiceLine, Party, Supplier } from "#contract/billing/invoices";
import { gstStates, presentCode, stateCodeOf, stateNameOf } from "#contract/billing/states";
import type { TaxStatus } from "#contract/billing/tax-rules";
import {
  type BillingProblem,
  type ExportTerms,
  hasIntegratedTax,
  localTaxes,
  monthAfter,
  type TaxKind,
} from "#contract/billing/words";
import type { SpotKind } from "#contract/schedule/positions";
import { type BasisPoints, type Supply, supplyOf, type Tax, taxOn } from "./tax.ts";

/**
 * Computes an invoice's content without writing it: preview and issue both use this.
 */

export type Settings = {
  legalName: string;
  addressLine: string;
  city: string;
  postalCode: string;
  gstNo: string;
  panNo: string;
  bankDetails: string | null;
  gstRate: BasisPoints;
  paymentDays: number;
  sacMusic: string | null;
  sacAds: string | null;
  signatoryName: string | null;
  signatureFileId: string | null;
  exportTerms: ExportTerms | null;
  lutNo: string | null;
  lutDate: string | null;
  lutValidTo: string | null;
};
export type BilledCompany = {
  id: number;
  name: string;
  legalName: string | null;
  country: string;
  addressLine: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  gstNo: string | null;
  panNo: string | null;
  email: string | null;
  taxStatus: TaxStatus;
};
/** The period's first and last day. */
export type Period = { periodFrom: string; periodTo: string };
/** The stores that were active in a month, and what each costs. */
export type StoreMonth = { month: string; rate: Paise | null; storeIds: number[] };
/** Verified plays of a campaign in a store that no invoice has yet. */
export type UnbilledPlays = {
  campaignId: number;
  campaignName: string;
  brand: string | null;
  kind: SpotKind;
  storeId: number;
  month: string;
  prime: boolean;
  seconds: number;
  rate: Paise;
  plays: number;
};
export type DraftLine = Omit<InvoiceLine, "rate" | "amount"> & { rate: Paise; amount: Paise };
export type Draft = Period & {
  company: BilledCompany;
  problem: BillingProblem | null;
  /** Characters of its texts that no font has, as people read them. */
  unprintable: string;
  taxKind: TaxKind;
  taxRate: BasisPoints;
  supplyState: string | null;
  supplier: Supplier;
  customer: Party;
  lines: DraftLine[];
  tax: Tax;
  stores: StoreMonth[];
  plays: UnbilledPlays[];
};

type DraftInput = Period &
  Pick<Draft, "company" | "supplier" | "stores" | "plays"> & {
    settings: Settings | undefined;
    /** The date on which the LUT must be valid. */
    issuedOn: string;
  };

/**
 * A company's invoice for a period. Where something is missing that it needs, `problem` says what,
 * and the rest is as good as it can be.
 */
export function draftInvoice({
  company,
  settings,
  supplier,
  stores,
  plays,
  issuedOn,
  ...period
}: DraftInput): Draft {
  const supply = settings && supplyOf(company, settings, issuedOn);
  const taxKind = supply?.taxKind ?? (company.country === "IN" ? "IGST" : "EXPORT");
  const isTaxed = localTaxes[taxKind] !== undefined || hasIntegratedTax(taxKind);
  const taxRate = isTaxed ? (settings?.gstRate ?? 0) : 0;
  const sacs = { STORES: settings?.sacMusic ?? null, ADS: settings?.sacAds ?? null };
  const lines = [...storeLines(stores), ...adLines(plays)].map((line, place) => ({
    ...line,
    line: place + 1,
    sac: sacs[line.kind],
  }));
  const taxable = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...period,
    company,
    supplier: taxKind === "EXPORT" || taxKind === "SEZ" ? supplier : withoutLut(supplier),
    stores,
    plays,
    lines,
    taxKind,
    taxRate,
    problem: problemOf(settings, supply, { company, stores }),
    unprintable: "",
    supplyState: supply?.supplyState ?? null,
    customer: customerOf(company),
    tax: taxOn(taxable, taxKind, taxRate),
  };
}

function problemOf(
  settings: Settings | undefined,
  supply: Supply | undefined,
  { company, stores }: Pick<DraftInput, "company" | "stores">,
): BillingProblem | null {
  if (!settings || !supply) return "NO_SETTINGS";
  if (!settings.sacMusic || !settings.sacAds || !settings.signatoryName) return "NO_SAC";
  if (!company.addressLine || !company.city) return "NO_ADDRESS"; // r. 46(d), (e)
  if (stores.some(({ rate, storeIds }) => rate === null && storeIds.length > 0)) return "NO_RATE";
  return supply.problem;
}

/** Removes the LUT, which only invoices under it show. */
const withoutLut = (supplier: Supplier): Supplier => ({ ...supplier, lutNo: null, lutDate: null });

const storeLines = (stores: StoreMonth[]) =>
  stores
    .filter(({ rate, storeIds }) => rate !== null && rate > 0 && storeIds.length > 0)
    .map(({ month, rate, storeIds }) => ({
      kind: "STORES" as const,
      month,
      quantity: storeIds.length,
      seconds: null,
      campaignId: null,
      prime: null,
      rate: rate ?? 0,
      amount: storeIds.length * (rate ?? 0),
      description: `In-store music, ${monthName(month)}`,
    }));

/** Makes a line for a campaign's plays of one month, length and rate, in all stores together. */
function adLines(plays: UnbilledPlays[]) {
  const lines = new Map<string, UnbilledPlays>();
  for (const play of plays) {
    const key = [play.month, play.campaignId, play.prime, play.seconds].join();
    const line = lines.get(key);
    lines.set(key, { ...play, plays: play.plays + (line?.plays ?? 0) });
  }
  return [...lines.values()]
    .sort(byMonthAndCampaign)
    .map(({ month, campaignId, campaignName, brand, kind, prime, seconds, rate, plays }) => {
      const units = kind === "AD" ? seconds : 1;
      const name = brand === null ? campaignName : `${campaignName} (${brand})`;
      return {
        kind: "ADS" as const,
        month,
        quantity: plays,
        seconds: kind === "AD" ? seconds : null,
        campaignId,
        prime,
        rate,
        amount: plays * units * rate,
        description: `${name}, ${monthName(month)}${prime ? ", prime hours" : ""}`,
      };
    });
}

const byMonthAndCampaign = (a: UnbilledPlays, b: UnbilledPlays) =>
  a.month.localeCompare(b.month) ||
  a.campaignId - b.campaignId ||
  Number(a.prime) - Number(b.prime) ||
  a.seconds - b.seconds;

/** The provider as its invoices name it. */
export function supplierOf(settings: Settings | undefined): Draft["supplier"] {
  const stateCode = settings ? presentCode(settings.gstNo.slice(0, 2)) : null;
  return {
    name: settings?.legalName ?? "",
    legalName: null,
    addressLine: settings?.addressLine ?? null,
    city: settings?.city ?? null,
    postalCode: settings?.postalCode ?? null,
    stateCode,
    state: stateCode && stateNameOf(stateCode),
    country: "IN",
    email: null,
    gstNo: settings?.gstNo ?? null,
    panNo: settings?.panNo ?? null,
    bankDetails: settings?.bankDetails ?? null,
    taxStatus: "REGISTERED",
    signatoryName: settings?.signatoryName ?? null,
    signatureFileId: settings?.signatureFileId ?? null,
    lutNo: settings?.lutNo ?? null,
    lutDate: settings?.lutDate ?? null,
  };
}

function customerOf({ id: _, state, ...company }: BilledCompany): Party {
  const stateCode = company.country === "IN" ? (stateCodeOf({ ...company, state }) ?? null) : null;
  return { ...company, state: state ?? (stateCode && gstStates[stateCode]) ?? null, stateCode };
}

/** Periods are whole months; the first is the month in which billing begins. */
export function periodAfter(lastTo: string | null, startsOn: string, months: number): Period {
  const first = monthAfter(startsOn, 0);
  const next = lastTo === null ? first : addDays(lastTo, 1);
  const periodFrom = next > first ? next : first;
  return { periodFrom, periodTo: addDays(monthAfter(periodFrom, months), -1) };
}

/** The firsts of its months. */
export function monthsOf({ periodFrom, periodTo }: Period): string[] {
  const months: string[] = [];
  for (let month = periodFrom; month <= periodTo; month = monthAfter(month, 1)) months.push(month);
  return months;
}
