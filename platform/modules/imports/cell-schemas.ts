import { z } from "zod";
import * as field from "#contract/base/fields";
import { importMessages } from "./messages.ts";

/**
 * Schemas for the cells of CSVs of every kind: null for a cell that clears, undefined for an empty
 * one or a missing column.
 */

export const cell = z.string().trim();

export const statusCell = cell
  .toLowerCase()
  .pipe(z.enum(["active", "inactive"], "Enter active or inactive."))
  .nullish();

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthNames =
  "january february march april may june july august september october november december".split(
    " ",
  );

/**
 * A date as spreadsheets and people in India write it, day first with / - . or a month's name, or
 * year first; as yyyy-MM-dd. A time of midnight is left out, and the years 70 to 99 are of the last
 * century.
 */
export const dateCell = cell
  .transform((text) => dateOf(text) ?? text)
  .pipe(
    z.string().refine((text) => field.isoDate.safeParse(text).success, {
      error: ({ input }) => {
        const day = serialDate(String(input));
        return day ? importMessages.didYouMean(importMessages.date, day) : importMessages.date;
      },
    }),
  )
  .nullish();

function dateOf(text: string): string | undefined {
  const whole = text.replace(/[T ](?:0?0:00(:00(\.0+)?)?( ?Z)?|12:00:00 am)$/i, "");
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(whole);
  if (yearFirst) return isoOf(yearFirst[1], yearFirst[2], yearFirst[3]);
  const dayFirst =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(whole) ??
    /^(\d{1,2})([-/. ]+)([a-z]+)[-/., ]+(\d{4}|\d{2})$/i.exec(whole);
  if (dayFirst) return isoOf(dayFirst[4], monthOf(dayFirst[3]), dayFirst[1]);
  const monthFirst = /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/i.exec(whole);
  return monthFirst ? isoOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : undefined;
}

/** By number, or by a name in full or of three letters ("Sept" too). */
function monthOf(text = ""): string | undefined {
  if (/^\d/.test(text)) return text;
  const name = text.toLowerCase().replace(/^sept$/, "sep");
  const month = Math.max(months.indexOf(name), monthNames.indexOf(name));
  return month < 0 ? undefined : String(month + 1);
}

function isoOf(year = "", month: string | undefined, day = ""): string | undefined {
  if (month === undefined) return undefined;
  const whole = year.length === 4 ? year : `${Number(year) >= 70 ? 19 : 20}${year}`;
  return `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** The day that a spreadsheet's number may mean, of 1990 to 2100. */
function serialDate(text: string): string | undefined {
  const days = /^\d{5}$/.test(text) ? Number(text) : 0;
  if (days < 32_874 || days > 73_050) return undefined;
  return new Date((days - 25_569) * 86_400_000).toISOString().slice(0, 10);
}

/**
 * A time of day as HH:mm: 9:30, 09:30:00, 9:30 AM, 9 pm, or the part of a day that a spreadsheet
 * counts times in (0.4166). Undefined for anything else.
 */
export function clockOfCell(text: string): string | undefined {
  const part = /^0?\.\d+$/.test(text) ? Math.round(Number(text) * 1440) : undefined;
  if (part !== undefined && part < 1440) return clockOfMinutes(part);
  const [, hour = "", minute = "00", half] =
    /^(\d{1,2})(?:[:.](\d{2})(?::00(?:\.0+)?)?)?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === "" || (!half && !text.includes(":"))) return undefined;
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const afternoon = /^p/i.test(half ?? "") ? 12 : 0;
  const hours = half ? (Number(hour) % 12) + afternoon : Number(hour);
  return field.clock.safeParse(`${String(hours).padStart(2, "0")}:${minute}`).data;
}

const clockOfMinutes = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/**
 * Reads a length as seconds: 3:25, 0:03:25, or the part of a day in which spreadsheets count times.
 * Other texts stay unchanged. Refuses hours that were meant as minutes: 3:25:00.
 */
export const lengthCell = cell.transform((text, context) => {
  if (/^0?\.\d+$/.test(text)) return String(Math.round(Number(text) * 86_400));
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?:\.0+)?$/.exec(text.replace(/ am$/i, "")) ?? [];
  if (minutes === undefined) return text;
  if (hours !== undefined && Number(hours) > 0 && seconds === "00") {
    const message = importMessages.didYouMean(
      importMessages.length(text),
      `${hours}:${minutes.padStart(2, "0")}`,
    );
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
  return String((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds));
});

/**
 * Gives a number's digits without a spreadsheet's formatting: a currency, thousands (1,000 and
 * 1,00,000), zero cents, a percent sign. Other texts stay unchanged.
 */
export function plainNumber(text: string): string {
  const [, digits] =
    /^(?:₹|rs\.?|inr|\$|€|£)?\s*(-?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d+)?)\s*%?$/i.exec(
      text,
    ) ?? [];
  return digits === undefined ? text : digits.replaceAll(",", "").replace(/\.0+$/, "");
}

/** The countries' calling codes, as far as their length separates them (ITU-T E.164). */
const callingCode =
  /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(\d{6,14})$/;

/**
 * Reads a phone number as people write it: digits with spaces, hyphens, dots and brackets,
 * with its country code after a + or before the only space or hyphen. Other texts stay unchanged.
 */
export function readPhoneCell(text: string): { code?: string | undefined; number: string } {
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return { number: text };
  const [, before, behind] = /^([1-9]\d{0,3})[ -](\d{6,14})$/.exec(text) ?? [];
  if (behind !== undefined) return { code: before, number: behind };
  const digits = (part: string) => part.replace(/\D/g, "");
  if (!/^(\+|00)/.test(text)) return { number: digits(text) };
  const international = text.replace(/^(\+|00)\s*/, "").replace("(0)", "");
  const [, ownCode, rest = ""] = /^([1-9]\d{0,3})[\s.\-(]+(\d.*)$/.exec(international) ?? [];
  if (ownCode !== undefined) return { code: ownCode, number: digits(rest) };
  const [, code, number] = callingCode.exec(digits(international)) ?? [];
  return number === undefined ? { number: text } : { code, number };
}

/**
 * Asks for the zeros that a spreadsheet took from a value that is stored with them; undefined where
 * it took none.
 */
export function askForZeros(stored: unknown, value: unknown): string | undefined {
  const isShortened =
    typeof stored === "string" && /^0\d+$/.test(stored) && stored.replace(/^0+/, "") === value;
  return isShortened ? importMessages.zeros(stored) : undefined;
}
