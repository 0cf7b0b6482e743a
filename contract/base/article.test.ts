import { expect, test } from "vitest";
import { allEndpoints } from "../../tests/sweeps/all-endpoints.ts";
import { withArticle } from "./article.ts";

test("what has an item in it says “an era”, not “a era” [UI-12]", () => {
  expect(["era", "mood", "Album"].map(withArticle)).toEqual(["an era", "a mood", "an Album"]);
  const wrong = [...allEndpoints.values()]
    .map(({ summary }) => summary)
    .filter((text) => /\b[Aa] [aeio](?!ne)/.test(text));
  expect(wrong).toEqual([]);
});
