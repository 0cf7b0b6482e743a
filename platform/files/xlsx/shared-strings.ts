import { csvLimits } from "#contract/base/csv-columns";
import { type Archive, notXlsx, tooLarge } from "./archive.ts";
import { xlsxLimits } from "./limits.ts";
import { xmlReader } from "./xml.ts";

/**
 * Controls other than tab and line ends, halves of characters and noncharacters: no text has them,
 * and the database holds none.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const noText = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/gu;

/**
 * Gathers a cell's text from its pieces. Text beyond a cell's limit is cut one character
 * later, so that the error is still reported.
 */
export function textCollector() {
  let text = "";
  return {
    clear(): void {
      text = "";
    },
    add(piece: string): void {
      if (text.length <= csvLimits.cellCharacters)
        text += piece.slice(0, csvLimits.cellCharacters + 1 - text.length);
    },
    /** The text so far. Spreadsheets write characters that XML has no room for as _x000D_. */
    take(): string {
      const whole = text.includes("_x")
        ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          )
        : text;
      return whole.replace(noText, "");
    },
  };
}

export type SharedStrings = (index: number) => string;

/**
 * The texts that cells refer to by number, as bytes outside the heap, since a sheet needs
 * any of them at any time. Throws 422 on `file` if there are too many; the function throws
 * it for an unknown number.
 */
export async function readSharedStrings(
  archive: Archive,
  part: string | undefined,
  signal: AbortSignal,
): Promise<SharedStrings> {
  let bytes = Buffer.alloc(64 * 1024);
  let ends = new Uint32Array(1024);
  let count = 0;
  let used = 0;
  const keep = (text: string) => {
    const length = Buffer.byteLength(text);
    if (count >= xlsxLimits.sharedStrings || used + length > xlsxLimits.sharedStringBytes)
      throw tooLarge();
    if (used + length > bytes.length)
      bytes = Buffer.concat([bytes], Math.max(2 * bytes.length, used + length));
    if (count === ends.length) {
      const larger = new Uint32Array(2 * count);
      larger.set(ends);
      ends = larger;
    }
    bytes.write(text, used);
    used += length;
    ends[count++] = used;
  };
  if (part !== undefined) {
    const text = textCollector();
    let isText = false;
    let isReading = false; // Japanese files have the pronunciation next to the text
    const reader = xmlReader({
      open(name) {
        if (name === "si") text.clear();
        if (name === "rPh") isReading = true;
        isText = name === "t" && !isReading;
      },
      close(name) {
        isText = false;
        if (name === "rPh") isReading = false;
        if (name === "si") keep(text.take());
      },
      text: (piece) => isText && text.add(piece),
    });
    for await (const piece of archive.read(part, signal)) reader.write(piece);
    reader.end();
  }
  return (index) => {
    if (!Number.isInteger(index) || index < 0 || index >= count) throw notXlsx();
    return bytes.toString("utf8", index === 0 ? 0 : ends[index - 1], ends[index]);
  };
}
