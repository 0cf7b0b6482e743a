import { buffer } from "node:stream/consumers";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";

/** Makes an .xlsx file of these cells with a library: texts, numbers, dates. */
export const xlsxOf = async (rows: SheetData): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await writeXlsxFile(rows).toBuffer());

/** Makes an .xlsx file of a CSV without quotes; all cells are text. */
export const xlsxOfCsv = (csv: string) =>
  xlsxOf(
    csv
      .split(/\r?\n/)
      .map((line) =>
        line.split(",").map((value) => (value === "" ? null : { value, type: String })),
      ),
  );

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
export const sheetOf = (sheetData: string) =>
  `${declaration}<worksheet><sheetData>${sheetData}</sheetData></worksheet>`;

/** The parts of a minimal workbook; a test replaces some, null leaves one out. */
export const workbookParts = {
  "_rels/.rels": `${declaration}<Relationships>${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
  "xl/workbook.xml": `${declaration}<workbook xmlns:r="r"><sheets><sheet name="Stores" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${declaration}<Relationships>${relation("rId1", "worksheet", "worksheets/sheet1.xml")}${relation("rId2", "sharedStrings", "/xl/sharedStrings.xml")}${relation("rId3", "styles", "styles.xml")}</Relationships>`,
  "xl/sharedStrings.xml": `${declaration}<sst><si><t>Code</t></si></sst>`,
  "xl/styles.xml": `${declaration}<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`,
  "xl/worksheets/sheet1.xml": sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'),
};
type Parts = Partial<Record<keyof typeof workbookParts, string | Uint8Array | null>>;

/** Packs a workbook, with parts that the test writes itself, as a zip archive. */
export function packWorkbook(
  parts: Parts = {},
  more: Record<string, string> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return packZip({ ...workbookParts, ...parts, ...more });
}

export async function packZip(
  files: Record<string, string | Uint8Array | null>,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    if (content !== null) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

/** A cell's value in a spreadsheet, with the number of its format. */
export type WorkbookCell = { value: string | number | null; format: number };

/** Reads the sheets of a workbook with their names and rows, without code of ours. */
export async function readWorkbook(
  bytes: Uint8Array,
): Promise<{ name: string; places: string[]; rows: WorkbookCell[][] }[]> {
  const parts = await unzip(bytes);
  const text = (path: string) => parts.get(path) ?? "";
  const formats = [...text("xl/styles.xml").matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map(
    ([, id]) => Number(id),
  );
  const targets = new Map(
    [...text("xl/_rels/workbook.xml.rels").matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(
      ([, id, target]) => [id, target],
    ),
  );
  return [...text("xl/workbook.xml").matchAll(/<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)].map(
    ([, name = "", id]) => ({
      name: plain(name),
      places: [...text(`xl/${targets.get(id)}`).matchAll(/<c r=['"](\w+)['"]/g)].map(
        ([, place = ""]) => place,
      ),
      rows: [...text(`xl/${targets.get(id)}`).matchAll(/<row r=['"]\d+['"]>(.*?)<\/row>/gs)].map(
        ([, row = ""]) =>
          [...row.matchAll(/<c( [^>]*?)?(?:\/>|>(.*?)<\/c>)/gs)].map(
            ([, attributes = "", inner = ""]) => {
              const [, style = "0"] = /s=['"](\d+)['"]/.exec(attributes) ?? [];
              const content = inner.replace(/<[^>]*>/g, "");
              const value =
                inner === ""
                  ? null
                  : attributes.includes("inlineStr")
                    ? plain(content)
                    : Number(content);
              return { value, format: formats[Number(style)] ?? 0 };
            },
          ),
      ),
    }),
  );
}

const plain = (xml: string) =>
  xml
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

async function unzip(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes));
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    parts.set(
      entry.fileName,
      (await buffer(await zip.openReadStreamPromise(entry))).toString("utf8"),
    );
  return parts;
}
