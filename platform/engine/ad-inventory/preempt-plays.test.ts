import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { campaignPriorities, hoursOfDay } from "#contract/ads/words";
import { choosePreempted, type PreemptibleLine } from "./preempt-plays.ts";

const day = "2026-05-12";
const inHour = (hour: number, count: number) => hoursOfDay.map((at) => (at === hour ? count : 0));
const lineOf = (line: Partial<PreemptibleLine> & { campaignId: number }): PreemptibleLine => ({
  priority: "STANDARD",
  storeId: 1,
  day,
  plays: inHour(9, 4),
  playTakes: 10,
  priceIn: () => 100,
  ...line,
});
const lacks = (amount: number) => [{ storeId: 1, day, hour: 9, amount }];
const choose = (amount: number, lines: PreemptibleLine[]) =>
  choosePreempted(lacks(amount), lines)?.map(({ campaignId, plays }) => [campaignId, plays[9]]);

describe("the plays that make way", () => {
  it("are house ads first, then the cheapest, then of the campaign added last", () => {
    const lines = [
      lineOf({ campaignId: 1 }),
      lineOf({ campaignId: 2, priority: "HOUSE", priceIn: () => 500 }),
      lineOf({ campaignId: 3, priceIn: () => 90 }),
      lineOf({ campaignId: 4 }),
    ];
    expect(choose(30, lines)).toEqual([[2, 3]]);
    expect(choose(70, lines)).toEqual([
      [2, 4],
      [3, 3],
    ]);
    expect(choose(110, lines)).toEqual([
      [2, 4],
      [3, 4],
      [4, 3],
    ]);
    expect(choose(161, lines)).toBeUndefined();
  });

  it("are compared by the capacity that they free, and none is taken for nothing", () => {
    const short = lineOf({ campaignId: 1, playTakes: 10, plays: inHour(9, 1), priceIn: () => 10 });
    const long = lineOf({ campaignId: 2, playTakes: 30, plays: inHour(9, 1), priceIn: () => 60 });
    expect(choose(10, [short, long])).toEqual([[1, 1]]);
    expect(choose(25, [short, long])).toEqual([[2, 1]]);
    expect(choose(40, [short, long])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it("are of the hour, the date and the store that lack room", () => {
    const lines = [
      lineOf({ campaignId: 1, storeId: 2 }),
      lineOf({ campaignId: 2, day: "2026-05-13" }),
      lineOf({ campaignId: 3, plays: inHour(10, 4) }),
    ];
    expect(choose(10, lines)).toBeUndefined();
    expect(choosePreempted([], lines)).toEqual([]);
  });

  it("make enough room, never of a higher priority while lower ones would do, each needed", () => {
    const drawn = fc.record({
      priority: fc.constantFrom(...campaignPriorities),
      count: fc.integer({ min: 0, max: 5 }),
      playTakes: fc.integer({ min: 1, max: 30 }),
      price: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(
        fc.array(drawn, { maxLength: 6 }),
        fc.integer({ min: 1, max: 200 }),
        (all, amount) => {
          const lines = all.map(({ priority, count, playTakes, price }, place) =>
            lineOf({
              campaignId: place + 1,
              priority,
              plays: inHour(9, count),
              playTakes,
              priceIn: () => price,
            }),
          );
          const freed = (of: { line: PreemptibleLine; count: number }[]) =>
            of.reduce((sum, { line, count }) => sum + line.playTakes * count, 0);
          const whole = lines.map((line) => ({ line, count: line.plays[9] ?? 0 }));
          const chosen = choosePreempted(lacks(amount), lines)?.map(({ campaignId, plays }) => ({
            line: lines[campaignId - 1] as PreemptibleLine,
            count: plays[9] ?? 0,
          }));
          if (!chosen) {
            expect(freed(whole)).toBeLessThan(amount);
            return;
          }
          expect(freed(chosen)).toBeGreaterThanOrEqual(amount);
          for (const { line, count } of chosen) {
            expect(count).toBeLessThanOrEqual(line.plays[9] ?? 0);
            expect(freed(chosen) - line.playTakes).toBeLessThan(amount);
            const rank = campaignPriorities.indexOf(line.priority);
            const lower = whole.filter(
              (one) => campaignPriorities.indexOf(one.line.priority) < rank,
            );
            expect(freed(lower)).toBeLessThan(amount);
          }
        },
      ),
    );
  });
});
