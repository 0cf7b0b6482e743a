/**
 * Money is counted in integer paise, so that sums are exact; people type and read rupees. As people
 * read it: figures.ts. No zod in here: pages use it too.
 */
export type Paise = number;

/** The input that an amount in rupees may have: digits with up to two decimals (VAL-2). */
export const amountPattern = /^\d{1,9}(\.\d{1,2})?$/;

/** "1450.5" in rupees is 145050 paise. Throws RangeError for text that is no amount. */
export function parseAmount(rupees: string): Paise {
  if (!amountPattern.test(rupees)) throw new RangeError(`"${rupees}" is not an amount in rupees`);
  const [whole = "", decimals = ""] = rupees.split(".");
  return Number(whole + decimals.padEnd(2, "0"));
}

/** Writes an amount as in forms, the API and CSV: 145050 paise is "1450.50". */
export const formatAmount = (paise: Paise): string => {
  const digits = String(Math.abs(paise)).padStart(3, "0");
  return `${paise < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Reads what formatAmount wrote as paise, however large, and below zero too. */
export const readAmount = (rupees: string): Paise => Number(rupees.replace(".", ""));
