import { expect, test } from "vitest";
import { levels, lowerUnits, rankOf } from "./scope.ts";

test("levels rank from national 1 to store 5; what is not known ranks 0 [CTX-1]", () => {
  expect(levels.map((level) => [level, rankOf(level)])).toEqual([
    ["national", 1],
    ["regional", 2],
    ["zonal", 3],
    ["group", 4],
    ["store", 5],
  ]);
  for (const unknown of [undefined, null, "", "National", "region", "toString"]) expect(rankOf(unknown)).toBe(0);
});

test("a level chooses among the kinds of unit below it, national among all four [CTX-1]", () => {
  expect(lowerUnits("national")).toEqual(["region", "zone", "group", "store"]);
  expect(lowerUnits("regional")).toEqual(["zone", "group", "store"]);
  expect(lowerUnits("zonal")).toEqual(["group", "store"]);
  expect(lowerUnits("group")).toEqual(["store"]);
  for (const none of ["store", "other", undefined, null]) expect(lowerUnits(none)).toEqual([]);
});
