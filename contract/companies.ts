import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import * as field from "./fields.ts";
import { ofCompany } from "./pages.ts";

export const CompanyChoice = z.object({ id: z.int(), companyName: z.string(), timeZone: z.string(), stores: z.int() });
export type CompanyChoice = z.infer<typeof CompanyChoice>;

/** The companies a person may work in: all active clients for provider staff, the own one for client staff. */
export const companiesForMe = endpoint({
  method: "get",
  path: "/company/companies-for-me",
  summary: "The companies the caller may work in",
  access: "session",
  data: z.array(CompanyChoice),
});

/** The company's own form (/admin/company/edit). PUT replaces it whole: an absent optional member clears it (VAL-4). */
export const CompanyForm = z.strictObject({
  name: field.title,
  commEmail: field.commEmail,
  phoneCountryCode: field.phoneCountryCode.default("91"),
  phone: field.phone,
  companyWebsite: field.companyWebsite.optional(),
  addressLine: field.title,
  city: field.title,
  state: field.title,
  postalCode: field.postalCode,
  timeZone: field.timeZone,
  gstNo: field.gstNo.optional(),
  panNo: field.panNo.optional(),
  thresholdVolume: z.coerce
    .number<number>({ error: "Enter a number from 0 to 100." })
    .int()
    .min(0)
    .max(100, "Enter a number from 0 to 100."),
});
export type CompanyForm = z.output<typeof CompanyForm>;

export const Company = z.object({
  id: z.int(),
  companyName: z.string(),
  code: z.string(),
  status: z.enum(["active", "inactive"]),
  email: z.string().nullable(),
  commEmail: z.string().nullable(),
  phoneCountryCode: z.string().nullable(),
  phone: z.string().nullable(),
  companyWebsite: z.string().nullable(),
  addressLine: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  timeZone: z.string(),
  gstNo: z.string().nullable(),
  panNo: z.string().nullable(),
  thresholdVolume: z.int(),
});
export type Company = z.infer<typeof Company>;

export const findCompany = endpoint({
  method: "get",
  path: "/company/findById",
  summary: "One company",
  access: ["COMPANIES", "COMPANIESEDIT"],
  query: z.strictObject(ofCompany),
  data: Company,
});

export const updateCompany = endpoint({
  method: "put",
  path: "/company",
  summary: "Change a company; ends step 2 of the caller's onboarding",
  access: ["COMPANIES", "COMPANIESEDIT"],
  query: z.strictObject(ofCompany),
  body: CompanyForm,
  data: Company,
});
