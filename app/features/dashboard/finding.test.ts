import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { dashboardFinding, othersFinding } from "./finding";

const figures = figuresIn(indianFormat);
const none = { total: 240, online: 0, offline: 0, silent: 0, lowVolume: 0 };
const counts = (some: Partial<typeof none>) => Object.assign({}, none, some);
const finding = (some: Partial<typeof none>) => dashboardFinding(counts(some), figures);

test("the dashboard's heading counts the stores that need someone [LOOK-1]", () => {
  expect(finding({ online: 205, offline: 7, silent: 3, lowVolume: 2 })).toBe(
    "12 stores need someone",
  );
  expect(finding({ silent: 1 })).toBe("1 store needs someone");
});

test("the dashboard's heading says where all is right, none is open, or there is none [LOOK-1]", () => {
  expect(finding({ online: 240 })).toBe("Every store sounds right");
  expect(finding({ online: 217 })).toBe("Every open store sounds right");
  expect(finding({})).toBe("No store is open now");
  expect(finding({ total: 1 })).toBe("Your store is not open now");
  expect(finding({ total: 0 })).toBeUndefined();
});

test("the sentence below tells of the other open stores, where there are any [LOOK-1]", () => {
  const others = (some: Partial<typeof none>) => othersFinding(counts(some), figures);
  expect(others({ online: 205, offline: 7 })).toBe("205 other open stores sound right.");
  expect(others({ online: 1, offline: 7 })).toBe("1 other open store sounds right.");
  expect(others({ online: 205 })).toBeUndefined();
  expect(others({ offline: 7 })).toBeUndefined();
});
