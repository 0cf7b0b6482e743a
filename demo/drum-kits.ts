import { hat, kick, snare, strike, tabla } from "./instruments.ts";
import type { Style } from "./styles.ts";

type Beat = (
  drums: Float32Array,
  at: (step: number) => number,
  fill: boolean,
  root: number,
) => void;

/** A bar of each kit; a fill ends the eight bars. */
export const beat: Record<Style["drums"], Beat> = {
  none() {},
  soft(drums, at) {
    for (const step of [0, 5]) kick(drums, at(step), 0.4);
    for (const step of [2, 6]) hat(drums, at(step), 0.12);
  },
  pop(drums, at, fill) {
    for (const step of [0, 5]) kick(drums, at(step), 0.7);
    for (const step of fill ? [2, 6, 7] : [2, 6]) snare(drums, at(step), 0.35);
    for (let step = 0; step < 8; step++) hat(drums, at(step), step % 2 ? 0.07 : 0.12);
  },
  dance(drums, at, fill) {
    for (const step of [0, 2, 4, 6]) kick(drums, at(step), 0.7);
    for (const step of fill ? [2, 6, 7] : [2, 6]) snare(drums, at(step), 0.35);
    for (let step = 0; step < 8; step++) hat(drums, at(step), step % 2 ? 0.07 : 0.12);
  },
  brushes(drums, at, fill) {
    for (const step of [0, 4]) kick(drums, at(step), 0.25);
    for (const step of fill ? [2, 5, 6, 7] : [2, 6]) snare(drums, at(step), 0.12);
    for (const step of [0, 2, 3, 4, 6, 7]) hat(drums, at(step), step % 4 === 2 ? 0.14 : 0.09);
  },
  tabla(drums, at, fill, root) {
    for (const step of [0, 3, 6])
      strike(drums, { at: at(step), midi: root - 12, gain: 0.5, partials: tabla });
    for (const step of fill ? [1, 2, 4, 5, 7] : [2, 4, 5])
      strike(drums, { at: at(step), midi: root + 19, gain: 0.22, partials: tabla });
  },
  shaker(drums, at) {
    kick(drums, at(0), 0.35);
    for (let step = 0; step < 8; step++) hat(drums, at(step), step % 4 === 2 ? 0.16 : 0.06);
  },
};
