import type { Figures } from "#contract/base/figures";
import { parseAmount } from "#contract/base/money";

/** A billing rate as people read it; a dash where there is none. */
export const showRate = (rate: string | null, { money }: Figures): string =>
  rate === null ? "–" : money(parseAmount(rate));
