import { expect, test } from "vitest";
import { isShort, storedWords } from "./stored-time.ts";

const minutes = (count: number) => count * 60_000;

test("music stored for minutes, hours and days is told apart [PLY-1]", () => {
  expect(
    [13, 1, 60, 31 * 60 + 59, 60 * 60, 7 * 24 * 60].map((count) => storedWords(minutes(count))),
  ).toEqual(["13 minutes", "1 minute", "1 hour", "31 hours", "2.5 days", "7 days"]);
  expect([null, minutes(59), minutes(60)].map(isShort)).toEqual([true, true, false]);
});
