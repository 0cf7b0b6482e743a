import type { CsvColumn } from "../base/csv-columns.ts";

/** The columns of a file of footfall. */
export const footfallColumns = [
  {
    member: "storeCode",
    heading: "Store code",
    also: ["Code"],
    required: true,
    meaning: "The store that counted its visitors.",
  },
  { member: "date", heading: "Date", required: true, meaning: "For example 20/11/2026." },
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
    meaning: "Visitors in that hour. It replaces what the hour had.",
  },
] as const satisfies readonly CsvColumn[];
