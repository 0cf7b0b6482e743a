import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { figuresOf } from "#contract/base/country-figures";
import { readCsvRows } from "#platform/modules/imports/csv-rows";
import { refuseManyLines } from "#platform/modules/imports/file-rows";
import { heldMemory } from "../support/held-memory.ts";

const figures = figuresOf("IN");
const going = { signal: new AbortController().signal, figures };

test("more than 200,000 rows are refused [LIM-1]", async () => {
  const read = async (rows: number) => {
    const file = {
      bytes: Readable.from([Buffer.from("a\n".repeat(rows + 1))]),
      encoding: "utf-8" as const,
    };
    let count = 0;
    for await (const { cells } of readCsvRows(file, going)) count += cells.length;
    return count;
  };
  expect(await read(200_000)).toBe(200_001);
  await expect(read(200_001)).rejects.toThrow(
    "The file has more than 2,00,000 rows. Split it into several files.",
  );
});

test("a file of far too many lines is refused before a row of it is read [LIM-1] [LOAD-1]", async () => {
  const check = (text: string, size: number) => {
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    return refuseManyLines({ bytes: Readable.from(chunks), encoding: "utf-8" }, going);
  };
  for (const end of ["\n", "\r\n", "\r"]) {
    await check(`a${end}`.repeat(400_000), 65_537);
    await expect(check(`a${end}`.repeat(400_001), 65_537)).rejects.toThrow(
      "The file has more than 4,00,000 lines",
    );
  }
  await expect(check(`Store code,Store,City\n${"a\n".repeat(2_000_000)}`, 65_536)).rejects.toThrow(
    "lines",
  );
});

test("no character is broken, wherever the pieces that the file is read in end [STO-1]", async () => {
  for (const shift of ["", "x"]) {
    const cell = shift + "😀".repeat(5000);
    const file = {
      bytes: Readable.from([Buffer.from(`Name\n${cell}\n`)]),
      encoding: "utf-8" as const,
    };
    const rows: string[][] = [];
    for await (const { cells } of readCsvRows(file, going)) rows.push(cells);
    expect(rows).toEqual([["Name"], [cell]]);
  }
});

test("50 MB of CSV are read a row at a time, little of it held [LIM-1]", async () => {
  const cell = "x".repeat(1000);
  async function* bytes() {
    yield Buffer.from("Code,Name\n");
    for (let i = 0; i < 50; i++) yield Buffer.from(`${cell},${cell}\n`.repeat(500));
  }
  let rows = 0;
  let peak = 0;
  const before = heldMemory();
  for await (const { cells } of readCsvRows({ bytes: bytes(), encoding: "utf-8" }, going)) {
    rows += cells.length / 2;
    if (rows % 5000 === 0) peak = Math.max(peak, heldMemory() - before);
  }
  expect(rows).toBe(25_001);
  expect(peak).toBeLessThan(32 * 2 ** 20); // a few pieces of 1 MB each, as text and as bytes
});

async function readAll(
  text: string | Iterable<Buffer>,
  reading = going,
): Promise<{ line: number; cells: string[] }[]> {
  const rows: { line: number; cells: string[] }[] = [];
  const bytes = Readable.from(typeof text === "string" ? [Buffer.from(text)] : text);
  for await (const row of readCsvRows({ bytes, encoding: "utf-8" }, reading)) rows.push(row);
  return rows;
}

test("empty lines count as lines of a file, not as rows of it", async () => {
  const rows = await readAll(`Code,Name\n\r\n  \n1,"one\n\ntwo"\n,\n\n2,two\n`);
  expect(rows).toEqual([
    { line: 1, cells: ["Code", "Name"] },
    { line: 4, cells: ["1", "one\n\ntwo"] },
    { line: 7, cells: ["2", "two"] },
  ]);
});

test("a file of empty lines is refused by number, and lets other work have its turns", async () => {
  const blank = Buffer.alloc(100_000, "\n");
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const hundredMegabytes = (function* () {
    yield Buffer.from("Code,Name\n");
    for (let i = 0; i < 1000; i++) yield blank;
  })();
  await expect(readAll(hundredMegabytes)).rejects.toThrow("The file has more than 4,00,000 lines.");
  isOver = true;
  expect(turns).toBeGreaterThan(300); // one for each kilobyte
  await expect(readAll(`Code,Name\n${"  \n".repeat(400_001)}`)).rejects.toThrow(
    "The file has more than 4,00,000 lines.",
  );
});

test("a row of nothing but delimiters is refused before it is made of cells", async () => {
  const commas = (function* () {
    yield Buffer.from("Code,Name\n1,one\n");
    for (let i = 0; i < 40; i++) yield Buffer.alloc(1_000_000, ",");
  })();
  const before = heldMemory();
  await expect(readAll(commas)).rejects.toThrow("Row 3 has more than 10,00,000 characters.");
  expect(heldMemory() - before).toBeLessThan(64 * 2 ** 20);
  await expect(readAll(`a\n${'"",'.repeat(400_000)}`)).rejects.toThrow(
    "more than 10,00,000 characters",
  );
});

test("a row of more than a thousand cells is refused, the heading too", async () => {
  await expect(readAll(`Code,Name${",".repeat(950_000)}\n1,one\n`)).rejects.toThrow(
    "Row 1 has more than 1,000 columns.",
  );
  await expect(readAll(`Code,Name\n1,one${",".repeat(999)}\n`)).rejects.toThrow(
    "Row 2 has more than 1,000 columns.",
  );
  expect(await readAll(`Code,Name${",".repeat(998)}\n`)).toHaveLength(1);
});

test("reading stops with the client, also between rows that never come", async () => {
  const client = new AbortController();
  let chunkCount = 0;
  const endless = (function* () {
    yield Buffer.from("Code,Name\n");
    for (;;) {
      if (++chunkCount === 3) client.abort(new Error("the client has left"));
      yield Buffer.alloc(1024, " ");
    }
  })();
  await expect(readAll(endless, { signal: client.signal, figures })).rejects.toThrow(
    "the client has left",
  );
  expect(chunkCount).toBeLessThan(100);
});
