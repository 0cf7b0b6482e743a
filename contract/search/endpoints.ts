import { z } from "zod";
import { campaignStates } from "../ads/words.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { invoiceStatuses } from "../billing/words.ts";
import { chartKinds } from "../charts/words.ts";

/** Hits given of a kind. The lists, searched for the same words, have all of them. */
export const hitsOfKind = 5;

export const SearchQuery = z.strictObject({
  ...ofCompany,
  q: field.search.min(1, messages.required),
});
export type SearchQuery = z.output<typeof SearchQuery>;

/** The company of a hit: provider staff who chose no company search all of them. */
const ofSomeCompany = { companyId: z.int(), companyName: z.string() };
const text = z.string().nullable();

export const StoreHit = z.object({
  ...ofSomeCompany,
  id: z.int(),
  storeCode: z.string(),
  storeName: z.string(),
  regionName: text,
  zoneName: text,
  groupName: text,
});
export type StoreHit = z.infer<typeof StoreHit>;

export const UserHit = z.object({
  ...ofSomeCompany,
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
});
export type UserHit = z.infer<typeof UserHit>;

export const SongHit = z.object({
  id: z.int(),
  title: z.string(),
  artist: z.string(),
  album: text,
  isrc: text,
});
export type SongHit = z.infer<typeof SongHit>;

export const ChartHit = z.object({
  ...ofSomeCompany,
  id: z.int(),
  kind: z.enum(chartKinds),
  chartName: z.string(),
});
export type ChartHit = z.infer<typeof ChartHit>;

export const CampaignHit = z.object({
  ...ofSomeCompany,
  id: z.int(),
  campaignName: z.string(),
  state: z.enum(campaignStates),
  startsOn: z.string(),
  endsOn: z.string(),
});
export type CampaignHit = z.infer<typeof CampaignHit>;

/** `companyName` is the name on the invoice. */
export const InvoiceHit = z.object({
  ...ofSomeCompany,
  id: z.int(),
  number: z.string(),
  status: z.enum(invoiceStatuses),
  periodFrom: z.string(),
  periodTo: z.string(),
});
export type InvoiceHit = z.infer<typeof InvoiceHit>;

/** The best hits of a kind; `more` is true if there are others. */
const hits = <Hit extends z.ZodType>(hit: Hit) =>
  z.object({ hits: z.array(hit).max(hitsOfKind), more: z.boolean() });

/** A kind whose area is closed to the caller has no hits. */
export const SearchHits = z.object({
  stores: hits(StoreHit),
  users: hits(UserHit),
  songs: hits(SongHit),
  charts: hits(ChartHit),
  campaigns: hits(CampaignHit),
  invoices: hits(InvoiceHit),
});
export type SearchHits = z.infer<typeof SearchHits>;

export const searchAll = endpoint({
  method: "get",
  path: "/search",
  summary:
    "The stores, users, songs, charts, campaigns and invoices that match `q` best, within the caller's areas and scope",
  access: ["STORES", "USER_MGMT", "MUSIC_LIBRARY", "CHARTS", "NON_MUSIC", "BILLING_DASHBOARD"],
  scope: "none",
  query: SearchQuery,
  data: SearchHits,
});
