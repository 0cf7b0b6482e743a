import type { CsvColumn } from "#contract/base/csv-columns";
import { invalid } from "../../base/refusal.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import { type Heading, headingSearch, readHeading } from "./csv-heading.ts";
import type { FileReading, FileRow } from "./csv-rows.ts";
import { readFileRows } from "./file-rows.ts";
import { importMessages } from "./messages.ts";

/** Rows among which the heading is looked for. */
const mostAbove = 20;

export type Table = {
  heading: Heading;
  /** The rows below the heading. */
  rows: AsyncGenerator<FileRow, void, undefined>;
  /** Notes on how the file was read, where that is not obvious. */
  remarks: string[];
  /** True if the file's encoding is a guess. */
  isGuessed: boolean;
  close(): Promise<unknown>;
};

/**
 * Opens an uploaded CSV or .xlsx file at its heading, which is the row among the first with
 * most of the columns; rows above it are left out. Throws 422 on `file` for another kind of
 * file, and for a wrong heading (see readHeading). The caller must close the table.
 */
export async function openTable(
  file: UploadedFile,
  reading: FileReading,
  { columns, ignored }: { columns: readonly CsvColumn[]; ignored: readonly string[] },
): Promise<Table> {
  const remarks: string[] = [];
  const isGuessed = file.encoding === "windows-1252";
  if (isGuessed) remarks.push(importMessages.guessedEncoding);
  const matches = headingSearch(columns);
  const search = { matches, columns, remark: (text: string) => remarks.push(text) };
  const rows = readFileRows(file, reading, search);
  try {
    const first: FileRow[] = [];
    while (first.length < mostAbove) {
      const next = await rows.next();
      if (next.done) break;
      first.push(next.value);
    }
    const scores = first.map(({ cells }) => matches(cells));
    const at = scores.indexOf(Math.max(...scores));
    const top = first[at];
    if (!top) throw invalid({ file: "The file is empty." });
    if (at > 0) remarks.push(importMessages.headingBelow(top.line));
    const heading = readHeading(top, columns, ignored);
    const below = first.slice(at + 1);
    return { heading, rows: chain(below, rows), remarks, isGuessed, close: () => rows.return() };
  } catch (error) {
    await rows.return();
    throw error;
  }
}

/** Says why a row does not fit the heading: it has cells beyond it, or was cut with its file. */
export function misfitOf(
  { cells, isUnended }: Pick<FileRow, "cells" | "isUnended">,
  heading: Heading,
): string | undefined {
  if (cells.slice(heading.length).some((cell) => cell.trim() !== ""))
    return importMessages.tooManyCells(cells.length, heading.length);
  if (isUnended && cells.length < heading.length)
    return importMessages.cutRow(cells.length, heading.length);
  return undefined;
}

async function* chain<T>(first: T[], rest: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield* first;
  yield* rest;
}
