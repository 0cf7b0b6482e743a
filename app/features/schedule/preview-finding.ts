import { weekdayIn } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { GroupDay, GroupDays } from "#contract/schedule/endpoints";
import { previewTexts as texts } from "./texts";
import { breakWords } from "./wrong-words";

type Day = Pick<GroupDays["days"][number], "state" | "inputsChanged" | "violations">;
type Group = { stores: number; days: readonly Day[] };

/** Reasons to act on a day, the most urgent first; a quiet day needs nobody. */
export const urgencies = ["notPlanned", "outOfDate", "draft", "ruleBreaks", "quiet"] as const;
export type Urgency = (typeof urgencies)[number];

function urgencyOfDay({ state, inputsChanged, violations }: Day): Urgency {
  if (state === "none") return "notPlanned";
  if (inputsChanged || state === "stale") return "outOfDate";
  if (state === "draft") return "draft";
  return violations > 0 ? "ruleBreaks" : "quiet";
}

/** Gives the urgency of a group's most urgent day. A group without stores is quiet. */
export function urgencyOf({ stores, days }: Group): Urgency {
  const ranks = stores > 0 ? days.map((day) => urgencies.indexOf(urgencyOfDay(day))) : [];
  return urgencies[Math.min(...ranks, urgencies.indexOf("quiet"))] ?? "quiet";
}

/** Sums up the coming days of all groups; undefined if no group has stores. */
export function previewFinding(
  groups: readonly Group[],
  { counted }: Pick<Figures, "counted">,
): string | undefined {
  const playing = groups.filter(({ stores }) => stores > 0);
  if (playing.length === 0) return undefined;
  const urgent = playing.flatMap(({ days }) => days.map(urgencyOfDay));
  const count = (urgency: Urgency) => urgent.filter((one) => one === urgency).length;
  const breaking = playing.filter(({ days }) =>
    days.some((day) => urgencyOfDay(day) === "ruleBreaks"),
  ).length;
  const parts = [
    count("notPlanned") > 0 && texts.daysNotPlanned(counted(count("notPlanned"), "day")),
    count("outOfDate") > 0 && texts.daysOutOfDate(counted(count("outOfDate"), "day")),
    count("draft") > 0 && counted(count("draft"), "draft day"),
    breaking > 0 && texts.breaksIn(counted(breaking, "group")),
  ].filter((part) => part !== false);
  const sentence = parts.join(", ");
  return sentence ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` : texts.allPublished;
}

type DayOfGroup = Pick<GroupDay, "groupName" | "day" | "state" | "inputsChanged"> & {
  hours: readonly unknown[];
  storeBreaks: readonly { stores: readonly { id: number }[] }[];
  summary: Parameters<typeof breakWords>[0];
};

/**
 * Sums up a group's day, whose state is `state` in words. Undefined for an earlier version, and if
 * no store is open or nothing plays.
 */
export function dayFinding(
  { groupName, day, inputsChanged, hours, storeBreaks, summary, ...version }: DayOfGroup,
  state: string,
  figures: Figures,
): string | undefined {
  if (version.state === "superseded" || hours.length === 0) return undefined;
  const breaks = breakWords(summary, figures);
  const stores = new Set(storeBreaks.flatMap((of) => of.stores.map(({ id }) => id))).size;
  const inStores = stores > 0 ? texts.breaksIn(figures.counted(stores, "store")) : "";
  const exceptions = [inputsChanged ? texts.outOfDate : "", breaks || inStores].filter(Boolean);
  return texts.dayFinding(
    `${groupName}, ${weekdayIn("UTC", new Date(day))}`,
    state.toLowerCase(),
    exceptions.join(", ") || texts.noBreaks,
  );
}
