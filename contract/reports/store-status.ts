import type { Condition, ConditionFilter } from "../stores/conditions.ts";
import { defineReport } from "./report.ts";

const labels: Record<Condition, string> = {
  offline: "Offline",
  "never-seen": "Never seen",
  silent: "Online, silent",
  "low-volume": "Low volume",
  online: "Online",
  closed: "Closed now",
  inactive: "Inactive",
};

export const totalStores = defineStatusReport({
  key: "Total_stores",
  fileName: "Total_stores",
  title: "Total stores",
  holds: "Every store, with its status now and its contact.",
  condition: undefined,
});
export const offlineStores = defineStatusReport({
  key: "Offline_stores",
  fileName: "Offline_stores",
  title: "Offline stores",
  holds: "Open stores whose player was online before, and has sent no heartbeat for 5 minutes.",
  condition: "offline",
});
export const storesNotPlaying = defineStatusReport({
  key: "not_playing_for_24_hours",
  fileName: "Not_playing_for_24_hours",
  title: "Not playing for 24 hours",
  holds: "Open stores that have played nothing for 24 hours.",
  condition: "not-playing",
});
export const quietStores = defineStatusReport({
  key: "below_threshold_volume",
  fileName: "Below_threshold_volume",
  title: "Below threshold volume",
  holds: "Online stores whose volume is below the company's threshold.",
  condition: "low-volume",
});
export const silentStores = defineStatusReport({
  key: "online_but_silent_for_30_minutes",
  fileName: "Online_but_silent_for_30_minutes",
  title: "Online but silent for 30 minutes",
  holds: "Online stores that have played nothing for 30 minutes.",
  condition: "silent",
});

export const statusReports = [
  totalStores,
  offlineStores,
  storesNotPlaying,
  quietStores,
  silentStores,
];

type StatusFile<K> = {
  key: K;
  fileName: string;
  title: string;
  holds: string;
  condition: ConditionFilter | undefined;
};

export type StatusReport = ReturnType<typeof defineStatusReport<string>>;

/**
 * The five reports differ only in which stores they list. A store may be in several of them
 * (docs/domain.md section 4). Spec section 9 names the files of the first two; of the other three
 * it says in words which stores they hold, so their names are those words in the same manner.
 */
function defineStatusReport<const K extends string>({
  key,
  fileName,
  title,
  holds,
  condition,
}: StatusFile<K>) {
  const report = defineReport({
    key: key as string,
    fileName,
    title,
    purpose: holds,
    dates: "none",
    units: "row",
    leadsTo: "store",
    rows: "Stores",
    columns: {
      status: { format: "choice", heading: "Status", labels },
      since: { format: "instant", heading: "Since" },
      lastSeen: { format: "instant", heading: "Last seen" },
      volume: { format: "integer", heading: "Volume" },
      contact: { format: "text", heading: "Contact" },
    },
    order: "storeCode",
    graph: {
      finding: { largest: "of the stores" },
      axes: "Stores",
      kinds: ["bar", "pie"],
      x: condition ? "region" : "status",
      series: ["rows"],
    },
    notes: {
      rows: holds,
      status: "The store's status now. If several problems apply, the most serious one is shown.",
      since:
        "Offline: the last heartbeat. Silent or not playing: the last play. Inactive: when it was deactivated.",
      lastSeen: "When the player's last heartbeat arrived.",
      volume: "From 0 to 100, as the player last reported it.",
    },
  });
  return { ...report, key, condition };
}
