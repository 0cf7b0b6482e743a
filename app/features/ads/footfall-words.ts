import type { z } from "zod";
import type { FootfallOverview } from "#contract/ads/footfall";
import { showDate } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";

export const footfallTexts = {
  lead: "Visitors of your stores by hour. A campaign’s delivery and proof of play estimate impressions from them.",
  how: "An impression is a visitor of a store in an hour in which the store played the campaign. Each hour counts once, however often it played, because nobody knows how long people stay. Hours without footfall count as none, and each figure says how many there are.",
  api: "Programs send the same rows to PUT /api/footfall.",
  none: "No footfall yet",
};

/** The facts of the page of footfall. */
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
    value:
      firstDay && lastDay ? `${showDate(firstDay)} to ${showDate(lastDay)}` : footfallTexts.none,
  },
];
