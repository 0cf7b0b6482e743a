import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { columnName, rowNumberMark, xlsxStyles } from "../db/xlsx-cells.ts";

/** The most rows that a sheet has, its headings among them (Excel's specifications and limits). */
export const sheetRows = 1_048_576;

/** The most characters that a sheet's name has: a file with a longer one is damaged to Excel. */
const longestName = 31;

type Workbook = { sheetName: string; headings: readonly string[]; now: Date; rowsASheet?: number };

/**
 * Makes a workbook of rows that come as bytes, each the XML of a row and a line break
 * (db/xlsx-cells.ts), and fills in their numbers. Packs them as they come, in constant memory, and
 * begins another sheet with the same headings whenever one is full. An error of the rows errors the
 * stream; cancelling it cancels the rows.
 */
export function streamWorkbook(
  rows: ReadableStream<Uint8Array>,
  { sheetName, headings, now, rowsASheet = sheetRows }: Workbook,
) {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const feed = new RowFeed(rows.getReader());
  zip.on("error", (error: Error) => output.destroy(error));
  output.once("close", () => feed.cancel());
  const add = (path: string, xml: string) =>
    zip.addBuffer(Buffer.from(declaration + xml), path, { mtime: now });
  const write = async () => {
    add("[Content_Types].xml", contentTypes);
    add("_rels/.rels", relationships([["officeDocument", "xl/workbook.xml"]]));
    add("xl/styles.xml", styleSheet);
    const sheets: string[] = [];
    do {
      const number = sheets.length === 0 ? "" : ` ${sheets.length + 1}`;
      sheets.push(sheetName.slice(0, longestName - number.length) + number);
      const sheet = Readable.from(feed.sheet(headings, rowsASheet - 1), { objectMode: false });
      // speed counts: level 1 packs the tags nearly as well
      zip.addReadStream(sheet, `xl/worksheets/sheet${sheets.length}.xml`, {
        mtime: now,
        compressionLevel: 1,
      });
      await finished(sheet);
    } while (await feed.hasMore());
    add("xl/workbook.xml", workbookOf(sheets));
    const targets = sheets.map((_, at): [string, string] => [
      "worksheet",
      `worksheets/sheet${at + 1}.xml`,
    ]);
    add("xl/_rels/workbook.xml.rels", relationships([...targets, ["styles", "styles.xml"]]));
    zip.end();
  };
  write().catch((error: Error) => output.destroy(error));
  return Readable.toWeb(output) as ReadableStream<Uint8Array>;
}

/** Hands out rows sheet by sheet. */
class RowFeed {
  #chunk: Uint8Array | undefined;
  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {}

  async *sheet(headings: readonly string[], rows: number): AsyncGenerator<Uint8Array> {
    const cells = headings.map(
      (heading, at) =>
        `<c r="${columnName(at)}1" s="${xlsxStyles.heading}" t="inlineStr"><is><t>${escapeXml(heading)}</t></is></c>`,
    );
    yield Buffer.from(`${sheetHead}<row r="1">${cells.join("")}</row>\n`);
    for (let row = 2; row < rows + 2 && (await this.hasMore()); ) {
      // bytes as characters one by one: faster than text, and nothing is lost of it
      const chunk = Buffer.from(this.#chunk ?? []).toString("latin1");
      const written: string[] = [];
      let end = 0;
      while (row < rows + 2 && end < chunk.length) {
        const lineBreak = chunk.indexOf("\n", end);
        const next = lineBreak === -1 ? chunk.length : lineBreak + 1;
        written.push(chunk.slice(end, next).replaceAll(rowNumberMark, String(row)));
        if (lineBreak !== -1) row++;
        end = next;
      }
      this.#chunk = end < chunk.length ? this.#chunk?.subarray(end) : undefined;
      yield Buffer.from(written.join(""), "latin1");
    }
    yield Buffer.from("</sheetData></worksheet>");
  }

  async hasMore(): Promise<boolean> {
    while (!this.#chunk?.length) {
      const { value, done } = await this.reader.read();
      if (done) return false;
      this.#chunk = value;
    }
    return true;
  }

  /** Stops the rows; nothing where they are over. */
  cancel(): void {
    this.reader.cancel(new Error("the reader went away")).catch(() => {});
  }
}

const escapeXml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const packageOf = "http://schemas.openxmlformats.org/package/2006";
const documentOf = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const media = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const sheetHead = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>`;

/**
 * Written before the number of worksheets is known, so every part that is not named here counts as
 * one.
 */
const contentTypes = `<Types xmlns="${packageOf}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${media}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${media}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${media}.styles+xml"/></Types>`;

const relationships = (targets: readonly [type: string, target: string][]) =>
  `<Relationships xmlns="${packageOf}/relationships">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${documentOf}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

const workbookOf = (sheets: readonly string[]) =>
  `<workbook xmlns="${main}" xmlns:r="${documentOf}"><sheets>${sheets
    .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join("")}</sheets></workbook>`;

/** In the order of xlsxStyles: plain, heading, date, minute, time, money, second. */
const formats = [0, 0, 164, 165, 20, 4, 166];
const styleSheet = `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yy"/><numFmt numFmtId="165" formatCode="dd/mm/yy hh:mm"/><numFmt numFmtId="166" formatCode="dd/mm/yy hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats
  .map(
    (format, at) =>
      `<xf numFmtId="${format}" fontId="${at === xlsxStyles.heading ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join("")}</cellXfs></styleSheet>`;
