import { expect, test } from "vitest";
import { nearDoubles } from "./near-names.ts";

const named = (names: string[]) => names.map((name, id) => ({ id, name }));

test("of very many names that are alike fifty groups of twenty are suggested, and none of signs alone [LIB-3]", () => {
  const alike = nearDoubles(named(Array.from({ length: 3_000 }, (_, n) => `Singer ${n % 60}${"!".repeat(n / 60)}`)));
  expect(alike).toHaveLength(50);
  expect(Math.max(...alike.map(({ length }) => length))).toBe(20);
  expect(nearDoubles(named(["🎵🎶", "🎷", "🎸🎸"]))).toEqual([]);
  expect(nearDoubles(named(["Hip-Hop", "hip hop", "Jazz"])).map((group) => group.map(({ name }) => name))).toEqual([
    ["Hip-Hop", "hip hop"],
  ]);
});
