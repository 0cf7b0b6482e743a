import type { Figures } from "#contract/base/figures";

/** Hours as people say them: "25 min", "6.5 h", "3 days". */
export function hoursWords(hours: number, { rounded, counted }: Figures): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${rounded(hours)} h` : counted(Math.round(hours / 24), "day");
}
