import type { Figures } from "#contract/base/figures";
import type { StoreCounts } from "#contract/stores/store-counts";
import { countInTrouble } from "~/lib/stores/store-states";
import { storesTexts as texts } from "./texts";

type Counts = Pick<StoreCounts, "total" | "online" | "offline" | "silent" | "lowVolume">;

/** Sums up the state of a list's stores; undefined without stores. */
export function storesFinding(
  counts: Counts,
  { figure, counted }: Pick<Figures, "figure" | "counted">,
): string | undefined {
  const { total, online } = counts;
  if (total === 0) return undefined;
  const toLookAt = countInTrouble(counts);
  const stores = counted(total, "store");
  if (toLookAt > 0) return texts.toLookAt(stores, figure(toLookAt));
  return online === 0 ? texts.noneOpen(stores, total === 1) : texts.allRight(stores, total === 1);
}
