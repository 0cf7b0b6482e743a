import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { ofCompany } from "../base/pages.ts";
import { itemKinds } from "../player/endpoints.ts";

/** From one instant up to another. */
const Span = z.object({ from: z.string(), to: z.string() });
export type Span = z.infer<typeof Span>;

/** Figures of an hour that begins at an instant, in the store's local time of that hour. */
const TimelineHour = z.object({
  at: z.string(),
  hour: z.string(),
  /** Minutes. */
  open: z.int(),
  online: z.int(),
  playing: z.int(),
  quiet: z.int(),
  paused: z.int(),
  /** 0 to 100, of the minutes online; null without any. */
  volume: z.object({ least: z.int(), average: z.int(), most: z.int() }).nullable(),
});
export type TimelineHour = z.infer<typeof TimelineHour>;

export const StoreTimeline = z.object({
  storeName: z.string(),
  timeZone: z.string(),
  /** On the store's clock. */
  day: z.string(),
  today: z.string(),
  from: z.string(),
  to: z.string(),
  open: z.array(Span),
  /** Open, with a heartbeat. */
  online: z.array(Span),
  /** Online, and the player said that it plays. */
  playing: z.array(Span),
  /** Online, with a volume below the company's threshold. */
  quiet: z.array(Span),
  /** Online, and a person in the store had paused the music. */
  paused: z.array(Span),
  /** Hours in which the store was open. */
  hours: z.array(TimelineHour),
  /** Verified plays and substitutes, in their order. */
  plays: z.array(
    z.object({
      startedAt: z.string(),
      kind: z.enum(itemKinds),
      title: z.string(),
      artist: z.string().nullable(),
      seconds: z.int(),
    }),
  ),
});
export type StoreTimeline = z.infer<typeof StoreTimeline>;

export const storeTimeline = endpoint({
  method: "get",
  path: "/store/timeline",
  summary: "A store's day minute by minute: status, volume and plays",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, storeId: field.id, day: field.isoDate.optional() }),
  data: StoreTimeline,
});
