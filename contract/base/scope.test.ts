import { expect, test } from "vitest";
import { type Level, levels, rankOf, selectableLevels } from "./scope.ts";

test("levels rank from national 1 to store 5; what is not known ranks 0 [CTX-1]", () => {
  expect(levels.map((level) => [level, rankOf(level)])).toEqual([
    ["national", 1],
    ["regional", 2],
    ["zonal", 3],
    ["group", 4],
    ["store", 5],
  ]);
  for (const unknown of [undefined, null, "", "National", "region", "toString"])
    expect(rankOf(unknown)).toBe(0);
});

const table: [level: Level | null, selectable: Level[]][] = [
  [null, ["national", "regional", "zonal", "group", "store"]],
  ["national", ["national", "regional", "zonal", "group", "store"]],
  ["regional", ["zonal", "group", "store"]],
  ["zonal", ["group", "store"]],
  ["group", ["store"]],
  ["store", []],
];
test.each(table)(
  "%s chooses among the levels below, national among all and its own [CTX-1] [ROL-3]",
  (level, selectable) => {
    expect(selectableLevels(level)).toEqual(selectable);
  },
);
