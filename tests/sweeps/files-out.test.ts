import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/base/endpoint";
import { xlsxMediaType } from "#contract/base/uploads";
import { exportGstr1Section } from "#contract/billing/gstr1";
import { downloadLinkedReport } from "#contract/reports/recipients";
import { downloadReportFile } from "#contract/reports/schedules";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { readWorkbook, type WorkbookCell } from "../support/xlsx.ts";
import { allEndpoints, nameOf } from "./all-endpoints.ts";
import { type DemoWorld, openDemoWorld, ours } from "./demo-world.ts";
import { callWithOwn } from "./own-calls.ts";
import type { SampleInput } from "./sample-input.ts";

/** A rupee sign, Tamil and Devanagari, and what a spreadsheet would take for a formula. */
const letters = "₹ தமிழ் हिन्दी";
/** Files that were made before, and what a tool of the tax office reads: no list for Excel. */
const others: Endpoint[] = [downloadReportFile, downloadLinkedReport, exportGstr1Section];
const exports = [...allEndpoints.values()].filter(
  (endpoint) => [endpoint.stream].flat().includes("text/csv") && !others.includes(endpoint),
);

describe("Every list of the contract that is downloaded", () => {
  let world: DemoWorld;

  beforeAll(async () => {
    world = await openDemoWorld(anyEngine);
    const { pool } = world.at.database;
    for (const [table, column, key] of [
      ["company", "name", "id"],
      ["store", "name", "company_id"],
      ["chart", "name", "company_id"],
      ["campaign", "name", "company_id"],
      ["app_user", "lname", "company_id"],
    ] as const)
      await pool.query(
        `update ${table} set ${column} = '=' || left(${column}, 30) || $1 where ${key} = ${ours}`,
        [` ${letters}`],
      );
    await pool.query("update song set artist = left(artist, 60) || $1", [` ${letters}`]);
  });
  afterAll(() => world?.at.close());

  const ask = async (
    endpoint: Endpoint,
    { input, username }: { input: SampleInput; username: string },
    options: Record<string, string>,
  ) => {
    const query = { ...input.query, ...options };
    const response = await world.at.request(endpoint, { ...input, query }, username);
    if (!response.ok) throw new Error(`${nameOf(endpoint)}: ${await response.text()}`);
    return {
      type: response.headers.get("Content-Type"),
      name: /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1],
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };

  test("opens in Excel with its letters whole, each heading once, and its workbook has the same cells [FIL-2] [REP-1]", async () => {
    const own = await world.ownOf("ours");
    const wrong: string[] = [];
    const withLetters: string[] = [];
    const columnsByName = new Map<string | undefined, string>();
    expect(exports.length).toBeGreaterThan(35);
    for (const endpoint of exports) {
      const at = nameOf(endpoint);
      const accepted = await callWithOwn(world, own, endpoint);
      if (accepted.refused) {
        wrong.push(`${at}: ${accepted.refused.join(" | ")}`);
        continue;
      }
      const read = async () => {
        const csv = await ask(endpoint, accepted, {});
        const book = await ask(endpoint, accepted, { format: "xlsx" });
        const again = await ask(endpoint, accepted, {});
        return { csv, book, isSame: Buffer.compare(csv.bytes, again.bytes) === 0 };
      };
      let files = await read();
      // what counts up to this minute may have gone on meanwhile
      for (let tries = 0; !files.isSame && tries < 3; tries++) files = await read();
      const { csv, book } = files;
      const excelText = asExcelReads(csv.bytes);
      if (excelText !== new TextDecoder("utf-8").decode(csv.bytes)) wrong.push(`${at}: garbled`);
      if (excelText.includes(letters)) withLetters.push(at);
      const bare = await ask(endpoint, accepted, { bom: "0" });
      if (bare.bytes[0] === 0xef) wrong.push(`${at}: a mark in spite of bom=0`);
      if (book.type !== xlsxMediaType || csv.name?.replace(/csv$/, "xlsx") !== book.name)
        wrong.push(`${at}: ${book.type} ${csv.name} ${book.name}`);
      const sheets = await readWorkbook(book.bytes);
      const bookRows = sheets.flatMap(({ rows }, sheet) => rows.slice(Math.min(sheet, 1)));
      const csvRows = readCsv(excelText);
      const [headings = []] = csvRows;
      if (new Set(headings).size < headings.length) wrong.push(`${at}: two columns of one heading`);
      if ((columnsByName.get(csv.name) ?? headings.join()) !== headings.join())
        wrong.push(`${at}: ${csv.name} is the name of another list's file, too`);
      columnsByName.set(csv.name, headings.join());
      if (csvRows.length !== bookRows.length)
        wrong.push(`${at}: ${csvRows.length} rows of CSV, ${bookRows.length} of the workbook`);
      for (const [row, cells] of csvRows.entries())
        for (const [column, cell] of cells.entries()) {
          const other = bookRows[row]?.[column];
          if (!isSame(cell, other))
            wrong.push(`${at} ${row}/${column}: ${cell} in CSV, ${JSON.stringify(other)}`);
        }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(withLetters.length).toBeGreaterThan(15);
  });
});

/** By the mark of UTF-8, else in the code page of its country. */
const asExcelReads = (bytes: Uint8Array) =>
  new TextDecoder(
    bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8" : "windows-1252",
  ).decode(bytes);

/** Compares a cell of a CSV with the workbook's, as it would be shown. */
function isSame(cell: string, { value, format } = {} as WorkbookCell): boolean {
  if (value === undefined) return false;
  const text = cell.replace(/^'(?=[=+\-@\t\r])/, "");
  if (value === null) return text === "";
  if (typeof value === "string") return value.replaceAll("_x005F_", "_") === text;
  if (format === 0 || format === 4) return text !== "" && Number(text) === value;
  return (
    formatters[format]?.(new Date(Math.floor((value - 25_569) * 86_400 + 0.001) * 1000)) === text
  );
}

const day = (at: Date) => at.toISOString().slice(2, 10).split("-").reverse().join("/");
const clock = (at: Date, length: number) => at.toISOString().slice(11, 11 + length);
/** By the numbers of formats that workbooks have. */
const formatters: Record<number, (at: Date) => string> = {
  20: (at) => clock(at, 5),
  164: day,
  165: (at) => `${day(at)} ${clock(at, 5)}`,
  166: (at) => `${day(at)} ${clock(at, 8)}`,
};
