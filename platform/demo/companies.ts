import type { company } from "../db/schema/organisation.ts";

type DemoCompany = typeof company.$inferInsert & { id: number };

/** The demo's companies. Every other id of a company begins with its number (Northwind's stores: 2000001 and on). */
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
    billingRate: "1450.00",
    billingPeriodMonths: 3,
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
    city: "Bengaluru",
    state: "Karnataka",
    billingRate: "1600.00",
    billingPeriodMonths: 1,
  },
  corner: {
    id: 4,
    kind: "client",
    code: "CCF",
    name: "Corner Coffee",
    timeZone: "Asia/Kolkata",
    email: "hello@cornercoffee.example",
    city: "Bengaluru",
    state: "Karnataka",
    billingRate: "1800.00",
    billingPeriodMonths: 1,
  },
} as const satisfies Record<string, DemoCompany>;

export const clientCompanies = [companies.northwind, companies.brightmart, companies.corner] as const;

/** The nth store of a company: blocks of a million, so that no two companies share a store's id. */
export const storeIdOf = (companyId: number, number: number) => companyId * 1_000_000 + number;
/** The nth region, zone, group, user, slot, rule or spot of a company. */
export const unitIdOf = (companyId: number, number: number) => companyId * 1_000 + number;
