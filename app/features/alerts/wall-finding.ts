import type { Figures } from "#contract/base/figures";
import { wallTexts } from "./texts";

/** Says how many alerts wait, and how many of them nobody has taken. */
export function wallFinding(
  { stores, unowned }: { stores: number; unowned: number },
  { figure, counted }: Pick<Figures, "figure" | "counted">,
): string {
  if (stores === 0) return wallTexts.fine;
  return wallTexts.finding(counted(stores, "store"), figure(unowned), unowned === 0);
}
