import type { Paise } from "./money.ts";

/**
 * A locale's format of numbers: the separators of digit groups and of decimals, and the number of
 * digits in the last group and in those before it.
 */
export type NumberFormat = { group: string; decimal: string; last: number; before: number };

/** India's: 1,23,456.5. It is also for pages where nobody is signed in. */
export const indianFormat: NumberFormat = { group: ",", decimal: ".", last: 3, before: 2 };

export type Figures = ReturnType<typeof figuresIn>;

/**
 * Writes figures in a format. By hand, because Intl reads the digits of a whole language first,
 * which was a fifth of a page's work on a slow phone.
 */
export function figuresIn(format: NumberFormat) {
  /** 12,345 and 1,23,456 in India, 123,456 in Britain; with the decimals that the number has. */
  const figure = (value: number) => written(String(value), format);
  const { before } = format;
  return {
    format,
    figure,
    /**
     * Shortens a number from 10,000 on, to fit a cell: 12k, then 21.9L and 2.2Cr (lakh and crore)
     * where groups are written so, elsewhere 2.2M.
     */
    short(value: number): string {
      if (value < 10_000) return figure(value);
      const units = before === 2 ? indianUnits : westernUnits;
      const rounded = Math.round(value / 1_000) * 1_000;
      const [size, unit] = units.find(([least]) => rounded >= least) ?? thousand;
      const digits = size === thousand[0] || value >= 100 * size ? 1 : 10;
      return `${figure(Math.round((value / size) * digits) / digits)}${unit}`;
    },
    /** Writes a number with at most one decimal. */
    rounded: (value: number) => figure(Math.round(value * 10) / 10),
    /** A count of things: 1 store, 12,345 stores. */
    counted: (count: number, one: string, many = `${one}s`) =>
      `${figure(count)} ${count === 1 ? one : many}`,
    /**
     * An amount as people read it: ₹1,450 or ₹1,450.50. Rupees, written as in India, as on
     * invoices: "₹1.450" would be one and a half.
     */
    money(paise: Paise): string {
      const sign = paise < 0 ? "-" : "";
      return `${sign}₹${written((Math.abs(paise) / 100).toFixed(paise % 100 === 0 ? 0 : 2), indianFormat)}`;
    },
  };
}

type ShortUnit = readonly [size: number, unit: string];
const thousand: ShortUnit = [1_000, "k"];
const indianUnits: ShortUnit[] = [[10_000_000, "Cr"], [100_000, "L"], thousand];
const westernUnits: ShortUnit[] = [[1_000_000, "M"], thousand];

function written(number: string, { group, decimal, last, before }: NumberFormat): string {
  const [, sign = "", whole = "", decimals] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number) ?? [];
  if (whole === "") return number; // Infinity
  const groups = [whole.slice(-last)];
  for (let end = whole.length - last; end > 0; end -= before)
    groups.unshift(whole.slice(Math.max(0, end - before), end));
  return `${sign}${groups.join(group)}${decimals === undefined ? "" : decimal + decimals}`;
}
