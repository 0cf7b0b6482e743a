import { dateIn, showDate } from "#contract/base/dates";
import type { Paise } from "#contract/base/money";
import type { Party, Supplier } from "#contract/billing/invoices";
import { stateWithCode } from "#contract/billing/states";
import {
  documentNames,
  hasIntegratedTax,
  localTaxes,
  type TaxKind,
  taxKindLabels,
} from "#contract/billing/words";
import type { Style } from "../../pdf/text.ts";
import {
  type DocumentSignature,
  openPdf,
  type Structure,
  type TableColumn,
  type Writer,
} from "../../pdf/writer.ts";
import { showRupees } from "./rupees.ts";
import type { Tax } from "./tax.ts";

/** Describes a document: an invoice, or a credit or debit note about one. */
export type Document = {
  title: "Tax invoice" | "Credit note" | "Debit note";
  number: string;
  /** Lists the other facts in its head, as terms and values. */
  facts: [string, string][];
  issuedAt: Date;
  supplier: Supplier;
  customer: Party;
  lines: {
    line: number;
    description: string;
    sac: string | null;
    quantity: string;
    rate: Paise | null;
    amount: Paise;
  }[];
  /** Undefined on a note without GST. */
  taxKind: TaxKind | undefined;
  taxRate: number;
  tax: Tax;
  totalInWords: string;
  endorsement: string | null;
  signatoryName: string | null;
  notes: string[];
  /** The QR code that the invoice portal signed; null without an IRN. */
  signedQr: string | null;
};

const columns: TableColumn[] = [
  { title: "No.", x: 48, width: 28, align: "left" },
  { title: "Description", x: 78, width: 190, align: "left" },
  { title: "SAC", x: 270, width: 48, align: "left" },
  { title: "Quantity", x: 320, width: 80, align: "right" },
  { title: "Rate", x: 402, width: 65, align: "right" },
  { title: "Amount", x: 469, width: 78, align: "right" },
];

/** The picture of the signature, and who signs the file. */
type Signature = { picture?: Buffer | undefined; signing?: DocumentSignature | undefined };

/**
 * A document as PDF, with its signatures. Amounts are in rupees as India writes them.
 */
export async function drawPdf(document: Document, signature: Signature = {}): Promise<Buffer> {
  const { issuedAt, number, title, supplier } = document;
  const { signing } = signature;
  const { root, write, end } = await openPdf({
    title: `${title} ${number}`,
    author: supplier.name,
    madeAt: issuedAt,
    text: `${JSON.stringify(document)} ${signing?.signer.name ?? ""}`,
    signing,
  });
  write.block(root, "H1", title, { size: 20, bold: true });
  if (title === "Tax invoice") write.block(root, "P", "Original for recipient"); // r. 48(2)
  for (const [term, value] of [["Number", number], ...document.facts])
    write.block(root, "P", `${term}: ${value}`);
  write.gap();
  write.beside(
    () => writeParty(write, root, "From", supplier),
    () => writeParty(write, root, "To", document.customer),
  );
  write.block(root, "H2", "Items", { size: 12, bold: true });
  await write.table(root, columns, document.lines.map(cellsOf));
  writeTotals(write, root, document);
  if (document.signedQr) write.qr(root, document.signedQr, `Signed QR code of ${number}`);
  if (document.endorsement) write.block(root, "P", document.endorsement, { bold: true });
  for (const note of document.notes) write.block(root, "P", note);
  writeSignature(write, root, document, signature);
  return end();
}

const cellsOf = ({ line, description, sac, quantity, rate, amount }: Document["lines"][number]) => [
  String(line),
  description,
  sac ?? "",
  quantity,
  rate === null ? "" : money(rate),
  money(amount),
];

function writeParty(write: Writer, root: Structure, heading: string, party: Party): void {
  write.block(root, "H2", heading, { size: 12, bold: true });
  const { first, tradeName } = documentNames(party);
  write.block(root, "P", first, { bold: true });
  if (tradeName) write.block(root, "P", `Trade name: ${tradeName}`);
  const place = [party.city, party.state, party.postalCode].filter(Boolean).join(", ");
  for (const line of [party.addressLine, place, party.country === "IN" ? undefined : party.country])
    if (line) write.block(root, "P", line);
  if (party.gstNo) write.block(root, "P", `GSTIN: ${party.gstNo}`);
  if (party.panNo) write.block(root, "P", `PAN: ${party.panNo}`);
  if (party.stateCode) write.block(root, "P", `State: ${stateWithCode(party.stateCode)}`);
  write.gap();
}

/** Always two decimals: a column of amounts lines up. */
const money = (paise: Paise) => {
  const text = showRupees(paise);
  return /\.\d\d$/.test(text) ? text : `${text}.00`;
};

function writeTotals(
  write: Writer,
  root: Structure,
  { tax, taxKind, taxRate, totalInWords }: Document,
): void {
  const percent = (basisPoints: number) => `${basisPoints / 100}%`;
  const sum = (text: string, style: Style = {}) =>
    write.block(root, "P", text, { ...style, align: "right" });
  sum(`Taxable amount: ${money(tax.taxable)}`);
  const localTax = taxKind && localTaxes[taxKind];
  if (localTax) {
    sum(`CGST ${percent(taxRate / 2)}: ${money(tax.cgst)}`);
    sum(`${localTax} ${percent(taxRate / 2)}: ${money(tax.sgst)}`);
  } else if (taxKind && hasIntegratedTax(taxKind))
    sum(`IGST ${percent(taxRate)}: ${money(tax.igst)}`);
  else sum(taxKind ? `${taxKindLabels[taxKind]}.` : "Without GST.");
  sum(`Total: ${money(tax.total)}`, { size: 13, bold: true });
  sum(`In words: ${totalInWords}`);
  write.gap();
}

/** Without a signature, the name alone: an electronically issued document needs none. */
function writeSignature(
  write: Writer,
  root: Structure,
  { supplier, signatoryName }: Document,
  { picture, signing }: Signature,
): void {
  if (!signatoryName && !signing) return;
  write.gap();
  write.block(root, "P", `For ${supplier.name}`, { align: "right" });
  if (picture)
    write.picture(root, picture, `Signature of ${signatoryName}`, {
      width: 170,
      height: 48,
      align: "right",
    });
  if (signing) {
    const day = showDate(dateIn("Asia/Kolkata", signing.at));
    write.block(root, "P", `Digitally signed by ${signing.signer.name} on ${day}`, {
      align: "right",
    });
  }
  if (!signatoryName) return;
  write.block(root, "P", signatoryName, { align: "right", bold: true });
  write.block(root, "P", "Authorised signatory", { align: "right" });
}
