import { describe, expect, test } from "vitest";
import { differenceOf, type RuleFact } from "./rule-difference.ts";

const facts = (...of: [string, string][]): RuleFact[] => of.map(([term, value]) => ({ term, value }));

describe("The difference between two versions of a rule [MST-1]", () => {
  test("names what changed, came and went, and not what stayed", () => {
    const before = facts(["Mix: Hindi hits", "60%"], ["Mix: Retro", "40%"], ["Minimum rest", "2 h"]);
    const after = facts(["Mix: Hindi hits", "50%"], ["Mix: New", "50%"], ["Minimum rest", "2 h"]);
    expect(differenceOf(before, after)).toEqual([
      { field: "Mix: Hindi hits", before: "60%", after: "50%" },
      { field: "Mix: New", before: "", after: "50%" },
      { field: "Mix: Retro", before: "40%", after: "" },
    ]);
    expect(differenceOf(before, before)).toEqual([]);
  });

  test("tells charts of one name apart, and the same settings in another order", () => {
    const twins = facts(["Mix: Hits", "60%"], ["Mix: Hits", "40%"]);
    expect(differenceOf(twins, facts(["Mix: Hits", "60%"], ["Mix: Hits", "30%"]))).toEqual([
      { field: "Mix: Hits", before: "40%", after: "30%" },
    ]);
    const [rest, artist] = facts(["Minimum rest", "2 h"], ["Artist separation", "1 h"]) as [RuleFact, RuleFact];
    expect(differenceOf([rest, artist], [artist, rest])).toEqual([
      { field: "Order", before: "Minimum rest, Artist separation", after: "Artist separation, Minimum rest" },
    ]);
  });
});
