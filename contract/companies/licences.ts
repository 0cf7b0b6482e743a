import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";

const stores = wholeNumber(1, 1_000_000);
const form = {
  name: field.title,
  number: field.title.optional(),
  validFrom: field.isoDate,
  validTo: field.isoDate,
  stores,
};
type Dates = { validFrom: string; validTo: string };
const inOrder = ({ validFrom, validTo }: Dates) => validTo >= validFrom;
const wrongOrder = {
  path: ["validTo"],
  message: "The licence ends before it begins. Choose a later last day.",
};

/** A licence to play music in public, for a number of the company's stores. */
export const LicenceForm = z.strictObject(form).refine(inOrder, wrongOrder);
export type LicenceForm = z.output<typeof LicenceForm>;
const version = field.version.optional();
/**
 * The form as its page sends it: with the version of the licence that it was loaded with, if the
 * licence exists.
 */
export const LicencePage = z.strictObject({ ...form, version }).refine(inOrder, wrongOrder);

export const Licence = z.object({
  id: z.int(),
  name: z.string(),
  number: z.string().nullable(),
  validFrom: z.string(),
  validTo: z.string(),
  stores: z.int(),
  version: z.int(),
});
export type Licence = z.infer<typeof Licence>;

export const listLicences = endpoint({
  method: "get",
  path: "/companyLicense",
  summary: "The company's licences, latest end date first",
  access: ["COMPANIES", "COMPANIESEDIT", "MUSIC_LIBRARY"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.array(Licence),
});

export const addLicence = endpoint({
  method: "post",
  path: "/companyLicense",
  summary: "Add a licence",
  access: ["COMPANIES", "MUSIC_LIBRARY"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: LicenceForm,
  data: Licence,
  success: 201,
  idempotent: true,
});

export const updateLicence = endpoint({
  method: "put",
  path: "/companyLicense",
  summary: "Change a licence",
  access: ["COMPANIES", "MUSIC_LIBRARY"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ licenceId: field.id, ...form, version }).refine(inOrder, wrongOrder),
  data: Licence,
});
