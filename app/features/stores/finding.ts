import type { Figures } from "#contract/base/figures";
import type { StoreCounts } from "#contract/stores/endpoints";
import { storesTexts as texts } from "./texts";

type Counts = Pick<StoreCounts, "total" | "online" | "offline" | "silent" | "lowVolume">;

/** What the counts of a list of stores say; nothing where there is no store. */
export function storesFinding(
  { total, online, offline, silent, lowVolume }: Counts,
  { figure, counted }: Pick<Figures, "figure" | "counted">,
): string | undefined {
  if (total === 0) return undefined;
  const toLookAt = offline + silent + lowVolume;
  const stores = counted(total, "store");
  if (toLookAt > 0) return texts.toLookAt(stores, figure(toLookAt));
  return online === 0 ? texts.noneOpen(stores, total === 1) : texts.allRight(stores, total === 1);
}
