import type { Archive } from "./archive.ts";
import { readSmallPart } from "./xml.ts";

/**
 * How a number is shown, as far as imports need it: unchanged, as a percentage, a date, a time,
 * minutes and seconds, or with at least this many digits.
 */
export type NumberFormat = "plain" | "percent" | "date" | "time" | "minutes" | { digits: number };

const daySeconds = 86_400;
/** Days from 30 December 1899, from which spreadsheets count, to 1970. */
const daysTo1970 = 25_569;
const daysTo1904 = 1462;
const lastDay = 2_958_465; // 31 December 9999

/** Formats that a file need not describe, by number (ECMA-376 part 1, 18.8.30). */
function builtInFormat(id: number): NumberFormat {
  const isWithin = (from: number, to: number) => id >= from && id <= to;
  if (id === 9 || id === 10) return "percent";
  if (id === 45 || id === 47) return "minutes";
  if (isWithin(18, 21) || isWithin(32, 35) || id === 46) return "time";
  if (isWithin(14, 17) || id === 22 || isWithin(27, 31) || id === 36 || isWithin(50, 58))
    return "date";
  return "plain";
}

/**
 * Reads a format's own code, for example `dd/mm/yyyy;@` or `000`: only its first section, without
 * literal text.
 */
export function formatOfCode(code: string): NumberFormat {
  const pattern = code
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "")
    .split(";")[0]
    ?.toLowerCase()
    .trim();
  if (!pattern || pattern === "general") return "plain";
  if (/^0+$/.test(pattern)) return { digits: pattern.length };
  if (pattern.endsWith("%")) return "percent";
  if (/[yd]/.test(pattern)) return "date";
  if (/[h]/.test(pattern)) return "time";
  if (/s/.test(pattern)) return "minutes";
  return /^[m\s./-]+$/.test(pattern) ? "date" : "plain";
}

/** The formats of a workbook's styles, by the number that cells give. Throws 422 on `file`. */
export async function readFormats(
  archive: Archive,
  part: string | undefined,
  signal: AbortSignal,
): Promise<NumberFormat[]> {
  if (part === undefined) return [];
  const ownFormats = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellStyles = false;
  await readSmallPart(archive.read(part, signal), {
    open(name, { numFmtId, formatCode = "" }) {
      const id = Number(numFmtId ?? 0);
      if (name === "numFmt") ownFormats.set(id, formatOfCode(formatCode.slice(0, 255)));
      if (name === "cellXfs") isCellStyles = true;
      if (name === "xf" && isCellStyles) formats.push(ownFormats.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === "cellXfs") isCellStyles = false;
    },
  });
  return formats;
}

/**
 * A number's text as a person sees it: dates as yyyy-MM-dd, integers without exponent. What is no
 * number stays.
 */
export function numberText(
  value: string,
  format: NumberFormat = "plain",
  isFrom1904 = false,
): string {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return value;
  if (typeof format === "object" && Number.isInteger(number) && number >= 0)
    return plainText(number).padStart(format.digits, "0");
  if (format === "percent") return `${plainText(number * 100)}%`;
  if (typeof format === "object" || format === "plain" || number < 0 || number > lastDay)
    return plainText(number);
  const seconds = Math.round(number * daySeconds);
  if (format === "minutes") return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  if (format === "time" || seconds < daySeconds) return timeText(seconds);
  const wholeDays = Math.floor(seconds / daySeconds);
  const fromEpoch =
    // 1900 has a 29 February there
    (isFrom1904 ? wholeDays + daysTo1904 : wholeDays < 60 ? wholeDays + 1 : wholeDays) - daysTo1970;
  const day = new Date(fromEpoch * daySeconds * 1000).toISOString().slice(0, 10);
  const ofDay = seconds % daySeconds;
  return ofDay === 0 ? day : `${day} ${timeText(ofDay)}`;
}

/**
 * Writes the fifteen digits that a spreadsheet keeps. A longer number has lost some, and stays in
 * its displayed form: 8.90103086527812E+17.
 */
function plainText(number: number): string {
  if (Math.abs(number) >= 1e15) return number.toExponential(14).replace("e", "E");
  const rounded = Number(number.toPrecision(15));
  if (Number.isInteger(rounded)) return BigInt(rounded).toString();
  const text = String(rounded);
  return text.includes("e") ? rounded.toFixed(20).replace(/0+$/, "") : text;
}

const timeText = (seconds: number) => {
  const text = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? text : `${text}:${twoDigits(seconds % 60)}`;
};
const twoDigits = (value: number) => String(value).padStart(2, "0");
