import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { calendarDays } from "./campaigns.ts";
import { mostBrandContacts, spotKinds } from "./words.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

/** A person at a brand, to whom a company sends proofs of play. */
export const BrandContact = z.strictObject({
  name: field.contactName,
  email: field.email,
  role: field.title.optional(),
  /** With the country code, digits only. */
  phone: field.phone.optional(),
});
export type BrandContact = z.output<typeof BrandContact>;

/**
 * Refuses an address that an earlier contact has, in any case; a form's empty lines are undefined.
 */
function refuseSameEmails(
  contacts: readonly (BrandContact | undefined)[],
  context: Pick<z.core.$RefinementCtx, "addIssue">,
): void {
  const emails = contacts.map((contact) => contact?.email.toLowerCase());
  for (const [place, email] of emails.entries())
    if (email !== undefined && emails.indexOf(email) < place)
      context.addIssue({
        code: "custom",
        path: [place, "email"],
        message: "Another contact has this email.",
      });
}

const BrandContacts = z.array(BrandContact).max(mostBrandContacts).superRefine(refuseSameEmails);
/**
 * The same as a form posts them; any line may be empty. Merged brands may have more contacts than
 * can be saved, so it counts those that are left.
 */
export const PostedContacts = z
  .array(BrandContact.optional())
  .default([])
  .refine(
    (contacts) => contacts.filter(Boolean).length <= mostBrandContacts,
    `At most ${mostBrandContacts} contacts are allowed. Clear the fields of the others.`,
  )
  .superRefine(refuseSameEmails)
  .transform((contacts) => contacts.filter((contact) => contact !== undefined));

const BrandRow = z.object({
  id: z.int(),
  name: z.string(),
  /** The number of its contacts. */
  contacts: z.int(),
});

export const listBrands = endpoint({
  method: "get",
  path: "/campaign/brand",
  summary:
    "The company's own brands, and those of the library that its campaigns use or that have contacts",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, ...paging, search: field.search.optional() }),
  list: true,
  data: BrandRow,
});

export const campaignBrands = endpoint({
  method: "get",
  path: "/campaign/brands",
  summary: "The brands of the campaigns in scope, which reports are narrowed to",
  access: ["REPORTS"],
  scope,
  query: z.strictObject(ofCompany),
  data: z.array(z.object({ id: z.int(), name: z.string() })),
});

export const BrandAccount = z.object({
  id: z.int(),
  name: z.string(),
  contacts: z.array(BrandContact),
  /** 0 until contacts are first saved. */
  version: z.int(),
  /** False for admins of a part of the company, who only read them. */
  mayChange: z.boolean(),
});
export type BrandAccount = z.infer<typeof BrandAccount>;

export const findBrandAccount = endpoint({
  method: "get",
  path: "/campaign/brand/contacts",
  summary: "A brand's contacts at this company",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("item") }),
  data: BrandAccount,
});

/** 0 if the form was loaded before any contacts were saved. */
export const loadedVersion = z.number().int().min(0).max(2_147_483_647).optional();

export const changeBrandContacts = endpoint({
  method: "put",
  path: "/campaign/brand/contacts",
  summary: "Replace a brand's contacts; no other company sees them",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: z.strictObject({
    id: idOf("item"),
    contacts: BrandContacts,
    version: loadedVersion,
  }),
  data: BrandAccount,
});

export const BrandMonths = z.object({
  brandName: z.string(),
  months: z.array(
    z.object({
      /** "2026-05". */
      month: z.string(),
      /** Held and booked plays, with make-goods. */
      plays: z.int(),
      /** Rupees: its part of the prices of the campaigns; null if none has a price. */
      value: z.string().nullable(),
    }),
  ),
  /** Campaigns with plays that have no price, or none that the caller sees. */
  withoutPrice: z.int(),
});
export type BrandMonths = z.infer<typeof BrandMonths>;

export const brandMonths = endpoint({
  method: "get",
  path: "/campaign/brand/months",
  summary:
    "The plays of a brand's campaigns in a time by month, and their part of the campaigns' prices",
  access,
  scope,
  query: z
    .strictObject({
      ...ofCompany,
      brandId: idOf("item"),
      from: field.isoDate,
      to: field.isoDate,
      kind: z.enum(spotKinds).optional(),
      ...unitFilters,
    })
    .refine(calendarDays.check, calendarDays.issue),
  data: BrandMonths,
});
