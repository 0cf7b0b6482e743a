import type { StoreCounts } from "#contract/stores/endpoints";
import { dashboardTexts } from "./texts";

type State = { label: string; key: Exclude<keyof StoreCounts, "countedAt">; condition?: string };

/** All stores, then their statuses, which add up to that. */
export const storeStates: State[] = [
  { label: "Total", key: "total" },
  { label: "Online", key: "online", condition: "online" },
  { label: dashboardTexts.silent, key: "silent", condition: "silent" },
  { label: "Below threshold volume", key: "lowVolume", condition: "low-volume" },
  { label: "Offline", key: "offline", condition: "offline" },
  { label: "Never seen", key: "neverSeen", condition: "never-seen" },
  { label: "Closed now", key: "closed", condition: "closed" },
  { label: "Inactive", key: "inactive", condition: "inactive" },
];

/** Overlaps with the statuses. */
export const notPlaying: State = { label: "Not playing for 24 hours", key: "notPlaying", condition: "not-playing" };
