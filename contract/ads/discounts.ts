import { z } from "zod";
import * as field from "../base/fields.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { discountLimits } from "./words.ts";

const percent = wholeNumber(1, discountLimits.percent);

/**
 * Percent off a campaign's rates once it has at least this many plays, or this price in rupees by
 * the rate card.
 */
export const VolumeDiscount = z.strictObject({
  from: wholeNumber(1, discountLimits.from, "Enter a whole number above 0."),
  percent,
});
export type VolumeDiscount = z.output<typeof VolumeDiscount>;

/** Percent off the rates of dates from one to another. */
export const SeasonDiscount = z
  .strictObject({ from: field.isoDate, until: field.isoDate, percent })
  .refine(({ from, until }) => from <= until, {
    path: ["until"],
    message: "The last day is before the first.",
  });
export type SeasonDiscount = z.output<typeof SeasonDiscount>;
