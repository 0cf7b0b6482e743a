import { figuresOf } from "#contract/base/country-figures";

/** Writes amounts in paise as in the Indian provider's invoices, for every reader. */
export const { money: showRupees } = figuresOf("IN");
