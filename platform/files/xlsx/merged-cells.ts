import { tooLarge } from "./archive.ts";
import { xlsxLimits } from "./limits.ts";

/** Rows count from 1, as a sheet has them, columns from 0. */
export type Merge = { firstRow: number; lastRow: number; from: number; to: number };

const pattern =
  /<(?:\w{1,20}:)?mergeCell\s[^<>]{0,100}?ref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g;
const longest = 200;

/**
 * Reads the merged cells of a sheet, in the order of their rows. They come after the rows,
 * so the sheet is unpacked once just for them. Throws 422 on `file` if there are too
 * many.
 */
export async function readMerges(pieces: AsyncIterable<string>): Promise<Merge[]> {
  const merges: Merge[] = [];
  let rest = "";
  for await (const piece of pieces) {
    const text = rest + piece;
    let end = 0;
    for (const { 0: all, 1: a = "", 2: top, 3: b = "", 4: bottom, index } of text.matchAll(
      pattern,
    )) {
      if (merges.length >= xlsxLimits.merges) throw tooLarge();
      end = index + all.length;
      const [from, to] = [columnOfLetters(a), columnOfLetters(b)];
      merges.push({ firstRow: Number(top), lastRow: Number(bottom), from, to });
    }
    rest = text.slice(Math.max(end, text.length - longest));
  }
  return merges.sort((one, other) => one.firstRow - other.firstRow);
}

/** "C" is 2. */
export const columnOfLetters = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
