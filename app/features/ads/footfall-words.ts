import type { z } from "zod";
import type { FootfallOverview } from "#contract/ads/footfall";
import { showDates } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";

export const footfallTexts = {
  lead: "Visitors to your stores by hour. A campaign’s delivery and proof of play use them to estimate impressions.",
  how: "An impression is a visitor to a store in an hour in which it played the campaign. Each hour counts once, however often the campaign played, because nobody knows how long visitors stay. Hours without footfall count as zero, and each estimate says how many hours have footfall.",
  api: "Other systems can send the same rows to PUT /api/footfall.",
  none: "No footfall yet",
};

/** The facts on the footfall page. */
export const footfallFacts = (
  { stores, storesWithFootfall, hours, firstDay, lastDay }: z.infer<typeof FootfallOverview>,
  { figure, counted }: Figures,
) => [
  {
    term: "Stores with footfall",
    value: `${figure(storesWithFootfall)} of ${counted(stores, "store")}`,
  },
  { term: "Hours", value: figure(hours) },
  {
    term: "Days",
    value: firstDay && lastDay ? showDates(firstDay, lastDay) : footfallTexts.none,
  },
];
