import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { FullHour } from "./booking-refusal.ts";
import { CampaignBody } from "./campaign-body.ts";

const access = ["NON_MUSIC"] as const;
const scope = "company" as const;

/** The music that a booking leaves in its stores' hour with the least music. */
export const MusicEffect = z.object({
  storeId: z.int(),
  storeName: z.string(),
  day: z.string(),
  hour: z.int(),
  /**
   * Seconds of the hour that spots leave, without and with it, and the least by the company's
   * setting and the hour's open part.
   */
  secondsBefore: z.int(),
  secondsAfter: z.int(),
  leastSeconds: z.int(),
  /** Hours of all its stores and days that would be left with less than the least. */
  hoursBelow: z.int(),
  /** True if the company refuses a booking that leaves so little. */
  isRefused: z.boolean(),
  songsBefore: z.int(),
  songsAfter: z.int(),
  /** Songs that break a rule. */
  breaksBefore: z.int(),
  breaksAfter: z.int(),
});
export type MusicEffect = z.infer<typeof MusicEffect>;

export const Quote = z.object({
  /**
   * Stores with plays, the plays and their capacity: seconds of ads, positions of other kinds.
   */
  stores: z.int(),
  plays: z.int(),
  takes: z.int(),
  /** Seconds of sound: each spot of the rotation by its share. */
  seconds: z.int(),
  /** Plays in hours that the company calls prime. */
  primePlays: z.int(),
  /**
   * Rupees, less the discounts of the rate card; null without one. Before them it is `listPrice`.
   */
  price: z.string().nullable(),
  listPrice: z.string().nullable(),
  volumePercent: z.int(),
  /** The mean of its dates, in hundredths of a percent. */
  seasonBasisPoints: z.int(),
  /** Plays that there is room for now, and the first hours without. */
  freePlays: z.int(),
  full: z.array(FullHour),
  /** Hours of stores that are on sale and asked for, and those with room for all their plays. */
  hours: z.int(),
  freeHours: z.int(),
  /**
   * For a campaign with a goal, `plays` are those that it asks for, `freePlays` those that can be
   * planned now, which the price is of. Of plays that its hours could have at most if nothing else
   * was sold, and of stores and dates not on sale yet.
   */
  goal: z.object({ atMost: z.int(), notOnSale: z.int() }).nullable(),
  /** Null where none of its days is on sale. */
  music: MusicEffect.nullable(),
});
export type Quote = z.infer<typeof Quote>;

export const quoteCampaign = endpoint({
  method: "get",
  path: "/campaign/quote",
  summary: "What a campaign takes, reaches and costs, and what of it is free now; changes nothing",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("campaign") }),
  data: Quote,
});

export const quotePdf = endpoint({
  method: "get",
  path: "/campaign/quote/pdf",
  summary:
    "The quote of a draft or a held campaign as PDF: plays, rates, discounts, price, terms and until when it is valid",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("campaign") }),
  data: z.never(),
  stream: "application/pdf",
});

export const quoteDraft = endpoint({
  method: "post",
  path: "/campaign/quote",
  summary:
    "The same of a campaign that is not saved, or of a draft as it would be changed; changes nothing",
  access,
  scope,
  query: z.strictObject(ofCompany),
  body: CampaignBody.safeExtend({ id: idOf("campaign").optional() }),
  data: Quote,
});
