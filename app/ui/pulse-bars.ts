import type { Slot } from "#contract/telemetry/today";

/** Pixels between two bars, and the heights of the picture and of its lowest and highest bar. */
const step = 4;
const height = 26;
const least = 2;
const highest = 20;
/**
 * The bars of a day as paths of an SVG, and its view box; `hurt` bars show behind the others
 * where stores did not sound right.
 */
export type PulseBars = Record<"was" | "hurt" | "will" | "now", string> & { box: string };

/**
 * Draws a day as sound: a bar for each slot, as high as the store minutes that sounded right,
 * relative to the day's fullest slot. If stores did not sound right, a bar behind it shows all that
 * were open, so that silence shows; future slots are as high as the stores that will be
 * open. The picture covers the hours in which any store is open, and now.
 */
export function pulseBars(slots: readonly Slot[], now: number): PulseBars {
  const most = Math.max(1, ...slots.map(({ past, coming }) => past + coming));
  const openSlots = slots.flatMap((slot, index) =>
    openOf(slot) > 0 || index === now ? index : [],
  );
  const first = openSlots[0] ?? 0;
  const last = openSlots.at(-1) ?? slots.length - 1;
  const box = `${first * step} 0 ${(last + 1 - first) * step} ${height}`;
  const bars: PulseBars = { was: "", hurt: "", will: "", now: "", box };
  slots.forEach((slot, index) => {
    if (index < first || index > last) return;
    const draw = (kind: "was" | "hurt" | "will" | "now", minutes: number) => {
      const half = Math.max(least, Math.round((minutes / most) * highest)) / 2;
      bars[kind] += `M${index * step + step / 2} ${height / 2 - half}v${2 * half}`;
    };
    const right = slot.past - wrongOf(slot);
    if (index === now) draw("now", openOf(slot));
    else if (index > now) draw("will", openOf(slot));
    else {
      if (wrongOf(slot) > 0) draw("hurt", slot.past);
      if (right > 0 || slot.past === 0) draw("was", right);
    }
  });
  return bars;
}

const wrongOf = ({ offline, silent, quiet }: Slot) => offline + silent + quiet;
const openOf = ({ past, coming }: Slot) => past + coming;
