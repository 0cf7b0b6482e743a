import type { Slot } from "#contract/telemetry/today";

/** Between two bars, the height of the picture, and of its lowest and highest bar. */
const step = 4;
const height = 26;
const least = 2;
const highest = 20;
/** More of the open stores than this share without their sound are worth a look. */
const hurtShare = 0.05;

/**
 * The bars of a day as an SVG's paths, and the SVG's view box; `hurt` are those in which stores did
 * not sound right.
 */
export type PulseBars = Record<"was" | "hurt" | "will" | "now", string> & { box: string };

/**
 * Draws a day as sound: a bar for each slot, as high as the minutes of stores that sounded right,
 * against the fullest slot of the day. Where stores did not sound right it is as high as all that
 * were open, so that silence shows; what is still to come is as high as the stores that will open.
 * The picture is of the hours in which any store is open, and of now.
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
    const kind = kindOf(slot, index, now);
    const minutes =
      kind === "was" ? slot.past - wrongOf(slot) : kind === "hurt" ? slot.past : openOf(slot);
    const half = Math.max(least, Math.round((minutes / most) * highest)) / 2;
    bars[kind] += `M${index * step + step / 2} ${height / 2 - half}v${2 * half}`;
  });
  return bars;
}

const wrongOf = ({ offline, silent, quiet }: Slot) => offline + silent + quiet;
const openOf = ({ past, coming }: Slot) => past + coming;

function kindOf(slot: Slot, index: number, now: number) {
  if (index === now) return "now";
  if (index > now) return "will";
  return wrongOf(slot) > slot.past * hurtShare ? "hurt" : "was";
}
