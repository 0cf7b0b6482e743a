import { describe, expect, test } from "vitest";
import { changesOf } from "./audit-change";

const of = (before: unknown, after: unknown) => changesOf(before, after, "Asia/Kolkata").changes;

describe("What an entry of the audit log says [AUD-1]", () => {
  test("of a change the fields that differ, in words", () => {
    const before = { name: "Harbour", billingRate: "100.00", gstNo: null, oneSession: false, primeHours: [18, 19], billingStartsOn: null };
    const after = { ...before, billingRate: "120.00", oneSession: true, primeHours: [18], billingStartsOn: "2026-12-01" };
    expect(of(before, after)).toEqual([
      { field: "Billing rate", before: "100.00", after: "120.00" },
      { field: "One session", before: "no", after: "yes" },
      { field: "Prime hours", before: "18, 19", after: "18" },
      { field: "Billing starts on", before: "", after: "01/12/26" },
    ]);
  });

  test("of what came or went all that is known, nested parts by their path, instants on the company's clock (UI-6)", () => {
    expect(of(null, { name: "A", address: { city: "" }, hours: [{ opens: 540 }], at: "2026-11-20T20:00:00.000Z" })).toEqual([
      { field: "Name", before: "", after: "A" },
      { field: "Hours › 0 › opens", before: "", after: "540" },
      { field: "At", before: "", after: "21/11/26 01:30" },
    ]);
    expect(of("plain", undefined)).toEqual([{ field: "Value", before: "plain", after: "" }]);
    expect(of(undefined, undefined)).toEqual([]);
    expect(of({ day: "2026-99-99", at: "9999-99-99T00:00:00Z" }, null).map(({ before }) => before)).toEqual(["2026-99-99", ""]);
  });

  test("of very much the first sixty fields, and how many more there are", () => {
    const many = Object.fromEntries(Array.from({ length: 75 }, (_, i) => [`f${i}`, i]));
    const { changes, more } = changesOf(null, many, "UTC");
    expect([changes.length, more]).toEqual([60, 15]);
  });
});
