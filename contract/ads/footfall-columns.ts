import type { CsvColumn } from "../base/csv-columns.ts";
import { playLogDays } from "../player/limits.ts";

/** The columns of a footfall file. */
export const footfallColumns = [
  {
    member: "storeCode",
    heading: "Store code",
    also: ["Code"],
    required: true,
    meaning: "The store that the visitors came to.",
  },
  {
    member: "date",
    heading: "Date",
    required: true,
    meaning: `For example 20/11/2026. Today or up to ${playLogDays} days before.`,
  },
  {
    member: "hour",
    heading: "Hour",
    required: true,
    meaning: "The hour on the store's clock: 9 or 09:00 is from 09:00 to 10:00.",
  },
  {
    member: "visitors",
    heading: "Visitors",
    also: ["Footfall"],
    required: true,
    meaning: "Visitors in that hour. Replaces an earlier number for the hour.",
  },
] as const satisfies readonly CsvColumn[];
