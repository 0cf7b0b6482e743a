import type { Figures } from "#contract/base/figures";
import type { StoreCounts } from "#contract/stores/store-counts";
import { countInTrouble } from "~/lib/stores/store-states";
import { dashboardTexts as texts } from "./texts";

type Counts = Pick<StoreCounts, "total" | "online" | "offline" | "silent" | "lowVolume">;

/** Sums up the stores' state now; undefined without stores. */
export function dashboardFinding(
  counts: Counts,
  { counted }: Pick<Figures, "counted">,
): string | undefined {
  if (counts.total === 0) return undefined;
  const inTrouble = countInTrouble(counts);
  if (inTrouble > 0) return texts.needSomeone(counted(inTrouble, "store"), inTrouble === 1);
  if (counts.online === 0) return texts.noneOpen(counts.total === 1);
  return counts.online === counts.total ? texts.allRight : texts.openRight;
}

/** Describes the other open stores in a sentence. */
export function othersFinding(
  counts: Counts,
  { counted }: Pick<Figures, "counted">,
): string | undefined {
  if (countInTrouble(counts) === 0 || counts.online === 0) return undefined;
  return texts.othersRight(counted(counts.online, "other open store"), counts.online === 1);
}
