import { eq } from "drizzle-orm";
import {
  apiToken,
  type login,
  webhook,
  webhookDelivery,
  webhookEvent,
} from "../platform/db/schema/index.ts";
import type { Db } from "../platform/db/types.ts";
import { companies } from "./companies.ts";
import { insertRows } from "./insert-rows.ts";
import { demoStoreId } from "./organisation.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * A token of Northwind's, whose secret nobody knows, and a webhook with its log. It is paused, so
 * that the demo calls no other server.
 */
export async function seedIntegrations(
  tx: Db,
  logins: (typeof login.$inferInsert)[],
  now: Date,
): Promise<void> {
  const companyId = companies.northwind.id;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const admin = logins.find(({ username }) => username === "client.admin");
  if (!admin) throw new Error("Northwind has no admin");
  await insertRows(tx, apiToken, [
    {
      companyId,
      kind: "company",
      userId: admin.userId,
      name: "Sales dashboard",
      secretHash: "none",
      scopes: ["STORES:read", "REPORTS:read"],
      createdAt: ago(40 * day),
      expiresAt: ago(-140 * day),
      lastUsedAt: ago(25 * minute),
    },
  ]);
  await insertRows(tx, webhook, [
    {
      companyId,
      name: "Operations channel",
      url: "https://hooks.northwind.example/in-store",
      events: ["store.offline", "store.back"],
      createdAt: ago(20 * day),
      createdBy: "client.admin",
      pausedAt: ago(5 * minute),
    },
  ]);
  const [receiver] = await tx
    .select({ id: webhook.id })
    .from(webhook)
    .where(eq(webhook.companyId, companyId));
  if (!receiver) throw new Error("no webhook was written");
  const { id: webhookId } = receiver;
  const store = { storeId: demoStoreId, offlineSince: ago(3 * day).toISOString() };
  await writeDelivery(tx, webhookId, {
    time: ago(20 * day),
    kind: "test",
    data: { message: "This is a test of your webhook." },
    isDelivered: true,
  });
  await writeDelivery(tx, webhookId, {
    time: ago(3 * day),
    kind: "store.offline",
    data: { ...store, offlineUntil: null },
    isDelivered: false,
  });
  const backAt = ago(3 * day - 40 * minute);
  await writeDelivery(tx, webhookId, {
    time: backAt,
    kind: "store.back",
    data: { ...store, offlineUntil: backAt.toISOString() },
    isDelivered: true,
  });
}

/** Writes an event that was sent to a webhook, or that was given up after a day. */
async function writeDelivery(
  tx: Db,
  webhookId: number,
  {
    time,
    kind,
    data,
    isDelivered,
  }: {
    time: Date;
    kind: "store.offline" | "store.back" | "test";
    data: Record<string, unknown>;
    isDelivered: boolean;
  },
): Promise<void> {
  const companyId = companies.northwind.id;
  const [event] = await tx
    .insert(webhookEvent)
    .values({ companyId, kind, occurredAt: time, data })
    .returning();
  if (!event) throw new Error("no event was written");
  const outcome = isDelivered
    ? {
        state: "delivered" as const,
        attempt: 1,
        attemptedAt: time,
        endedAt: time,
        status: 204,
        milliseconds: 118,
      }
    : {
        state: "failed" as const,
        attempt: 11,
        attemptedAt: new Date(time.getTime() + day),
        status: 503,
        milliseconds: 64,
      };
  const ended = isDelivered ? time : new Date(time.getTime() + day);
  await tx.insert(webhookDelivery).values({
    companyId,
    webhookId,
    eventId: event.id,
    createdAt: time,
    takeAt: null,
    endedAt: ended,
    ...outcome,
    ...(!isDelivered && { answer: "Service Unavailable" }),
  });
}
