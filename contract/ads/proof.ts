import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import { DeliveryDay, DeliveryFigures, Impressions, StoreDelivery } from "./delivery.ts";
import {
  campaignStates,
  mostBrandContacts,
  proofLimits,
  proofLinkStates,
  spotKinds,
} from "./words.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;
const ofCampaign = z.strictObject({ ...ofCompany, campaignId: idOf("campaign") });

/** A campaign as its brand may see it: without identifiers and prices. */
export const ProofOfPlay = z.object({
  company: z.string(),
  /** The company's country, by which figures are written. */
  country: z.string(),
  hasLogo: z.boolean(),
  campaign: z.string(),
  /** The campaign's brand, or where it has none those of its spots. */
  brand: z.string().nullable(),
  kind: z.enum(spotKinds),
  state: z.enum(campaignStates),
  startsOn: z.string(),
  endsOn: z.string(),
  delivery: DeliveryFigures,
  reach: z.object({
    /** Stores that have played it, of those that have booked or played it. */
    stores: z.int(),
    storesBooked: z.int(),
    /** For how long these were open on the days of its plays up to now. */
    openMinutes: z.int(),
  }),
  impressions: Impressions,
  days: z.array(DeliveryDay),
  /** Verified plays by the hour in which each was due on its store's clock, from 00:00. */
  hours: z.array(z.int()).length(24),
  /** Verified plays whose hour is no longer on record; with `hours` they are all verified plays. */
  withoutHour: z.int(),
  spots: z.array(z.object({ name: z.string(), seconds: z.int(), verified: z.int() })),
  /** By name, the first ones; the CSV has all. */
  stores: z
    .array(StoreDelivery.omit({ storeId: true }))
    .max(proofLimits.stores)
    .describe(`At most ${proofLimits.stores} stores.`),
  storesInAll: z.int(),
  madeAt: z.iso.datetime(),
  /** The company's, for `madeAt` and the end of a link. */
  timeZone: z.string(),
});
export type ProofOfPlay = z.infer<typeof ProofOfPlay>;

export const proofOfPlay = endpoint({
  method: "get",
  path: "/campaign/proof-of-play",
  summary: "A campaign's proof of play in the stores in scope",
  access,
  scope,
  query: ofCampaign,
  data: ProofOfPlay,
});

export const exportProof = endpoint({
  method: "get",
  path: "/campaign/proof-of-play/export",
  summary: "The same by store and day, with the plays of each hour, as CSV or workbook",
  access,
  scope,
  query: z.strictObject({ ...ofCampaign.shape, ...ofFile }),
  data: z.never(),
  stream: tableMediaTypes,
});

export const proofPdf = endpoint({
  method: "get",
  path: "/campaign/proof-of-play/pdf",
  summary: "The same as PDF, with the company's icon",
  access,
  scope,
  query: ofCampaign,
  data: z.never(),
  stream: "application/pdf",
});

export const ProofLink = z.object({
  id: z.int(),
  state: z.enum(proofLinkStates),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
  /** The address that it was emailed to, and what became of that email; null if it was shown. */
  sentTo: z.string().nullable(),
  email: EmailStatus.nullable(),
});
export type ProofLink = z.infer<typeof ProofLink>;

export const listProofLinks = endpoint({
  method: "get",
  path: "/campaign/proof-link",
  summary: "The links to a campaign's proof of play, the newest first",
  access,
  scope,
  query: ofCampaign,
  data: z.array(ProofLink),
});

export const NewProofLink = z.strictObject({
  campaignId: idOf("campaign"),
  /** Days until it expires. */
  days: wholeNumber(proofLimits.days.least, proofLimits.days.most).default(proofLimits.days.usual),
});

export const addProofLink = endpoint({
  method: "post",
  path: "/campaign/proof-link",
  summary:
    "Make a link to a campaign's proof of play, which needs no sign-in; its token is shown once",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: NewProofLink,
  data: z.object({ id: z.int(), token: z.string(), expiresAt: z.iso.datetime() }),
  success: 201,
  idempotent: "secret",
});

const ProofContact = z.object({
  brand: z.string(),
  name: z.string(),
  role: z.string().nullable(),
  email: z.string(),
});
export type ProofContact = z.infer<typeof ProofContact>;

export const listProofContacts = endpoint({
  method: "get",
  path: "/campaign/proof-link/contacts",
  summary: "The contacts of a campaign's brands, to whom its proof of play can be emailed",
  access,
  scope,
  query: ofCampaign,
  data: z.array(ProofContact),
});

export const EmailedProof = NewProofLink.extend({
  /** Addresses of contacts of the campaign's brands. */
  to: z.array(field.email).min(1).max(mostBrandContacts),
});

export const emailProofLink = endpoint({
  method: "post",
  path: "/campaign/proof-link/email",
  summary:
    "Email each of these contacts of the campaign's brands their own link to its proof of play",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: EmailedProof,
  data: z.array(ProofLink),
  idempotent: true,
  success: 201,
});

export const withdrawProofLink = endpoint({
  method: "delete",
  path: "/campaign/proof-link",
  summary: "Withdraw a link, which then stops working",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("proof-link") }),
  data: z.null(),
});

/** Whoever has the link needs no sign-in, and reaches nothing but this one campaign's proof. */
const ofLink = { access: "public", scope: "none", refuses: [404] } as const;
const byLink = z.strictObject({ token: field.linkToken });

export const linkedProof = endpoint({
  method: "get",
  path: "/proof-of-play/{token}",
  summary: "The proof of play that a link leads to",
  ...ofLink,
  params: byLink,
  data: ProofOfPlay.extend({ expiresAt: z.iso.datetime() }),
});

export const exportLinkedProof = endpoint({
  method: "get",
  path: "/proof-of-play/{token}/export",
  summary: "The same by store and day, with the plays of each hour, as CSV or workbook",
  ...ofLink,
  params: byLink,
  query: z.strictObject(ofFile),
  data: z.never(),
  stream: tableMediaTypes,
});

export const linkedProofPdf = endpoint({
  method: "get",
  path: "/proof-of-play/{token}/pdf",
  summary: "The same as PDF, with the company's icon",
  ...ofLink,
  params: byLink,
  data: z.never(),
  stream: "application/pdf",
});

export const linkedProofLogo = endpoint({
  method: "get",
  path: "/proof-of-play/{token}/logo",
  summary: "The icon of the company whose campaign the link leads to",
  ...ofLink,
  params: byLink,
  data: z.never(),
  stream: "image/*",
});
