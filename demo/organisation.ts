import type { region, store, storeGroup, zone } from "../platform/db/schema/organisation.ts";
import type { storeHours, storeHoursException } from "../platform/db/schema/store-hours.ts";
import { isNeverSeen } from "./behaviour.ts";
import { companies, storeIdOf, unitIdOf } from "./companies.ts";
import { openingHours } from "./opening-hours.ts";
import { brightmartZones, cornerZones, type DemoZone, northwindZones } from "./places.ts";
import { hash } from "./random.ts";

export type DemoStore = typeof store.$inferInsert & { id: number };
type WithId<T> = T & { id: number };
export type DemoOrganisation = {
  regions: WithId<typeof region.$inferInsert>[];
  zones: WithId<typeof zone.$inferInsert>[];
  groups: WithId<typeof storeGroup.$inferInsert>[];
  stores: DemoStore[];
  hours: (typeof storeHours.$inferInsert)[];
  exceptions: (typeof storeHoursException.$inferInsert)[];
};

/**
 * Northwind's Andheri West, NWR-0012: open day and night, all its music with audio; store.manager
 * plays it.
 */
export const DEMO_STORE_NUMBER = 12;
export const demoStoreId = storeIdOf(companies.northwind.id, DEMO_STORE_NUMBER);
/** Northwind's first stores, all in Mumbai; every third is a flagship. */
const MUMBAI_STORES = 24;
const BRIGHTMART_STORES = 36;
const CORNER_STORES = 6;
const DAY = 86_400_000;

/**
 * Regions, zones, groups, stores and opening hours of the three client companies.
 * @param northwindStores how many stores Northwind has; fewer than MUMBAI_STORES become that many.
 * @param now only for the dates of stores made and deactivated; all else is the same on every
 * machine and day.
 */
export function demoOrganisation(northwindStores: number, now: Date): DemoOrganisation {
  const organisation: DemoOrganisation = {
    regions: [],
    zones: [],
    groups: [],
    stores: [],
    hours: [],
    exceptions: [],
  };
  addCompany(organisation, {
    company: companies.northwind,
    places: northwindZones,
    count: Math.max(MUMBAI_STORES, northwindStores),
    now,
  });
  addCompany(organisation, {
    company: companies.brightmart,
    places: brightmartZones,
    count: BRIGHTMART_STORES,
    now,
  });
  addCompany(organisation, {
    company: companies.corner,
    places: cornerZones,
    count: CORNER_STORES,
    now,
  });
  return organisation;
}

/** The id of a unit by its names, for rules and users. Throws when the demo has no such unit. */
export function findUnit(
  units: readonly { id: number; companyId: number; name: string }[],
  companyId: number,
  name: string,
): number {
  const demoUnit = units.find((unit) => unit.companyId === companyId && unit.name === name);
  if (!demoUnit) throw new Error(`the demo has no unit ${name}`);
  return demoUnit.id;
}

type Leaf = {
  place: DemoZone;
  regionId: number;
  zoneId: number;
  groupIds: number[];
  stores: number;
};

function addCompany(
  organisation: DemoOrganisation,
  {
    company,
    places,
    count,
    now,
  }: {
    company: { id: number; code: string };
    places: readonly DemoZone[];
    count: number;
    now: Date;
  },
): void {
  const leaves = addUnits(organisation, company.id, places);
  // A store's place depends on its number alone, so that the same store is there however many there
  // are.
  const wheel = leaves.flatMap((leaf) => Array<Leaf>(leaf.place.weight).fill(leaf));
  for (let number = 1; number <= count; number++) {
    const fixed =
      company.id === companies.northwind.id && number <= MUMBAI_STORES ? leaves[0] : undefined;
    const leaf = fixed ?? wheel[hash(`${company.code} place ${number}`) % wheel.length];
    if (leaf) addStore(organisation, { company, leaf, number, now });
  }
}

function addUnits(
  organisation: DemoOrganisation,
  companyId: number,
  places: readonly DemoZone[],
): Leaf[] {
  const { regions, zones, groups } = organisation;
  const own = <T extends { companyId: number }>(rows: T[]) =>
    rows.filter((row) => row.companyId === companyId);
  return places.map((place) => {
    let parent = own(regions).find(({ name }) => name === place.region);
    if (!parent) {
      parent = { companyId, id: unitIdOf(companyId, own(regions).length + 1), name: place.region };
      regions.push(parent);
    }
    const regionId = parent.id;
    const zoneId = unitIdOf(companyId, own(zones).length + 1);
    zones.push({ companyId, id: zoneId, regionId, name: place.zone });
    const groupIds = place.groups.map((name) => {
      const id = unitIdOf(companyId, own(groups).length + 1);
      groups.push({ companyId, id, regionId, zoneId, name });
      return id;
    });
    return { place, regionId, zoneId, groupIds, stores: 0 };
  });
}

function addStore(
  organisation: DemoOrganisation,
  {
    company,
    leaf,
    number,
    now,
  }: { company: { id: number; code: string }; leaf: Leaf; number: number; now: Date },
): void {
  const { place } = leaf;
  const seed = hash(`${company.code} store ${number}`);
  const id = storeIdOf(company.id, number);
  const small = company.id === companies.corner.id;
  const unassigned = !small && number % 31 === 0;
  const active = small || number % 25 !== 7;
  const addedAt = new Date(now.getTime() - (isNeverSeen(id) ? 1 : 200 + (seed % 700)) * DAY);
  organisation.stores.push({
    companyId: company.id,
    id,
    code: `${company.code}-${String(number).padStart(4, "0")}`,
    name: nextName(leaf),
    ...(unassigned
      ? { regionId: null, zoneId: null, groupId: null }
      : {
          regionId: leaf.regionId,
          zoneId: leaf.zoneId,
          groupId: groupOf(leaf, company.id, number),
        }),
    status: active ? "active" : "inactive",
    statusSince: active ? addedAt : new Date(now.getTime() - (3 + (seed % 60)) * DAY),
    timeZone: place.timeZone,
    addressLine: `${1 + (seed % 180)}, ${place.zone === "London" || place.zone === "Dubai" ? "Ground floor" : "Main road"}`,
    city: place.zone === "Delhi NCR" ? "Delhi" : place.zone,
    state: place.state,
    country: COUNTRIES[place.zone] ?? "IN",
    contactName: CONTACTS[seed % CONTACTS.length] ?? "Store manager",
    email: `${company.code}.${String(number).padStart(4, "0")}@shops.example`.toLowerCase(),
    phoneCountryCode: "91",
    phone: String(9_800_000_000 + (seed % 100_000_000)),
    deviceKind: number % 3 === 0 ? "android" : "browser",
    deviceSerial: `FP-${String(seed % 1_000_000).padStart(6, "0")}`,
    ...licenceOf(number, seed, now),
    volume: 50 + (seed % 25),
    createdAt: addedAt,
  });
  for (const date of exceptionsOf(number, now))
    organisation.exceptions.push({ companyId: company.id, storeId: id, ...date });
  for (const hours of openingHours(number, small))
    organisation.hours.push({ companyId: company.id, storeId: id, ...hours });
}

/**
 * Every store but one in six has a licence; of some it ends within the month, of a few it is over.
 */
function licenceOf(number: number, seed: number, now: Date) {
  if (number % 6 === 5) return {};
  const daysLeft = number % 11 === 4 ? 3 + (seed % 25) : number % 29 === 8 ? -5 : 60 + (seed % 280);
  const licenceNumber = `PPL/${String(seed % 100_000).padStart(5, "0")}`;
  return {
    licenceName: "PPL India",
    licenceNumber,
    licenceFrom: dayAfter(now, daysLeft - 365),
    licenceTo: dayAfter(now, daysLeft),
  };
}

/** Next week a holiday closes some stores for a day, and a festival keeps others open late. */
function exceptionsOf(number: number, now: Date) {
  return [
    ...(number % 7 === 4
      ? [{ day: dayAfter(now, 6), opens: null, closes: null, note: "Local holiday" }]
      : []),
    ...(number % 9 === 7
      ? [{ day: dayAfter(now, 8), opens: 600, closes: 1_440, note: "Festival evening" }]
      : []),
  ];
}

const dayAfter = (now: Date, days: number) =>
  new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);

const COUNTRIES: Record<string, string> = { London: "GB", Dubai: "AE" };
const CONTACTS = [
  "Asha Rao",
  "Imran Sheikh",
  "Leela Thomas",
  "Manoj Pillai",
  "Neha Kapoor",
  "Farah Khan",
  "Ravi Shetty",
  "Tara Bose",
];

function nextName(leaf: Leaf): string {
  const { localities } = leaf.place;
  const round = Math.floor(leaf.stores / localities.length);
  const locality = localities[leaf.stores % localities.length] ?? leaf.place.zone;
  leaf.stores++;
  return round === 0 ? locality : `${locality} ${round + 1}`;
}

function groupOf(leaf: Leaf, companyId: number, number: number): number | undefined {
  const { groupIds } = leaf;
  const hasFlagship = companyId === companies.northwind.id && leaf.place.groups[0] === "Flagship";
  if (!hasFlagship) return groupIds[number % groupIds.length];
  return number <= MUMBAI_STORES ? groupIds[number % 3] : groupIds[1 + (number % 2)];
}
