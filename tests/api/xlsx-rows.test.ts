import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { figuresOf } from "#contract/base/country-figures";
import { messages } from "#contract/base/messages";
import { tableWords } from "#platform/files/table-words";
import { addressOf } from "#platform/modules/imports/cell-text";
import type { FileRow } from "#platform/modules/imports/csv-rows";
import { readXlsxRows } from "#platform/modules/imports/xlsx-rows";
import { sampled } from "../support/drawn-cases.ts";
import { heldMemory } from "../support/held-memory.ts";
import { longestTurn } from "../support/longest-turn.ts";
import { packWorkbook, packZip, sheetOf, workbookParts, xlsxOf } from "../support/xlsx.ts";

const figures = figuresOf("IN");
const going = { signal: new AbortController().signal, figures };
const megabyte = 2 ** 20;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fever-xlsx-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function save(content: Uint8Array): Promise<string> {
  const path = join(folder, "table.xlsx");
  await writeFile(path, content);
  return path;
}

async function readAll(content: Uint8Array, reading = going): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readXlsxRows(await save(content), reading)) rows.push(row);
  return rows;
}
const cellsOf = async (content: Uint8Array) => (await readAll(content)).map(({ cells }) => cells);
const lettersOf = (place: number) => addressOf(place, 1).replace("1", "");
const cellOf = (attributes: string, value: string) =>
  sheetOf(`<row><c ${attributes}><v>${value}</v></c></row>`);

/**
 * Why a file is refused. While it is read, other work has its turns with little computing in
 * between, and little memory is held.
 */
async function refusal(content: Uint8Array): Promise<string> {
  const path = await save(content);
  const before = heldMemory();
  let message = "";
  let peak = 0;
  let rows = 0;
  const longestWait = await longestTurn(async () => {
    try {
      for await (const _ of readXlsxRows(path, going))
        if (++rows % 20_000 === 0) peak = Math.max(peak, heldMemory() - before);
    } catch (error) {
      message = (error as Error).message;
    }
  });
  // taking heaps apart to measure them takes longer
  if (rows < 20_000) expect(longestWait).toBeLessThan(250);
  expect(Math.max(peak, heldMemory() - before)).toBeLessThan(64 * megabyte);
  return message;
}

describe("The rows of an .xlsx file", () => {
  test("are read as people see them: texts, numbers, dates, times, gaps and empty rows [VAL-5]", async () => {
    const file = await xlsxOf([
      [
        { value: "Code" },
        { value: "Zip" },
        { value: "Phone" },
        { value: "From" },
        { value: "Note" },
      ],
      [
        { value: "007", type: String },
        { value: 7, type: Number, format: "00000" },
        { value: 919876543210, type: Number },
        { value: new Date(Date.UTC(2026, 10, 20)), type: Date, format: "dd/mm/yyyy" },
        null,
      ],
      [],
      [
        { value: " a & <b> “é😀” " },
        { value: 0.1 + 0.2 },
        { value: true, type: Boolean },
        null,
        { value: "last" },
      ],
    ]);
    expect(await readAll(file)).toEqual([
      { line: 1, cells: ["Code", "Zip", "Phone", "From", "Note"] },
      { line: 2, cells: ["007", "00007", "919876543210", "2026-11-20"] },
      { line: 4, cells: [" a & <b> “é😀” ", "0.3", "TRUE", "", "last"] },
    ]);
  });

  test("come from what different spreadsheets write [VAL-5]", async () => {
    const styles = [14, 164, 165, 166, 167, 20, 45, 0]
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join("");
    const file = await packWorkbook({
      "xl/workbook.xml": `<x:workbook xmlns:rel="r"><x:sheets><x:sheet state="hidden" rel:id="rId9"/><x:sheet rel:id="rId1"/></x:sheets></x:workbook>`,
      "xl/sharedStrings.xml":
        '<x:sst xmlns:x="m"><x:si><x:r><x:t>Co</x:t></x:r><x:r><x:t>de</x:t></x:r><x:rPh><x:t>read</x:t></x:rPh></x:si><x:si><x:t/></x:si><x:si><x:t>a_x000D_b_x0000_<![CDATA[<c>]]>&#13;</x:t></x:si></x:sst>',
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="h:mm AM/PM"/><numFmt numFmtId="166" formatCode="0.00&quot; days&quot;"/><numFmt numFmtId="167" formatCode="[Red]000;-0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles}</cellXfs></styleSheet>`,
      "xl/worksheets/sheet1.xml": sheetOf(
        [
          '<row r="2" spans="1:2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>In</t><t>line</t></is></c><c r="D2" t="s"><v>1</v></c></row>',
          '<row r="5"><c r="A5" s="0"><v>46346.375</v></c><c r="B5" s="1"><v>46346</v></c><c r="C5" s="2"><v>0.375</v></c></row>',
          '<row><c s="3"><v>1.5</v></c><c s="4"><v>7</v></c><c s="5"><v>0.875</v></c><c s="6"><v>2.3726851851851851E-3</v></c></row>',
          '<row><c t="str"><f>A1&amp;B1</f><v>sum</v></c><c t="e"><v>#N/A</v></c><c t="d" s="0"><v>2026-11-20T00:00:00</v></c><c t="s"><v>2</v></c></row>',
          '<row><c s="7"><v>9.1987654321E11</v></c><c><v>-1.5E-7</v></c><c s="0"><v>99999999</v></c><c s="0"><v>59</v></c></row>',
          '<row r="9"/><row><c s="4"/></row>',
        ].join(""),
      ),
    });
    expect(await readAll(file)).toEqual([
      { line: 2, cells: ["Code", "", "Inline"] },
      { line: 5, cells: ["2026-11-20 09:00", "2026-11-20", "09:00"] },
      { line: 6, cells: ["1.5", "007", "21:00", "3:25"] },
      { line: 7, cells: ["sum", "#N/A", "2026-11-20", "a\rb<c>\r"] },
      { line: 8, cells: ["919876543210", "-0.00000015", "99999999", "1900-02-28"] },
    ]);
    const from1904 = await packWorkbook({
      "xl/workbook.xml":
        '<workbook><workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets></workbook>',
      "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      "xl/worksheets/sheet1.xml": cellOf('s="0"', "44884"),
    });
    expect(await cellsOf(from1904)).toEqual([["2026-11-20"]]);
  });

  test("stop with the client [LOAD-1]", async () => {
    const client = new AbortController();
    const row = '<row><c t="inlineStr"><is><t>x</t></is></c></row>';
    const reading = readXlsxRows(
      await save(await packWorkbook({ "xl/worksheets/sheet1.xml": sheetOf(row.repeat(10_000)) })),
      {
        signal: client.signal,
        figures,
      },
    );
    await reading.next();
    client.abort(new Error("the client has left"));
    await expect(
      (async () => {
        for await (const _ of reading);
      })(),
    ).rejects.toThrow("the client has left");
  });
});

describe("An .xlsx that would take too much is refused, and memory stays small [LOAD-1] [VAL-5]", () => {
  test("a bomb: 300 MB of one sheet, of shared strings, of styles, by ratio or by size", async () => {
    const spaces = Buffer.alloc(300 * megabyte, " ");
    expect(await refusal(await packWorkbook({ "xl/worksheets/sheet1.xml": spaces }))).toBe(
      messages.fileTooLarge,
    );
    expect(
      await refusal(
        await packWorkbook({ "xl/sharedStrings.xml": spaces.subarray(0, 20 * megabyte) }),
      ),
    ).toBe(messages.fileTooLarge);
    const noisy = Buffer.from(
      Array.from({ length: 500_000 }, (_, n) => `<!--${(n * 2654435761) % 2 ** 32}-->`).join(""),
    );
    expect(
      await refusal(await packWorkbook({ "xl/styles.xml": Buffer.concat([noisy, noisy]) })),
    ).toBe(messages.fileTooLarge);
  });

  test("a part that unpacks to more than it declares", async () => {
    const file = Buffer.from(
      await packWorkbook({ "xl/worksheets/sheet1.xml": sheetOf("<row/>".repeat(100_000)) }),
    );
    const name = "xl/worksheets/sheet1.xml";
    file.writeUInt32LE(1000, file.lastIndexOf(name) - 46 + 24); // the size in the directory
    expect(await refusal(file)).toBe(messages.fileType);
  });

  test("an archive of many entries, or two of one name", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1001 }, (_, n) => [`xl/media/${n}.png`, ""]),
    );
    expect(await refusal(await packWorkbook({}, many))).toBe(messages.fileTooLarge);
    expect(await refusal(await packWorkbook({}, { "XL/worksheets/sheet1.xml": sheetOf("") }))).toBe(
      messages.fileType,
    );
  });

  test("entities that expand, foreign entities, document types", async () => {
    const laughs = `<!DOCTYPE sst [<!ENTITY a "ha">${["b", "c", "d"].map((name, n) => `<!ENTITY ${name} "${`&${"abc"[n]};`.repeat(100)}">`).join("")}]>`;
    for (const part of [
      `${laughs}<sst><si><t>&d;</t></si></sst>`,
      '<!DOCTYPE sst SYSTEM "file:///etc/passwd"><sst/>',
      "<sst><si><t>&nbsp;</t></si></sst>",
    ])
      expect(await refusal(await packWorkbook({ "xl/sharedStrings.xml": part })), part).toBe(
        messages.fileType,
      );
  });

  test("shared strings that are too many, and few that are used a million times", async () => {
    const noise = (n: number) => ((n * 2654435761) % 2 ** 32).toString(36);
    const strings = Array.from(
      { length: 400_000 },
      (_, n) => `<si><t>${noise(n)}${noise(n * 7)}${"x".repeat(80)}</t></si>`,
    ).join("");
    expect(
      await refusal(await packWorkbook({ "xl/sharedStrings.xml": `<sst>${strings}</sst>` })),
    ).toBe(messages.fileTooLarge);
    const long = `<sst><si><t>${"y".repeat(10_000)}</t></si></sst>`;
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(90)}</row>`;
    const rows = Array.from({ length: 1000 }, (_, n) => `<!--${noise(n)}-->${row}`).join("");
    expect(
      await refusal(
        await packWorkbook({
          "xl/sharedStrings.xml": long,
          "xl/worksheets/sheet1.xml": sheetOf(rows),
        }),
      ),
    ).toBe(messages.fileTooLarge);
  });

  test("rows, lines, cells and columns beyond the limits", async () => {
    // so that it does not shrink like a bomb
    const comment = (n: number) => `<!--${(n * 2654435761) % 2 ** 32}-->`;
    const repeated = (xml: string, times: number, every: number) =>
      Array.from({ length: times / every }, (_, n) => comment(n) + xml.repeat(every)).join("");
    for (const [sheet, message] of sampled<[sheet: string, message: string | RegExp]>([
      [
        repeated('<row><c t="b"><v>1</v></c></row>', 200_200, 20),
        "The file has more than 2,00,000 rows. Split it into several files.",
      ],
      [repeated("<row/>", 400_100, 50), /^The file has more than 4,00,000 lines/],
      [`<row>${repeated("<c/>", 8_000_100, 100)}</row>`, messages.fileTooLarge],
      ['<row r="7"><c r="ALM7"><v>1</v></c></row>', "Row 7 has more than 1,000 columns."],
      [
        `<row>${'<c t="s"><v>0</v></c>'.repeat(101)}</row>`,
        "Row 1 has more than 10,00,000 characters.",
      ],
    ])) {
      const strings = `<sst><si><t>${"y".repeat(9999)}</t></si></sst>`;
      const refusalText = await refusal(
        await packWorkbook({
          "xl/sharedStrings.xml": strings,
          "xl/worksheets/sheet1.xml": sheetOf(sheet),
        }),
      );
      if (typeof message === "string") expect(refusalText).toBe(message);
      else expect(refusalText).toMatch(message);
    }
  });

  test("merges over the whole sheet, thousands of them: small work, and no row made of nothing", async () => {
    const merge = (n: number) => `<mergeCell ref="${n % 2 ? "A1" : "B1"}:XFD1048576"/>`;
    const merges = (count: number) =>
      `<mergeCells>${Array.from({ length: count }, (_, n) => `<!--${n}-->${merge(n)}`).join("")}</mergeCells>`;
    const rows = Array.from(
      { length: 20_000 },
      (_, n) =>
        `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c><c r="C${n + 1}"><v>1</v></c></row>`,
    ).join("");
    const sheet = (count: number) =>
      packWorkbook({
        "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData>${merges(count)}</worksheet>`,
      });
    expect(await refusal(await sheet(90_000))).toBe("");
    expect(await refusal(await sheet(100_001))).toBe(messages.fileTooLarge);
    const filled = await packWorkbook({
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row><row r="2"/><row r="3"><c r="B3"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A1048576"/></mergeCells></worksheet>`,
    });
    expect(await cellsOf(filled)).toEqual([["7"], ["7", "1"]]);
    const wide = Array.from(
      { length: 1000 },
      (_, n) => `<mergeCell ref="${lettersOf(n)}1:${lettersOf(n)}1048576"/>`,
    ).join("");
    const first = `<row r="1">${Array.from({ length: 1000 }, (_, n) => `<c r="${lettersOf(n)}1"><v>1234567</v></c>`).join("")}</row>`;
    const own = Array.from(
      { length: 20_000 },
      (_, n) => `<row r="${n + 2}"><c r="ALL${n + 2}"><v>1</v></c></row>`,
    ).join("");
    expect(
      await refusal(
        await packWorkbook({
          "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${first}${own}</sheetData><mergeCells>${wide.replace('<mergeCell ref="ALL1:ALL1048576"/>', "")}</mergeCells></worksheet>`,
        }),
      ),
    ).toBe(messages.fileTooLarge);
  });

  test("in sheets without number the first that is there is found", async () => {
    const many = 60_000;
    const repeatNumbered = (one: (n: number) => string) =>
      Array.from({ length: many }, (_, n) => one(n)).join("");
    const worksheet = (id: string, target: string) =>
      `<Relationship Id="${id}" Type="/worksheet" Target="${target}"/>`;
    const content = await packWorkbook({
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${repeatNumbered((n) => `<sheet name="a" r:id="q${n}"/>`)}<sheet r:id="last"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships>${repeatNumbered((n) => worksheet(`z${n}`, "none.xml"))}${worksheet("last", "worksheets/sheet1.xml")}</Relationships>`,
      "xl/worksheets/sheet1.xml": sheetOf("<row><c><v>7</v></c></row>"),
    });
    let cells: string[][] = [];
    expect(await longestTurn(async () => (cells = await cellsOf(content)))).toBeLessThan(250);
    expect(cells).toEqual([["7"]]);
  });

  test("XML without bounds: depth, attributes, names and values", async () => {
    for (const sheet of [
      "<a>".repeat(100_000),
      `<row ${Array.from({ length: 1000 }, (_, n) => `a${n}="1"`).join(" ")}/>`,
      `<row a="${"x".repeat(200_000)}"/>`,
      `<${"x".repeat(200_000)}/>`,
    ])
      expect(
        await refusal(await packWorkbook({ "xl/worksheets/sheet1.xml": sheetOf(sheet) })),
        sheet.slice(0, 20),
      ).toBe(messages.fileType);
  });
});

test("what is no whole .xlsx file is refused as such, never an error of ours [VAL-5]", async () => {
  const whole = await packWorkbook();
  expect(await cellsOf(whole)).toEqual([["Code"]]);
  const encrypted = Buffer.from(whole);
  for (
    let at = encrypted.indexOf("PK\x01\x02", 0, "latin1");
    at !== -1;
    at = encrypted.indexOf("PK\x01\x02", at + 1, "latin1")
  )
    encrypted[at + 8] = (encrypted[at + 8] ?? 0) | 1;
  const sheets = (sheet: string) => packWorkbook({ "xl/worksheets/sheet1.xml": sheet });
  expect(await refusal(whole.subarray(0, whole.length - 30))).toBe(tableWords.damaged);
  for (const [what, content] of Object.entries({
    encrypted,
    "another archive": await packZip({ "a.txt": "b" }),
    "a document": await packZip({ ...workbookParts, "xl/workbook.xml": "<document/>" }),
    "no sheet": await packWorkbook({ "xl/worksheets/sheet1.xml": null }),
    "a sheet elsewhere": await packWorkbook({
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="rId1" Type="/worksheet" Target="../../../etc/passwd"/></Relationships>',
    }),
    "no XML": await sheets("Code,Name"),
    "cut XML": await sheets("<worksheet><sheetData><row>"),
    "another encoding": await packWorkbook({
      "xl/worksheets/sheet1.xml": Buffer.from(sheetOf(""), "utf16le"),
    }),
    "a wrong string": await sheets(cellOf('t="s"', "9")),
    "a wrong string number": await sheets(cellOf('t="s"', "x")),
    "a row twice": await sheets(sheetOf('<row r="2"/><row r="2"/>')),
    "a row beyond all": await sheets(sheetOf('<row r="1048577"/>')),
    "a wrong place": await sheets(cellOf('r="5C"', "1")),
    "a cell twice": await sheets(sheetOf('<row><c r="B1"/><c r="B1"/></row>')),
  }))
    expect(await refusal(content), what).toBe(messages.fileType);
});
