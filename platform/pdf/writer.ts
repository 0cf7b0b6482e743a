import { setImmediate as nextTurn } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { create } from "qrcode";
import { type Faces, loadFaces } from "./faces.ts";
import { type Style, textLayer } from "./text.ts";

type Pdf = InstanceType<typeof PDFDocument>;
export type Structure = ReturnType<Pdf["struct"]>;
type PictureBox = { width: number; height: number; align?: "left" | "right" };
export type TableColumn = { title: string; x: number; width: number; align: "left" | "right" };

export const page = { left: 48, right: 547, top: 48, bottom: 780 };
/** The side of a QR code: 45 mm, of which a phone reads a signed one at arm's length. */
const qrPoints = 128;

type Opened = {
  title: string;
  author: string;
  madeAt: Date;
  /** Holds every character that will be written. */
  text: string;
};

/**
 * Opens a tagged PDF (PDF/UA's structure: language, title, headings, tables with header cells), with
 * its fonts embedded; `end` gives it whole.
 */
export async function openPdf({ title, author, madeAt, text }: Opened) {
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
    write: writer(pdf, faces),
    end() {
      root.end();
      pdf.end();
      return whole;
    },
  };
}

export type Writer = ReturnType<typeof writer>;

function writer(pdf: Pdf, faces: Faces) {
  const layOut = textLayer(pdf, faces);
  let y = page.top;
  const whole = { x: page.left, width: page.right - page.left };
  /** The position of blocks across the page. */
  let across = whole;
  /** Begins a page where what comes does not fit on this one. */
  const room = (height: number) => {
    if (y + height <= page.bottom) return;
    pdf.addPage();
    y = page.top;
  };
  /** A row of a table, each cell in its column. */
  const row = (
    parent: Structure,
    tag: "TH" | "TD",
    columns: readonly TableColumn[],
    cells: readonly string[],
  ) => {
    const blocks = columns.map(({ width, align }, place) =>
      layOut(cells[place] ?? "", width, { align, bold: tag === "TH" }),
    );
    // the letters of all cells share one baseline, in any script
    const ascent = Math.max(...blocks.map((block) => block.ascent));
    const height = Math.max(...blocks.map((block) => block.height + ascent - block.ascent));
    room(height);
    const at = y;
    const line = pdf.struct("TR");
    parent.add(line);
    for (const [place, { x }] of columns.entries())
      line.add(
        pdf.struct(tag, {}, () => {
          const block = blocks[place];
          block?.draw(x, at + ascent - block.ascent);
        }),
      );
    line.end();
    y += height + 3;
  };
  /** A line across the page, which readers aloud pass over. */
  const rule = () => {
    pdf.markContent("Artifact", { type: "Layout" });
    pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor("#999999").stroke();
    pdf.endMarkedContent();
    y += 5;
  };
  return {
    /** A paragraph or heading of its own. */
    block(parent: Structure, tag: string, text: string, style: Style = {}) {
      const { x, width } = across;
      const { height, draw } = layOut(text, width, style);
      room(height);
      const at = y;
      parent.add(pdf.struct(tag, {}, () => draw(x, at)));
      y += height + 2;
    },
    /** A table between two rules. Others have their turn after each line: 500 take seconds. */
    async table(
      parent: Structure,
      columns: readonly TableColumn[],
      rows: readonly (readonly string[])[],
    ) {
      const table = pdf.struct("Table");
      parent.add(table);
      row(
        table,
        "TH",
        columns,
        columns.map(({ title }) => title),
      );
      rule();
      for (const cells of rows) {
        row(table, "TD", columns, cells);
        await nextTurn();
      }
      table.end();
      rule();
    },
    gap() {
      y += 8;
    },
    /** Draws two short parts next to each other, each in half of the page's width. */
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
    /** A picture no larger than a box at one side, which a reader aloud names by `alt`. */
    picture(
      parent: Structure,
      bytes: Buffer,
      alt: string,
      { width, height, align = "left" }: PictureBox,
    ) {
      room(height);
      const at = y;
      const x = align === "left" ? page.left : page.right - width;
      const draw = () =>
        pdf.image(bytes, x, at, { fit: [width, height], ...(align === "right" && { align }) });
      parent.add(pdf.struct("Figure", { alt }, draw));
      y += height + 8;
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
            const line = Math.floor(place / modules.size);
            pdf.rect(page.left + (place % modules.size) * side, at + line * side, side, side);
          }
        pdf.fill("black");
      };
      parent.add(pdf.struct("Figure", { alt }, draw));
      y += qrPoints + 8;
    },
  };
}
