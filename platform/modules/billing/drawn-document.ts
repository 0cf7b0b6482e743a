import { dateIn, showDate } from "#contract/base/dates";
import type { Party, Supplier } from "#contract/billing/invoices";
import { type LineKind, noteKindLabels } from "#contract/billing/words";
import type { Database } from "../../db/database.ts";
import type { FoundDocument } from "./documents.queries.ts";
import type { Registration } from "./e-invoices.queries.ts";
import { findCreditLines, findLines } from "./invoices.queries.ts";
import { countryName, particularsOf, toParty, toSupplier } from "./particulars.ts";
import type { Document } from "./pdf.ts";

/**
 * Collects the contents of the PDF of an invoice (CGST Rules, rule 46), or of a credit or debit
 * note with its invoice (rule 53); once it is registered, with its IRN and signed QR (rule
 * 48(4), 46(r)).
 */
export async function documentOf(
  { db }: Database,
  { invoice, note }: FoundDocument,
  registration?: Registration,
): Promise<Document> {
  const { taxKind, taxRate } = invoice;
  const supplier = toSupplier(invoice.supplier);
  const lines = await findLines(db, invoice);
  const { total } = note ?? invoice;
  const { placeOfSupply, endorsement, totalInWords } = await particularsOf({ ...invoice, total });
  const common = {
    supplier,
    customer: await withCountry(toParty(invoice.customer)),
    taxKind,
    taxRate,
    endorsement,
    totalInWords,
    signatoryName: supplier.signatoryName,
    signedQr: registration?.signedQr ?? null,
  };
  const place: Document["facts"] = [
    ...(placeOfSupply ? [["Place of supply", placeOfSupply] as [string, string]] : []),
    ["Tax payable on reverse charge", "No"],
    ...lutFacts(supplier),
    ...(registration ? irnFacts(registration) : []),
  ];
  if (!note) {
    return {
      ...common,
      title: "Tax invoice",
      number: invoice.number,
      issuedAt: invoice.issuedAt,
      tax: invoice,
      facts: [
        ["Date", showDate(invoice.issuedOn)],
        ["Due", showDate(invoice.dueOn)],
        ["Period", `${showDate(invoice.periodFrom)} to ${showDate(invoice.periodTo)}`],
        ...place,
      ],
      lines: lines.map(({ quantity, seconds, kind, ...line }) => ({
        ...line,
        quantity: quantityOf(kind, quantity, seconds),
      })),
      notes: supplier.bankDetails ? [`Pay to: ${supplier.bankDetails}`] : [],
    };
  }
  const invoiceLines = new Map(lines.map((line) => [line.line, line]));
  const noteLines = (await findCreditLines(db, invoice)).filter(
    ({ creditNoteId }) => creditNoteId === note.id,
  );
  return {
    ...common,
    taxKind: note.hasGst ? taxKind : undefined,
    endorsement: note.hasGst ? endorsement : null,
    title: noteKindLabels[note.kind] as Document["title"],
    number: note.number,
    issuedAt: note.issuedAt,
    tax: note,
    facts: [
      ["Date", showDate(note.issuedOn)],
      ["About invoice", `${invoice.number} of ${showDate(invoice.issuedOn)}`],
      ["Reason", note.reason],
      ...place,
    ],
    lines: noteLines.map(({ line, amount }) => ({
      line,
      amount,
      description: invoiceLines.get(line)?.description ?? "",
      sac: invoiceLines.get(line)?.sac ?? null,
      quantity: "",
      rate: null,
    })),
    notes: note.hasGst ? [] : [withoutGst(note)],
  };
}

const withoutGst = ({
  lastCreditDay,
  issuedOn,
}: Pick<NonNullable<FoundDocument["note"]>, "lastCreditDay" | "issuedOn">): string =>
  lastCreditDay !== null && issuedOn > lastCreditDay
    ? `Issued without GST: it could be credited until ${showDate(lastCreditDay)} (CGST Act, section 34(2)).`
    : "Issued without GST.";

const lutFacts = ({ lutNo, lutDate }: Supplier): Document["facts"] =>
  lutNo ? [["LUT", lutDate ? `${lutNo} of ${showDate(lutDate)}` : lutNo]] : [];

const irnFacts = ({ irn, ackNo, ackAt }: Registration): Document["facts"] => [
  ["IRN", irn],
  ["Acknowledgement", `${ackNo} of ${showDate(dateIn("Asia/Kolkata", ackAt))}`],
];

/** The country by name, as an export's invoice shows it. */
const withCountry = async (party: Party): Promise<Party> => ({
  ...party,
  country: party.country === "IN" ? "IN" : await countryName(party.country),
});

function quantityOf(kind: LineKind, quantity: number, seconds: number | null): string {
  if (kind === "STORES") return `${quantity} ${quantity === 1 ? "store" : "stores"}`;
  return `${quantity} ${quantity === 1 ? "play" : "plays"}${seconds === null ? "" : ` × ${seconds} s`}`;
}
