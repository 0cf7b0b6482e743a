import { describe, expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { entryChanges } from "./rule-entry.server";

const locale = { timeZone: "Asia/Kolkata", figures: figuresIn(indianFormat) };

const noItems = {
  languageIds: [],
  genreIds: [],
  moodIds: [],
  tempoIds: [],
  eraIds: [],
  ratingChartIds: [],
};
const line = (name: string, percent: number) => ({
  ...noItems,
  kind: "chart",
  chartId: percent,
  active: true,
  songs: 2485,
  name,
  percent,
});
const rule = {
  id: 7,
  version: 1,
  timeSlotId: 4,
  source: { level: "ZONE", unitId: 5, name: "Mumbai" },
  updatedAt: "2026-11-20T10:00:00.000Z",
  searchDepth: 40,
  fallbackChart: null,
  shareBy: "PLAYS",
  arc: [],
  beforeFixedPoint: "PAUSE",
  longestPauseSeconds: 20,
  topWaitSeconds: 0,
  level: "ZONE",
  unitId: 5,
  name: "Mumbai",
  mix: [line("Upbeat retail", 60), line("Retro", 40)],
  separation: [
    { name: "MINIMUM_REST", minutes: 120, breakable: false },
    { name: "MOOD_IN_A_ROW", most: 1, breakable: true },
  ],
};
const of = (before: unknown, after: unknown) =>
  entryChanges({ itemKind: "master rule", before, after }, locale).changes;

describe("What an entry of a master rule says [AUD-1]", () => {
  test("is what the Versions page says: a changed line by its name, a move as one order", () => {
    const [rest, mood] = rule.separation;
    const after = {
      ...rule,
      version: 2,
      updatedAt: "2026-11-21T10:00:00.000Z",
      mix: [line("Upbeat retail", 40), line("Retro", 60)],
      separation: [mood, { ...rest, breakable: true }],
    };
    const changes = of(rule, after);
    expect(changes.slice(0, -1)).toEqual([
      { field: "Mix: Upbeat retail", before: "60%", after: "40%" },
      { field: "Mix: Retro", before: "40%", after: "60%" },
      { field: "Minimum rest", before: "2 h, unbreakable", after: "2 h, breakable" },
    ]);
    expect(changes.at(-1)).toEqual({
      field: "Order of rules, Minimum rest",
      before: "1",
      after: "2",
    });
  });

  test("of one that came or went all of it, with where it stands and what it was copied from", () => {
    expect(
      of(null, { ...rule, copiedFrom: rule.source }).map(
        ({ field, after }) => `${field}: ${after}`,
      ),
    ).toEqual([
      "Time slot id: 4",
      "Level: Zone",
      "Copied from: Mumbai",
      "Mix: Upbeat retail: 60%",
      "Mix: Retro: 40%",
      "Minimum rest: 2 h, unbreakable",
      "Mood in a row: changes with every song, breakable",
      "Shares are of: Songs played",
      "Longest pause before a fixed time: 20 s",
      "Top of the hour: Exact",
      "If no song fits even then: A longer pause rather than a rule break",
      "Fallback chart: Any licensed song",
      "Search depth: 40",
    ]);
    expect(of(rule, undefined)).toHaveLength(12);
  });

  test("of a time when rules had other settings, or of another item, field by field", () => {
    expect(of({ gap: 1 }, { gap: 2 })).toEqual([{ field: "Gap", before: "1", after: "2" }]);
    expect(
      entryChanges({ itemKind: "store", before: null, after: { name: "A" } }, locale).changes,
    ).toHaveLength(1);
  });
});
