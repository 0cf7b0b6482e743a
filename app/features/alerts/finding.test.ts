import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { alertFinding, alertsFinding } from "./finding";

test("the alerts' heading counts those open, and those that nobody has acknowledged [LOOK-1]", () => {
  const finding = (open: number, unacknowledged: number) =>
    alertsFinding({ open, unacknowledged }, figuresIn(indianFormat));
  expect(finding(0, 0)).toBe("No open alerts");
  expect(finding(1, 1)).toBe("1 open alert");
  expect(finding(1, 0)).toBe("1 open alert, acknowledged");
  expect(finding(12, 5)).toBe("12 open alerts, 5 not acknowledged");
  expect(finding(12, 0)).toBe("12 open alerts, all acknowledged");
});

test("an alert's heading says what is wrong in which store, and for how long [LOOK-1]", () => {
  const alert = { storeName: "Powai", kind: "offline", lasted: "3 h 10 min" } as const;
  expect(alertFinding({ ...alert, isOver: false })).toBe("Powai has been offline for 3 h 10 min");
  expect(alertFinding({ ...alert, kind: "log-ending", isOver: true })).toBe(
    "Powai was running out of music for 3 h 10 min",
  );
});
