import { and, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DeliveryQuery } from "#contract/webhooks/endpoints";
import type { DeliveryState } from "#contract/webhooks/words";
import type { Scope } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import { idKey, keyset } from "../../db/keyset.ts";
import { webhook, webhookDelivery, webhookEvent } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

const within = ({ companyId }: Scope, id?: number) =>
  and(eq(webhook.companyId, companyId), id === undefined ? undefined : eq(webhook.id, id));

const isOfWebhook = and(
  eq(webhookDelivery.companyId, webhook.companyId),
  eq(webhookDelivery.webhookId, webhook.id),
);
const isOfEvent = and(
  eq(webhookEvent.companyId, webhookDelivery.companyId),
  eq(webhookEvent.id, webhookDelivery.eventId),
);

const last = sql`(select ${webhookDelivery.state} as state, ${webhookDelivery.attemptedAt} as at, ${webhookDelivery.status} as status
  from ${webhookDelivery} where ${isOfWebhook} and ${webhookDelivery.attemptedAt} is not null order by ${webhookDelivery.id} desc limit 1)`;

/** By name; of one where `id` is given. */
export const findWebhooks = (scope: Scope, db: Db, id?: number) =>
  db
    .select({
      ...getTableColumns(webhook),
      lastState: sql<DeliveryState | null>`last.state`,
      lastAt: sql<Date | null>`last.at`.mapWith(webhookDelivery.attemptedAt),
      lastStatus: sql<number | null>`last.status`,
    })
    .from(webhook)
    .leftJoin(sql`lateral ${last} as last`, sql`true`)
    .where(within(scope, id))
    .orderBy(sql`fold_text(${webhook.name}) collate "C"`, webhook.id);
export type FoundWebhook = Awaited<ReturnType<typeof findWebhooks>>[number];

/** Locks a webhook until the transaction ends. */
export async function lockWebhook(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx.select().from(webhook).where(within(scope, id)).for("update");
  return row;
}

/**
 * Makes those who add webhooks to a company wait for each other until the transaction ends;
 * gives how many there are.
 */
export async function lockWebhookCount({ companyId }: Scope, tx: Tx): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${companyId}`}, 0))`,
  );
  return tx.$count(webhook, eq(webhook.companyId, companyId));
}

type NewRow = Omit<typeof webhook.$inferInsert, "companyId">;

export async function insertWebhook({ companyId }: Scope, tx: Tx, values: NewRow): Promise<number> {
  const [row] = await tx
    .insert(webhook)
    .values({ ...values, companyId })
    .returning({ id: webhook.id });
  if (!row) throw new Error("no webhook was written");
  return row.id;
}

export const saveWebhook = (scope: Scope, tx: Tx, id: number, values: Partial<NewRow>) =>
  tx.update(webhook).set(values).where(within(scope, id));

export const deleteWebhook = (scope: Scope, tx: Tx, id: number) =>
  tx.delete(webhook).where(within(scope, id));

/**
 * Finds a page of a webhook's deliveries, newest first. Throws 422 for a cursor that is not ours.
 */
export async function findDeliveryPage(
  scope: Scope,
  db: Db,
  webhookId: number,
  query: z.output<typeof DeliveryQuery>,
) {
  const { state, type, limit, cursor } = query;
  const order = keyset([idKey(webhookDelivery.id)], { descending: true, cursor });
  const rows = await db
    .select({
      delivery: webhookDelivery,
      kind: webhookEvent.kind,
      occurredAt: webhookEvent.occurredAt,
      rowKey: order.select,
    })
    .from(webhookDelivery)
    .innerJoin(webhookEvent, isOfEvent)
    .where(
      and(
        eq(webhookDelivery.companyId, scope.companyId),
        eq(webhookDelivery.webhookId, webhookId),
        order.where,
        state && eq(webhookDelivery.state, state),
        type && eq(webhookEvent.kind, type),
      ),
    )
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}
export type FoundDelivery = Awaited<ReturnType<typeof findDeliveryPage>>["rows"][number];

/** The event of a delivery of a webhook. */
export async function findEventId(
  scope: Scope,
  tx: Tx,
  webhookId: number,
  deliveryId: number,
): Promise<string | undefined> {
  const isDelivery = and(
    eq(webhookDelivery.companyId, scope.companyId),
    eq(webhookDelivery.id, deliveryId),
  );
  const [row] = await tx
    .select({ eventId: webhookDelivery.eventId })
    .from(webhookDelivery)
    .where(and(isDelivery, eq(webhookDelivery.webhookId, webhookId)));
  return row?.eventId;
}

/** Queues an event for a locked webhook, also one that was sent before. */
export async function insertDelivery(
  { companyId }: Scope,
  tx: Tx,
  webhookId: number,
  eventId: string,
  now: Date,
): Promise<void> {
  const ofEvent = and(
    eq(webhookDelivery.companyId, companyId),
    eq(webhookDelivery.webhookId, webhookId),
    eq(webhookDelivery.eventId, eventId),
  );
  const [resendRow] = await tx
    .select({ next: sql<number>`coalesce(max(${webhookDelivery.resend}) + 1, 0)::int` })
    .from(webhookDelivery)
    .where(ofEvent);
  await tx.insert(webhookDelivery).values({
    companyId,
    webhookId,
    eventId,
    resend: resendRow?.next ?? 0,
    createdAt: now,
    takeAt: now,
  });
  announce(tx, "events", { companyId });
}

export async function insertTestEvent(
  { companyId }: Scope,
  tx: Tx,
  now: Date,
  data: Record<string, unknown>,
): Promise<string> {
  const [row] = await tx
    .insert(webhookEvent)
    .values({ companyId, kind: "test", occurredAt: now, data })
    .returning({ id: webhookEvent.id });
  if (!row) throw new Error("no event was written");
  return row.id;
}

/** Deletes events before a time, with their deliveries. */
export const deleteOldEvents = (db: Db, before: Date) =>
  db.delete(webhookEvent).where(lt(webhookEvent.occurredAt, before));
