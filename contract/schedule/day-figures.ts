import { z } from "zod";
import { breakCauses } from "./words.ts";

/** Stores of one country whose logs break more than their group's day does, alike. */
export const StoreBreaks = z.object({
  stores: z.array(z.object({ id: z.int(), storeCode: z.string(), storeName: z.string() })),
  country: z.string(),
  countryName: z.string(),
  /** Songs that break something, in each of these stores. */
  breaks: z.int(),
  causes: z.array(z.object({ cause: z.enum(breakCauses), songs: z.int(), givenUp: z.int() })),
  /** Songs of the day's charts and events that are licensed there, and their total. */
  licensed: z.int(),
  songs: z.int(),
});
export type StoreBreaks = z.infer<typeof StoreBreaks>;

const storeName = { id: z.int(), storeCode: z.string(), storeName: z.string() };

/** The problems of a group's day, in figures. */
export const dayFigures = {
  /** Stores that open on the day. If none does, a day without songs is correct. */
  openStores: z.int(),
  songs: z.int(),
  pauses: z.int(),
  silentSeconds: z.number(),
  longestPauseSeconds: z.number(),
  /**
   * Songs by the rule that they break, or because no chart of the rule had one, and by the chart
   * that the mix called.
   */
  breaks: z.array(
    z.object({
      cause: z.enum(breakCauses),
      /** Its name and share, and the number of its songs that can play here. */
      chart: z.object({ name: z.string(), percent: z.number(), pool: z.int() }).nullable(),
      songs: z.int(),
      /** The songs among them for which an unbreakable rule was given up. */
      givenUp: z.int(),
    }),
  ),
  /** Rule breaks in stores' own logs beyond that, the worst first. */
  storeBreaks: z.array(StoreBreaks),
  /** Spots and locked songs that found no place. */
  leftOut: z.object({ spots: z.int(), locks: z.int() }),
  /**
   * Stores that are open and play no song; and of the others the one with the longest silence,
   * if it is longer than the group's.
   */
  withoutMusic: z.array(z.object(storeName)),
  mostSilent: z.object({ ...storeName, silentSeconds: z.number() }).nullable(),
};
const DayFigures = z.object(dayFigures);
export type DayFigures = z.infer<typeof DayFigures>;

/** True if the day can be published without a question. */
export const isClean = ({
  openStores,
  songs,
  pauses,
  breaks,
  storeBreaks,
  leftOut,
  withoutMusic,
  mostSilent,
}: DayFigures): boolean =>
  (songs > 0 || openStores === 0) &&
  pauses +
    breaks.length +
    storeBreaks.length +
    leftOut.spots +
    leftOut.locks +
    withoutMusic.length ===
    0 &&
  mostSilent === null;
