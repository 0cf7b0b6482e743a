import { expect, test } from "vitest";
import { figuresOf } from "#contract/base/country-figures";
import { countInWords, namesInWords } from "./names-in-words";

const figures = figuresOf("IN");

test("a few names stand as they are, of many the first and how many more there are", () => {
  expect(namesInWords(figures, ["Andheri"])).toBe("Andheri");
  expect(namesInWords(figures, ["Andheri", "Bandra"])).toBe("Andheri and Bandra");
  expect(namesInWords(figures, ["Andheri", "Bandra", "Colaba"])).toBe("Andheri, Bandra and Colaba");
  expect(namesInWords(figures, ["Andheri", "Bandra", "Colaba"], 24)).toBe(
    "Andheri, Bandra and 22 more",
  );
  expect(namesInWords(figures, ["Andheri", "Bandra", "Colaba", "Dadar"])).toBe(
    "Andheri, Bandra and 2 more",
  );
  expect(namesInWords(figures, ["Andheri", "Bandra"], Number.POSITIVE_INFINITY)).toBe(
    "Andheri, Bandra and many more",
  );
});

test("counts say so where there are more than are counted", () => {
  expect(
    [1, 1200, Number.POSITIVE_INFINITY].map((count) => countInWords(figures, count, "store")),
  ).toEqual(["1 store", "1,200 stores", "more than 10,000 stores"]);
});
