import { buffer } from "node:stream/consumers";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { ZipFile } from "yazl";

/** An .xlsx file of these cells as a library of its own writes it: texts, numbers, dates. */
export const xlsxOf = async (rows: SheetData): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await writeXlsxFile(rows).toBuffer());

/** The same of a CSV's text without quotes: all cells are text. */
export const xlsxOfCsv = (csv: string) =>
  xlsxOf(csv.split(/\r?\n/).map((line) => line.split(",").map((value) => (value === "" ? null : { value, type: String }))));

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
export const sheetOf = (sheetData: string) => `${declaration}<worksheet><sheetData>${sheetData}</sheetData></worksheet>`;

/** The parts of a smallest workbook; a test gives its own for some, null leaves one out. */
export const workbookParts = {
  "_rels/.rels": `${declaration}<Relationships>${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
  "xl/workbook.xml": `${declaration}<workbook xmlns:r="r"><sheets><sheet name="Stores" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${declaration}<Relationships>${relation("rId1", "worksheet", "worksheets/sheet1.xml")}${relation("rId2", "sharedStrings", "/xl/sharedStrings.xml")}${relation("rId3", "styles", "styles.xml")}</Relationships>`,
  "xl/sharedStrings.xml": `${declaration}<sst><si><t>Code</t></si></sst>`,
  "xl/styles.xml": `${declaration}<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`,
  "xl/worksheets/sheet1.xml": sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'),
};
type Parts = Partial<Record<keyof typeof workbookParts, string | Uint8Array | null>>;

/** A workbook whose parts the test writes itself, packed as a zip archive. */
export function packWorkbook(parts: Parts = {}, more: Record<string, string> = {}): Promise<Uint8Array<ArrayBuffer>> {
  return packZip({ ...workbookParts, ...parts, ...more });
}

export async function packZip(files: Record<string, string | Uint8Array | null>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) if (content !== null) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
