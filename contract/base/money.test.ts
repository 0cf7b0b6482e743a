import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, parseAmount } from "./money.ts";

test("an amount in rupees is an exact number of paise, and back [VAL-2]", () => {
  expect(
    ["0", "0.1", "0.10", "0.07", "1450", "1450.5", "007.50", "999999999.99"].map(parseAmount),
  ).toEqual([0, 10, 10, 7, 145_000, 145_050, 750, 99_999_999_999]);
  expect([0, 7, 10, 145_000, 145_050, -5, -145_050].map(formatAmount)).toEqual([
    "0.00",
    "0.07",
    "0.10",
    "1450.00",
    "1450.50",
    "-0.05",
    "-1450.50",
  ]);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (paise) => parseAmount(formatAmount(paise)) === paise,
    ),
  );
});

test("what is no amount is refused instead of read as something else [VAL-2]", () => {
  for (const text of [
    "",
    "1.234",
    "1,450",
    "-1",
    "1e3",
    " 1",
    "1.",
    ".5",
    "NaN",
    "₹1",
    "1234567890",
  ])
    expect(() => parseAmount(text), text).toThrow(RangeError);
});
