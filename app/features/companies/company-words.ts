import type { Figures } from "#contract/base/figures";
import { parseAmount } from "#contract/base/money";

/** A billing rate as people read it; a dash where there is none. */
export const showRate = (rate: string | null, { money }: Figures): string => (rate === null ? "–" : money(parseAmount(rate)));

/** Prime hours with neighbours joined: 09:00–12:00, 18:00–21:00. */
export function hoursInWords(hours: number[]): string {
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const spans: [from: number, to: number][] = [];
  for (const hour of hours) {
    const last = spans.at(-1);
    if (last && last[1] === hour) last[1] = hour + 1;
    else spans.push([hour, hour + 1]);
  }
  return spans.map(([from, to]) => `${clock(from)}–${clock(to)}`).join(", ");
}
