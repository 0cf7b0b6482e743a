import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { uploads } from "#contract/base/uploads";
import * as table from "#platform/db/schema/index";
import { tableWords } from "#platform/files/table-words";
import { importMessages } from "#platform/modules/imports/messages";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { savedBy } from "../support/spreadsheets.ts";
import { storeCsv } from "../support/store-csv.ts";
import { fileOf } from "../support/uploads.ts";
import { packWorkbook, packZip, sheetOf } from "../support/xlsx.ts";

const folder = join(import.meta.dirname, "../fixtures/files");
const fixture = async (name: string) => new Uint8Array(await readFile(join(folder, name)));

let at: TestPlatform;
let company: TestCompany;
let manager: string;
beforeAll(async () => {
  at = await openTestPlatform(anyEngine);
  company = await makeCompany(at.database);
  manager = (await makeProvider(at.database)).staff.Fever_Music_Admin;
});
afterAll(() => at?.close());

const { send, check, countsOf, rowsOf, apply, storesNow } = storeCsv(() => ({
  at,
  admin: company.users.admin,
  company,
}));
const checked = async (name: string) => {
  const run = await check(await fixture(name));
  const rows = await rowsOf(run);
  return { run, notes: rows.map(({ outcome, notes }) => [outcome, ...notes]), rows };
};
const valuesIn = (row: { values: { heading: string; value: string }[] } | undefined) =>
  Object.fromEntries((row?.values ?? []).map(({ heading, value }) => [heading, value]));

describe("A file of stores", () => {
  test("from Excel in India: short rows, dates, phones, times and lines within cells [FIL-2]", async () => {
    const { notes, rows } = await checked("excel-india-utf8.csv");
    expect(notes).toEqual([
      ["add"],
      ["add"],
      ["add"],
      ["add"],
      ["refused", `Phone: ${importMessages.shortened("8.90E+12")}`],
      ["refused", importMessages.tooManyCells(12, 11)],
    ]);
    expect(valuesIn(rows[0])).toEqual({
      "Store code": "FX-01",
      Store: "Bond Street",
      Address: "12 MG Road First floor",
      City: "पुणे",
      "Postal code": "411001",
      Phone: "9876543210",
      Volume: "40",
      Monday: "10:00-22:00",
      Licence: "PPL",
      "Licence from": "2026-07-14",
      "Licence to": "2027-07-13",
    });
    expect(valuesIn(rows[1])).toMatchObject({
      Phone: "9876543210",
      Volume: "60",
      Monday: "09:30-21:00",
      "Licence from": "2026-11-20",
      "Licence to": "2027-11-19",
    });
    expect(valuesIn(rows[3])).toMatchObject({ Phone: "02223456789", Monday: "10:00-22:00" });
  });

  test("with merged cells has each row's own, from the sheet with our columns [FIL-2]", async () => {
    const { run, notes, rows } = await checked("excel-merged.xlsx");
    expect(run.remarks).toEqual([
      importMessages.sheet("Stores", 2),
      importMessages.headingBelow(3),
    ]);
    expect(notes).toEqual([
      ["add"],
      ["add"],
      ["add"],
      ["refused", importMessages.mergedCells("Store, City", "E7:F7")],
    ]);
    expect(rows.slice(0, 3).map((row) => Object.values(valuesIn(row)).slice(2, 5))).toEqual([
      ["North", "North zone 1", "North group 1"],
      ["North", "North zone 1", "North group 1"],
      ["North", "North zone 2", "North group 2"],
    ]);
    expect(valuesIn(rows[0])).toMatchObject({ "Licence from": "2026-07-14", Volume: "60" });
  });

  test("with errors, as a formula's or as text, refuses their rows and names the cells [FIL-2]", async () => {
    const { notes } = await checked("excel-errors.xlsx");
    expect(notes).toEqual([
      ["refused", `City: ${importMessages.errorCell("C2", "#N/A")}`],
      [
        "refused",
        `City: ${importMessages.errorCell("C3", "#REF!")}`,
        `Volume: ${importMessages.errorCell("D3", "#DIV/0!")}`,
      ],
      ["refused", `City: ${importMessages.errorCell("C4", "#VALUE!")}`],
      ["refused", `City: ${importMessages.uncalculated("C5")}`],
      ["add"],
      ["refused", `Volume: ${importMessages.shortened("8.90123456789012E+17")}`],
    ]);
    expect((await rowsOf(await check("Code,Name,City\nE-1,#name?,Err:502")))[0]?.notes).toEqual([
      `Store: ${importMessages.errorCell("B2", "#name?")}`,
      `City: ${importMessages.errorCell("C2", "Err:502")}`,
    ]);
  });

  test("with a cell of a million spaces or hyphens are answered at once [FIL-2]", async () => {
    // a search for what stands behind spaces that begins anew at each of them takes hours
    for (const filling of [" ", "-"]) {
      const cell = `a${filling.repeat(900_000)}b`;
      const file = `Code,Name,Monday\nE-1,"${cell}",\nE-2,Shop,"${cell}"`;
      expect((await rowsOf(await check(file))).map(({ outcome }) => outcome)).toEqual([
        "refused",
        "refused",
      ]);
    }
  });

  test("from LibreOffice, Numbers, and Excel with sep= and a title is found [FIL-2]", async () => {
    const libre = await checked("libreoffice.xlsx");
    expect([valuesIn(libre.rows[0])["Licence from"], ...(libre.notes[1] ?? [])]).toEqual([
      "2026-07-14",
      "refused",
      `City: ${importMessages.errorCell("C3", "Err:502")}`,
    ]);
    const numbers = await checked("numbers.xlsx");
    expect(numbers.run.remarks).toEqual([
      importMessages.sheet("Stores", 2),
      importMessages.headingBelow(2),
    ]);
    expect(countsOf(numbers.run)).toEqual([2, 0, 0, 0]);
    const titled = await checked("excel-sep-title.csv");
    expect(titled.run.remarks).toEqual([importMessages.headingBelow(4)]);
    expect(valuesIn(titled.rows[0])).toMatchObject({ City: "Pune", Address: "1, MG Road, Camp" });
  });

  test("whose letters were lost is warned of row by row, and not applied unseen [FIL-2]", async () => {
    const { run, rows } = await checked("excel-ansi.csv");
    expect(run).toMatchObject({ toAdd: 4, warned: 3, remarks: [importMessages.guessedEncoding] });
    expect(rows.map(({ warnings }) => warnings)).toEqual([
      [
        `City: ${importMessages.guessedLetters("Zürich")}`,
        `Contact: ${importMessages.guessedLetters("Jörg")}`,
      ],
      [
        `City: ${importMessages.lostLetters("???????")}`,
        `Contact: ${importMessages.lostLetters("???? ???")}`,
      ],
      [`City: ${importMessages.lostLetters("Þiþli")}`],
      [],
    ]);
    const warned = await at
      .as(company.users.admin)
      .listStoreCsvRows({ params: { importId: run.id }, query: { warned: "true", limit: 2 } })
      .answer;
    expect([warned.data.map(({ line }) => line), warned.page?.total]).toEqual([[2, 3], 3]);
    const unseen = await send(await fixture("excel-ansi.csv"), { query: "dryRun=false" });
    expect([unseen.status, unseen.body.errors?.map(({ field }) => field)]).toEqual([
      422,
      ["rows.2", "rows.3", "rows.4"],
    ]);
    const twice = await checked("editor-twice-encoded.csv");
    expect(twice.rows.map(({ warnings }) => warnings.length)).toEqual([2, 1]);
    const plain = "Code,Name,City,Contact\nP-1,Café,São Paulo,“É”…\nP-2,मुंबई,Łódź,Spaß – Ñu";
    expect((await check(plain)).warned).toBe(0);
  });

  test("whose last letter was lost is warned of, a title that asks is not [FIL-2]", async () => {
    const lost = Buffer.from(
      "Code,Name,City\nL-1,One,Orl?\nL-2,Two,Orl\ufffd\nL-3,Three,Orl? Sud?",
    );
    const warningsOf = async (content: Buffer) =>
      (await rowsOf(await check(new Uint8Array(content)))).map(({ warnings }) => warnings);
    expect(await warningsOf(lost)).toEqual(
      ["Orl?", "Orl\ufffd", "Orl? Sud?"].map((city) => [
        `City: ${importMessages.lostLetters(city)}`,
      ]),
    );
    // the file ends within its only letter that takes two bytes
    const cut = Buffer.from("Code,Name,City\nL-1,One,Orlé").subarray(0, -1);
    expect(await warningsOf(cut)).toEqual([[`City: ${importMessages.lostLetters("OrlÃ")}`]]);
    const songs = "Title,Artist,Seconds\nWho?,Björk,200\nHalo,Beyonc?,261";
    const run = await at
      .as(manager)
      .checkSongCsv({ query: {}, files: [fileOf(songs, "songs.csv")] });
    expect(run).toMatchObject({ toAdd: 2, warned: 1 });
  });

  test("of another kind is refused with words on how to save it [FIL-2] [VAL-5]", async () => {
    const refusals: Record<string, string> = {
      "excel-97.xls": tableWords.oldExcel,
      "excel-password.xlsx": tableWords.password,
      "web-page.xls": tableWords.otherFormat,
      "excel-mac.csv": tableWords.unknownLetters,
    };
    for (const [name, message] of Object.entries(refusals))
      expect((await send(await fixture(name))).body.errors, name).toEqual([
        { field: "file", message },
      ]);
  });

  test("of OpenDocument, Numbers or a binary workbook is refused alike [FIL-2] [VAL-5]", async () => {
    for (const part of ["content.xml", "Index/Document.iwa", "xl/workbook.bin"])
      expect((await send(await packZip({ [part]: "x" }))).body.errors, part).toEqual([
        { field: "file", message: tableWords.otherFormat },
      ]);
  });

  test("of which no sheet has our columns is refused, and asks for one that has [FIL-2]", async () => {
    const sheet = (text: string) =>
      sheetOf(`<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`);
    const names = ["Colours", "Sizes"];
    const listed = names.map((name, at) => `<sheet name="${name}" r:id="rId${at}"/>`);
    const related = names.map(
      (_, at) =>
        `<Relationship Id="rId${at}" Type="/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
    );
    const book = await packWorkbook(
      {
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${listed.join("")}</sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships>${related.join("")}</Relationships>`,
        "xl/worksheets/sheet1.xml": sheet("Colour"),
      },
      { "xl/worksheets/sheet2.xml": sheet("Size") },
    );
    expect((await send(book)).body.errors).toEqual([
      { field: "file", message: importMessages.noSheet(["Store code"]) },
    ]);
  });

  test("asks for zeros that a spreadsheet dropped, and for dates that became numbers [FIL-2]", async () => {
    await apply(
      await check("Code,Name,City,Postal code,Phone\n0012,One,Pune,08001,0987654321\nZ-2,B,Pune,,"),
    );
    const run = await check(
      "Code,Name,City,Postal code,Phone,Licence from\n12,One,Pune,,,\n0012,One,Pune,8001,987654321,\nZ-2,,,,,46217",
    );
    expect((await rowsOf(run)).map(({ notes }) => notes)).toEqual([
      [`Store code: ${importMessages.zeros("0012")}`],
      [
        `Postal code: ${importMessages.zeros("08001")}`,
        `Phone: ${importMessages.zeros("0987654321")}`,
      ],
      [`Licence from: ${importMessages.didYouMean(importMessages.date, "2026-07-14")}`],
    ]);
  });
});

test("a file of songs: lengths as times, thousands, a title made a date [FIL-2] [LIB-2]", async () => {
  const songs = async (content: Uint8Array<ArrayBuffer>) => {
    const run = await at
      .as(manager)
      .checkSongCsv({ query: {}, files: [fileOf(content, "songs.xlsx")] });
    return at.as(manager).listSongCsvRows({ params: { importId: run.id } });
  };
  const rows = await songs(await fixture("excel-songs.xlsx"));
  expect(rows.map(({ outcome, notes }) => [outcome, ...notes])).toEqual([
    ["add"],
    ["add"],
    ["add"],
    ["refused", `Seconds: ${importMessages.didYouMean(importMessages.length("3:25:00"), "3:25")}`],
    ["add"],
  ]);
  expect(rows.map((row) => valuesIn(row).Seconds)).toEqual([
    "205",
    "205",
    "205",
    undefined,
    "1205",
  ]);
  expect(valuesIn(rows[1])).toMatchObject({ Year: "2025", "Licensed to": "2026-07-14" });
  expect(rows[2]?.warnings).toEqual([`Title: ${importMessages.madeDate("03-Apr")}`]);
});

describe("Our own export", () => {
  const own = Array.from({ length: 20 }, (_, n) => [
    `RT-${n + 1}`,
    `Round trip ${n + 1}`,
    n % 2 ? "1, MG Road" : "",
    n % 3 ? "Zürich" : "Pune",
    "411001",
    `98765432${10 + n}`,
    "10:00-22:00",
    n % 2 ? "PPL" : "",
    n % 2 ? "05/08/26" : "",
    n % 2 ? "04/08/27" : "",
  ]);

  test.each(Object.entries(savedBy))(
    "of stores comes back unchanged from %s [FIL-2] [STO-1]",
    async (_, save) => {
      const fresh = await makeCompany(at.database);
      const of = storeCsv(() => ({ at, admin: fresh.users.admin, company: fresh }));
      const headings =
        "Code,Name,Address,City,Postal code,Phone,Monday,Licence,Licence from,Licence to";
      const csv = [headings, ...own.map((row) => row.map((c) => `"${c}"`).join(","))].join("\n");
      await of.apply(await of.check(csv));
      const exported = await at.as(fresh.users.admin).exportStores().text;
      const run = await of.check(await save(exported));
      const { length } = await of.storesNow();
      expect([(await of.rowsOf(run)).flatMap(({ notes }) => notes), ...of.countsOf(run)]).toEqual([
        [],
        0,
        0,
        length,
        0,
      ]);
      expect(run.warned).toBe(0);
    },
  );

  test.each(Object.entries(savedBy))(
    "of songs comes back unchanged from %s [FIL-2] [LIB-2]",
    async (_, save) => {
      await at.database.db.delete(table.importRun);
      const check = (content: string | Uint8Array<ArrayBuffer>) =>
        at.as(manager).checkSongCsv({ query: {}, files: [fileOf(content, "songs.csv")] });
      const first = await check(
        "Title,Artist,Seconds,ISRC,Licensed from,Licensed to,Explicit\n7,Catfish,205,INFV02600001,2026-08-05,2027-08-04,no\n12:51,The Strokes,153,INFV02600002,,,no\n“Éclair”,Björk,200,,,,yes",
      );
      if (first.toAdd > 0) await at.as(manager).applySongCsv({ params: { importId: first.id } });
      const exported = await at.as(manager).exportSongs().text;
      const run = await check(await save(exported));
      expect(countsOf(run)).toEqual([0, 0, 3, 0]);
    },
  );
});

if (process.env.TEST_ALL)
  test("each file, repeated to 50 MB, is refused with words or read row by row [FIL-2] [LIM-1]", async () => {
    const { bytes: most } = uploads.table;
    for (const name of (await readdir(folder)).filter((one) => /\.(csv|xlsx?)$/.test(one))) {
      const whole = await fixture(name);
      const times = Math.floor(most / whole.length);
      const large = Buffer.alloc(times * whole.length, whole);
      const { status, body } = await send(new Uint8Array(large));
      expect([201, 422], name).toContain(status);
      if (status === 422) expect(body.errors?.[0]?.message, name).toMatch(/\.$/);
      const larger = await send(new Uint8Array(Buffer.alloc(most + 1, whole)));
      expect(larger.body.errors, name).toEqual([{ field: "file", message: messages.fileTooLarge }]);
    }
  });

test("each file, cut in its middle or doubled, is refused with words or read row by row [FIL-2]", async () => {
  const files = (await readdir(folder)).filter((name) => /\.(csv|xlsx?)$/.test(name));
  for (const name of files) {
    const whole = await fixture(name);
    const middle = whole.subarray(0, Math.floor(whole.length / 2));
    for (const content of [new Uint8Array(middle), new Uint8Array([...whole, ...whole])]) {
      const { status, body } = await send(content);
      expect([201, 422], name).toContain(status);
      if (status === 422) expect(body.errors?.[0]?.message, name).toMatch(/\.$/);
    }
  }
  const cut = await fixture("excel-merged.xlsx");
  expect((await send(cut.slice(0, 2000))).body.errors).toEqual([
    { field: "file", message: tableWords.damaged },
  ]);
  const rows = await rowsOf(await check("Code,Name,City\nD-1,One,Pune\nCode,Name,City\nD-2,Tw"));
  expect(rows.map(({ outcome, notes }) => [outcome, ...notes])).toEqual([
    ["add"],
    ["refused", importMessages.headingAgain],
    ["refused", importMessages.cutRow(2, 3)],
  ]);
  expect(
    (await send(new Uint8Array(Buffer.from("Code,Name,City\nD-1,पुणे,पु").subarray(0, -1)))).body
      .errors,
  ).toEqual([{ field: "file", message: tableWords.damaged }]);
  expect((await storesNow()).some(({ code }) => code.startsWith("D-"))).toBe(false);
});
