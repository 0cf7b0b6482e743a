import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ticksFor, ticksOf } from "./chart-scale";

describe("ticksFor", () => {
  it("starts at zero, reaches the largest value and has few, even marks", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e9, noNaN: true }), (largest) => {
        const ticks = ticksFor(largest);
        const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest * 0.999999);
        expect(ticks.length).toBeLessThanOrEqual(6);
        for (const [index, tick] of ticks.entries()) expect(tick).toBeCloseTo(index * step, 3);
      }),
    );
  });

  it("puts no mark between two things that are counted", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (largest) => {
        const ticks = ticksFor(largest, true);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
    expect(ticksFor(2, true)).toEqual([0, 1, 2]);
    expect(ticksFor(10, true)).toEqual([0, 5, 10]);
  });

  it("draws an axis even where all is zero", () => {
    expect(ticksFor(0)).toEqual([0, 1]);
  });
});

describe("ticksOf", () => {
  const points = [{ label: "a", values: [97.8] }];

  it("begins where percentages lie for lines, and at zero for bars, which would leave the plot", () => {
    expect(ticksOf({ points, isPercent: true })[0]).toBeGreaterThan(90);
    expect(ticksOf({ points, isPercent: true }, { fromZero: true })[0]).toBe(0);
  });
});
