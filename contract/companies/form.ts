import { z } from "zod";
import * as field from "../base/fields.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { taxStatuses } from "../billing/tax-rules.ts";
import { billingPeriods, type CompanyFlag, type CompanySection } from "./words.ts";

const volume = wholeNumber(0, 100);

const identity = {
  companyId: field.companyId.optional(),
  companyName: field.title,
  companyWebsite: field.companyWebsite.optional(),
};
const address = {
  country: field.country,
  addressLine: field.title,
  city: field.title,
  state: field.title,
  postalCode: field.postalCode,
};
const contacts = {
  contactName: field.contactName.optional(),
  email: field.email.optional(),
  commEmail: field.commEmail,
  phoneCountryCode: field.phoneCountryCode.default("91"),
  phone: field.phone,
};
const billing = {
  /** The registered name, if the company trades under another one. */
  legalName: field.title.optional(),
  /** Left out, it follows from GSTIN and country. */
  taxStatus: z.enum(taxStatuses, "Choose from the list.").optional(),
  gstNo: field.gstNo.optional(),
  panNo: field.panNo.optional(),
  billingRate: field.billingRate.optional(),
  billingPeriodMonths: z
    .number()
    .int()
    .refine((months) => months in billingPeriods, "Choose a billing period.")
    .optional(),
  billingStartsOn: field.isoDate
    .refine((day) => day >= "2000-01-01", "Choose a day from 2000 on.")
    .optional(),
};
const defaults = {
  timeZone: field.timeZone,
  optimumVolume: volume.default(60),
  thresholdVolume: volume,
};
const features = {
  oneSession: z.boolean().optional(),
  waitingTops: z.boolean().optional(),
  ownSongs: z.boolean().optional(),
} satisfies Record<CompanyFlag, z.ZodType>;

const everything = { ...identity, ...address, ...contacts, ...billing, ...defaults, ...features };
const version = field.version.optional();
/** Confirms that GSTIN and address are of two states (findStateWarning). */
const otherState = z.boolean().optional();

/**
 * A company's whole form. Client staff do not send the fields that only provider staff set
 * (`providerFields` in words.ts), and so leave them unchanged.
 */
export const CompanyForm = z.strictObject({
  section: z.literal("whole").optional(),
  ...everything,
  otherState,
  version,
});
export type CompanyForm = z.output<typeof CompanyForm>;

const shapes = { identity, address, contacts, billing, defaults, features };
const ofSection = <const S extends CompanySection>(section: S) =>
  z.strictObject({
    section: z.literal(section),
    ...(shapes[section] as (typeof shapes)[S]),
    version,
  });
export const sectionForms = {
  identity: ofSection("identity"),
  address: ofSection("address").extend({ otherState }),
  contacts: ofSection("contacts"),
  billing: ofSection("billing").extend({ otherState }),
  defaults: ofSection("defaults"),
  features: ofSection("features"),
};

/**
 * A whole form or one section of it, which it replaces: an absent optional member clears it
 * (VAL-4).
 */
export const CompanyChange = z.discriminatedUnion("section", [
  CompanyForm,
  ...Object.values(sectionForms),
]);
export type CompanyChange = z.output<typeof CompanyChange>;

export const fieldsOf = (section: CompanySection | "whole"): string[] =>
  Object.keys(section === "whole" ? everything : shapes[section]);

/** A new company and its first national admin, who is invited at the company's email address. */
export const NewCompany = z.strictObject({
  ...everything,
  companyId: field.companyId,
  companyAdminUserId: field.companyAdminUserId,
  email: field.email,
  otherState,
});
export type NewCompany = z.output<typeof NewCompany>;

/**
 * A company that asked to become a client (contract/onboarding/endpoints.ts): its admin fills in
 * the address in step 2 of onboarding.
 */
export const RequestedCompany = NewCompany.extend({
  country: field.country.default("IN"),
  thresholdVolume: volume.default(25),
}).partial({ addressLine: true, city: true, state: true, postalCode: true });
export type RequestedCompany = z.output<typeof RequestedCompany>;
