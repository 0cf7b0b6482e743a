import { describe, expect, it } from "vitest";
import { clockOfCell, dateCell, lengthCell, plainNumber, readPhoneCell } from "./cell-schemas.ts";

describe("A cell as spreadsheets write it", () => {
  it.each([
    "14-07-2026",
    "14/07/2026",
    "14.07.2026",
    "14/7/26",
    "2026-07-14",
    "2026/7/14",
    "14-Jul-26",
    "14 July 2026",
    "July 14, 2026",
    "14-07-2026 00:00",
    "2026-07-14T00:00:00Z",
    "14/07/2026 12:00:00 AM",
  ])("%s is a day, the day first [FIL-2]", (text) => {
    expect(dateCell.parse(text)).toBe("2026-07-14");
  });

  it.each(["31/02/2026", "14-07", "07/14/2026", "14-Foo-26", "46217"])(
    "%s is no day [FIL-2]",
    (text) => {
      expect(dateCell.safeParse(text).success).toBe(false);
    },
  );

  it("amounts lose currency, thousands of both kinds and zero cents [FIL-2]", () => {
    const texts = ["1,000", "₹33,984", "Rs. 1,00,000.00", "60%", "1,5"];
    expect(texts.map(plainNumber)).toEqual(["1000", "33984", "100000", "60", "1,5"]);
  });

  it("times of day and parts of a day are clocks, and other texts are none [FIL-2]", () => {
    const texts = ["10:00:00", "9:30 AM", "9 pm", "0.4166", "12:00 am", "25:00", "10"];
    expect(texts.map(clockOfCell)).toEqual([
      "10:00",
      "09:30",
      "21:00",
      "10:00",
      "00:00",
      undefined,
      undefined,
    ]);
  });

  it("lengths are seconds, and hours that were minutes are asked for [FIL-2]", () => {
    for (const text of ["0:03:25", "3:25", "00:03:25 AM", "205"])
      expect(lengthCell.parse(text), text).toBe("205");
    expect(lengthCell.safeParse("3:25:00").success).toBe(false);
  });

  it("phone numbers lose spaces and hyphens, and give their country's code [FIL-2]", () => {
    const texts = ["+91 98765 43210", "98765-43210", "022-2345 6789", "+971501234567"];
    expect([...texts, "91 9876543210"].map(readPhoneCell)).toEqual([
      { code: "91", number: "9876543210" },
      { number: "9876543210" },
      { number: "02223456789" },
      { code: "971", number: "501234567" },
      { code: "91", number: "9876543210" },
    ]);
  });
});
