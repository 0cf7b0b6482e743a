import { expect, test } from "vitest";
import { revenueOf } from "./revenue";

const figures = { money: (paise: number) => `₹${paise / 100}` };
const month = (month: string, invoiced: string, earned: string) => ({
  month,
  invoiced,
  credited: "100.00",
  paid: "0.00",
  earned,
});

test("the chart of revenue shows the table's figures, without ads yet to play [BIL-1] [LOOK-1]", () => {
  const months = [
    month("2026-10-01", "900.00", "400.00"),
    month("2026-11-01", "500.00", "500.00"),
    month("2026-12-01", "100.00", "300.00"),
  ];
  const forecast = ["2026-12-01", "2027-01-01"].map((month) => ({
    month,
    stores: 3,
    storeAmount: "300.00",
    adAmount: "9000.00",
  }));
  expect(revenueOf({ months, forecast }, figures)).toEqual({
    finding: "₹500 earned in Nov 2026, 25% more than in Oct 2026",
    points: [
      { label: "Oct 2026", isPart: false, values: [80_000, 40_000] },
      { label: "Nov 2026", isPart: false, values: [40_000, 50_000] },
      { label: "Dec 2026", isPart: true, values: [0, 30_000] },
    ],
  });
});
