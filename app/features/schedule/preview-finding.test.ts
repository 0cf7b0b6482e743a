import { describe, expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { dayFinding, previewFinding, urgencyOf } from "./preview-finding";

const figures = figuresIn(indianFormat);
const published = { state: "published", inputsChanged: false, violations: 0 } as const;
const days = (...given: object[]) => given.map((day) => ({ ...published, ...day }));

describe("The coming days", () => {
  test("are summed up by what needs somebody, the most urgent first [LOOK-1]", () => {
    const groups = [
      { stores: 3, days: days({ state: "draft" }, { state: "draft" }, {}) },
      { stores: 1, days: days({ violations: 2 }, { violations: 1 }, { inputsChanged: true }) },
      { stores: 0, days: days({ state: "none" }, {}, {}) },
    ];
    expect(previewFinding(groups, figures)).toBe(
      "1 day out of date, 2 draft days, rule breaks in 1 group",
    );
    expect(previewFinding([{ stores: 2, days: days({ violations: 4 }) }], figures)).toBe(
      "Rule breaks in 1 group",
    );
    expect(previewFinding([{ stores: 2, days: days({ state: "none" }) }], figures)).toBe(
      "1 day not planned",
    );
    expect(previewFinding([{ stores: 2, days: days({}) }], figures)).toBe(
      "Every coming day is published, without rule breaks",
    );
    expect(previewFinding([{ stores: 0, days: days({}) }], figures)).toBeUndefined();
  });

  test("make a group as urgent as its most urgent day; one without stores is quiet [LOOK-1]", () => {
    expect(urgencyOf({ stores: 1, days: days({ violations: 1 }, { state: "draft" }) })).toBe(
      "draft",
    );
    expect(urgencyOf({ stores: 1, days: days({ state: "stale" }, {}) })).toBe("outOfDate");
    expect(urgencyOf({ stores: 1, days: days({}) })).toBe("quiet");
    expect(urgencyOf({ stores: 0, days: days({ state: "none" }) })).toBe("quiet");
  });
});

test("a group's day says its state, then what to look at [LOOK-1]", () => {
  const day = {
    groupName: "Airport",
    day: "2026-11-29",
    state: "published" as const,
    inputsChanged: false,
    hours: [9],
    storeBreaks: [],
    summary: { violations: [], gaps: [] },
  };
  const finding = (change: Partial<Parameters<typeof dayFinding>[0]> = {}) =>
    dayFinding({ ...day, ...change }, "Published", figures);
  expect(finding()).toBe("Airport, Sunday: published, no rule breaks");
  expect(finding({ inputsChanged: true, summary: { violations: [4], gaps: [] } })).toBe(
    "Airport, Sunday: published, out of date, 1 rule break",
  );
  expect(finding({ storeBreaks: [{ stores: [{ id: 1 }, { id: 2 }] }] })).toBe(
    "Airport, Sunday: published, rule breaks in 2 stores",
  );
  expect(finding({ state: "superseded" })).toBeUndefined();
  expect(finding({ hours: [] })).toBeUndefined();
});
