import { expect, test } from "vitest";
import { filterName } from "./mix-words.ts";

const item = (facet: Parameters<typeof filterName>[0][number]["facet"], name: string) => ({
  facet,
  name,
});

test("a filter is called by its conditions, always in one order, and long lists are counted [MST-1]", () => {
  expect(
    filterName([item("era", "1990s"), item("mood", "Romantic"), item("language", "Hindi")]),
  ).toBe("Hindi · Romantic · 1990s");
  expect(filterName([item("tempo", "Slow"), item("tempo", "Medium")])).toBe("Slow or Medium");
  expect(filterName(["Pop", "Rock", "Folk"].map((name) => item("genre", name)))).toBe(
    "Pop, Rock or Folk",
  );
  expect(filterName(["Pop", "Rock", "Folk", "Jazz"].map((name) => item("genre", name)))).toBe(
    "Pop, Rock or 2 more",
  );
});
