import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { reportedPlays } from "./reported-plays";

test("reported plays that do not count are said beside those that do [DASH-1]", () => {
  const figures = figuresIn(indianFormat);
  expect(reportedPlays({ received: 56_052, plays: 55_798 }, figures)).toBe(
    "56,052, of which 254 do not count: not due, cut short or reported twice",
  );
  expect(reportedPlays({ received: 12, plays: 12 }, figures)).toBe("12");
});
