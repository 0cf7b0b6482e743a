import type { SpotKind } from "#contract/schedule/positions";
import { bookingTexts } from "./booking-words";

/** Names what a quote counts, in the order in which it is read. */
export const quoteTerms = (kind: SpotKind): string[] => [
  "Stores",
  "Plays",
  bookingTexts.prime,
  ...(kind === "AD" ? [bookingTexts.adSeconds] : ["Positions", bookingTexts.soundSeconds]),
  bookingTexts.freeHours,
];
