import type { spot, spotBooking } from "../db/schema/ads.ts";
import type { masterRule, masterRuleMix, timeSlot } from "../db/schema/schedule.ts";
import { type SpotRecording, spotRecordings } from "./audio.ts";
import { chartIds } from "./charts.ts";
import { clientCompanies, companies, unitIdOf } from "./companies.ts";
import { type DemoOrganisation, findUnit } from "./organisation.ts";

type Identified<T> = T & { id: number };
export type DemoRules = {
  slots: Identified<typeof timeSlot.$inferInsert>[];
  rules: Identified<typeof masterRule.$inferInsert>[];
  mixes: (typeof masterRuleMix.$inferInsert)[];
  spots: Identified<typeof spot.$inferInsert>[];
  bookings: Identified<typeof spotBooking.$inferInsert>[];
};
/** [chart's company, chart, percent] */
type Mix = readonly (readonly [number, number, number])[];

const provider = companies.provider.id;
const northwind = companies.northwind.id;
const companyMixes: Record<number, Mix> = {
  [northwind]: [
    [provider, chartIds.upbeatRetail, 60],
    [provider, chartIds.bollywoodStyle, 30],
    [northwind, chartIds.brandMix, 10],
  ],
  [companies.brightmart.id]: [
    [provider, chartIds.softEvening, 50],
    [provider, chartIds.southRadio, 30],
    [provider, chartIds.englishAfternoon, 20],
  ],
  [companies.corner.id]: [
    [provider, chartIds.coffeehouse, 70],
    [provider, chartIds.calmMornings, 30],
  ],
};
const flagshipMix: Mix = [
  [northwind, chartIds.flagshipFavourites, 60],
  [northwind, chartIds.flagshipCalm, 25],
  [northwind, chartIds.flagshipBright, 15],
];

/** One slot and one rule for each company, one more for Northwind's flagships, and spots that are booked for every open hour. */
export function demoRules(organisation: DemoOrganisation): DemoRules {
  const ruleSet: DemoRules = { slots: [], rules: [], mixes: [], spots: [], bookings: [] };
  const addMix = (companyId: number, ruleId: number, mix: Mix) => {
    for (const [position, [chartCompanyId, chartId, percent]] of mix.entries())
      ruleSet.mixes.push({ companyId, ruleId, position: position + 1, chartCompanyId, chartId, percent });
  };
  for (const { id: companyId, name } of clientCompanies) {
    const id = unitIdOf(companyId, 1);
    ruleSet.slots.push({ companyId, id, name: "All day", fromMinute: 0, toMinute: 1440 });
    ruleSet.rules.push({ companyId, id, timeSlotId: id, minimumRestMinutes: 180, artistSeparationMinutes: 30, titleSeparationMinutes: 60 });
    addMix(companyId, id, companyMixes[companyId] ?? []);
    const { spots, bookings } = spotsOf(companyId, name);
    ruleSet.spots.push(...spots);
    ruleSet.bookings.push(...bookings);
  }
  const flagship = unitIdOf(northwind, 2);
  ruleSet.rules.push({
    companyId: northwind,
    id: flagship,
    timeSlotId: unitIdOf(northwind, 1),
    groupId: findUnit(organisation.groups, northwind, "Flagship"),
    minimumRestMinutes: 20,
    artistSeparationMinutes: 5,
    titleSeparationMinutes: 20,
    // 24 songs go round in an hour: each stands in the same hour every day.
    dayOffset: false,
  });
  addMix(northwind, flagship, flagshipMix);
  return ruleSet;
}

/** The minute of the hour at which each recording of `spotRecordings` plays. */
const SPOT_MINUTES: Record<SpotRecording["file"], { name: string; minute: number; brand?: string }> = {
  "audio/toh-chime.wav": { name: "Top of the hour", minute: 0 },
  "audio/ad-1.wav": { name: "Monsoon jackets", minute: 15, brand: "Drizzlewear" },
  "audio/ad-2.wav": { name: "Cold brew, two for one", minute: 45, brand: "Kettle & Cup" },
  "audio/ad-3.wav": { name: "Weekend phone fair", minute: 50, brand: "Zipcell" },
  "audio/promo-1.wav": { name: "Loyalty card", minute: 30 },
  "audio/promo-2.wav": { name: "New arrivals", minute: 35 },
};

function spotsOf(companyId: number, companyName: string): Pick<DemoRules, "spots" | "bookings"> {
  const bookedSpots = spotRecordings.map(({ file, seconds, kind }, index) => {
    const { name, minute, brand } = SPOT_MINUTES[file] ?? { name: kind, minute: 30 };
    const id = unitIdOf(companyId, index + 1);
    const spot = {
      companyId,
      id,
      kind,
      name: kind === "AD" ? name : `${companyName}: ${name}`,
      brand: brand ?? null,
      durationSeconds: seconds,
      audioFile: file,
      // The third ad and the second promo rest: three to five breaks an hour are enough for a shop.
      active: file !== "audio/ad-3.wav" && file !== "audio/promo-2.wav",
    };
    return { spot, booking: { companyId, id, spotId: id, minuteOfHour: minute } };
  });
  return { spots: bookedSpots.map(({ spot }) => spot), bookings: bookedSpots.map(({ booking }) => booking) };
}
