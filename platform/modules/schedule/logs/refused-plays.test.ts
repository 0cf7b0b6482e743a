import { describe, expect, it } from "vitest";
import type { DaySummary } from "#contract/schedule/positions";
import type { DayInputs } from "../days/day-inputs.ts";
import { refusedPlays } from "./refused-plays.ts";

const HOUR = 3600;
type Position = { bookingId: number; booked: number; starts: number };
const positionOf = ({ bookingId, booked, starts }: Position) => ({
  kind: "AD" as const,
  startSeconds: starts,
  durationSeconds: 10,
  bookingId,
  spotId: 1,
  trace: {
    why: "BUMPED" as const,
    bookedSeconds: booked,
    movedSeconds: starts - booked,
    because: null,
    difference: null,
  },
});
const spotOf = (bookingId: number, at: number) => ({
  bookingId,
  spotId: 1,
  kind: "AD" as const,
  name: "Ad",
  at,
  durationSeconds: 10,
});

/** Gives the plays owed by one store that a log with these positions leaves out. */
function refusedOf(
  owed: DayInputs["stores"][number]["spots"]["owed"],
  positions: Position[],
  refused: DaySummary["refused"] = [],
  playable = [...new Set(owed.map(({ campaignId }) => campaignId))],
) {
  const spots = { key: "any", owed, spots: playable.map((id) => spotOf(id, 0)) };
  const inputs = {
    day: "2026-05-11",
    stores: [{ store: { id: 7 }, spots, closed: [] }],
  } as unknown as DayInputs;
  const log = {
    storeIds: [7],
    positions: positions.map(positionOf),
    silentSeconds: 0,
    refused,
    breaks: 0,
    causes: [],
    licensed: 0,
    songs: 0,
  };
  return refusedPlays(inputs, [log]).map(({ campaignId, day, because, plays }) => {
    const hours = plays.flatMap((count, hour) => (count > 0 ? [[hour, count]] : []));
    return { campaignId, day, because, hours };
  });
}

describe("what a store's log leaves out of what it owes", () => {
  it("are the plays that the log lacks, for the engine's reason; a play in its hour is none, however far it was moved there", () => {
    const owed = [
      { campaignId: 1, hour: 9, plays: 2 },
      { campaignId: 2, hour: 9, plays: 1 },
      { campaignId: 3, hour: 10, plays: 1 },
    ];
    const refused = [
      {
        kind: "AD" as const,
        id: 1,
        bookingId: 1,
        atSeconds: 9.5 * HOUR,
        because: "TIME_TAKEN" as const,
      },
      {
        kind: "TOH" as const,
        id: 1,
        bookingId: 3,
        atSeconds: 10 * HOUR,
        because: "SKIPPED_HOUR" as const,
      },
    ];
    const played = [
      { bookingId: 1, booked: 9 * HOUR + 60, starts: 9 * HOUR + 3000 },
      { bookingId: 2, booked: 9 * HOUR + 90, starts: 9 * HOUR + 90 },
    ];
    expect(refusedOf(owed, played, refused)).toEqual([
      { campaignId: 1, day: "2026-05-11", because: "TIME_TAKEN", hours: [[9, 1]] },
      { campaignId: 3, day: "2026-05-11", because: "SKIPPED_HOUR", hours: [[10, 1]] },
    ]);
    expect(refusedOf(owed.slice(0, 1), [], [], [])).toEqual([
      { campaignId: 1, day: "2026-05-11", because: "NO_SPOT", hours: [[9, 2]] },
    ]);
  });

  it("are moved plays: out of their hour, or an exact time that is a minute or more off; hours from 24 on are the next date's", () => {
    const owed = [
      { campaignId: 1, hour: 9, plays: 1 },
      { campaignId: 2, hour: 9, plays: 2, minutes: [20] },
      { campaignId: 3, hour: 25, plays: 1 },
    ];
    const played = [
      { bookingId: 1, booked: 9 * HOUR + 3500, starts: 10 * HOUR },
      { bookingId: 2, booked: 9 * HOUR + 1200, starts: 9 * HOUR + 1259 },
      { bookingId: 2, booked: 9 * HOUR + 2000, starts: 9 * HOUR + 2300 },
    ];
    expect(refusedOf(owed, played)).toEqual([
      { campaignId: 1, day: "2026-05-11", because: "MOVED", hours: [[9, 1]] },
      { campaignId: 3, day: "2026-05-12", because: "TIME_TAKEN", hours: [[1, 1]] },
    ]);
    const late = [{ bookingId: 2, booked: 9 * HOUR + 1200, starts: 9 * HOUR + 1261 }];
    expect(refusedOf(owed.slice(1, 2), late)).toMatchObject([
      { because: "TIME_TAKEN" },
      { because: "MOVED", hours: [[9, 1]] },
    ]);
  });
});
