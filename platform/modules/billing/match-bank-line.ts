import type { MatchReason } from "#contract/billing/words";
import type { FoundItem } from "./open-items.queries.ts";

/** Finds the items that a line of a bank statement may have paid. Amounts are in paise. */

type Line = { day: string; narration: string; reference: string | null; amount: number };
type Item = Pick<
  FoundItem,
  | "companyId"
  | "companyName"
  | "legalName"
  | "invoiceId"
  | "openingId"
  | "number"
  | "issuedOn"
  | "taxable"
  | "total"
  | "outstanding"
>;
export type FoundMatch<I extends Item = Item> = {
  companyId: number;
  companyName: string;
  reasons: MatchReason[];
  parts: { item: I; amount: number; tds: number }[];
};

/** Weights of the reasons: an invoice number in the narration outweighs other similarities. */
const weights: Record<MatchReason, number> = {
  NUMBER: 8,
  AMOUNT: 5,
  SUM: 5,
  AMOUNT_LESS_TDS: 4,
  NAME: 3,
};
/** Hundredths of a percent of the amount without GST that customers deduct. */
const tdsRates = [10, 100, 200, 500, 1000];
/** Customers round the tax to rupees. */
const tdsTolerance = 100;
const mostMatches = 3;
/** The most invoices of a company, the oldest first, that are added up. */
const mostSummed = 24;
/** A name in a narration is cut by the bank, and a shorter one is part of too many words. */
const nameLength = { least: 4, cut: 10 };
const commonWords = new Set(
  "the and of for private pvt limited ltd llp inc co company india indian corporation corp enterprises".split(
    " ",
  ),
);

/**
 * Prepares the open items for many lines; gives what finds the best matches of one, the likeliest
 * first. Items that were issued after the line are none.
 */
export function bankLineMatcher<I extends Item>(items: readonly I[]) {
  const patterns = new Map(items.map((item) => [item, numberPattern(item.number)]));
  const companies = groupByCompany(items);
  const names = new Map([...companies].map(([id, ofCompany]) => [id, coresOf(ofCompany)]));
  return (line: Line): FoundMatch<I>[] => {
    const text = plain(`${line.narration} ${line.reference ?? ""}`);
    const packed = text.replace(/[^\p{L}\p{N}]/gu, "");
    const matches = [...companies].flatMap(([companyId, ofCompany]) => {
      const open = ofCompany.filter(({ issuedOn }) => issuedOn <= line.day);
      const isNamed = (names.get(companyId) ?? []).some((name) => nameIn(name, packed));
      const byNumber = open.filter((item) => patterns.get(item)?.test(text));
      return matchCompany(line.amount, open, byNumber, isNamed);
    });
    return matches.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, mostMatches);
  };
}

const scoreOf = ({ reasons }: FoundMatch) =>
  reasons.reduce((sum, reason) => sum + weights[reason], 0);

function matchCompany<I extends Item>(
  amount: number,
  open: readonly I[],
  byNumber: readonly I[],
  isNamed: boolean,
): FoundMatch<I>[] {
  const byName: MatchReason[] = isNamed ? ["NAME"] : [];
  const toMatch = (reasons: MatchReason[], parts: FoundMatch<I>["parts"]): FoundMatch<I>[] => {
    const [first] = parts;
    if (!first) return [];
    const { companyId, companyName } = first.item;
    return [{ companyId, companyName, reasons, parts }];
  };
  if (byNumber.length > 0) {
    const fit = fitOf(amount, byNumber);
    const parts = fit?.parts ?? oldestFirst(amount, byNumber);
    return toMatch(["NUMBER", ...(fit ? [fit.reason] : []), ...byName], parts);
  }
  const single = open.flatMap((item) => {
    const fit = fitOf(amount, [item]);
    return fit ? toMatch([fit.reason, ...byName], fit.parts) : [];
  });
  if (single.length > 0 || !isNamed) return single;
  for (let count = 2; count <= Math.min(open.length, mostSummed); count++) {
    const fit = fitOf(amount, open.slice(0, count));
    if (fit) return toMatch([fit.reason, ...byName], fit.parts);
  }
  return toMatch(byName, oldestFirst(amount, open));
}

/** Tests if the items add up to the amount, or do after tax at a usual rate is deducted. */
function fitOf<I extends Item>(
  amount: number,
  items: readonly I[],
): { reason: MatchReason; parts: FoundMatch<I>["parts"] } | undefined {
  const sum = items.reduce((total, { outstanding }) => total + outstanding, 0);
  if (sum === amount) {
    const parts = items.map((item) => ({ item, amount: item.outstanding, tds: 0 }));
    return { reason: items.length === 1 ? "AMOUNT" : "SUM", parts };
  }
  // tax is deducted once, from the whole of an invoice
  if (items.some(({ outstanding, total }) => outstanding !== total)) return undefined;
  for (const rate of tdsRates) {
    const taxes = items.map(({ taxable }) => Math.round((taxable * rate) / 10_000));
    const tds = taxes.reduce((total, tax) => total + tax, 0);
    const gap = sum - amount - tds;
    if (Math.abs(gap) > tdsTolerance * items.length || sum - amount <= 0) continue;
    const parts = items.map((item, place) => {
      // the rounding difference goes to the first item
      const tax = (taxes[place] ?? 0) + (place === 0 ? gap : 0);
      return { item, amount: item.outstanding - tax, tds: tax };
    });
    if (parts.every(({ tds: tax }) => tax >= 0)) return { reason: "AMOUNT_LESS_TDS", parts };
  }
  return undefined;
}

function oldestFirst<I extends Item>(amount: number, items: readonly I[]): FoundMatch<I>["parts"] {
  let left = amount;
  return items.flatMap((item) => {
    const part = Math.min(left, item.outstanding);
    left -= part;
    return part > 0 ? [{ item, amount: part, tds: 0 }] : [];
  });
}

function groupByCompany<I extends Item>(items: readonly I[]): Map<number, I[]> {
  const companies = new Map<number, I[]>();
  for (const item of items) {
    const ofCompany = companies.get(item.companyId);
    if (ofCompany) ofCompany.push(item);
    else companies.set(item.companyId, [item]);
  }
  return companies;
}

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * A pattern of an invoice's number as people write it: any signs between its parts, with or without
 * leading zeros. Undefined for one so short that other numbers hold it.
 */
function numberPattern(number: string): RegExp | undefined {
  const parts = plain(number).match(/\d+|[a-z]+/g) ?? [];
  if (parts.join("").length < nameLength.least) return undefined;
  const written = parts.map((part) =>
    /^\d/.test(part) ? `0*${part.replace(/^0+(?=\d)/, "")}` : part,
  );
  return new RegExp(`(?<![a-z0-9])${written.join("[^a-z0-9]*")}(?!\\d)`);
}

/** The names that a company's items have, trade and legal, each once. */
const coresOf = (items: readonly Item[]): string[] => [
  ...new Set(
    items.flatMap(({ companyName, legalName }) => [coreOf(companyName), coreOf(legalName ?? "")]),
  ),
];

/** A company's name without the words that many have. */
const coreOf = (name: string) =>
  (plain(name).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !commonWords.has(word)).join("");

const nameIn = (core: string, packed: string) =>
  core.length >= nameLength.least && packed.includes(core.slice(0, nameLength.cut));
