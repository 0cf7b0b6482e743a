import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import {
  xlsxDate,
  xlsxInstant,
  xlsxMoney,
  xlsxNumber,
  xlsxRow,
  xlsxText,
  xlsxTime,
} from "#platform/db/xlsx-cells";
import { streamWorkbook } from "#platform/http/workbook";
import { engines, openTestDatabase } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { readWorkbook } from "../support/xlsx.ts";

const now = new Date("2026-11-20T06:00:00Z");
const signal = new AbortController().signal;
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer());
const book = { sheetName: "Rows & <more>", headings: ['A "b" & <c>'], now };

describe.each(engines)("Workbooks from %s", (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database?.close());

  const workbook = (
    columns: readonly (readonly [heading: string, cell: SQL])[],
    from = sql``,
    options: object = {},
  ) => {
    const select = sql`select ${xlsxRow(columns.map(([, cell]) => cell))} ${from}`;
    const headings = columns.map(([heading]) => heading);
    return streamWorkbook(database.copyCsv([select], signal), { ...book, headings, ...options });
  };

  test("hold every text as it is, no text as a formula, and only what XML can hold [REP-1]", async () => {
    const texts = [
      "=1+1",
      "-2",
      "+a",
      "@b",
      'Say "x", <y> & z',
      " two  spaces ",
      "line\nbreak\r\n\tend",
      "back\\slash \\.",
      "\\.",
      "नमस्ते 🎵",
      "_x0041_",
      "",
      "0012",
    ];
    const columns = texts.map((text) => ["Text", xlsxText(sql`${text}::text`)] as const);
    const [sheet] = await readWorkbook(await bytesOf(workbook(columns)));
    expect(sheet?.name).toBe("Rows & <more>");
    expect(sheet?.rows[1]?.map(({ value }) => value ?? "")).toEqual(
      texts.map((text) => (text === "_x0041_" ? "_x005F_x0041_" : text)),
    );
    const [clean] = await readWorkbook(
      await bytesOf(workbook([["Control", xlsxText(sql`'a' || chr(1) || chr(27) || 'b'`)]])),
    );
    expect(clean?.rows[1]?.[0]?.value).toBe("ab");
    const [long] = await readWorkbook(
      await bytesOf(workbook([["Long", xlsxText(sql`repeat('x', 40000)`)]])),
    );
    expect(String(long?.rows[1]?.[0]?.value)).toHaveLength(32_767);
  });

  test("hold numbers, dates, times, instants and money as such [REP-1]", async () => {
    const at = sql`timestamptz '2026-11-20 06:00:00+00'`;
    const columns = [
      ["Number", xlsxNumber(sql`-12.5::float8`)],
      ["Date", xlsxDate(sql`date '2026-11-20'`)],
      ["Time", xlsxTime(sql`time '18:00'`)],
      ["Instant", xlsxInstant(at, "Asia/Kolkata", "minute")],
      ["Money", xlsxMoney(sql`12345::bigint`)],
      ["None", xlsxDate(sql`null::date`)],
      ["No text", xlsxText(sql`null::text`)],
    ] as const;
    const [sheet] = await readWorkbook(await bytesOf(workbook(columns)));
    expect(sheet?.rows[1]?.map(({ value, format }) => [value, format])).toEqual([
      [-12.5, 0],
      [46346, 164],
      [0.75, 20],
      [46346.4791666667, 165],
      [123.45, 4],
      [null, 0],
      [null, 0],
    ]);
  });

  test("begin another sheet with the same headings when one is full, and no empty one [REP-1]", async () => {
    const columns = [["N", xlsxNumber(sql`n`)]] as const;
    for (const [rows, sheets] of [
      [0, [1]] as const,
      [3, [4]] as const,
      [9, [4, 4, 4]] as const,
      [10, [4, 4, 4, 2]] as const,
    ]) {
      const workbookSheets = await readWorkbook(
        await bytesOf(
          workbook(columns, sql`from generate_series(1, ${rows}::int) n`, { rowsASheet: 4 }),
        ),
      );
      expect(workbookSheets.map((sheet) => sheet.rows.length)).toEqual(sheets);
      expect(workbookSheets.map(({ name }) => name)).toEqual(
        sheets.map((_, at) => (at === 0 ? book.sheetName : `${book.sheetName} ${at + 1}`)),
      );
      expect(workbookSheets.map(({ places }) => places)).toEqual(
        sheets.map((count) => Array.from({ length: count }, (_, at) => `A${at + 1}`)),
      );
      expect(workbookSheets.every((sheet) => sheet.rows[0]?.[0]?.value === "N")).toBe(true);
      expect(
        workbookSheets.flatMap((sheet) => sheet.rows.slice(1)).map(([cell]) => cell?.value),
      ).toEqual(Array.from({ length: rows }, (_, n) => n + 1));
    }
  });

  test("name sheets in 31 characters at the most, as Excel demands [REP-1]", async () => {
    const columns = [["N", xlsxNumber(sql`n`)]] as const;
    const options = { rowsASheet: 2, sheetName: "Online but silent for 30 minutes" };
    const workbookSheets = await readWorkbook(
      await bytesOf(workbook(columns, sql`from generate_series(1, 10) n`, options)),
    );
    const numbered = Array.from(
      { length: 8 },
      (_, at) => `Online but silent for 30 minu ${at + 2}`,
    );
    expect(workbookSheets.map(({ name }) => name)).toEqual([
      "Online but silent for 30 minute",
      ...numbered,
      "Online but silent for 30 min 10",
    ]);
  });

  test("begin before a row is read, and are cut off when rows or reader break [LOAD-1]", async () => {
    let cancelled: unknown;
    const silent = new ReadableStream<Uint8Array>({
      cancel(reason) {
        cancelled = reason;
      },
    });
    const reader = streamWorkbook(silent, book).getReader();
    const { value } = await reader.read();
    expect(
      Buffer.from(value ?? [])
        .subarray(0, 4)
        .toString("latin1"),
    ).toBe("PK\x03\x04");
    await reader.cancel();
    await expect.poll(() => cancelled, { timeout: patience }).toBeInstanceOf(Error);

    const columns = [["N", xlsxNumber(sql`10 / (5 - n)`)]] as const;
    await expect(bytesOf(workbook(columns, sql`from generate_series(1, 10) n`))).rejects.toThrow();
  });
});
