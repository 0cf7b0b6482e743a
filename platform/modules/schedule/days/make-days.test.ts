import { expect, it } from "vitest";
import type { DaySummary } from "#contract/schedule/positions";
import { breaksMore } from "./make-days.ts";

const violation = (relaxed: DaySummary["violations"][number]["relaxed"], index: number) => ({
  index,
  broken: relaxed.length > 0 ? [] : ["SEGUE" as const],
  relaxed,
  stage: "CATEGORY" as const,
});

it("a store that gives up unbreakable rules is named, also if as many songs of its group break one [SCH-6]", () => {
  const ofGroup = { violations: [violation([], 3), violation([], 9)] };
  const log = (givenUp: number, breaks = 2) => ({
    breaks,
    causes: [{ cause: "MINIMUM_REST" as const, songs: breaks, givenUp }],
  });
  expect(breaksMore(log(0), ofGroup)).toBe(false);
  expect(breaksMore(log(2), ofGroup)).toBe(true);
  expect(breaksMore(log(0, 3), ofGroup)).toBe(true);
  const givenUpToo = {
    violations: [violation(["MINIMUM_REST"], 3), violation(["MINIMUM_REST"], 9)],
  };
  expect(breaksMore(log(2), givenUpToo)).toBe(false);
  // a shop that is closed has its group's causes and breaks nothing
  expect(breaksMore(log(2, 0), ofGroup)).toBe(false);
});
