import type { Figures } from "#contract/base/figures";
import { parseAmount } from "#contract/base/money";

/** Formats a billing rate; a dash if there is none. */
export const showRate = (rate: string | null, { money }: Figures): string =>
  rate === null ? "–" : money(parseAmount(rate));
