import type { StoreCounts } from "#contract/stores/store-counts";

type State = { label: string; key: Exclude<keyof StoreCounts, "countedAt">; condition?: string };

/** The total, then the statuses that add up to it. Every page shows them in this order. */
export const storeStates: State[] = [
  { label: "Total", key: "total" },
  { label: "Online", key: "online", condition: "online" },
  { label: "Offline", key: "offline", condition: "offline" },
  { label: "Online but silent for 30 minutes", key: "silent", condition: "silent" },
  { label: "Below threshold volume", key: "lowVolume", condition: "low-volume" },
  { label: "Never seen", key: "neverSeen", condition: "never-seen" },
  { label: "Closed now", key: "closed", condition: "closed" },
  { label: "Inactive", key: "inactive", condition: "inactive" },
];

/** A condition that overlaps with the statuses. */
export const notPlaying: State = {
  label: "Not playing for 24 hours",
  key: "notPlaying",
  condition: "not-playing",
};

/** Counts the stores that are open but offline, silent or too quiet. */
export const countInTrouble = ({
  offline,
  silent,
  lowVolume,
}: Pick<StoreCounts, "offline" | "silent" | "lowVolume">): number => offline + silent + lowVolume;
