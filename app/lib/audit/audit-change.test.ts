import { describe, expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { changesOf } from "./audit-change";
import { auditItem, auditKind } from "./audit-words";

const locale = { timeZone: "Asia/Kolkata", figures: figuresIn(indianFormat) };
const of = (before: unknown, after: unknown, itemKind = "store") =>
  changesOf({ itemKind, before, after }, locale).changes;

describe("What an entry of the audit log says [AUD-1]", () => {
  test("of a change the fields that differ, in words", () => {
    const before = {
      name: "Harbour",
      billingRate: "100.00",
      gstNo: null,
      oneSession: false,
      primeHours: [18, 19],
      billingStartsOn: null,
    };
    const after = {
      ...before,
      billingRate: "120.00",
      oneSession: true,
      primeHours: [18],
      billingStartsOn: "2026-12-01",
    };
    expect(of(before, after)).toEqual([
      { field: "Billing rate", before: "₹100", after: "₹120" },
      { field: "One session", before: "No", after: "Yes" },
      { field: "Prime hours", before: "Sun 18:00 – 20:00", after: "Sun 18:00 – 19:00" },
      { field: "Billing starts on", before: "", after: "01/12/26" },
    ]);
  });

  test("of what came or went all that is known, nested parts by their path, instants on the company's clock (UI-6)", () => {
    expect(
      of(null, {
        name: "A",
        address: { city: "" },
        parts: [{ weight: 2 }],
        at: "2026-11-20T20:00:00.000Z",
      }),
    ).toEqual([
      { field: "Name", before: "", after: "A" },
      { field: "Parts › 1 › weight", before: "", after: "2" },
      { field: "At", before: "", after: "21/11/26 01:30" },
    ]);
    expect(of("plain", undefined)).toEqual([{ field: "Value", before: "plain", after: "" }]);
    expect(of(undefined, undefined)).toEqual([]);
    expect(
      of({ day: "2026-99-99", at: "9999-99-99T00:00:00Z" }, null).map(({ before }) => before),
    ).toEqual(["2026-99-99", ""]);
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
    expect(first("webhook", { events: ["store.offline", "test"] })).toBe(
      "Store offline, Test event",
    );
    expect(first("API token", { scopes: ["STORES:read", "NON_MUSIC:write"] })).toBe(
      "Stores: read, Ads: change",
    );
    expect(first("invoice", { total: 30_798_000 })).toBe("₹3,07,980");
    expect(first("webhook", { state: "paused" })).toBe("paused");
    expect(first("store", { status: "toString" })).toBe("toString");
  });

  test("what is mentioned by its id by name, where that is known; an id with its name beside it is left out", () => {
    const names = { groupId: { "3": "North" }, songIds: { "7": "Dawn", "8": "Dusk" } };
    const entry = {
      itemKind: "store",
      before: { groupId: 3, songIds: [7, 8, 9] },
      after: { groupId: 4, group: "South", songIds: [7] },
    };
    expect(changesOf({ ...entry, names }, locale).changes).toEqual([
      { field: "Group", before: "North", after: "South" },
      { field: "Songs", before: "Dawn, Dusk, 9", after: "Dawn" },
    ]);
    expect(
      of({ units: ["Mumbai"], zoneIds: [5] }, { units: ["Pune"], zoneIds: [6] }, "user"),
    ).toEqual([{ field: "Locations", before: "Mumbai", after: "Pune" }]);
    expect(of({ zoneId: 5 }, { zoneId: 6 })).toEqual([
      { field: "Zone id", before: "5", after: "6" },
    ]);
  });

  test("of long lists only what came or went; of those in another order all", () => {
    const songs = Array.from({ length: 20 }, (_, i) => `Song ${i}`);
    const changed = [...songs.filter((song) => song !== "Song 7"), "Song 20"];
    expect(of({ songs }, { songs: changed })).toEqual([
      { field: "Songs (differences)", before: "Song 7", after: "Song 20" },
    ]);
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

  test("figures as pages write them, on the clock, in days of the week, in the company's digits", () => {
    const slot = {
      name: "Evening",
      toMinute: 1440,
      fromMinute: 960,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
    };
    expect(
      of(slot, { ...slot, toMinute: 1500, fromMinute: 660, weekdays: [1, 2, 3] }, "time slot"),
    ).toEqual([
      { field: "From", before: "16:00", after: "11:00" },
      { field: "To", before: "24:00", after: "01:00 next day" },
      { field: "Weekdays", before: "Every day", after: "Mon to Wed" },
    ]);
    const plays = Array.from({ length: 24 }, (_, hour) => (hour >= 10 && hour < 22 ? 1 : 0));
    expect(
      of(
        null,
        { kind: "AD", plays, playTakes: 23, endsOn: "2026-12-02", startsOn: "2026-12-01" },
        "campaign",
      ).slice(1),
    ).toEqual([
      { field: "Plays", before: "", after: "10:00–22:00, 1 play an hour" },
      { field: "Seconds per play", before: "", after: "23" },
      { field: "Starts on", before: "", after: "01/12/26" },
      { field: "Ends on", before: "", after: "02/12/26" },
    ]);
    const none = Array.from({ length: 24 }, () => 0);
    expect(
      of(null, { kind: "TOH", plays: none, playTakes: 1, exactTimes: [600] }, "campaign").slice(1),
    ).toEqual([{ field: "Exact times", before: "", after: "10:00" }]);
    expect(of({ weekday: 1 }, { weekday: 5 }, "report schedule")).toEqual([
      { field: "Weekday", before: "Monday", after: "Friday" },
    ]);
    expect(
      of(
        null,
        {
          bytes: 138_680,
          sha256: "aa",
          id: 364,
          durationSeconds: 183,
          createdAt: "2026-12-01",
          year: 1994,
        },
        "file",
      ),
    ).toEqual([
      { field: "Size", before: "", after: "135 KB" },
      { field: "Length", before: "", after: "3:03" },
      { field: "Year", before: "", after: "1994" },
    ]);
  });

  test("a schedule in the words of its page", () => {
    const version = {
      id: 2,
      groupId: 3,
      groupName: "Flagship",
      state: "published",
      songs: 2485,
      violations: 1,
      publishedHow: "PERSON",
    };
    expect(
      of({ id: 1 }, version, "group playlist").map(({ field, after }) => [field, after]),
    ).toEqual([
      ["Group", "Flagship"],
      ["State", "Published"],
      ["Songs", "2,485"],
      ["Rule breaks", "1"],
      ["Published", "By a person"],
    ]);
    const edited = {
      publishedHow: "CHANGE",
      editedHow: "swap",
      change: "swap",
      index: 12,
      hour: 14,
    };
    expect(of(null, edited, "group playlist").map(({ field, after }) => [field, after])).toEqual([
      ["Published", "Again automatically, after a change"],
      ["Change", "Song swapped"],
      ["Position", "13"],
      ["Hour", "14:00"],
    ]);
    expect(auditKind("group playlist")).toBe("Schedule");
    expect(
      auditItem({ itemKind: "group playlist", itemName: "Flagship, 2026-12-01", itemId: "2" }),
    ).toBe("Flagship, 01/12/26");
    expect(auditItem({ itemKind: "store", itemName: "Since 2026-12-01", itemId: "2" })).toBe(
      "Since 2026-12-01",
    );
    expect(auditItem({ itemKind: "session", itemName: null, itemId: "2" })).toBe("2");
  });

  test("parts of a list by their name, or by what they name by its id, wherever they stand in it", () => {
    const diwali = { spotId: 5, weight: 1 };
    const eid = { spotId: 6, weight: 1 };
    const entry = {
      itemKind: "campaign",
      before: { spots: [diwali, eid] },
      after: { spots: [{ ...eid, weight: 3 }, diwali] },
    };
    expect(changesOf({ ...entry, names: { spotId: { "6": "Eid" } } }, locale).changes).toEqual([
      { field: "Spots › Eid › weight", before: "1", after: "3" },
    ]);
    const mix = (...of: [string, number][]) => ({
      mix: of.map(([name, percent]) => ({ percent, name })),
    });
    expect(of(mix(["Pop", 60], ["Retail", 40]), mix(["Retail", 60], ["Pop", 40]))).toEqual([
      { field: "Mix › Pop › percent", before: "60%", after: "40%" },
      { field: "Mix › Retail › percent", before: "40%", after: "60%" },
    ]);
    expect(of(null, mix(["Pop", 60], ["Pop", 40])).map(({ field }) => field)).toEqual([
      "Mix › 1 › percent",
      "Mix › 1 › name",
      "Mix › 2 › percent",
      "Mix › 2 › name",
    ]);
    expect(
      of(
        { songs: [{ name: "Dawn", id: 1 }] },
        { songs: [{ name: "Dawn", id: 1 }, { name: "Dusk" }] },
      ),
    ).toEqual([{ field: "Songs", before: "Dawn", after: "Dawn, Dusk" }]);
  });

  test("of very much the first sixty fields, and how many more there are", () => {
    const many = Object.fromEntries(Array.from({ length: 75 }, (_, i) => [`f${i}`, i]));
    const { changes, more } = changesOf({ itemKind: "", before: null, after: many }, locale);
    expect([changes.length, more]).toEqual([60, 15]);
  });
});
