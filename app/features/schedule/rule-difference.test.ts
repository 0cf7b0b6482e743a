import { describe, expect, test } from "vitest";
import { differenceOf, type RuleFact } from "./rule-difference.ts";

const facts = (...of: [string, string][]): RuleFact[] =>
  of.map(([term, value]) => ({ term, value }));

describe("The difference between two versions of a rule [MST-1]", () => {
  test("names what changed, came and went, and not what stayed", () => {
    const before = facts(
      ["Mix: Hindi hits", "60%"],
      ["Mix: Retro", "40%"],
      ["Minimum rest", "2 h"],
    );
    const after = facts(["Mix: Hindi hits", "50%"], ["Mix: New", "50%"], ["Minimum rest", "2 h"]);
    expect(differenceOf(before, after)).toEqual([
      { field: "Mix: Hindi hits", before: "60%", after: "50%" },
      { field: "Mix: New", before: "", after: "50%" },
      { field: "Mix: Retro", before: "40%", after: "" },
    ]);
    expect(differenceOf(before, before)).toEqual([]);
  });

  test("tells charts of one name apart", () => {
    const twins = facts(["Mix: Hits", "60%"], ["Mix: Hits", "40%"]);
    expect(differenceOf(twins, facts(["Mix: Hits", "60%"], ["Mix: Hits", "30%"]))).toEqual([
      { field: "Mix: Hits", before: "40%", after: "30%" },
    ]);
  });

  test("tells which settings of an ordered list moved, and where to", () => {
    const rules = (...terms: string[]) =>
      terms.map((term): RuleFact => ({ term, value: "on", list: "rules" }));
    const before = [
      ...facts(["Shuffle", "yes"]),
      ...rules("Rest", "Artist", "Title", "Tempo", "Mood"),
    ];
    const after = [
      ...rules("Rest", "Mood", "Artist", "Title", "Tempo"),
      ...facts(["Shuffle", "yes"]),
    ];
    expect(differenceOf(before, after)).toEqual([
      { field: "Order of rules, Mood", before: "5", after: "2" },
    ]);
    expect(differenceOf(rules("Rest", "Artist"), rules("Artist"))).toEqual([
      { field: "Rest", before: "on", after: "" },
    ]);
  });
});
