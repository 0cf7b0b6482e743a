import { expect, test } from "vitest";
import { formTimes } from "./form-time.server";

test("a visitor's form is a person's between two seconds and a day after its page was made, and never with a token that is not ours [ONB-1]", () => {
  let now = 1_000_000;
  const times = formTimes("a secret that is long enough", () => now);
  const token = times.issue();
  expect(times.isLikely(token)).toBe(false);
  now += 2_000;
  expect(times.isLikely(token)).toBe(true);
  for (const wrong of [
    null,
    "",
    "x",
    `x${token}`,
    formTimes("another secret, also long", () => now - 9_000).issue(),
  ])
    expect(times.isLikely(wrong)).toBe(false);
  now += 24 * 3600_000;
  expect(times.isLikely(token)).toBe(false);
});
