import { expect, test } from "vitest";
import { dayInputsOf, type PlanningInputs } from "./day-inputs.ts";
import { makeGroupDay } from "./group-day.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const [friday, saturday, sunday] = ["2026-11-20", "2026-11-21", "2026-11-22"] as const;
const slot = (
  id: number,
  slotName: string,
  fromHour: number,
  toHour: number,
  weekdays = everyDay,
) => ({
  id,
  slotName,
  weekdays,
  version: 1,
  fromMinute: fromHour * 60,
  toMinute: toHour * 60,
  startsOn: null,
  endsOn: null,
});

test("slots hold on the calendar: past midnight, for variants of some days, and for shops open past midnight [MST-1]", () => {
  const slots = [
    slot(1, "Day", 6, 22),
    slot(2, "Night", 22, 30),
    slot(3, "Sunday early", 0, 3, [0]),
  ];
  const rules = slots.map(({ id }) => ({
    id,
    version: 1,
    timeSlotId: id,
    level: "COMPANY" as const,
    unitId: 1,
    name: "Company",
    regionId: null,
    zoneId: null,
    groupId: null,
    storeId: null,
    separation: [],
    searchDepth: 40,
    fallbackChart: null,
    shareBy: "PLAYS" as const,
    arc: [],
    beforeFixedPoint: "BREAK_RULE" as const,
    longestPauseSeconds: 20,
    topWaitSeconds: 0,
    updatedAt: new Date(0),
    mix: [
      {
        ruleId: id,
        category: { kind: "chart" as const, id: 9, companyId: 1, name: "Nine", active: true },
        percent: 100,
      },
    ],
  }));
  const slotsPlayed = (day: string, opens: number, closes: number) => {
    const hours = everyDay.map((weekday) => ({ weekday, opens: opens * 60, closes: closes * 60 }));
    const path = { regionId: 1, zoneId: 1, groupId: 1 };
    const store = {
      id: 1,
      code: "1",
      name: "1",
      ...path,
      timeZone: "UTC",
      country: "IN",
      hours,
      exceptions: [],
    };
    const group = {
      id: 1,
      name: "1",
      zoneId: 1,
      zoneName: "1",
      regionId: 1,
      regionName: "1",
      timeZone: "UTC",
      neighbours: "SAME" as const,
      stores: [store],
    };
    const prepared: PlanningInputs = {
      groups: new Map([[1, group]]),
      rules: { slots, rules },
      categoryDigests: new Map(),
      booked: { campaigns: new Map(), lines: new Map(), breaks: new Map() },
      events: [],
    };
    const ids = Array.from({ length: 40 }, (_, place) => place + 1);
    const unknown = {
      album: null,
      language: null,
      mood: null,
      genre: null,
      era: null,
      vocal: null,
      tempo: null,
      energy: null,
      licensedFrom: null,
      licensedTo: null,
      territories: null,
    };
    const songs = ids.map((id) => ({
      id,
      title: `${id}`,
      artist: `${id}`,
      durationSeconds: 240,
      active: true,
      blocked: false,
      ...unknown,
    }));
    const membersOf = new Map([[9, { songIds: ids, weights: ids.map(() => 1) }]]);
    const { positions } = makeGroupDay(dayInputsOf(prepared, 1)(day), { songs, membersOf }, []);
    const changes: [number, string | undefined][] = [];
    for (const position of positions) {
      const name = position.kind === "MUSIC" ? position.trace.slot?.name : undefined;
      if (changes.at(-1)?.[1] !== name)
        changes.push([Math.floor(position.startSeconds / 3600), name]);
    }
    return changes;
  };
  expect(slotsPlayed(friday, 0, 24)).toEqual([
    [0, "Night"],
    [6, "Day"],
    [22, "Night"],
  ]);
  expect(slotsPlayed(sunday, 0, 24)).toEqual([
    [0, "Sunday early"],
    [3, "Night"],
    [6, "Day"],
    [22, "Night"],
  ]);
  // Saturday night goes on into Sunday's first hours, Friday night does not
  expect(slotsPlayed(saturday, 20, 28)).toEqual([
    [20, "Day"],
    [22, "Night"],
    [24, "Sunday early"],
    [27, "Night"],
  ]);
  expect(slotsPlayed(friday, 20, 28)).toEqual([
    [20, "Day"],
    [22, "Night"],
  ]);
});
