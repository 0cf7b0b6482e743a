import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { alertsFinding } from "./finding";

test("the alerts' heading counts those open, and those that nobody has acknowledged [LOOK-1]", () => {
  const finding = (open: number, unacknowledged: number) =>
    alertsFinding({ open, unacknowledged }, figuresIn(indianFormat));
  expect(finding(0, 0)).toBe("No open alerts");
  expect(finding(1, 1)).toBe("1 open alert");
  expect(finding(1, 0)).toBe("1 open alert, acknowledged");
  expect(finding(12, 5)).toBe("12 open alerts, 5 not acknowledged");
  expect(finding(12, 0)).toBe("12 open alerts, all acknowledged");
});
