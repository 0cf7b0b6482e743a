import type { company, companyLicence } from "../platform/db/schema/organisation.ts";

type DemoCompany = typeof company.$inferInsert & { id: number };

/**
 * The demo's companies. Every other id of a company begins with its number (Northwind's stores:
 * 2000001 and on).
 */
export const companies = {
  provider: {
    id: 1,
    kind: "provider",
    code: "FEVER",
    name: "Fever In-Store",
    timeZone: "Asia/Kolkata",
    email: "office@fever.example",
    city: "Mumbai",
    state: "Maharashtra",
  },
  northwind: {
    id: 2,
    kind: "client",
    code: "NWR",
    name: "Northwind Retail",
    timeZone: "Asia/Kolkata",
    email: "office@northwind.example",
    commEmail: "music@northwind.example",
    phoneCountryCode: "91",
    phone: "2255501200",
    website: "https://northwind.example",
    addressLine: "12 Marine Lines",
    city: "Mumbai",
    state: "Maharashtra",
    postalCode: "400020",
    contactName: "Nandini Kulkarni",
    legalName: "Northwind Retail Private Limited",
    taxStatus: "REGISTERED",
    gstNo: "27AAPFU0939F1ZV",
    panNo: "AAPFU0939F",
    adminUserId: "client.admin",
    billingRate: "1450.00",
    billingPeriodMonths: 3,
    billingStartsOn: "2025-04-01",
    optimumVolume: 60,
  },
  brightmart: {
    id: 3,
    kind: "client",
    code: "BRM",
    name: "Brightmart",
    timeZone: "Asia/Kolkata",
    email: "office@brightmart.example",
    phoneCountryCode: "91",
    phone: "8055500360",
    commEmail: "accounts@brightmart.example",
    contactName: "Prakash Shetty",
    website: "https://brightmart.example",
    addressLine: "8 Residency Road",
    city: "Bengaluru",
    state: "Karnataka",
    postalCode: "560025",
    adminUserId: "brightmart.admin",
    billingRate: "1600.00",
    billingPeriodMonths: 1,
    billingStartsOn: "2025-08-31",
    optimumVolume: 55,
  },
  corner: {
    id: 4,
    kind: "client",
    code: "CCF",
    name: "Corner Coffee",
    timeZone: "Asia/Kolkata",
    email: "hello@cornercoffee.example",
    addressLine: "31 Church Street",
    city: "Bengaluru",
    state: "Karnataka",
    postalCode: "560001",
    adminUserId: "coffee.new",
    billingPeriodMonths: 1,
    billingStartsOn: "2026-09-01",
  },
} as const satisfies Record<string, DemoCompany>;

export const clientCompanies = [
  companies.northwind,
  companies.brightmart,
  companies.corner,
] as const;

type DemoLicence = typeof companyLicence.$inferInsert & { id: number };

/**
 * One that runs, one that is over; dates are by the year of `now`, which itself runs from April to
 * March.
 */
export function demoLicences(now: Date): DemoLicence[] {
  const year = now.getUTCFullYear() - (now.getUTCMonth() < 3 ? 1 : 0);
  const licence = (
    { id: companyId }: { id: number },
    {
      number,
      name,
      since,
      stores,
    }: { number: number; name: string; since: number; stores: number },
  ) => ({
    companyId,
    id: unitIdOf(companyId, number),
    name,
    number: `PPL/${since}/${companyId}${number}`,
    stores,
    validFrom: `${since}-04-01`,
    validTo: `${since + 1}-03-31`,
  });
  return [
    licence(companies.northwind, {
      number: 1,
      name: "Sound recordings, public performance",
      since: year,
      stores: 300,
    }),
    licence(companies.northwind, {
      number: 2,
      name: "Sound recordings, public performance",
      since: year - 1,
      stores: 240,
    }),
    licence(companies.brightmart, {
      number: 1,
      name: "Sound recordings, public performance",
      since: year,
      stores: 40,
    }),
  ];
}

/** The nth store of a company: blocks of a million, so that no two companies share a store's id. */
export const storeIdOf = (companyId: number, number: number) => companyId * 1_000_000 + number;
/** The nth region, zone, group, user, slot, rule or spot of a company. */
export const unitIdOf = (companyId: number, number: number) => companyId * 1_000 + number;
