import { expect, test } from "vitest";
import { figure } from "./figure.ts";

test("counts are grouped as Intl groups them in India", () => {
  const numbers = new Intl.NumberFormat("en-IN");
  for (const count of [0, 7, 99, 100, 999, 1000, 9999, 12_345, 99_999, 100_000, 1_234_567, 12_345_678, 1_234_567_890, -1, -1000, -123_456])
    expect(figure(count)).toBe(numbers.format(count));
});
