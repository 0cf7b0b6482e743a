import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

/** TextDecoder's names. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * Characters that occur in no text: controls other than tab and line ends, noncharacters, and bytes
 * without a letter in Windows-1252.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const noText = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/;
/** Characters that occur in no text of any encoding with a byte for each letter. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const noLetters = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/**
 * Finds the encoding of a text file: UTF-8, UTF-16 with a byte order mark, else
 * Windows-1252, which spreadsheets on Windows still write. "cut" for UTF-8 that ends within a
 * letter, "unknown" for text of another encoding (Mac Roman, Shift JIS), undefined for a file that
 * is no text. Holds one chunk in memory at a time.
 */
export async function encodingOfText(
  path: string,
): Promise<TextEncoding | "cut" | "unknown" | undefined> {
  const encodings = candidates(await firstBytes(path));
  for (const encoding of encodings) {
    const answer = await reads(path, encoding);
    if (answer !== "no") return answer === "cut" ? "cut" : encoding;
  }
  const mayBeText = encodings.includes("windows-1252");
  return mayBeText && (await reads(path, "windows-1252", noLetters)) === "yes"
    ? "unknown"
    : undefined;
}

function candidates([first, second]: Uint8Array): TextEncoding[] {
  if (first === 0xff && second === 0xfe) return ["utf-16le"];
  if (first === 0xfe && second === 0xff) return ["utf-16be"];
  return ["utf-8", "windows-1252"];
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function reads(
  path: string,
  encoding: TextEncoding,
  wrong = noText,
): Promise<"yes" | "no" | "cut"> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      return undefined;
    }
  };
  let hasLetters = false; // beyond ASCII
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = decode(chunk);
    if (text === undefined || wrong.test(text)) return "no";
    hasLetters ||= /[\u0080-\uffff]/.test(text);
  }
  if (decode() !== undefined) return "yes";
  return hasLetters ? "cut" : "no";
}
