import type { CampaignState } from "#contract/ads/words";

/** A campaign of a company; days are counted from today, hours are 0 to 23. */
export type DemoCampaign = {
  name: string;
  file: string;
  state: CampaignState;
  from: number;
  to: number;
  hours: readonly [first: number, last: number];
  plays: number;
  weekend?: true;
  /**
   * Which stores: all by default, those in which something goes wrong over and over, or those of
   * the first group.
   */
  stores?: "troubled" | "one group";
};

/** Hours in which nearly all stores are open. */
const allDay = [11, 20] as const;

/**
 * The items that play once an hour, as in the days before the demo was made (play-plan.ts).
 * Campaigns fall behind by the faults of stores; one is booked where faults happen repeatedly.
 */
export const everywhere: readonly DemoCampaign[] = [
  {
    name: "Top of the hour",
    file: "audio/toh-chime.wav",
    state: "LIVE",
    from: -6,
    to: 30,
    hours: allDay,
    plays: 1,
  },
  {
    name: "Monsoon jackets",
    file: "audio/ad-1.wav",
    state: "LIVE",
    from: -6,
    to: 20,
    hours: allDay,
    plays: 1,
    stores: "troubled",
  },
  {
    name: "Cold brew, launch",
    file: "audio/ad-2.wav",
    state: "FINISHED",
    from: -6,
    to: -1,
    hours: allDay,
    plays: 1,
  },
  {
    name: "Cold brew, two for one",
    file: "audio/ad-2.wav",
    state: "LIVE",
    from: 0,
    to: 10,
    hours: allDay,
    plays: 1,
  },
  {
    name: "Loyalty card, trial",
    file: "audio/promo-1.wav",
    state: "FINISHED",
    from: -6,
    to: -1,
    hours: allDay,
    plays: 1,
  },
  {
    name: "Loyalty card",
    file: "audio/promo-1.wav",
    state: "LIVE",
    from: 0,
    to: 30,
    hours: allDay,
    plays: 1,
  },
];

export const ofNorthwind: readonly DemoCampaign[] = [
  {
    name: "Winter coats",
    file: "audio/ad-1.wav",
    state: "BOOKED",
    from: 12,
    to: 25,
    hours: [11, 20],
    plays: 2,
  },
  {
    name: "Weekend tasting",
    file: "audio/ad-2.wav",
    state: "HELD",
    from: 11,
    to: 24,
    hours: [16, 20],
    plays: 2,
    weekend: true,
  },
  {
    name: "Flash sale",
    file: "audio/ad-2.wav",
    state: "BOOKED",
    from: 2,
    to: 2,
    hours: [18, 18],
    plays: 60,
    stores: "one group",
  },
  {
    name: "Stock clearance",
    file: "audio/ad-1.wav",
    state: "PAUSED",
    from: 3,
    to: 9,
    hours: [12, 14],
    plays: 1,
  },
  {
    name: "Festival lights",
    file: "audio/ad-1.wav",
    state: "CANCELLED",
    from: 5,
    to: 12,
    hours: allDay,
    plays: 1,
  },
  {
    name: "Phone fair",
    file: "audio/ad-3.wav",
    state: "EXPIRED",
    from: 6,
    to: 9,
    hours: [17, 20],
    plays: 2,
  },
  {
    name: "Spring shoes",
    file: "audio/ad-1.wav",
    state: "DRAFT",
    from: 20,
    to: 30,
    hours: [10, 21],
    plays: 2,
  },
];
