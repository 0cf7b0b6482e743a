import { showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { readAmount } from "#contract/base/money";
import {
  hasIntegratedTax,
  type InvoiceStatus,
  invoiceStatusLabels,
  localTaxes,
  paymentMethods,
  receiptMethodLabels,
  type TaxKind,
  taxKindLabels,
  tdsSectionLabels,
  tdsSections,
  tdsSectionsOn,
} from "#contract/billing/words";
import type { Tone } from "~/ui/frame/pill";

/** An amount of the API ("1450.50") as people read it. */
export const showAmount = (amount: string, { money }: Figures): string => money(readAmount(amount));

const tones: Record<InvoiceStatus, Tone> = {
  due: "info",
  grace: "warn",
  overdue: "bad",
  paid: "ok",
  credited: "idle",
};
export const statusPill = (status: InvoiceStatus): { words: string; tone: Tone } => ({
  words: invoiceStatusLabels[status],
  tone: tones[status],
});

export const methodOptions = paymentMethods.map((method): { value: string; label: string } => ({
  value: method,
  label: receiptMethodLabels[method],
}));
/** The sections of both Acts where a person enters the date, else those of the date. */
export const sectionOptions = (receivedOn?: string) =>
  (receivedOn === undefined ? tdsSections : tdsSectionsOn(receivedOn)).map(
    (section): { value: string; label: string } => ({
      value: section,
      label: tdsSectionLabels[section],
    }),
  );

export const showDates = ({ from, to }: { from: string; to: string }): string =>
  `${showDate(from)} to ${showDate(to)}`;

type TaxAmounts = {
  taxKind: TaxKind;
  taxRate: string;
  taxable: string;
  cgst: string;
  sgst: string;
  igst: string;
  total: string;
};

/** The sums below an invoice's lines, as terms and values. */
export function taxFacts(
  { taxKind, taxRate, taxable, cgst, sgst, igst, total }: TaxAmounts,
  figures: Figures,
) {
  const percent = (share: number) => `${figures.figure(Number(taxRate) * share)}%`;
  const localTax = localTaxes[taxKind];
  const taxes: [string, string][] = localTax
    ? [
        [`CGST ${percent(0.5)}`, cgst],
        [`${localTax} ${percent(0.5)}`, sgst],
      ]
    : hasIntegratedTax(taxKind)
      ? [[`IGST ${percent(1)}`, igst]]
      : [];
  const sums: [string, string][] = [["Taxable amount", taxable], ...taxes, ["Total", total]];
  return [
    ...sums.map(([term, amount]) => ({
      term,
      value: showAmount(amount, figures),
      isTotal: term === "Total",
    })),
    ...(taxes.length === 0 ? [{ term: "GST", value: taxKindLabels[taxKind], isTotal: false }] : []),
  ];
}

/** Lists the sums while the billing settings, and so the GST rate, are missing. */
export const untaxedFacts = ({ taxable }: Pick<TaxAmounts, "taxable">, figures: Figures) => [
  { term: "Taxable amount", value: showAmount(taxable, figures), isTotal: false },
  { term: "GST", value: "Follows from the billing settings", isTotal: false },
];

type Line = {
  line: number;
  kind: "STORES" | "ADS";
  description: string;
  sac: string | null;
  quantity: number;
  seconds: number | null;
  rate: string;
  amount: string;
};

export function shownLine(
  { line, kind, description, sac, quantity, seconds, rate, amount }: Line,
  figures: Figures,
) {
  const times = seconds === null ? "" : ` × ${seconds} s`;
  return {
    line,
    description,
    sac: sac ?? "–",
    quantity: `${figures.counted(quantity, kind === "STORES" ? "store" : "play")}${times}`,
    rate: showAmount(rate, figures),
    amount: showAmount(amount, figures),
  };
}
