import { setImmediate as nextTurn } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { create } from "qrcode";
import type { DocumentSigner } from "./document-signer.ts";
import { type Faces, loadFaces } from "./faces.ts";
import { type Style, textLayer } from "./text.ts";

type Pdf = InstanceType<typeof PDFDocument>;
export type Structure = ReturnType<Pdf["struct"]>;
type PictureBox = { width: number; height: number; align?: "left" | "right" };
export type TableColumn = { title: string; x: number; width: number; align: "left" | "right" };

export const page = { left: 48, right: 547, top: 48, bottom: 780 };
const wholeWidth = { x: page.left, width: page.right - page.left };
/** The side of a QR code: 45 mm, of which a phone reads a signed one at arm's length. */
const qrPoints = 128;

type PdfOptions = {
  title: string;
  author: string;
  madeAt: Date;
  /** Holds every character that will be written. */
  text: string;
  signing?: DocumentSignature | undefined;
};
/** Who signs a document, and when. */
export type DocumentSignature = { signer: DocumentSigner; at: Date };

/**
 * Opens a tagged PDF (PDF/UA's structure: language, title, headings, tables with header cells), with
 * its fonts embedded; `end` gives it whole, and signed if somebody signs.
 */
export async function openPdf({ title, author, madeAt, text, signing }: PdfOptions) {
  const faces = await loadFaces(text);
  const pdf = new PDFDocument({
    size: "A4",
    margin: page.left,
    tagged: true,
    lang: "en-IN",
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
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
  return {
    root,
    write: new Writer(pdf, faces),
    async end() {
      root.end();
      signing?.signer.reserve(pdf, title, signing.at);
      pdf.end();
      const bytes = await whole;
      return signing ? signing.signer.sign(bytes, signing.at) : bytes;
    },
  };
}

/** Writes parts below each other, on as many pages as they need. */
export class Writer {
  #y = page.top;
  /** The position of blocks across the page. */
  #across = wholeWidth;
  readonly #layOut: ReturnType<typeof textLayer>;

  constructor(
    private readonly pdf: Pdf,
    faces: Faces,
  ) {
    this.#layOut = textLayer(pdf, faces);
  }

  /** A paragraph or heading of its own. */
  block(parent: Structure, tag: string, text: string, style: Style = {}): void {
    const { x, width } = this.#across;
    const { height, draw } = this.#layOut(text, width, style);
    const at = this.#reserveHeight(height, 2);
    parent.add(this.pdf.struct(tag, {}, () => draw(x, at)));
  }

  /** A table between two rules. Others have their turn after each line: 500 take seconds. */
  async table(
    parent: Structure,
    columns: readonly TableColumn[],
    rows: readonly (readonly string[])[],
  ): Promise<void> {
    const table = this.pdf.struct("Table");
    parent.add(table);
    const titles = columns.map(({ title }) => title);
    this.#row(table, "TH", { columns, cells: titles });
    this.#rule();
    for (const cells of rows) {
      this.#row(table, "TD", { columns, cells });
      await nextTurn();
    }
    table.end();
    this.#rule();
  }

  gap(): void {
    this.#y += 8;
  }

  /** Draws two short parts next to each other, each in half of the page's width. */
  beside(left: () => void, right: () => void): void {
    const top = this.#y;
    const width = wholeWidth.width / 2 - 10;
    this.#across = { x: page.left, width };
    left();
    const leftEnd = this.#y;
    this.#y = top;
    this.#across = { x: page.right - width, width };
    right();
    this.#y = Math.max(leftEnd, this.#y);
    this.#across = wholeWidth;
  }

  /** A picture no larger than a box at one side, which a reader aloud names by `alt`. */
  picture(
    parent: Structure,
    bytes: Buffer,
    alt: string,
    { width, height, align = "left" }: PictureBox,
  ): void {
    const at = this.#reserveHeight(height, 8);
    const x = align === "left" ? page.left : page.right - width;
    const draw = () =>
      this.pdf.image(bytes, x, at, { fit: [width, height], ...(align === "right" && { align }) });
    parent.add(this.pdf.struct("Figure", { alt }, draw));
  }

  /** A code of dark squares, which a reader aloud names by `alt`. */
  qr(parent: Structure, text: string, alt: string): void {
    const { modules } = create(text, { errorCorrectionLevel: "L" });
    const side = qrPoints / modules.size;
    const at = this.#reserveHeight(qrPoints, 8);
    const draw = () => {
      for (const [place, isDark] of modules.data.entries())
        if (isDark) {
          const line = Math.floor(place / modules.size);
          this.pdf.rect(page.left + (place % modules.size) * side, at + line * side, side, side);
        }
      this.pdf.fill("black");
    };
    parent.add(this.pdf.struct("Figure", { alt }, draw));
  }

  /** Reserves a part's height and the gap below it; gives its top, on a new page if need be. */
  #reserveHeight(height: number, below: number): number {
    if (this.#y + height > page.bottom) {
      this.pdf.addPage();
      this.#y = page.top;
    }
    const at = this.#y;
    this.#y += height + below;
    return at;
  }

  /** A row of a table, each cell in its column. */
  #row(
    parent: Structure,
    tag: "TH" | "TD",
    { columns, cells }: { columns: readonly TableColumn[]; cells: readonly string[] },
  ): void {
    const blocks = columns.map(({ width, align }, place) =>
      this.#layOut(cells[place] ?? "", width, { align, bold: tag === "TH" }),
    );
    // the letters of all cells share one baseline, in any script
    const ascent = Math.max(...blocks.map((block) => block.ascent));
    const height = Math.max(...blocks.map((block) => block.height + ascent - block.ascent));
    const at = this.#reserveHeight(height, 3);
    const line = this.pdf.struct("TR");
    parent.add(line);
    for (const [place, { x }] of columns.entries())
      line.add(
        this.pdf.struct(tag, {}, () => {
          const block = blocks[place];
          block?.draw(x, at + ascent - block.ascent);
        }),
      );
    line.end();
  }

  /** A line across the page, which readers aloud pass over. */
  #rule(): void {
    const { pdf } = this;
    const y = this.#y;
    pdf.markContent("Artifact", { type: "Layout" });
    pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor("#999999").stroke();
    pdf.endMarkedContent();
    this.#y += 5;
  }
}
