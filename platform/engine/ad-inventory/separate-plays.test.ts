import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../../tests/support/drawn-cases.ts";
import { type Ad, areRivals, type BreakRules, breaksOf, type CampaignSpot } from "./ad-breaks.ts";
import { type HourBreaks, separatePlays } from "./separate-plays.ts";
import { type HourPlays, type PlayingCampaign, spreadPlays } from "./spread-plays.ts";

const HOUR = 3600;
const breaks = { longestBreakSeconds: 90, leastBreakDistanceSeconds: 300 };
const campaignOf = (
  id: number,
  spot: Partial<CampaignSpot> = {},
  over: Partial<PlayingCampaign> = {},
): PlayingCampaign => ({
  id,
  kind: "AD",
  spots: [
    {
      spotId: id,
      name: `Spot ${id}`,
      durationSeconds: 20,
      weight: 1,
      brandId: id,
      category: null,
      validFrom: null,
      validTo: null,
      territories: [],
      ...spot,
    },
  ],
  ...over,
});
const shoes = (id: number, brandId = id) => campaignOf(id, { brandId, category: "Shoes" });
const eachHour = (campaignId: number, plays: number, hours: readonly number[]): HourPlays[] =>
  hours.map((hour) => ({ campaignId, hour, plays }));

type Day = { campaigns: readonly PlayingCampaign[]; owed: readonly HourPlays[] };
const nineToFive = [9, 10, 11, 12, 13, 14, 15, 16];
const dayOf = ({ campaigns, owed }: Day, rules: BreakRules, dayNumber = 0) =>
  spreadPlays(owed, new Map(campaigns.map((one) => [one.id, one])), {
    opening: [{ from: 9 * HOUR, to: 17 * HOUR }],
    rules,
    dayNumber,
  });
/** Lists the seconds that each two plays of a day lack between the starts of their breaks. */
function lacksOf(day: Day, rules: BreakRules): number[] {
  const spots = new Map(
    day.campaigns.flatMap(({ spots }) => spots.map((one) => [one.spotId, one])),
  );
  let breakAt = Number.NaN;
  let ends = Number.NaN;
  const plays = dayOf(day, rules).map(({ at, spotId, durationSeconds }): Play => {
    if (at !== ends) breakAt = at;
    ends = at + durationSeconds;
    return { at: breakAt, spot: spots.get(spotId) as CampaignSpot };
  });
  return plays.flatMap((one, place) =>
    plays.slice(place + 1).flatMap((other) => lackOf(one, other, rules) || []),
  );
}
type Play = { at: number; spot: CampaignSpot };
function lackOf(
  one: Play,
  other: Play,
  { rivalSeconds = 0, brandSeconds = 0 }: BreakRules,
): number {
  const isOneBrand = one.spot.brandId !== null && one.spot.brandId === other.spot.brandId;
  const separation = Math.max(
    areRivals(one.spot, other.spot) ? rivalSeconds : 0,
    isOneBrand ? brandSeconds : 0,
  );
  return Math.max(0, separation - Math.abs(other.at - one.at));
}

describe("ads apart by minutes [ADS-7]", () => {
  it("keeps rivals of two breaks the minutes apart, also across the hour", () => {
    const day = {
      campaigns: [shoes(1), shoes(2), campaignOf(3)],
      owed: [
        ...eachHour(1, 1, nineToFive),
        ...eachHour(2, 1, nineToFive),
        ...eachHour(3, 2, nineToFive),
      ],
    };
    const rules = { ...breaks, rivalSeconds: 1800 };
    const starts = (of: BreakRules) =>
      dayOf(day, of).flatMap(({ bookingId, at }) => (bookingId === 3 ? [] : [at]));
    const gaps = (of: BreakRules) =>
      starts(of).flatMap((at, place) => (place > 0 ? [at - (starts(of)[place - 1] ?? 0)] : []));
    expect(Math.min(...gaps(breaks))).toBe(900);
    // one of them may be the second ad of its break
    expect(Math.min(...gaps(rules))).toBeGreaterThanOrEqual(1780);
    expect(lacksOf(day, rules)).toEqual([]);
  });

  it("keeps plays of one brand apart, whatever campaign they are of", () => {
    const day = {
      campaigns: [campaignOf(1, { brandId: 7 }), campaignOf(2, { brandId: 7 })],
      owed: [...eachHour(1, 1, nineToFive), ...eachHour(2, 2, nineToFive)],
    };
    const rules = { ...breaks, brandSeconds: 1200 };
    expect(lacksOf(day, rules)).toEqual([]);
  });

  it("leaves ads of no brand and no category where they are", () => {
    const day = {
      campaigns: [campaignOf(1, { brandId: null }), campaignOf(2, { brandId: null })],
      owed: [...eachHour(1, 3, [9]), ...eachHour(2, 3, [9])],
    };
    const rules = { ...breaks, rivalSeconds: 3600, brandSeconds: 3600 };
    expect(dayOf(day, rules)).toEqual(dayOf(day, breaks));
  });

  it("puts an ad where it lacks least between rivals that do not move", () => {
    const fixed = campaignOf(1, { category: "Shoes" });
    const day = {
      campaigns: [fixed, shoes(2), campaignOf(3)],
      owed: [
        { campaignId: 1, hour: 9, plays: 2, minutes: [20, 50] },
        { campaignId: 2, hour: 9, plays: 1 },
      ],
    };
    const rules = { ...breaks, rivalSeconds: 3600 };
    const [moved] = dayOf(day, rules).filter(({ bookingId }) => bookingId === 2);
    // 19 minutes before the first, 49 before the second; in the middle it would be 15 from both
    expect(moved && (moved.at - 9 * HOUR) / 60).toBe(1);
  });

  it("lets no ad join a break that would then run into an exact time", () => {
    const spotOf = (campaign: PlayingCampaign) => campaign.spots[0] as CampaignSpot;
    const separated = (exactAt: number) => {
      const at = (second: number) => 9 * HOUR + second;
      const breakOf = (second: number, campaign: PlayingCampaign) => ({
        at: at(second),
        seconds: 20,
        ads: adsOf(campaign, 1),
      });
      const hour: HourBreaks = {
        hour: 9,
        from: at(0),
        to: at(HOUR),
        breaks: [breakOf(600, shoes(1)), breakOf(3000, campaignOf(3))],
        fixed: [
          { spot: spotOf(shoes(2)), at: at(600) },
          { spot: spotOf(campaignOf(4)), at: at(exactAt) },
        ],
      };
      separatePlays([hour], {
        longestBreakSeconds: 90,
        leastBreakDistanceSeconds: 3600,
        rivalSeconds: 1800,
      });
      return hour.breaks.map((one) => [one.at - at(0), one.ads.map((ad) => ad.campaignId)]);
    };
    expect(separated(3040)).toEqual([[3000, [3, 1]]]);
    expect(separated(3030)).toEqual([
      [600, [3]],
      [3000, [1]],
    ]);
  });

  it("keeps k rivals with a play an hour each 60 / k minutes apart, to a minute and a half", () => {
    for (const rivals of [2, 3, 4, 5]) {
      const campaigns = Array.from({ length: rivals }, (_, place) => shoes(place + 1));
      const others = [50, 51, 52, 53].map((id) => campaignOf(id));
      const owed = [
        ...campaigns.flatMap(({ id }) => eachHour(id, 1, nineToFive)),
        ...others.flatMap(({ id }) => eachHour(id, 2, nineToFive)),
      ];
      const rules = { ...breaks, rivalSeconds: 3600 / rivals };
      const lacks = lacksOf({ campaigns: [...campaigns, ...others], owed }, rules);
      expect(Math.max(0, ...lacks)).toBeLessThanOrEqual(90);
    }
  });
});

const drawnDay = fc
  .array(
    fc.record({
      brandId: fc.constantFrom(null, 1, 2, 3),
      category: fc.constantFrom(null, "Shoes", "Tea"),
      durationSeconds: fc.constantFrom(10, 20, 30),
      kind: fc.constantFrom("AD" as const, "AD" as const, "JINGLE" as const, "TOH" as const),
      minutes: fc.constantFrom([], [], [5], [5, 20]),
      plays: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 8, maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map(
    (drawn): Day => ({
      campaigns: drawn.map(({ kind, minutes: _, plays: __, ...spot }, place) =>
        campaignOf(place + 1, spot, { kind }),
      ),
      owed: drawn.flatMap(({ kind, minutes, plays }, place) =>
        plays.map((count, hour) => ({
          campaignId: place + 1,
          hour: hour + 9,
          plays: count,
          minutes: kind === "TOH" ? [] : minutes,
        })),
      ),
    }),
  );
const drawnRules = fc.record({
  longestBreakSeconds: fc.constantFrom(30, 90, 300),
  leastBreakDistanceSeconds: fc.constantFrom(0, 300, 900, 3600),
  rivalSeconds: fc.constantFrom(0, 600, 1800, 3600),
  brandSeconds: fc.constantFrom(0, 300, 1200, 3600),
});
const adsOf = (campaign: PlayingCampaign | undefined, plays: number): Ad[] =>
  Array.from({ length: campaign ? plays : 0 }, (_, play) => ({
    campaignId: campaign?.id ?? 0,
    spot: (campaign as PlayingCampaign).spots[0] as CampaignSpot,
    ideal: (play + 0.5) / plays,
  }));
const nameOf = ({ campaignId, ideal }: Ad) => `${campaignId} ${ideal}`;
/** Adds up the squares of what each two plays lack, from break to break. */
function lackIn(hours: readonly HourBreaks[], rules: BreakRules): number {
  const plays = hours.flatMap((hour) =>
    hour.breaks.flatMap(({ at, ads }) => ads.map(({ spot }) => ({ at, spot }))),
  );
  return plays.reduce(
    (sum, one, place) =>
      sum + plays.slice(place + 1).reduce((all, other) => all + lackOf(one, other, rules) ** 2, 0),
    0,
  );
}
const runs = { numRuns: cases(150) };

describe("any day whose ads are kept apart [ADS-7]", () => {
  it("has every play that is owed once, in its hour, and the same one each time", () => {
    fc.assert(
      fc.property(drawnDay, drawnRules, (day, rules) => {
        const spots = dayOf(day, rules);
        for (const { campaignId, hour, plays } of day.owed) {
          const own = spots.filter(
            ({ bookingId, at }) => bookingId === campaignId && Math.floor(at / HOUR) === hour,
          );
          expect(own).toHaveLength(plays);
        }
        expect(dayOf(day, rules)).toEqual(spots);
      }),
      runs,
    );
  });

  it("lacks no more than before, and has the same ads in each hour", () => {
    fc.assert(
      fc.property(drawnDay, drawnRules, ({ campaigns, owed }, rules) => {
        const hours = nineToFive.map((hour): HourBreaks => {
          const time = { from: hour * HOUR, to: (hour + 1) * HOUR };
          const ads = owed
            .filter((one) => one.hour === hour)
            .flatMap(({ campaignId, plays }) => adsOf(campaigns[campaignId - 1], plays));
          return { hour, ...time, breaks: breaksOf(ads, time, rules), fixed: [] };
        });
        const adNames = () =>
          hours.map((one) =>
            one.breaks
              .flatMap(({ ads }) => ads)
              .map(nameOf)
              .sort(),
          );
        const [before, adsBefore] = [lackIn(hours, rules), adNames()];
        separatePlays(hours, rules);
        expect(lackIn(hours, rules)).toBeLessThanOrEqual(before);
        expect(adNames()).toEqual(adsBefore);
      }),
      runs,
    );
  });

  it("is as it was where no minutes are set", () => {
    fc.assert(
      fc.property(drawnDay, drawnRules, (day, { rivalSeconds: _, brandSeconds: __, ...rules }) => {
        expect(dayOf(day, { ...rules, rivalSeconds: 0, brandSeconds: 0 })).toEqual(
          dayOf(day, rules),
        );
      }),
      runs,
    );
  });
});
