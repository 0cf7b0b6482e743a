import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { StoredFile } from "../files/endpoints.ts";
import { Amount } from "./invoices.ts";
import { exportTerms, financialYearOf } from "./words.ts";

/** Percent with up to two decimals, 0 to 100: "18" or "18.00". */
const percent = field.line.regex(
  /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/,
  "Enter a percentage from 0 to 100, for example 18.",
);

/** Codes of services begin with 99 and have four to six digits (CGST Rules, rule 46(g)). */
const sac = field.line.regex(/^99\d{2,4}$/, "Enter a SAC of 4 to 6 digits, for example 998432.");

/** The provider's own particulars, as invoices show them. */
export const BillingSettingsForm = z.strictObject({
  legalName: field.title,
  addressLine: field.title,
  city: field.title,
  postalCode: field.postalCode,
  gstNo: field.gstNo,
  panNo: field.panNo,
  /** Where to pay, as one line. */
  bankDetails: field.line
    .max(200, "At most 200 characters are allowed.")
    .regex(printable, messages.printable)
    .optional(),
  gstRate: percent.default("18.00"),
  /** Days from the date of an invoice to its due date. */
  paymentDays: wholeNumber(0, 90).default(15),
  sacMusic: sac,
  sacAds: sac,
  signatoryName: field.contactName,
  /** Until this is chosen, no company abroad or in an SEZ is billed. */
  exportTerms: z.enum(exportTerms, "Choose from the list.").optional(),
  /** The LUT's reference number (ARN), its date, and its last valid day. */
  lutNo: field.line
    .max(50, "At most 50 characters are allowed.")
    .regex(printable, messages.printable)
    .optional(),
  lutDate: field.isoDate.optional(),
  lutValidTo: field.isoDate.optional(),
  /** The latest year whose annual return (GSTR-9) was filed, "2025-26", and the date of filing. */
  annualReturnYear: field.line
    .refine(
      (year) => year === financialYearOf(`${year.slice(0, 4)}-04-01`),
      "Enter a financial year, for example 2025-26.",
    )
    .optional(),
  annualReturnFiledOn: field.isoDate.optional(),
  version: field.version.optional(),
});
export type BillingSettingsForm = z.output<typeof BillingSettingsForm>;

export const BillingSettings = z.object({
  legalName: z.string().nullable(),
  addressLine: z.string().nullable(),
  city: z.string().nullable(),
  /** The state of the GSTIN. */
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  gstNo: z.string().nullable(),
  panNo: z.string().nullable(),
  bankDetails: z.string().nullable(),
  gstRate: z.string(),
  paymentDays: z.int(),
  sacMusic: z.string().nullable(),
  sacAds: z.string().nullable(),
  signatoryName: z.string().nullable(),
  /** The picture of their signature, drawn on documents above the name. */
  signatureFileId: z.string().nullable(),
  exportTerms: z.enum(exportTerms).nullable(),
  lutNo: z.string().nullable(),
  lutDate: z.string().nullable(),
  lutValidTo: z.string().nullable(),
  annualReturnYear: z.string().nullable(),
  annualReturnFiledOn: z.string().nullable(),
  /** Null while nobody has saved them: then nothing is issued. */
  version: z.int().nullable(),
});
export type BillingSettings = z.infer<typeof BillingSettings>;

export const findBillingSettings = endpoint({
  method: "get",
  path: "/billing-settings",
  summary: "The provider's own particulars on invoices, with GST rate and payment days",
  access: ["BILLING_DASHBOARD"],
  scope: "provider",
  data: BillingSettings,
});
export const changeBillingSettings = endpoint({
  method: "put",
  path: "/billing-settings",
  summary: "Change them, for invoices issued from now on",
  access: ["BILLING_DASHBOARD"],
  scope: "provider",
  body: BillingSettingsForm,
  data: BillingSettings,
});

export const setSignature = endpoint({
  method: "post",
  path: "/billing-settings/signature",
  summary:
    "Set the picture of the authorised signatory's signature, for invoices issued from now on",
  access: ["BILLING_DASHBOARD"],
  scope: "provider",
  upload: { kind: "image", most: 1 },
  data: StoredFile,
  success: 201,
});
export const deleteSignature = endpoint({
  method: "delete",
  path: "/billing-settings/signature",
  summary: "Remove the signature; issued documents keep theirs",
  access: ["BILLING_DASHBOARD"],
  scope: "provider",
  data: z.null(),
});

/** A rate holds from the first of a month until the next one does. */
export const RateVersion = z.object({
  from: z.string(),
  rate: Amount,
  setBy: z.string(),
  setAt: z.iso.datetime(),
});
export type RateVersion = z.infer<typeof RateVersion>;

export const listRates = endpoint({
  method: "get",
  path: "/billing-rate",
  summary: "The versions of a company's rate, the newest first",
  access: ["BILLING_DASHBOARD"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.array(RateVersion),
});
export const setRate = endpoint({
  method: "post",
  path: "/billing-rate",
  summary: "Change a company's rate from a month on that is not invoiced yet",
  access: ["BILLING_DASHBOARD"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z.strictObject({
    /** The first of a month. */
    from: field.isoDate.refine(
      (date) => date.endsWith("-01"),
      "A rate begins on the first of a month.",
    ),
    rate: field.billingRate,
  }),
  data: RateVersion,
  success: 201,
});
