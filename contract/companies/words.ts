/** Words of companies for pages and platform alike. No zod in here: the browser imports it too. */

import { memberNames } from "../base/records.ts";

/** Months of a billing period (spec section 3). */
export const billingPeriods = {
  1: "Monthly",
  3: "Quarterly",
  6: "Bi Annually",
  12: "Yearly",
} as const;
const namesByMonths: Readonly<Partial<Record<number, string>>> = billingPeriods;
export const periodName = (months: number): string => namesByMonths[months] ?? `${months} months`;

/**
 * Features that only some companies have (VOC-1): each flag is a column of the company with one
 * named behaviour, never an id in code. Only provider staff set them.
 */
export const companyFlags = {
  oneSession: {
    label: "One session per user at a time",
    behaviour: "A new sign-in ends the previous session.",
  },
  waitingTops: {
    label: "Tops of the hour that wait",
    behaviour: "Master rules can let a top of the hour wait for the end of a song.",
  },
  ownSongs: {
    label: "Songs of its own",
    behaviour: "Fever staff can reserve songs that only this company sees and plays.",
  },
} as const;
export type CompanyFlag = keyof typeof companyFlags;
export const flagNames = memberNames(companyFlags);

/** The parts of a company's form, each saved by itself or all at once. */
export const companySections = {
  identity: "Identity",
  address: "Address",
  contacts: "Contacts",
  billing: "Billing",
  defaults: "Defaults for stores",
  features: "Features",
} as const;
export type CompanySection = keyof typeof companySections;
export const sectionNames = memberNames(companySections);

/** Fields that only provider staff set; the form of client staff does not have them. */
export const providerFields = [
  "companyId",
  "billingRate",
  "billingPeriodMonths",
  "billingStartsOn",
  "taxStatus",
  ...flagNames,
] as const;
