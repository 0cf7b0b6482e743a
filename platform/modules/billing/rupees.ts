import { figuresOf } from "#contract/base/country-figures";

/** Amounts in paise as the Indian provider's invoices have them, whoever reads them. */
export const { money: showRupees } = figuresOf("IN");
