import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readCsvRows } from "#platform/modules/imports/csv-rows";
import { heldMemory } from "../support/held-memory.ts";

test("more than 200,000 rows are refused [LIM-1]", async () => {
  const read = async (rows: number) => {
    const file = { bytes: Readable.from([Buffer.from("a\n".repeat(rows + 1))]), encoding: "utf-8" as const };
    let count = 0;
    for await (const { cells } of readCsvRows(file)) count += cells.length;
    return count;
  };
  expect(await read(200_000)).toBe(200_001);
  await expect(read(200_001)).rejects.toThrow("The file has more than 2,00,000 rows. Send it in parts.");
});

test("no character is broken, wherever the pieces that the file is read in end [STO-1]", async () => {
  for (const shift of ["", "x"]) {
    const cell = shift + "😀".repeat(5000);
    const file = { bytes: Readable.from([Buffer.from(`Name\n${cell}\n`)]), encoding: "utf-8" as const };
    const rows: string[][] = [];
    for await (const { cells } of readCsvRows(file)) rows.push(cells);
    expect(rows).toEqual([["Name"], [cell]]);
  }
});

test("50 MB of CSV are read a row at a time, little of it held [LIM-1]", async () => {
  const cell = "x".repeat(1000);
  async function* bytes() {
    yield Buffer.from("Code,Name\n");
    for (let i = 0; i < 50; i++) yield Buffer.from(`${cell},${cell}\n`.repeat(500));
  }
  let [rows, peak] = [0, 0];
  const before = heldMemory();
  for await (const { cells } of readCsvRows({ bytes: bytes(), encoding: "utf-8" })) {
    rows += cells.length / 2;
    if (rows % 5000 === 0) peak = Math.max(peak, heldMemory() - before);
  }
  expect(rows).toBe(25_001);
  expect(peak).toBeLessThan(32 * 2 ** 20); // a few pieces of 1 MB each, as text and as bytes
}, 30_000);
