import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { undoOf } from "../base/undo.ts";
import { taxStatuses } from "../billing/tax-rules.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import { CompanyChange, NewCompany } from "./form.ts";

export const CompanyChoice = z.object({
  id: z.int(),
  companyName: z.string(),
  country: z.string(),
  timeZone: z.string(),
  stores: z.int(),
});
export type CompanyChoice = z.infer<typeof CompanyChoice>;

/**
 * The companies a person may work in: all active clients for provider staff, the own one for client
 * staff.
 */
export const companiesForMe = endpoint({
  method: "get",
  path: "/company/companies-for-me",
  summary: "The companies the caller may work in",
  access: "session",
  tokens: true,
  scope: "people",
  data: z.array(CompanyChoice),
});

export const companySorts = sortsBy("name", "code", "status", "stores", "rate", "created");
const filters = { search: field.search.optional(), status: field.status.optional() };
export const CompanyFilters = z.strictObject(filters);
export type CompanyFilters = z.output<typeof CompanyFilters>;
export const CompanyQuery = z.strictObject({
  ...filters,
  ...paging,
  sort: z.enum(companySorts).default("name"),
});
export type CompanyQuery = z.output<typeof CompanyQuery>;

export const CompanyRow = z.object({
  id: z.int(),
  companyName: z.string(),
  companyCode: z.string(),
  status: field.status,
  stores: z.int(),
  activeStores: z.int(),
  billingRate: z.string().nullable(),
  billingPeriodMonths: z.int(),
  /** The day after the billing period that runs now; null while nothing is billed. */
  nextInvoiceOn: z.string().nullable(),
  iconFileId: z.string().nullable(),
});
export type CompanyRow = z.infer<typeof CompanyRow>;

export const listCompanies = endpoint({
  method: "get",
  path: "/company",
  summary: "The client companies",
  access: ["COMPANIES"],
  scope: "none",
  query: CompanyQuery,
  list: true,
  data: CompanyRow,
});

export const exportCompanies = endpoint({
  method: "get",
  path: "/company/exportCompanyList",
  summary: "The companies that match, as CSV or workbook",
  access: ["COMPANIES"],
  scope: "none",
  query: CompanyFilters.extend(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
});

export const recentCompanies = endpoint({
  method: "get",
  path: "/company/recentCompany",
  summary: "The five active companies that were added or changed most recently",
  access: ["COMPANIES"],
  scope: "none",
  data: z.array(z.object({ id: z.int(), companyName: z.string() })),
});

export const Company = z.object({
  id: z.int(),
  companyName: z.string(),
  companyCode: z.string(),
  status: field.status,
  companyWebsite: z.string().nullable(),
  country: z.string(),
  addressLine: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  contactName: z.string().nullable(),
  email: z.string().nullable(),
  commEmail: z.string().nullable(),
  phoneCountryCode: z.string().nullable(),
  phone: z.string().nullable(),
  legalName: z.string().nullable(),
  taxStatus: z.enum(taxStatuses),
  gstNo: z.string().nullable(),
  panNo: z.string().nullable(),
  /** Rate and next invoice are for those who see the whole company. */
  billingRate: z.string().nullable(),
  billingPeriodMonths: z.int(),
  billingStartsOn: z.string().nullable(),
  nextInvoiceOn: z.string().nullable(),
  timeZone: z.string(),
  optimumVolume: z.int(),
  thresholdVolume: z.int(),
  oneSession: z.boolean(),
  waitingTops: z.boolean(),
  ownSongs: z.boolean(),
  companyAdminUserId: z.string().nullable(),
  iconFileId: z.string().nullable(),
  version: z.int(),
});
export type Company = z.infer<typeof Company>;

export const findCompany = endpoint({
  method: "get",
  path: "/company/findById",
  summary: "One company",
  access: ["COMPANIES", "COMPANIESEDIT"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: Company,
});

export const addCompany = endpoint({
  method: "post",
  path: "/company",
  summary: "Add a company and invite its first admin",
  access: ["COMPANIES"],
  session: true,
  scope: "none",
  body: NewCompany,
  data: z.object({
    id: z.int(),
    companyName: z.string(),
    companyCode: z.string(),
    /** The status of the first admin's invitation. */
    mail: EmailStatus.nullable(),
  }),
  success: 201,
  idempotent: true,
});

export const updateCompany = endpoint({
  method: "put",
  path: "/company",
  summary:
    "Change a company, whole or by section; the whole form completes step 2 of the caller's onboarding",
  access: ["COMPANIES", "COMPANIESEDIT"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: CompanyChange,
  data: Company,
});

/** A form posts a target state, never a toggle. */
export const setCompanyStatus = endpoint({
  method: "patch",
  path: "/company/activate-deactivate",
  summary: "Activate or deactivate a company; deactivating ends its sessions",
  access: ["COMPANIES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ status: field.status, undoOf: undoOf.optional() }),
  data: z.object({ id: z.int(), companyName: z.string(), status: field.status }),
});

export const optimumVolume = endpoint({
  method: "get",
  path: "/company/findOptimumVolLevel",
  summary:
    "The volume that new stores start with, and the threshold below which a store is too quiet",
  access: ["STORES", "COMPANIES", "COMPANIESEDIT"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.object({ optimumVolume: z.int(), thresholdVolume: z.int() }),
});

const Uniqueness = z.object({ unique: z.boolean() });
/**
 * Asked while typing. A company keeps its own code, so matching itself is not a conflict; client
 * staff name no company, and theirs is assumed.
 */
export const uniqueCode = endpoint({
  method: "get",
  path: "/company/uniqueCompCode",
  summary: "Whether no other company has this code",
  access: ["COMPANIES"],
  scope: "none",
  query: z.strictObject({ ...ofCompany, companyCode: field.companyId }),
  data: Uniqueness,
});
export const uniqueAdminUserId = endpoint({
  method: "get",
  path: "/company/uniqueAdminUserId",
  summary: "Whether no user has this username",
  access: ["COMPANIES"],
  scope: "none",
  query: z.strictObject({ companyAdminUserId: field.companyAdminUserId }),
  data: Uniqueness,
});
export const uniqueEmail = endpoint({
  method: "get",
  path: "/company/uniqueEmail",
  summary: "Whether no other company has this email",
  access: ["COMPANIES", "COMPANIESEDIT"],
  scope: "none",
  query: z.strictObject({ ...ofCompany, email: field.email }),
  data: Uniqueness,
});
