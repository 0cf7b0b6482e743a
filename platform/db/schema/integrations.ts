import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { tokenKinds } from "#contract/tokens/words";
import { deliveryStates, type WebhookEventKind } from "#contract/webhooks/words";
import { companyId, createdAt, identity, instant, reference, version } from "./columns.ts";
import { company } from "./organisation.ts";
import { appUser } from "./people.ts";

/** Connections to other programs: tokens for the API, and webhooks that report events. */

/**
 * An API token (docs/decisions/tokens.md). The company is the one of the user who answers for it;
 * the secret itself is stored nowhere.
 */
export const apiToken = pgTable(
  "api_token",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    kind: text("kind", { enum: tokenKinds }).notNull(),
    userId: reference("user_id").notNull(),
    name: text("name").notNull(),
    secretHash: text("secret_hash").notNull(),
    /** "STORES:read", "STORES:write", … */
    scopes: text("scopes").array().notNull(),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
    revokedBy: text("revoked_by"),
    /** Set when the user was notified that it expires soon. */
    toldAt: instant("told_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("api_token_of_user").on(t.companyId, t.userId),
    index("api_token_expiring")
      .on(t.expiresAt)
      .where(sql`${t.revokedAt} is null and ${t.toldAt} is null`),
    foreignKey({
      name: "api_token_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/**
 * A receiver of a company's events (docs/decisions/webhooks.md). Its secret follows from its id and
 * `generation`, and is stored nowhere.
 */
export const webhook = pgTable(
  "webhook",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    events: text("events").array().$type<WebhookEventKind[]>().notNull(),
    generation: integer("generation").notNull().default(1),
    /** The time until which events are also signed with the previous secret. */
    overlapUntil: instant("overlap_until"),
    pausedAt: instant("paused_at"),
    /** The reason in words, if it paused by itself. */
    pausedBecause: text("paused_because"),
    /** When deliveries began to fail since the last success, and the failed attempts since then. */
    failingSince: instant("failing_since"),
    failures: integer("failures").notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

/**
 * Something that happened and that a webhook was to hear of, written in the transaction of the fact
 * itself.
 */
export const webhookEvent = pgTable(
  "webhook_event",
  {
    companyId: companyId().references(() => company.id),
    id: uuid("id").notNull().defaultRandom(),
    kind: text("kind").$type<WebhookEventKind | "test">().notNull(),
    occurredAt: instant("occurred_at").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("webhook_event_age").on(t.occurredAt),
  ],
);

/**
 * An event for a webhook: both the queue, and the log of outcomes. The figures are those of the
 * last attempt.
 */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    companyId: companyId(),
    id: identity(),
    webhookId: reference("webhook_id").notNull(),
    eventId: uuid("event_id").notNull(),
    /** 0 for the first sending, then one for each time that somebody asked for another. */
    resend: integer("resend").notNull().default(0),
    createdAt: createdAt(),
    /** The time from which a process may take it, and which a process that takes it postpones. */
    takeAt: instant("take_at"),
    attempt: integer("attempt").notNull().default(0),
    state: text("state", { enum: deliveryStates }).notNull().default("waiting"),
    endedAt: instant("ended_at"),
    attemptedAt: instant("attempted_at"),
    status: integer("status"),
    milliseconds: integer("milliseconds"),
    /** The first bytes of the receiver's answer. */
    answer: text("answer"),
    /** Why there was no answer, in words. */
    error: text("error"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("webhook_delivery_once").on(t.companyId, t.webhookId, t.eventId, t.resend),
    index("webhook_delivery_to_take").on(t.takeAt).where(sql`${t.endedAt} is null`),
    check(
      "webhook_delivery_ended",
      sql`(${t.state} = 'waiting') = (${t.endedAt} is null) and (${t.endedAt} is null) = (${t.takeAt} is not null)`,
    ),
    foreignKey({
      name: "webhook_delivery_of_webhook",
      columns: [t.companyId, t.webhookId],
      foreignColumns: [webhook.companyId, webhook.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "webhook_delivery_of_event",
      columns: [t.companyId, t.eventId],
      foreignColumns: [webhookEvent.companyId, webhookEvent.id],
    }).onDelete("cascade"),
  ],
);
