import type { kindOfFacet } from "#contract/library/words";
import type { MixFacet } from "#contract/schedule/mix-words";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import type { catalogueItem } from "../platform/db/schema/library.ts";
import type {
  masterRule,
  masterRuleMix,
  masterRuleMixItem,
  timeSlot,
} from "../platform/db/schema/schedule.ts";
import type { spot } from "../platform/db/schema/spots.ts";
import { type SpotRecording, spotRecordings } from "./audio.ts";
import { chartIds } from "./chart-plans.ts";
import { clientCompanies, companies, storeIdOf, unitIdOf } from "./companies.ts";
import type { DemoLibrary } from "./library.ts";
import { type DemoOrganisation, findUnit } from "./organisation.ts";

/** A store's day: songs rest for hours, neither singers nor films repeat soon, and moods change. */
const separation: SeparationRule[] = [
  { name: "MINIMUM_REST", minutes: 180, breakable: false },
  { name: "ARTIST_SEPARATION", minutes: 30, breakable: false },
  { name: "TITLE_SEPARATION", minutes: 60, breakable: false },
  { name: "DAY_OFFSET", breakable: false },
  { name: "ALBUM_SEPARATION", minutes: 20, breakable: true },
  { name: "MOOD_IN_A_ROW", most: 4, breakable: true },
];
/** Customers of a flagship stay longer than those of other stores. */
const flagshipSeparation: SeparationRule[] = [
  { name: "MINIMUM_REST", minutes: 240, breakable: false },
  { name: "ARTIST_SEPARATION", minutes: 30, breakable: false },
  { name: "TITLE_SEPARATION", minutes: 240, breakable: false },
  { name: "DAY_OFFSET", breakable: false },
];

type WithId<T> = T & { id: number };
export type DemoRules = {
  slots: WithId<typeof timeSlot.$inferInsert>[];
  rules: WithId<typeof masterRule.$inferInsert>[];
  mixes: (typeof masterRuleMix.$inferInsert)[];
  mixItems: (typeof masterRuleMixItem.$inferInsert)[];
  brands: WithId<typeof catalogueItem.$inferInsert>[];
  spots: WithId<typeof spot.$inferInsert>[];
  /** The times of spots on days that were never published. */
  spotTimes: { spotId: number; minuteOfHour: number }[];
};
/** [chart's company, chart, percent], or songs that match: [list and name of each item, percent] */
type Mix = readonly (
  | readonly [number, number, number]
  | readonly [readonly (readonly [MixKind, string])[], number]
)[];
type MixKind = (typeof kindOfFacet)[MixFacet];

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
    [provider, chartIds.coffeehouse, 60],
    [provider, chartIds.calmMornings, 20],
    [
      [
        ["mood", "Calm"],
        ["mood", "Dreamy"],
        ["tempo", "Slow"],
      ],
      20,
    ],
  ],
};
const flagshipMix: Mix = [
  [northwind, chartIds.flagshipFavourites, 60],
  [northwind, chartIds.flagshipCalm, 25],
  [northwind, chartIds.flagshipBright, 15],
];

/** Most songs of the company's other charts are licensed in India alone. */
const zonesAbroad = ["Dubai", "London"];
const abroadMix: Mix = [[northwind, chartIds.storesAbroad, 100]];

const northwindFallback = {
  fallbackChartCompanyId: provider,
  fallbackChartId: chartIds.coffeehouse,
};

/**
 * One slot and one rule for each company, more for Northwind's flagships and its zones abroad, and
 * spots that are booked for every open hour.
 */
export function demoRules(
  organisation: DemoOrganisation,
  catalogue: DemoLibrary["catalogue"],
): DemoRules {
  const ruleSet: DemoRules = {
    slots: [],
    rules: [],
    mixes: [],
    mixItems: [],
    brands: [],
    spots: [],
    spotTimes: [],
  };
  const addMix = (companyId: number, ruleId: number, mix: Mix) => {
    for (const [place, line] of mix.entries()) {
      const key = { companyId, ruleId, position: place + 1 };
      if (line.length === 3) {
        const [chartCompanyId, chartId, percent] = line;
        ruleSet.mixes.push({ ...key, chartCompanyId, chartId, percent });
        continue;
      }
      const [items, percent] = line;
      ruleSet.mixes.push({ ...key, percent });
      for (const [kind, name] of items)
        ruleSet.mixItems.push({
          ...key,
          itemCompanyId: provider,
          itemId: itemIdOf(catalogue, kind, name),
        });
    }
  };
  for (const { id: companyId, name } of clientCompanies) {
    const id = unitIdOf(companyId, 1);
    ruleSet.slots.push({ companyId, id, name: "All day", fromMinute: 0, toMinute: 1440 });
    ruleSet.rules.push({
      companyId,
      id,
      timeSlotId: id,
      separation,
      ...(companyId === northwind && northwindFallback),
    });
    addMix(companyId, id, companyMixes[companyId] ?? []);
    const { brands, spots, spotTimes } = spotsOf(companyId, name);
    ruleSet.brands.push(...brands);
    ruleSet.spots.push(...spots);
    ruleSet.spotTimes.push(...spotTimes);
  }
  const flagship = unitIdOf(northwind, 2);
  ruleSet.rules.push({
    companyId: northwind,
    id: flagship,
    timeSlotId: unitIdOf(northwind, 1),
    groupId: findUnit(organisation.groups, northwind, "Flagship"),
    separation: flagshipSeparation,
  });
  addMix(northwind, flagship, flagshipMix);
  for (const [place, zone] of zonesAbroad.entries()) {
    const id = unitIdOf(northwind, 3 + place);
    ruleSet.rules.push({
      companyId: northwind,
      id,
      timeSlotId: unitIdOf(northwind, 1),
      zoneId: findUnit(organisation.zones, northwind, zone),
      separation,
    });
    addMix(northwind, id, abroadMix);
  }
  return ruleSet;
}

function itemIdOf(catalogue: DemoLibrary["catalogue"], kind: MixKind, name: string): number {
  const item = catalogue.find((one) => one.kind === kind && one.name === name);
  if (!item) throw new Error(`the demo has no ${kind} ${name}`);
  return item.id;
}

/**
 * The minute of the hour at which each recording of `spotRecordings` plays. Those without a brand
 * are of the company itself.
 */
const SPOT_MINUTES: Record<
  SpotRecording["file"],
  { name: string; minute: number; brand?: string; category?: string }
> = {
  "audio/toh-chime.wav": { name: "Top of the hour", minute: 0 },
  "audio/ad-1.wav": {
    name: "Monsoon jackets",
    minute: 15,
    brand: "Drizzlewear",
    category: "Clothing",
  },
  "audio/ad-2.wav": {
    name: "Cold brew, two for one",
    minute: 45,
    brand: "Kettle & Cup",
    category: "Drinks",
  },
  "audio/ad-3.wav": {
    name: "Weekend phone fair",
    minute: 50,
    brand: "Zipcell",
    category: "Phones",
  },
  "audio/promo-1.wav": { name: "Loyalty card", minute: 30 },
  "audio/promo-2.wav": { name: "New arrivals", minute: 35 },
};

function spotsOf(
  companyId: number,
  companyName: string,
): Pick<DemoRules, "brands" | "spots" | "spotTimes"> {
  const brands: DemoRules["brands"] = [];
  const brandIdOf = (name: string): number => {
    const id = storeIdOf(companyId, brands.length + 1);
    const existing = brands.find((one) => one.name === name);
    if (!existing) brands.push({ companyId, id, kind: "brand", name });
    return existing?.id ?? id;
  };
  const timedSpots = spotRecordings.map(({ file, seconds, kind }, index) => {
    const {
      name,
      minute,
      brand = companyName,
      category = null,
    } = SPOT_MINUTES[file] ?? { name: kind, minute: 30 };
    const id = unitIdOf(companyId, index + 1);
    const spot = {
      companyId,
      id,
      kind,
      name: kind === "AD" ? name : `${companyName}: ${name}`,
      brandId: brandIdOf(brand),
      category,
      durationSeconds: seconds,
      audioFile: file,
      // The third ad and the second promo rest: three to five breaks an hour are enough.
      active: file !== "audio/ad-3.wav" && file !== "audio/promo-2.wav",
    };
    return { spot, time: { spotId: id, minuteOfHour: minute } };
  });
  return {
    brands,
    spots: timedSpots.map(({ spot }) => spot),
    spotTimes: timedSpots.map(({ time }) => time),
  };
}
