import { expect, test } from "vitest";
import { licenceState } from "./licence-state";

const today = "2026-11-20";
const of = (name: string, validFrom: string, validTo: string) => ({ name, validFrom, validTo });
const over = of("PPL", "2025-04-01", "2026-03-31");
const now = of("ppl ", "2026-04-01", "2027-03-31");
const next = of("PPL", "2027-04-01", "2028-03-31");

test("a licence that is over is bad only while no valid one of its name stands in its place [COM-1]", () => {
  const states = (...all: (typeof over)[]) => all.map((one) => licenceState(one, all, today));
  expect(states(over)).toEqual([{ tone: "bad", words: "Expired" }]);
  expect(
    states(over, next, of("IPRS", "2026-01-01", "2026-12-31")).map(({ tone }) => tone),
  ).toEqual(["bad", "info", "ok"]);
  expect(states(next, now, over).map(({ tone, words }) => `${tone} ${words}`)).toEqual([
    "info Not started",
    "ok Valid",
    "idle Expired",
  ]);
});

test("a licence is valid on its first and on its last day [COM-1]", () => {
  for (const one of [of("PPL", today, "2027-01-01"), of("PPL", "2026-01-01", today)])
    expect(licenceState(one, [one], today)).toEqual({ tone: "ok", words: "Valid" });
});
