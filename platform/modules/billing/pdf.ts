import { setImmediate as nextTurn } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { create } from "qrcode";
import type { Paise } from "#contract/base/money";
import type { Party, Supplier } from "#contract/billing/invoices";
import { stateWithCode } from "#contract/billing/states";
import { hasIntegratedTax, localTaxes, type TaxKind, taxKindLabels } from "#contract/billing/words";
import { type Faces, loadFaces } from "../../pdf/faces.ts";
import { type Style, textLayer } from "../../pdf/text.ts";
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
  /** What the invoice portal signed, as a QR code; null where it has no IRN. */
  signedQr: string | null;
};

type Pdf = InstanceType<typeof PDFDocument>;
type Structure = ReturnType<Pdf["struct"]>;

const page = { left: 48, right: 547, top: 48, bottom: 780 };
/** The side of a QR code: 45 mm, of which a phone reads a signed one at arm's length. */
const qrPoints = 128;
const columns = [
  { title: "No.", x: 48, width: 28, align: "left" },
  { title: "Description", x: 78, width: 190, align: "left" },
  { title: "SAC", x: 270, width: 48, align: "left" },
  { title: "Quantity", x: 320, width: 80, align: "right" },
  { title: "Rate", x: 402, width: 65, align: "right" },
  { title: "Amount", x: 469, width: 78, align: "right" },
] as const;

/**
 * A document as tagged PDF (PDF/UA's structure: language, title, headings, a table with header
 * cells), with its fonts embedded. Amounts are in rupees as India writes them. Others have their
 * turn after each line: 500 lines take seconds.
 */
export async function drawPdf(document: Document): Promise<Buffer> {
  const { issuedAt, number, title } = document;
  const faces = await loadFaces(JSON.stringify(document));
  const info = {
    Title: `${title} ${number}`,
    Author: document.supplier.name,
    CreationDate: issuedAt,
    ModDate: issuedAt,
  };
  const pdf = new PDFDocument({
    size: "A4",
    margin: page.left,
    tagged: true,
    lang: "en-IN",
    displayTitle: true,
    pdfVersion: "1.7",
    info,
    font: "",
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const write = writer(pdf, faces);
  write.block(root, "H1", title, { size: 20, bold: true });
  for (const [term, value] of [["Number", number], ...document.facts])
    write.block(root, "P", `${term}: ${value}`);
  write.gap();
  write.beside(
    () => writeParty(write, root, "From", document.supplier),
    () => writeParty(write, root, "To", document.customer),
  );
  write.block(root, "H2", "Items", { size: 12, bold: true });
  await writeTable(pdf, write, root, document);
  writeTotals(write, root, document);
  if (document.signedQr) write.qr(root, document.signedQr, `Signed QR code of ${number}`);
  if (document.endorsement) write.block(root, "P", document.endorsement, { bold: true });
  for (const note of document.notes) write.block(root, "P", note);
  writeSignature(write, root, document);
  root.end();
  pdf.end();
  return whole;
}

type Writer = ReturnType<typeof writer>;

function writer(pdf: Pdf, faces: Faces) {
  const layOut = textLayer(pdf, faces);
  let y = page.top;
  const whole = { x: page.left, width: page.right - page.left };
  /** Where blocks stand across the page. */
  let across = whole;
  /** Begins a page where what comes does not fit on this one. */
  const room = (height: number) => {
    if (y + height <= page.bottom) return;
    pdf.addPage();
    y = page.top;
  };
  return {
    room,
    /** A paragraph or heading of its own. */
    block(parent: Structure, tag: string, text: string, style: Style = {}) {
      const { x, width } = across;
      const { height, draw } = layOut(text, width, style);
      room(height);
      const at = y;
      parent.add(pdf.struct(tag, {}, () => draw(x, at)));
      y += height + 2;
    },
    /** A row of a table, each cell in its column. */
    row(parent: Structure, tag: "TH" | "TD", cells: readonly string[]) {
      const blocks = columns.map(({ width, align }, place) =>
        layOut(cells[place] ?? "", width, { align, bold: tag === "TH" }),
      );
      // letters of all cells stand on one line, whatever scripts they are of
      const ascent = Math.max(...blocks.map((block) => block.ascent));
      const height = Math.max(...blocks.map((block) => block.height + ascent - block.ascent));
      room(height);
      const at = y;
      const row = pdf.struct("TR");
      parent.add(row);
      for (const [place, { x }] of columns.entries())
        row.add(
          pdf.struct(tag, {}, () => {
            const block = blocks[place];
            block?.draw(x, at + ascent - block.ascent);
          }),
        );
      row.end();
      y += height + 3;
    },
    gap() {
      y += 8;
    },
    /** Two short parts beside each other, each in its half of the page. */
    beside(left: () => void, right: () => void) {
      const top = y;
      const width = whole.width / 2 - 10;
      across = { x: page.left, width };
      left();
      const leftEnd = y;
      y = top;
      across = { x: page.right - width, width };
      right();
      y = Math.max(leftEnd, y);
      across = whole;
    },
    /** A code of dark squares, which a reader aloud names by `alt`. */
    qr(parent: Structure, text: string, alt: string) {
      const { modules } = create(text, { errorCorrectionLevel: "L" });
      const side = qrPoints / modules.size;
      room(qrPoints);
      const at = y;
      const draw = () => {
        for (const [place, isDark] of modules.data.entries())
          if (isDark) {
            const row = Math.floor(place / modules.size);
            pdf.rect(page.left + (place % modules.size) * side, at + row * side, side, side);
          }
        pdf.fill("black");
      };
      parent.add(pdf.struct("Figure", { alt }, draw));
      y += qrPoints + 8;
    },
    /** A line across the page, which readers aloud pass over. */
    rule() {
      pdf.markContent("Artifact", { type: "Layout" });
      pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor("#999999").stroke();
      pdf.endMarkedContent();
      y += 5;
    },
  };
}

function writeParty(write: Writer, root: Structure, heading: string, party: Party): void {
  write.block(root, "H2", heading, { size: 12, bold: true });
  write.block(root, "P", party.name, { bold: true });
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

async function writeTable(
  pdf: Pdf,
  write: Writer,
  root: Structure,
  { lines }: Document,
): Promise<void> {
  const table = pdf.struct("Table");
  root.add(table);
  write.row(
    table,
    "TH",
    columns.map(({ title }) => title),
  );
  write.rule();
  for (const { line, description, sac, quantity, rate, amount } of lines) {
    write.row(table, "TD", [
      String(line),
      description,
      sac ?? "",
      quantity,
      rate === null ? "" : money(rate),
      money(amount),
    ]);
    await nextTurn();
  }
  table.end();
  write.rule();
}

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

/** The name stands for a signature, which a document issued electronically needs none of. */
function writeSignature(
  write: Writer,
  root: Structure,
  { supplier, signatoryName }: Document,
): void {
  if (!signatoryName) return;
  write.gap();
  write.block(root, "P", `For ${supplier.name}`, { align: "right" });
  write.block(root, "P", signatoryName, { align: "right", bold: true });
  write.block(root, "P", "Authorised signatory", { align: "right" });
}
