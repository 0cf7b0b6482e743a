import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import type { ImportRun } from "#contract/imports/endpoints";
import { unknownNames } from "#platform/modules/imports/unknown-names";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { measureSlowdown } from "../support/machine-speed.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { storeCsv } from "../support/store-csv.ts";
import { fileOf } from "../support/uploads.ts";
import { packWorkbook, sheetOf, xlsxOf, xlsxOfCsv } from "../support/xlsx.ts";

let at: TestPlatform;
let company: TestCompany;
beforeAll(async () => {
  at = await openTestPlatform(anyEngine);
  company = await makeCompany(at.database);
});
afterAll(() => at.close());

const { send, check, countsOf, rowsOf, apply, storesNow, codeOf } = storeCsv(() => ({
  at,
  admin: company.users.admin,
  company,
}));
const notesOf = async (run: ImportRun) =>
  (await rowsOf(run)).map(({ outcome, notes }) => [outcome, ...notes]);
const storeNow = async (code: string) => (await storesNow()).find((one) => one.code === code);

describe("An .xlsx file", () => {
  test("of stores goes the way of a CSV: checked, downloaded, applied [VAL-5] [STO-1]", async () => {
    const run = await check(
      await xlsxOf([
        [
          "Store code",
          "Store",
          "City",
          "Postal code",
          "Phone",
          "Volume",
          "Licence from",
          "Monday",
        ].map((value) => ({ value })),
        [
          { value: "007", type: String },
          { value: "Bond Street" },
          { value: "Zürich" },
          { value: 8001, type: Number, format: "00000" },
          { value: 9876543210, type: Number },
          { value: 40, type: Number },
          { value: new Date(Date.UTC(2026, 10, 20)), type: Date, format: "dd/mm/yyyy" },
          { value: "09:00-21:00" },
        ] as never,
        [],
        [{ value: "X-2" }, { value: "No city" }],
        [{ value: codeOf(1) }, null, null, null, null, { value: 33, type: Number }],
      ]),
    );
    expect(countsOf(run)).toEqual([1, 1, 0, 1]);
    expect(
      (await rowsOf(run)).map(({ line, outcome, notes }) => [line, outcome, ...notes]),
    ).toEqual([
      [2, "add"],
      [4, "refused", "City: This field is required"],
      [5, "change", "Volume: 60 → 33"],
    ]);
    expect(
      readCsv(
        await at.as(company.users.admin).refusedStoreCsvRows({ params: { importId: run.id } }).text,
      )[1],
    ).toEqual(["X-2", "No city", "", "", "", "", "", "", "City: This field is required"]);
    expect((await apply(run)).body.message).toBe("1 added, 1 changed");
    expect(await storeNow("007")).toMatchObject({
      name: "Bond Street",
      city: "Zürich",
      postalCode: "08001",
      phone: "9876543210",
      volume: 40,
      licenceFrom: "2026-11-20",
    });
  });

  test("has the same rows as the CSV it was made of, for stores and songs [VAL-5] [LIB-2] [STO-1]", async () => {
    const stores = "Code,Name,City\nS-1,One,Pune\nS-2,@two,Pune\nS-3,Three,";
    expect(await rowsOf(await check(await xlsxOfCsv(stores)))).toEqual(
      await rowsOf(await check(stores)),
    );
    const songs =
      "Title,Artist,Seconds,Genre,ISRC\nOne,A,180,,INFV02500001\nTwo,B,3:25,Polka,\n,C,4,,x";
    const manager = (await makeProvider(at.database)).staff.Fever_Music_Admin;
    const rowsOfFile = async (file: File) => {
      const { id } = await at.as(manager).checkSongCsv({ query: {}, files: [file] });
      return await at.as(manager).listSongCsvRows({ params: { importId: id } });
    };
    const ofCsv = await rowsOfFile(fileOf(songs, "songs.csv"));
    expect(ofCsv.map(({ outcome }) => outcome)).toEqual(["add", "refused", "refused"]);
    expect(await rowsOfFile(fileOf(await xlsxOfCsv(songs), "songs.csv"))).toEqual(ofCsv);
  });

  test("is told by its content and not by its name; what is none gets the spec's words [VAL-5]", async () => {
    const old = Buffer.alloc(4096);
    // an older Office file that is no spreadsheet
    Buffer.from("d0cf11e0a1b11ae1", "hex").copy(old);
    for (const content of [
      new Uint8Array(old),
      await packWorkbook({ "xl/workbook.xml": "<document/>" }),
    ])
      expect((await send(content)).body.errors).toEqual([
        { field: "file", message: messages.fileType },
      ]);
    const bomb = await packWorkbook({
      "xl/worksheets/sheet1.xml": sheetOf("<row/>".repeat(400_000)),
    });
    expect((await send(bomb)).body.errors).toEqual([
      { field: "file", message: messages.fileTooLarge },
    ]);
    expect(
      (await send(await packWorkbook({ "xl/worksheets/sheet1.xml": sheetOf("") }))).body.message,
    ).toBe("The file is empty.");
  });
});

describe("A row", () => {
  test("leaves what its empty cells stand for, and clears by one word [STO-1]", async () => {
    const code = codeOf(2);
    await apply(
      await check(
        `Code,Address,Contact,Phone,Licence,Licence from\n${code},1 Road,Asha,9876543210,Play,2026-01-01`,
      ),
    );
    const unchanged = await check(
      `Code,Name,Address,Contact,Phone,Licence,Licence from,Monday,Group\n${code},,,,,,,,`,
    );
    expect(countsOf(unchanged)).toEqual([0, 0, 1, 0]);
    const cleared = await check(
      `Code,Address,Contact,Phone,Licence from\n${code},(clear), (Clear) ,,(clear)`,
    );
    expect(await notesOf(cleared)).toEqual([
      [
        "change",
        "Address: 1 Road → empty",
        "Contact: Asha → empty",
        "Licence from: 2026-01-01 → empty",
      ],
    ]);
    await apply(cleared);
    expect(await storeNow(code)).toMatchObject({
      addressLine: null,
      contactName: null,
      licenceFrom: null,
      phone: "9876543210",
    });
    const needed = "This cannot be cleared.";
    expect(
      await notesOf(
        await check(`Code,Name,Group,Status,Monday\n${code},(clear),(clear),(clear),(clear)`),
      ),
    ).toEqual([
      [
        "refused",
        `Store: ${needed}`,
        `Group: ${needed}`,
        `Account status: ${needed}`,
        `Monday: ${needed}`,
      ],
    ]);
    expect(countsOf(await check("Code,Name,City,Address\nC-1,New,Pune,(clear)"))).toEqual([
      1, 0, 0, 0,
    ]);
  });

  test("tells all that is wrong with it in one round [STO-1]", async () => {
    const run = await check(
      [
        "Code,Name,City,Volume,Region,Zone,Group,Country,Licence from,Licence to,Monday",
        "E-1,@,,101,North,North zone 1,North grup 1,Indja,2026-02-01,2026-01-01,9 to 5",
        "E-1,Fine,Pune,,,,,,,,",
      ].join("\n"),
    );
    expect(await notesOf(run)).toEqual([
      [
        "refused",
        "Store: Only alphabets, numbers and special character (),-,. are allowed.",
        "Group: There is no group “North grup 1”. Did you mean “North group 1”?",
        "City: This field is required",
        "Country: There is no country “Indja”. Did you mean “India”?",
        "Volume: Enter a number from 0 to 100.",
        "Monday: Enter hours, for example 09:00-21:00, or closed.",
        "Licence to: The licence ends before it begins.",
        "Same store code as row 3.",
      ],
      ["refused", "Same store code as row 2."],
    ]);
  });

  test("that names what is not there quotes it and offers the nearest [STO-1] [UI-12]", async () => {
    const run = await check(
      [
        "Code,Name,City,Region,Zone,Group,Country,State",
        "N-1,A,Pune,Nort,North zone 1,North group 1,,",
        "N-2,A,Pune,North,Nroth zone 2,North group 2,,",
        "N-3,A,Pune,North,North zone 2,North group 1,,",
        "N-4,A,Pune,,,Elsewhere,,",
        "N-5,A,Pune,,,North group 1,India,Maharastra",
      ].join("\n"),
    );
    expect(await notesOf(run)).toEqual([
      ["refused", "Region: There is no region “Nort”. Did you mean “North”?"],
      ["refused", "Zone: There is no zone “Nroth zone 2”. Did you mean “North zone 2”?"],
      [
        "refused",
        expect.stringMatching(
          /^Group: There is no group “North group 1”\. Did you mean “North group \d”\?$/,
        ),
      ],
      ["refused", "Group: There is no group “Elsewhere”."],
      ["refused", "State: There is no state “Maharastra”. Did you mean “Maharashtra”?"],
    ]);
  });
});

test("20,000 wrong names cost little, and a short one still finds its like [LOAD-1] [UI-12]", () => {
  const unknown = unknownNames();
  expect(unknown("group", "Mal", ["Airport", "Mall"])).toBe(
    "There is no group “Mal”. Did you mean “Mall”?",
  );
  const names = Array.from({ length: 5000 }, (_, n) => `High street number ${n}`);
  const began = process.cpuUsage();
  const answers = Array.from({ length: 20_000 }, (_, n) =>
    unknown("group", `High sreet number ${n}`, names),
  );
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000 * measureSlowdown().computing);
  expect([answers[1], answers.at(-1)]).toEqual([
    "There is no group “High sreet number 1”. Did you mean “High street number 1”?",
    "There is no group “High sreet number 19999”.",
  ]);
});
