import { invalid } from "../../../base/refusal.ts";
import type { FoundCampaign } from "../campaigns/campaigns.queries.ts";

/** With plays by hour, with exact times, or at the top of the hour: each has calls of its own. */
export type BookingSort = "hours" | "times" | "toh";

const sortWords: Record<BookingSort, string> = {
  hours: "plays by hour",
  times: "exact times",
  toh: "the top of the hour",
};

/** Throws 422 on `campaignId` for a campaign of another sort than the call is for. */
export function refuseOtherSort(
  { kind, exactTimes }: Pick<FoundCampaign, "kind" | "exactTimes">,
  sort: BookingSort,
): void {
  const own = kind === "TOH" ? "toh" : exactTimes ? "times" : "hours";
  if (own !== sort)
    throw invalid({ campaignId: `This campaign has ${sortWords[own]}, not ${sortWords[sort]}.` });
}
