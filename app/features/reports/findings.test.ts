import { describe, expect, test } from "vitest";
import { changeOf, type FindingContext, findingOf } from "./findings";

const days = (of: Record<string, number>[]) =>
  of.map((values, at) => ({ name: `2${at + 1}/11/26`, values }));
const at = (given: Partial<FindingContext>): FindingContext => ({
  points: [],
  totals: {},
  before: null,
  isByDay: true,
  days: given.points?.length ?? 0,
  key: "plays",
  show: String,
  percent: (value) => `${value}%`,
  ...given,
});

describe("findingOf", () => {
  const uptime = {
    shares: { Uptime: { part: "online", of: ["open"] } },
    says: "uptime",
    worst: "lowest",
  } as const;

  test("a share has its total and where it is worst [LOOK-1]", () => {
    const points = days([
      { online: 99, open: 100 },
      { online: 0, open: 0 },
      { online: 90, open: 100 },
    ]);
    expect(findingOf(uptime, at({ points, totals: { online: 189, open: 200 } }))).toBe(
      "94.5% uptime, lowest on 23/11/26 (90%)",
    );
    const same = days([
      { online: 50, open: 100 },
      { online: 5, open: 10 },
    ]);
    expect(findingOf(uptime, at({ points: same, totals: { online: 55, open: 110 } }))).toBe(
      "50% uptime",
    );
    expect(findingOf(uptime, at({ totals: { online: 0, open: 0 } }))).toBeUndefined();
  });

  test("a share names the store where it is worst, unless that is as good as all [LOOK-1]", () => {
    const points = days([
      { online: 99, open: 100 },
      { online: 90, open: 100 },
    ]);
    const totals = { online: 189, open: 200 };
    const worst = (value: number) =>
      findingOf(uptime, at({ points, totals, store: { name: "Powai", value } }));
    expect(worst(72.2)).toBe("94.5% uptime, lowest at Powai (72.2%)");
    expect(worst(94.5)).toBe("94.5% uptime");
  });

  test("a count is compared with the period before, else with the day that stands out [LOOK-1]", () => {
    const points = days([{ plays: 10 }, { plays: 30 }, { plays: 11 }]);
    const perDay = { perDay: "plays" };
    expect(findingOf(perDay, at({ points, before: { plays: 34 } }))).toBe(
      "50% more plays than in the 3 days before: 17 a day",
    );
    expect(findingOf(perDay, at({ points }))).toBe(
      "22/11/26 stands out: 30 plays, 76% above the mean of 17",
    );
    expect(findingOf(perDay, at({ points: days([{ plays: 5 }]) }))).toBe("5 plays");
    expect(changeOf("plays", 100, 100, 1)).toBe("As many plays as on the day before");
  });

  test("days of which none stands out have their range, and days that are all alike their count [LOOK-1]", () => {
    const perDay = { perDay: "plays" };
    const titleOf = (plays: number[], given: Partial<FindingContext> = {}) =>
      findingOf(perDay, at({ points: days(plays.map((each) => ({ plays: each }))), ...given }));
    expect(titleOf([18, 20, 22])).toBe("Between 18 and 22 plays a day");
    expect(titleOf([20, 20])).toBe("20 plays on each day");
    expect(titleOf([20, 4, 21, 19])).toBe("22/11/26 stands out: 4 plays, 75% below the mean of 16");
    expect(titleOf([0, 20, 0])).toBe("All 20 plays on 22/11/26");
    // a day without a point has none
    expect(titleOf([20, 20, 20, 20, 20, 20], { days: 7 })).toBe("Between 0 and 20 plays a day");
  });

  test("of parts of a whole the largest has its share of all [LOOK-1]", () => {
    const points = [
      { name: "West", values: { plays: 30 } },
      { name: "East", values: { plays: 20 } },
    ];
    expect(
      findingOf(
        { largest: "of the stores" },
        at({ points, totals: { plays: 60 }, isByDay: false }),
      ),
    ).toBe("West: 50% of the stores");
  });
});
