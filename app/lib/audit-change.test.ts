import { describe, expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { changesOf } from "./audit-change";

const shown = { timeZone: "Asia/Kolkata", figures: figuresIn(indianFormat) };
const of = (before: unknown, after: unknown, itemKind = "store") => changesOf({ itemKind, before, after }, shown).changes;

describe("What an entry of the audit log says [AUD-1]", () => {
  test("of a change the fields that differ, in words", () => {
    const before = { name: "Harbour", billingRate: "100.00", gstNo: null, oneSession: false, primeHours: [18, 19], billingStartsOn: null };
    const after = { ...before, billingRate: "120.00", oneSession: true, primeHours: [18], billingStartsOn: "2026-12-01" };
    expect(of(before, after)).toEqual([
      { field: "Billing rate", before: "₹100", after: "₹120" },
      { field: "One session", before: "No", after: "Yes" },
      { field: "Prime hours", before: "18, 19", after: "18" },
      { field: "Billing starts on", before: "", after: "01/12/26" },
    ]);
  });

  test("of what came or went all that is known, nested parts by their path, instants on the company's clock (UI-6)", () => {
    expect(of(null, { name: "A", address: { city: "" }, parts: [{ weight: 2 }], at: "2026-11-20T20:00:00.000Z" })).toEqual([
      { field: "Name", before: "", after: "A" },
      { field: "Parts › 1 › weight", before: "", after: "2" },
      { field: "At", before: "", after: "21/11/26 01:30" },
    ]);
    expect(of("plain", undefined)).toEqual([{ field: "Value", before: "plain", after: "" }]);
    expect(of(undefined, undefined)).toEqual([]);
    expect(of({ day: "2026-99-99", at: "9999-99-99T00:00:00Z" }, null).map(({ before }) => before)).toEqual(["2026-99-99", ""]);
  });

  test("values in the words of the pages, by field and kind of item; what they have no word for as it is stored [UI-12]", () => {
    const first = (itemKind: string, after: object) => of(null, after, itemKind)[0]?.after;
    expect(first("invoice", { method: "BANK_TRANSFER" })).toBe("Bank transfer");
    expect(first("campaign", { state: "DRAFT" })).toBe("Draft");
    expect(first("request", { state: "new" })).toBe("New");
    expect(first("spot", { kind: "JINGLE" })).toBe("Promo");
    expect(first("user", { role: "ROLE_Client_Admin" })).toBe("Admin");
    expect(first("master rule", { source: { level: "ZONE" } })).toBe("Zone");
    expect(first("company", { billingPeriodMonths: 3 })).toBe("Quarterly");
    expect(first("webhook", { events: ["store.offline", "test"] })).toBe("Store offline, Test event");
    expect(first("API token", { scopes: ["STORES:read", "NON_MUSIC:write"] })).toBe("Stores: read, Ads: change");
    expect(first("invoice", { total: 30_798_000 })).toBe("₹3,07,980");
    expect(first("webhook", { state: "paused" })).toBe("paused");
    expect(first("store", { status: "toString" })).toBe("toString");
  });

  test("what is mentioned by its id by name, where that is known; an id with its name beside it is left out", () => {
    const names = { groupId: { "3": "North" }, songIds: { "7": "Dawn", "8": "Dusk" } };
    const entry = { itemKind: "store", before: { groupId: 3, songIds: [7, 8, 9] }, after: { groupId: 4, group: "South", songIds: [7] } };
    expect(changesOf({ ...entry, names }, shown).changes).toEqual([
      { field: "Group", before: "North", after: "South" },
      { field: "Songs", before: "Dawn, Dusk, 9", after: "Dawn" },
    ]);
    expect(of({ units: ["Mumbai"], zoneIds: [5] }, { units: ["Pune"], zoneIds: [6] }, "user")).toEqual([
      { field: "Locations", before: "Mumbai", after: "Pune" },
    ]);
    expect(of({ zoneId: 5 }, { zoneId: 6 })).toEqual([{ field: "Zone id", before: "5", after: "6" }]);
  });

  test("of long lists only what came or went; of those in another order all", () => {
    const songs = Array.from({ length: 20 }, (_, i) => `Song ${i}`);
    const changed = [...songs.filter((song) => song !== "Song 7"), "Song 20"];
    expect(of({ songs }, { songs: changed })).toEqual([{ field: "Songs (differences)", before: "Song 7", after: "Song 20" }]);
    expect(of({ songs }, { songs: songs.toReversed() })[0]?.before).toBe(songs.join(", "));
    expect(of(null, { songs })[0]?.after).toBe(songs.join(", "));
  });

  test("opening hours by their day, on the clock; a version, which only counts, is left out", () => {
    const week = [
      { weekday: 1, opens: 600, closes: 1320 },
      { weekday: 0, opens: null, closes: null },
    ];
    const exceptions = [{ date: "2026-12-25", opens: 0, closes: 1440 }];
    expect(of({ week: [], version: 1 }, { week, exceptions, version: 2 })).toEqual([
      { field: "Week › Monday", before: "", after: "10:00 – 22:00" },
      { field: "Week › Sunday", before: "", after: "Closed" },
      { field: "Exceptions › 25/12/26", before: "", after: "Open all day" },
    ]);
  });

  test("of very much the first sixty fields, and how many more there are", () => {
    const many = Object.fromEntries(Array.from({ length: 75 }, (_, i) => [`f${i}`, i]));
    const { changes, more } = changesOf({ itemKind: "", before: null, after: many }, shown);
    expect([changes.length, more]).toEqual([60, 15]);
  });
});
