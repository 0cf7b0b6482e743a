import { describe, expect, it } from "vitest";
import { figuresOf } from "./country-figures.ts";
import { figuresIn, indianFormat } from "./figures.ts";

const counts = [
  0, 7, 99, 100, 999, 1000, 9999, 12_345, 99_999, 100_000, 1_234_567, 12_345_678, 1_234_567_890, -1,
  -1000, -123_456,
];
const inIndia = figuresOf("IN");
const inBritain = figuresOf("GB");

describe("Figures", () => {
  it("are written as English is in each country [UI-12]", () => {
    for (const country of ["IN", "GB", "US", "AE", "DE", "ZA", "CH", "PK"]) {
      const numbers = new Intl.NumberFormat(`en-${country}`, { useGrouping: "always" });
      for (const value of [...counts, 0.5, 1234.5, -123_456.25])
        expect(figuresOf(country).figure(value)).toBe(numbers.format(value));
    }
    expect(inIndia.format).toEqual(indianFormat);
    expect(figuresOf(undefined).format).toEqual(indianFormat);
  });

  it("are the same in the browser, which gets their format alone [UI-12]", () => {
    const inBrowser = figuresIn(JSON.parse(JSON.stringify(inBritain.format)));
    expect(counts.map(inBrowser.figure)).toEqual(counts.map(inBritain.figure));
  });

  it("count things, and take one decimal at most where they are rounded", () => {
    expect([
      inIndia.counted(1, "store"),
      inIndia.counted(123_456, "store"),
      inBritain.counted(123_456, "company", "companies"),
    ]).toEqual(["1 store", "1,23,456 stores", "123,456 companies"]);
    expect([6.54, 6, 123_456.78].map(inBritain.rounded)).toEqual(["6.5", "6", "123,456.8"]);
  });

  it("are shortened for a cell in the country's own units [UI-12]", () => {
    const values = [0, 9_999, 13_049, 99_999, 1_724_000, 2_192_370, 98_765_432];
    expect(values.map(inIndia.short)).toEqual([
      "0",
      "9,999",
      "13k",
      "1L",
      "17.2L",
      "21.9L",
      "9.9Cr",
    ]);
    expect(values.map(inBritain.short).slice(2)).toEqual(["13k", "100k", "1.7M", "2.2M", "98.8M"]);
  });

  it("write amounts in rupees for everybody [UI-12]", () => {
    const amounts = [0, 145_000, 145_050, 12_345_678_900, 5, -145_050];
    expect(amounts.map(inIndia.money)).toEqual([
      "₹0",
      "₹1,450",
      "₹1,450.50",
      "₹12,34,56,789",
      "₹0.05",
      "-₹1,450.50",
    ]);
    expect(inBritain.money(12_345_678_950)).toBe("₹12,34,56,789.50");
  });
});
