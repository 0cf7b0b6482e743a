import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SpotKind } from "#contract/schedule/positions";
import { cases } from "../../../tests/support/drawn-cases.ts";
import { sampleDay } from "../scheduling/sample-day.ts";
import { scheduleGroupDay, scheduleStoreLog } from "../scheduling.ts";
import { areRivals, type CampaignSpot } from "./ad-breaks.ts";
import { type HourPlays, hoursOfDay, type PlayingCampaign, spreadPlays } from "./spread-plays.ts";

const HOUR = 3600;
const rules = { longestBreakSeconds: 90, leastBreakDistanceSeconds: 300 };
const spotOf = (over: Partial<CampaignSpot> = {}): CampaignSpot => ({
  spotId: 1,
  name: "Ad",
  durationSeconds: 20,
  weight: 1,
  brandId: null,
  category: null,
  validFrom: null,
  validTo: null,
  territories: [],
  ...over,
});
const campaignOf = (over: Partial<PlayingCampaign> = {}): PlayingCampaign => ({
  id: 1,
  kind: "AD",
  spots: [spotOf()],
  ...over,
});
const byId = (campaigns: PlayingCampaign[]) => new Map(campaigns.map((one) => [one.id, one]));
const nineToFive = [{ from: 9 * HOUR, to: 17 * HOUR }];
const minutesOf = (spots: { at: number }[]) => spots.map(({ at }) => at / 60);

describe("where the plays of a day stand", () => {
  it("spreads an hour's ads evenly, and promos between them; tops of the hour and exact minutes stand where they were sold", () => {
    const campaigns = byId([
      campaignOf(),
      campaignOf({ id: 2, kind: "JINGLE", spots: [spotOf({ spotId: 2 })] }),
      campaignOf({ id: 3, kind: "TOH", spots: [spotOf({ spotId: 3 })] }),
      campaignOf({ id: 4 }),
    ]);
    const owed = [
      { campaignId: 1, hour: 9, plays: 4 },
      { campaignId: 2, hour: 9, plays: 2 },
      { campaignId: 3, hour: 10, plays: 1 },
      { campaignId: 4, hour: 11, plays: 2, minutes: [17] },
    ];
    const spots = spreadPlays(owed, campaigns, { opening: nineToFive, rules, dayNumber: 0 });
    const atOf = (id: number) =>
      minutesOf(spots.filter(({ bookingId }) => bookingId === id)).map((minute) => minute - 540);
    expect([1, 2, 3, 4].map(atOf)).toEqual([[7.5, 22.5, 37.5, 52.5], [15, 45], [60], [137, 150]]);
  });

  it("puts ads first or last in their break, and no two of one break in one place", () => {
    const campaigns = byId([
      campaignOf({ id: 1, breakPosition: "LAST" }),
      campaignOf({ id: 2 }),
      campaignOf({ id: 3, breakPosition: "FIRST" }),
    ]);
    // one break an hour
    const oneBreak = { longestBreakSeconds: 90, leastBreakDistanceSeconds: 3600 };
    const owed = [1, 2, 3].map((campaignId) => ({ campaignId, hour: 9, plays: 1 }));
    const day = { opening: nineToFive, dayNumber: 0 };
    const order = spreadPlays(owed, campaigns, { ...day, rules: oneBreak });
    expect(order.map(({ bookingId }) => bookingId)).toEqual([3, 2, 1]);
    const both = byId([1, 2].map((id) => campaignOf({ id, breakPosition: "FIRST" })));
    const twoBreaks = { longestBreakSeconds: 90, leastBreakDistanceSeconds: 1800 };
    const apart = spreadPlays(owed.slice(0, 2), both, { ...day, rules: twoBreaks });
    expect(apart[1] && apart[0] && apart[1].at - apart[0].at).toBe(1800);
  });

  it("puts the tops of an hour that has several one after the other, so that each plays", () => {
    const toh = (id: number) =>
      campaignOf({ id, kind: "TOH", spots: [spotOf({ spotId: id, durationSeconds: 8 })] });
    const owed = [1, 2].map((campaignId) => ({ campaignId, hour: 10, plays: 1 }));
    const spots = spreadPlays(owed, byId([toh(1), toh(2)]), {
      opening: nineToFive,
      rules,
      dayNumber: 0,
    });
    expect(spots.map(({ at }) => at - 10 * HOUR)).toEqual([0, 8]);
    const opening = nineToFive;
    const day = scheduleGroupDay(sampleDay({ opening, spots }));
    expect(day.summary.refused).toEqual([]);
    expect(
      day.positions.flatMap(({ kind, startSeconds }) =>
        kind === "TOH" ? [startSeconds - 10 * HOUR] : [],
      ),
    ).toEqual([0, 8]);
  });

  it("keeps to the open part of an hour", () => {
    const spots = spreadPlays([{ campaignId: 1, hour: 9, plays: 2 }], byId([campaignOf()]), {
      opening: [{ from: 9.5 * HOUR, to: 12 * HOUR }],
      rules,
      dayNumber: 0,
    });
    expect(minutesOf(spots)).toEqual([577.5, 592.5]);
  });

  it("puts ads into breaks no nearer than the rule, none longer than it while another has room, and rivals into different ones", () => {
    const shoe = (spotId: number, brandId: number) =>
      campaignOf({
        id: spotId,
        spots: [spotOf({ spotId, brandId, category: "Shoes", durationSeconds: 30 })],
      });
    const campaigns = byId([shoe(1, 1), shoe(2, 2), shoe(3, 3)]);
    const owed = [1, 2, 3].map((campaignId) => ({ campaignId, hour: 9, plays: 2 }));
    const spots = spreadPlays(owed, campaigns, {
      opening: nineToFive,
      rules: { longestBreakSeconds: 60, leastBreakDistanceSeconds: 1200 },
      dayNumber: 0,
    });
    const breaks = [...new Set(spots.map(({ at }) => Math.floor((at - 9 * HOUR) / 1200)))];
    expect(breaks).toEqual([0, 1, 2]);
    for (const place of breaks)
      expect(spots.filter(({ at }) => Math.floor((at - 9 * HOUR) / 1200) === place)).toHaveLength(
        2,
      );
    const wide = spreadPlays(owed, campaigns, { opening: nineToFive, rules, dayNumber: 0 });
    const gaps = wide.slice(1).map(({ at }, place) => at - (wide[place]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(300);
  });

  it("gives each spot of a rotation its share, over days too", () => {
    const spots = [
      spotOf({ spotId: 1, weight: 3 }),
      spotOf({ spotId: 2, weight: 1 }),
      spotOf({ spotId: 3, weight: 1 }),
    ];
    const counts = new Map<number, number>();
    for (let day = 0; day < 50; day++)
      for (const { spotId } of spreadPlays(
        [{ campaignId: 1, hour: 9, plays: 3 }],
        byId([campaignOf({ spots })]),
        { opening: nineToFive, rules, dayNumber: day },
      ))
        counts.set(spotId, (counts.get(spotId) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ 1: 90, 2: 30, 3: 30 });
  });

  it("has each hour of a date in one day alone, where shops close past midnight", () => {
    const late = [{ from: 18 * HOUR, to: 26 * HOUR }];
    const hours = hoursOfDay({ yesterday: late, today: late });
    expect(hours.map(({ hour }) => hour)).toEqual([18, 19, 20, 21, 22, 23, 24, 25]);
    expect(hours.at(-1)).toEqual({ date: "tomorrow", hourOfDate: 1, hour: 25 });
    // yesterday is open until 01:30, today from 01:15 on: 01:00 is yesterday's
    const early = hoursOfDay({
      yesterday: [{ from: 18 * HOUR, to: 25.5 * HOUR }],
      today: [{ from: 1.25 * HOUR, to: 3 * HOUR }],
    });
    expect(early.map(({ hour }) => hour)).toEqual([2]);
  });
});

const drawnCampaign = fc.record({
  kind: fc.constantFrom<SpotKind>("AD", "JINGLE", "TOH"),
  spots: fc.array(
    fc.record({
      spotId: fc.integer({ min: 1, max: 4 }),
      durationSeconds: fc.constantFrom(10, 20, 30),
      weight: fc.integer({ min: 1, max: 3 }),
      category: fc.constantFrom(null, "Shoes", "Tea"),
      brandId: fc.constantFrom(null, 1, 2),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  minutes: fc.constantFrom([], [], [5], [5, 20]),
  plays: fc.array(
    fc.record({ hour: fc.integer({ min: 0, max: 30 }), plays: fc.integer({ min: 1, max: 5 }) }),
    { maxLength: 5 },
  ),
});
const drawnCampaigns = fc.array(drawnCampaign, { maxLength: 8 }).map((drawn) => {
  const owed: HourPlays[] = drawn.flatMap(({ kind, plays, minutes }, place) => {
    const perHour = new Map(plays.map((one) => [one.hour, one.plays]));
    return [...perHour].map(([hour, count]) => ({
      campaignId: place + 1,
      hour,
      plays: count,
      minutes: kind === "TOH" ? [] : minutes,
    }));
  });
  const campaigns = drawn.map(({ kind, spots }, place) =>
    campaignOf({ id: place + 1, kind, spots: spots.map(spotOf) }),
  );
  return { owed, campaigns };
});
const openings = fc.tuple(fc.integer({ min: 6, max: 14 }), fc.integer({ min: 1, max: 14 }));
const isOpen = (hour: number, [from, hours]: readonly [number, number]) =>
  from <= hour && hour < from + hours;

describe("a day of campaigns", () => {
  it("has every play that is owed once, in its hour, and no two of a campaign at one second", () => {
    fc.assert(
      fc.property(
        drawnCampaigns,
        openings,
        fc.nat(500),
        ({ owed, campaigns }, [from, hours], dayNumber) => {
          const open = [{ from: from * HOUR, to: (from + hours) * HOUR }];
          const mine = owed.filter(({ hour }) => isOpen(hour, [from, hours]));
          const spots = spreadPlays(mine, byId(campaigns), { opening: open, rules, dayNumber });
          for (const { campaignId, hour, plays } of mine) {
            const own = spots.filter(
              ({ bookingId, at }) => bookingId === campaignId && Math.floor(at / HOUR) === hour,
            );
            expect(own).toHaveLength(plays);
          }
          expect(spots).toHaveLength(mine.reduce((sum, { plays }) => sum + plays, 0));
          expect(new Set(spots.map(({ bookingId, at }) => `${bookingId} ${at}`)).size).toBe(
            spots.length,
          );
        },
      ),
      { numRuns: cases(200) },
    );
  });

  it("keeps rivals out of one break wherever an hour has a break for each ad", () => {
    fc.assert(
      fc.property(drawnCampaigns, ({ owed, campaigns }) => {
        const ads = campaigns.map((one) => ({ ...one, kind: "AD" as const }));
        const spots = spreadPlays(
          owed.map((one) => ({ ...one, minutes: [] })),
          byId(ads),
          {
            opening: [{ from: 0, to: 31 * HOUR }],
            rules: { longestBreakSeconds: 600, leastBreakDistanceSeconds: 60 },
            dayNumber: 0,
          },
        );
        const find = (id: number, spotId: number) =>
          ads.find((one) => one.id === id)?.spots.find((one) => one.spotId === spotId);
        for (const [place, { at, durationSeconds, bookingId, spotId }] of spots.entries()) {
          const next = spots[place + 1];
          if (
            !next ||
            next.at > at + durationSeconds ||
            Math.floor(next.at / HOUR) !== Math.floor(at / HOUR)
          )
            continue;
          const one = find(bookingId, spotId);
          const other = find(next.bookingId, next.spotId);
          if (one && other && one.category !== null) expect(areRivals(one, other)).toBe(false);
        }
      }),
      { numRuns: cases(200) },
    );
  });

  it("loses none: each play is placed or refused with a reason, once, in the group's day and in a store's log", () => {
    fc.assert(
      fc.property(
        drawnCampaigns,
        openings,
        openings,
        fc.nat(1000),
        ({ owed, campaigns }, [from, hours], [storeFrom, storeHours], unitId) => {
          const opening = [{ from: from * HOUR, to: (from + hours) * HOUR }];
          const mine = owed.filter(({ hour }) => isOpen(hour, [from, hours]));
          const input = sampleDay({
            unitId,
            opening,
            spots: spreadPlays(mine, byId(campaigns), { opening, rules, dayNumber: unitId }),
          });
          const group = scheduleGroupDay(input);
          expect(listOutcomes(group)).toEqual(keysOf(input.spots));

          const own = [{ from: storeFrom * HOUR, to: (storeFrom + storeHours) * HOUR }];
          const ofStore = owed.filter(
            ({ campaignId, hour }) => campaignId > 1 && isOpen(hour, [storeFrom, storeHours]),
          );
          const spots = spreadPlays(ofStore, byId(campaigns), {
            opening: own,
            rules,
            dayNumber: unitId,
          });
          const log = scheduleStoreLog({
            ...input,
            opening: own,
            spots,
            timeZone: "Asia/Kolkata",
            playlist: group,
          });
          expect(listOutcomes(log)).toEqual(keysOf(spots));
          // the log also names every spot that the group plays and the store does not
          const spotKeys = new Set(keysOf(spots));
          const refused = new Set(listRefused(log));
          const missing = listPlaced(group).filter((key) => !spotKeys.has(key) || refused.has(key));
          expect(log.leftOut.filter(({ kind }) => kind === "SPOT")).toHaveLength(missing.length);
        },
      ),
      { numRuns: cases(30) },
    );
  });
});

type Day = Pick<ReturnType<typeof scheduleGroupDay>, "positions" | "summary">;
const key = (bookingId: number | undefined, at: number) => `${bookingId} ${at}`;
const keysOf = (spots: readonly { bookingId: number; at: number }[]) =>
  spots.map(({ bookingId, at }) => key(bookingId, at)).sort();
const listPlaced = ({ positions }: Day) =>
  positions.flatMap((position) =>
    position.kind === "MUSIC" ? [] : [key(position.bookingId, position.trace.bookedSeconds)],
  );
const listRefused = ({ summary }: Day) =>
  summary.refused.map(({ bookingId, atSeconds }) => key(bookingId, atSeconds));
const listOutcomes = (schedule: Day) => [...listPlaced(schedule), ...listRefused(schedule)].sort();
