import type { CampaignDetail, CampaignRow } from "#contract/ads/campaigns";
import {
  type CampaignState,
  campaignPriorityWords,
  campaignStateWords,
  deliveredStates,
} from "#contract/ads/words";
import { showDate, showDates } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { isAmong } from "#contract/base/records";
import { ruleLevelLabels, ruleLevels } from "#contract/schedule/words";
import { namesInWords } from "~/lib/lists/names-in-words";
import { weekdayWords } from "~/lib/stores/hours-words";
import type { Tone } from "~/ui/frame/pill";
import { campaignsTexts } from "./texts";

const tones: Record<CampaignState, Tone> = {
  DRAFT: "idle",
  HELD: "warn",
  BOOKED: "info",
  LIVE: "ok",
  PAUSED: "warn",
  FINISHED: "idle",
  CANCELLED: "idle",
  EXPIRED: "bad",
};

export const stateOf = (state: CampaignState) => ({
  tone: tones[state],
  words: campaignStateWords[state],
});

/** True if a campaign in this state has anything to deliver. */
export const hasDelivery = (state: CampaignState): boolean => isAmong(deliveredStates, state);

/** "23/11/26 to 20/12/26". */
export const flightWords = ({
  startsOn,
  endsOn,
}: Pick<CampaignRow, "startsOn" | "endsOn">): string => showDates(startsOn, endsOn);

/** "12/05/26 to 18/05/26, every day but 15/05/26". */
export const flightAndDays = (
  campaign: Pick<CampaignRow, "startsOn" | "endsOn" | "weekdays" | "blackoutDates">,
): string => {
  const { weekdays, blackoutDates } = campaign;
  const days = weekdays.length === 7 ? "every day" : weekdayWords(weekdays);
  const without = blackoutDates.length > 0 ? ` but ${blackoutDates.map(showDate).join(", ")}` : "";
  return `${flightWords(campaign)}, ${days}${without}`;
};

/** "1,000 plays in all", "20% share of voice"; null without a goal. */
export function goalWords(
  { goal }: Pick<CampaignRow, "goal">,
  { counted }: Figures,
): string | null {
  if (!goal) return null;
  if (goal.measure === "SHARE") return `${goal.target}% share of voice`;
  const plays = counted(goal.target, "play");
  return goal.measure === "TOTAL" ? `${plays} in all` : `${plays} per store and day`;
}

/** "Standard, may be pre-empted". */
export const priorityWords = ({
  priority,
  mayBePreempted,
}: Pick<CampaignRow, "priority" | "mayBePreempted">): string =>
  `${campaignPriorityWords[priority]}${mayBePreempted && priority !== "HOUSE" ? ", may be pre-empted" : ""}`;

/** "40 plays to Launch, 4 of them owed". */
export function preemptedWords(
  { plays, owed, by }: CampaignDetail["preempted"],
  figures: Figures,
): string {
  const { counted, figure } = figures;
  const to = by.length > 0 ? namesInWords(figures, by) : "another campaign";
  return `${counted(plays, "play")} to ${to}${owed > 0 ? `, ${figure(owed)} of them owed` : ""}`;
}

/** The stores that a campaign leaves out; null where there are none. */
export const blackoutStoreWords = (
  { blackoutStores }: Pick<CampaignDetail, "blackoutStores">,
  figures: Figures,
): string | null => {
  const names = blackoutStores.map(({ storeName }) => storeName);
  return names.length === 0 ? null : namesInWords(figures, names, names.length);
};

/**
 * Up to this many locations of a level are all named. Of more, the first two are named and the rest
 * counted.
 */
const mostNamed = 3;

/**
 * "Region North; 43 stores: Kala Ghoda, Mahalaxmi and 41 more; 2 locations that you do not see".
 */
export function locationWords(
  { units, singleStores, otherUnits }: Pick<CampaignRow, "units" | "singleStores" | "otherUnits">,
  figures: Figures,
): string {
  const visibleLocations = ruleLevels.flatMap((level) => {
    const names = units.filter((unit) => unit.level === level).map(({ name }) => name);
    const count = level === "STORE" ? singleStores : names.length;
    if (count === 0) return [];
    return level === "COMPANY"
      ? ["Whole company"]
      : [levelWords(ruleLevelLabels[level], names, count, figures)];
  });
  const others =
    otherUnits > 0 ? [campaignsTexts.others(figures.counted(otherUnits, "location"))] : [];
  return [...visibleLocations, ...others].join("; ") || campaignsTexts.noLocation;
}

function levelWords(
  label: string,
  names: string[],
  count: number,
  { figure, counted }: Figures,
): string {
  if (count === 1) return [label, ...names].join(" ");
  const listedNames = count > mostNamed ? names.slice(0, mostNamed - 1) : names;
  const [last, before] =
    count > listedNames.length
      ? [`${figure(count - listedNames.length)} more`, listedNames]
      : [listedNames.at(-1), listedNames.slice(0, -1)];
  return `${counted(count, label.toLowerCase())}: ${before.join(", ")} and ${last}`;
}
