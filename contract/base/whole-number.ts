import { z } from "zod";

/** Makes a field for a whole number between two, with the same message for every error. */
export const wholeNumber = (
  least: number,
  most: number,
  message = `Enter a number from ${least} to ${most}.`,
) => z.number(message).int(message).min(least, message).max(most, message);
