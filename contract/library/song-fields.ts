import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { wholeNumber } from "../base/whole-number.ts";

/** Field rules of a song, one schema a field, for its form and its CSV alike. */

const words = (most: number) =>
  field.line
    .min(1, messages.required)
    .max(most, `At most ${most} characters are allowed.`)
    .regex(printable, messages.printable);
const whole = (least: number, most: number) =>
  wholeNumber(least, most, `Enter a whole number from ${least} to ${most}.`);

export const songTitle = words(200);
/** The artist line as shown: "A feat. B". */
export const artist = words(200);
export const album = words(200);
export const label = words(100);
/** Written without hyphens and spaces, as it is stored (ISO 3901). */
export const isrc = field.line
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, ""))
  .pipe(
    z
      .string()
      .regex(
        /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/,
        "Enter an ISRC: twelve letters and digits, for example INFV02500001.",
      ),
  );
export const year = whole(1860, 2100);
export const durationSeconds = whole(5, 3600);
export const bpm = whole(20, 400);
export const energy = whole(0, 100);
/** ISO 3166-1 alpha-2. */
export const territory = field.line
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Enter two-letter country codes, for example IN.");

/**
 * The codec of a file that browsers cannot play and that was converted to MP3; null for a file that
 * is played unchanged.
 */
export const convertedFrom = z.string().nullable();

const offset = z
  .number("Enter seconds, for example 1.5.")
  .min(0, "Enter 0 or more.")
  .max(3600, "Enter at most 3,600 seconds.")
  .transform((seconds) => Math.round(seconds * 1000) / 1000);
/** Where sound begins and ends in its file, in seconds; null for the file's end. */
export const chosenCues = { cueInSeconds: offset, cueOutSeconds: offset.nullable() };
/** The fields as the page's form sends them. */
export const CuesPage = z.object({
  cueInSeconds: offset.default(0),
  cueOutSeconds: offset.nullable().default(null),
});
export const cues = {
  cueInSeconds: z.number(),
  cueOutSeconds: z.number().nullable(),
  /** The length of the whole file; null for audio from before it was measured. */
  audioSeconds: z.number().nullable(),
};
