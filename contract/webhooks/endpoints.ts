import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { deliveryStates, webhookEventKinds } from "./words.ts";

const access = ["COMPANIES", "COMPANIESEDIT"] as const;
/** Events are about the whole company: narrower admins get a 403. */
const scope = "company" as const;

/** Content of a webhook without the signature. */
export const WebhookPayload = z.object({
  /** Stays the same however often the event is sent. */
  id: z.uuid(),
  type: z.enum([...webhookEventKinds, "test"]),
  occurredAt: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;

const instant = z.iso.datetime().nullable();

export const WebhookRow = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEventKinds)),
  state: z.enum(["active", "paused"]),
  /** Why it paused by itself. */
  pausedBecause: z.string().nullable(),
  failingSince: instant,
  /** The time until which events are also signed with the previous secret. */
  overlapUntil: instant,
  lastDelivery: z
    .object({ state: z.enum(deliveryStates), at: z.iso.datetime(), status: z.int().nullable() })
    .nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  version: z.int(),
});
export type WebhookRow = z.infer<typeof WebhookRow>;

const url = field.line
  .min(1, "Enter the address of the receiver.")
  .max(2000, "At most 2000 characters are allowed.")
  .regex(printable, messages.printable)
  .regex(
    /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i,
    "Enter an address such as https://example.com/events, without a user name.",
  );

const fields = {
  name: field.title,
  url,
  events: z
    .array(z.enum(webhookEventKinds), "Choose at least one event.")
    .min(1, "Choose at least one event.")
    .max(webhookEventKinds.length)
    .overwrite((events) => [...new Set(events)]),
};
export const NewWebhook = z.strictObject(fields);
export type NewWebhook = z.output<typeof NewWebhook>;
/** The form as its page sends it: with the version of the webhook that it was loaded with. */
export const WebhookForm = z.strictObject({ ...fields, version: field.version.optional() });
export const WebhookChange = z.strictObject({
  id: idOf("webhook"),
  name: fields.name.optional(),
  url: fields.url.optional(),
  events: fields.events.optional(),
  /**
   * "paused" sends nothing until it is "active" again; what happens in between is not sent later.
   */
  state: z.enum(["active", "paused"]).optional(),
  /** Makes a new secret, which is in the answer; for a day events are signed with both. */
  newSecret: z.literal(true).optional(),
  version: field.version.optional(),
});
export type WebhookChange = z.output<typeof WebhookChange>;

const query = z.strictObject(ofCompany);
const params = z.strictObject({ id: idOf("webhook") });
const idAndName = z.object({ id: z.int(), name: z.string() });

export const listWebhooks = endpoint({
  method: "get",
  path: "/webhook",
  summary: "The company's webhooks by name",
  access,
  scope,
  query,
  data: z.array(WebhookRow),
});

export const findWebhook = endpoint({
  method: "get",
  path: "/webhook/{id}",
  summary: "A webhook of the company",
  access,
  scope,
  params,
  query,
  data: WebhookRow,
});

export const addWebhook = endpoint({
  method: "post",
  path: "/webhook",
  summary:
    "Send events of the company to an address; the secret that signs them is in this answer alone",
  access,
  scope,
  query,
  body: NewWebhook,
  data: idAndName.extend({ secret: z.string() }),
  success: 201,
  idempotent: "secret",
});

export const changeWebhook = endpoint({
  method: "put",
  path: "/webhook",
  summary: "Change a webhook, pause or resume it, or give it a new secret; what is left out stays",
  access,
  scope,
  query,
  body: WebhookChange,
  data: idAndName.extend({ secret: z.string().nullable() }),
});

export const removeWebhook = endpoint({
  method: "delete",
  path: "/webhook",
  summary: "Delete a webhook with its log",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: idOf("webhook") }),
  data: idAndName,
});

export const DeliveryRow = z.object({
  id: z.int(),
  eventId: z.uuid(),
  type: z.enum([...webhookEventKinds, "test"]),
  occurredAt: z.iso.datetime(),
  isResend: z.boolean(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** Time, status and duration of the last attempt; all null before the first. */
  attemptedAt: instant,
  status: z.int().nullable(),
  milliseconds: z.int().nullable(),
  /** The first bytes of the receiver's answer. */
  answer: z.string().nullable(),
  /** Why there was no answer. */
  error: z.string().nullable(),
  /** The time of the next try; null once it has ended. */
  nextAt: instant,
});
export type DeliveryRow = z.infer<typeof DeliveryRow>;

export const DeliveryQuery = z.strictObject({
  ...ofCompany,
  state: z.enum(deliveryStates).optional(),
  type: z.enum([...webhookEventKinds, "test"]).optional(),
  ...paging,
});

export const listDeliveries = endpoint({
  method: "get",
  path: "/webhook/{id}/delivery",
  summary: "What a webhook was sent in the last 30 days, the newest first",
  access,
  scope,
  params,
  query: DeliveryQuery,
  list: true,
  data: DeliveryRow,
});

export const resendDelivery = endpoint({
  method: "post",
  path: "/webhook/{id}/resend",
  summary: "Send the event of a delivery once more; it keeps its ID",
  access,
  scope,
  params,
  query,
  body: z.strictObject({ deliveryId: idOf("delivery") }),
  data: idAndName,
});

export const testWebhook = endpoint({
  method: "post",
  path: "/webhook/{id}/test",
  summary: "Send a test event to a webhook",
  access,
  scope,
  params,
  query,
  data: idAndName,
});
