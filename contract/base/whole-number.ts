import { z } from "zod";

/** A field for a whole number between two. Whatever is wrong with one, the same is said of it. */
export const wholeNumber = (
  least: number,
  most: number,
  message = `Enter a number from ${least} to ${most}.`,
) => z.number(message).int(message).min(least, message).max(most, message);
