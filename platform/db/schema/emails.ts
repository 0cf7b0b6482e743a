import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { emailKinds, emailStates } from "#contract/emails/words";
import { companyId, createdAt, identity, instant, reference } from "./columns.ts";
import { company } from "./organisation.ts";

/**
 * An email to be sent, and its outcome. Its text is written again for each try, so that no link is
 * ever stored; the row says what it is about.
 */
export const email = pgTable(
  "email",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    kind: text("kind", { enum: emailKinds }).notNull(),
    itemKind: text("item_kind", {
      enum: ["user", "invoice", "credit-note", "reminder", "request", "alert", "proof-link"],
    }).notNull(),
    itemId: reference("item_id").notNull(),
    recipient: text("recipient").notNull(),
    /** The values that its text needs besides the item. */
    details: jsonb("details").$type<Record<string, string>>().notNull().default({}),
    /** Kept for every try: mailboxes show emails with the same Message-ID only once. */
    messageId: uuid("message_id").notNull().defaultRandom(),
    /** The single-use token of the last try's link. */
    tokenId: uuid("token_id"),
    state: text("state", { enum: emailStates }).notNull().default("queued"),
    /** The mail server's words at the last try, or why there are none. */
    answer: text("answer"),
    attempt: integer("attempt").notNull().default(0),
    /** The last try that certainly did not arrive. */
    failedAttempt: integer("failed_attempt").notNull().default(0),
    createdAt: createdAt(),
    /** The time from which a process may take it, and which a process that takes it postpones. */
    takeAt: instant("take_at"),
    endedAt: instant("ended_at"),
    /** The person who caused it, notified if it fails; null for emails that the system sends. */
    senderCompanyId: reference("sender_company_id"),
    senderId: reference("sender_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("email_of_item").on(t.companyId, t.itemKind, t.itemId, t.id),
    index("email_to_take").on(t.takeAt).where(sql`${t.endedAt} is null`),
    index("email_age").on(t.createdAt),
    check(
      "email_ended",
      sql`(${t.state} = 'queued') = (${t.endedAt} is null) and (${t.endedAt} is null) = (${t.takeAt} is not null)`,
    ),
  ],
);
