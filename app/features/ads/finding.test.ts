import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { campaignsFinding, soldFinding } from "./finding";

const figures = figuresIn(indianFormat);
const campaign = (name: string, pacing: number, owed: number) => ({
  name,
  delivery: { pacing, elapsed: 0.3, owed },
});

test("the heading of Ads names the campaign that is furthest behind [LOOK-1]", () => {
  const right = campaign("Top of the hour", 0.97, 412);
  const behind = campaign("Monsoon jackets", 0.74, 205);
  expect(campaignsFinding([], figures)).toBeUndefined();
  expect(campaignsFinding([right], figures)).toBe("1 live campaign, none behind");
  expect(campaignsFinding([right, behind], figures)).toBe("Monsoon jackets is 205 plays behind");
  expect(campaignsFinding([behind, campaign("Tea", 0.5, 900)], figures)).toBe(
    "2 campaigns are behind, Tea by 900 plays",
  );
});

test("the heading of free ad time says how much is sold, and on which day most [LOOK-1]", () => {
  const day = (date: string, capacity: number, booked: number, held = 0) => ({
    day: date,
    capacity: [capacity],
    booked: [booked],
    held: [held],
  });
  const days = [day("2026-11-30", 0, 0), day("2026-12-01", 100, 2), day("2026-12-02", 100, 10, 4)];
  expect(soldFinding(days, "AD")).toBe("8% of ad time is sold, most on Wed 02/12/26 (14%)");
  expect(soldFinding([day("2026-12-01", 50, 5)], "JINGLE")).toBe("10% of promo plays are sold");
  expect(soldFinding([day("2026-12-01", 0, 0)], "AD")).toBeUndefined();
});
