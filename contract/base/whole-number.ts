import { z } from "zod";

/** A field for a whole number between two. Whatever is wrong with one, the same is said of it. */
export const wholeNumber = (least: number, most: number, said = `Enter a number from ${least} to ${most}.`) =>
  z.number(said).int(said).min(least, said).max(most, said);
