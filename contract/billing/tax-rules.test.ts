import { describe, expect, it } from "vitest";
import { isUnionTerritory, stateCodeOf } from "./states.ts";
import { findStateWarning, findTaxErrors, isValidGstNo, type TaxDetails } from "./tax-rules.ts";
import { lastCreditDay } from "./words.ts";

const company = (change: Partial<TaxDetails> = {}): TaxDetails => ({
  country: "IN",
  state: "Maharashtra",
  gstNo: "27AAPFU0939F1ZV",
  panNo: "AAPFU0939F",
  taxStatus: "REGISTERED",
  ...change,
});

describe("Tax details of a company", () => {
  it("a GSTIN names a known state and ends in its check character [GST-1] [VAL-2]", () => {
    expect(["27AAPFU0939F1ZV", "29AAPFU0939F1ZR", "04AAPFU0939F1Z3"].map(isValidGstNo)).toEqual([
      true,
      true,
      true,
    ]);
    // its check character is right, but there is no state 45
    const ofNoState = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map(
      (last) => `45AAPFU0939F1Z${last}`,
    );
    expect(ofNoState.filter(isValidGstNo)).toEqual([]);
  });

  it.each<[string, Partial<TaxDetails>, object]>([
    ["a registered company", {}, {}],
    ["an SEZ unit", { taxStatus: "SEZ" }, {}],
    ["an unregistered one with a PAN", { taxStatus: "UNREGISTERED", gstNo: null }, {}],
    ["one abroad", { country: "US", taxStatus: "OVERSEAS", gstNo: null, panNo: null }, {}],
    [
      "one abroad with a GSTIN",
      { country: "US", taxStatus: "OVERSEAS" },
      { gstNo: "A company outside India has no GSTIN. Remove it." },
    ],
    ["another's PAN", { panNo: "AAACF4321K" }, { panNo: "The PAN in this GSTIN is AAPFU0939F." }],
    [
      "an SEZ unit without a GSTIN",
      { taxStatus: "SEZ", gstNo: null },
      { gstNo: "Enter the GSTIN. “SEZ unit or developer” needs one." },
    ],
    [
      "an unregistered one with a GSTIN",
      { taxStatus: "UNREGISTERED" },
      { taxStatus: "This company has a GSTIN. Choose “Registered”, or remove the GSTIN." },
    ],
    [
      "an Indian one as overseas",
      { taxStatus: "OVERSEAS", gstNo: null },
      { taxStatus: "Only a company outside India is “Overseas”." },
    ],
    ["a wrong check character", { gstNo: "27AAPFU0939F1ZX" }, { gstNo: "GSTIN number is invalid" }],
  ])("%s is judged as the law has it [GST-1] [GST-2]", (_, change, errors) => {
    expect(findTaxErrors(company(change))).toEqual(errors);
  });

  it("an address in another state than the GSTIN's is a warning, not an error [GST-1]", () => {
    expect(findStateWarning(company())).toBeUndefined();
    expect(findStateWarning(company({ state: "Karnataka" }))).toBe(
      "This GSTIN is of Maharashtra (27), the address is in Karnataka (29).",
    );
    // Daman and Diu (25) became a part of 26
    const merged = { gstNo: "25AAPFU0939F1ZZ", state: "Dadra and Nagar Haveli and Daman and Diu" };
    expect(findStateWarning(company(merged))).toBeUndefined();
    expect(stateCodeOf(merged)).toBe("26");
  });

  it("UTGST is of union territories without a legislature alone [GST-2]", () => {
    const codes = ["04", "26", "31", "35", "38", "07", "34", "01", "27"];
    expect(codes.filter(isUnionTerritory)).toEqual(["04", "26", "31", "35", "38"]);
  });

  it("tax is taken back until 30 November after the financial year [GST-1]", () => {
    const days = ["2026-03-31", "2026-04-01", "2027-01-31"];
    expect(days.map((day) => lastCreditDay(day, undefined))).toEqual([
      "2026-11-30",
      "2027-11-30",
      "2027-11-30",
    ]);
  });

  it("tax is taken back until its year's annual return is filed, if that is earlier [GST-1]", () => {
    const lastDay = (annualReturnFiledOn: string, annualReturnYear = "2025-26") =>
      lastCreditDay("2026-03-31", { annualReturnYear, annualReturnFiledOn });
    expect(lastDay("2026-09-15")).toBe("2026-09-15");
    expect(lastDay("2026-12-31")).toBe("2026-11-30");
    expect(lastDay("2025-09-15", "2024-25")).toBe("2026-11-30");
  });
});
