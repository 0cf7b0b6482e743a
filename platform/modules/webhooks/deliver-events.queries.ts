import { and, eq, isNull, sql } from "drizzle-orm";
import { webhook, webhookDelivery, webhookEvent } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/**
 * For the job that sends events, over all companies: each delivery goes to the receiver of its own
 * company.
 */

/**
 * Takes a delivery that waits until `until`, of a webhook that is not `busy`; of several processes
 * one gets it.
 */
export async function takeDelivery(
  db: Db,
  now: Date,
  until: Date,
  busy: { webhooks: readonly number[]; companies: readonly number[] },
) {
  const waiting = sql`select ${webhookDelivery.companyId}, ${webhookDelivery.id} from ${webhookDelivery}
    join ${webhook} on ${webhook.companyId} = ${webhookDelivery.companyId} and ${webhook.id} = ${webhookDelivery.webhookId}
    where ${webhookDelivery.endedAt} is null and ${webhookDelivery.takeAt} <= ${now.toISOString()}::timestamptz and ${webhook.pausedAt} is null
      and ${webhook.id} <> all(${sql.param([...busy.webhooks])}::bigint[]) and ${webhook.companyId} <> all(${sql.param([...busy.companies])}::bigint[])
    order by ${webhookDelivery.takeAt}, ${webhookDelivery.id} limit 1 for update of ${sql.identifier("webhook_delivery")} skip locked`;
  const [delivery] = await db
    .update(webhookDelivery)
    .set({ takeAt: until, attempt: sql`${webhookDelivery.attempt} + 1` })
    .where(sql`(${webhookDelivery.companyId}, ${webhookDelivery.id}) = (${waiting})`)
    .returning();
  return delivery;
}
export type TakenDelivery = NonNullable<Awaited<ReturnType<typeof takeDelivery>>>;

/** Finds the event of a delivery and the webhook to send it to. */
export async function findWhatToSend(db: Db, { companyId, webhookId, eventId }: TakenDelivery) {
  const [row] = await db
    .select({ webhook, event: webhookEvent })
    .from(webhook)
    .innerJoin(
      webhookEvent,
      and(eq(webhookEvent.companyId, webhook.companyId), eq(webhookEvent.id, eventId)),
    )
    .where(and(eq(webhook.companyId, companyId), eq(webhook.id, webhookId)));
  return row;
}

type Outcome = Partial<
  Pick<
    TakenDelivery,
    | "state"
    | "endedAt"
    | "takeAt"
    | "attemptedAt"
    | "status"
    | "milliseconds"
    | "answer"
    | "error"
    | "attempt"
  >
>;

/**
 * Writes the outcome of an attempt; false if another process has the delivery by now, or it was
 * deleted.
 */
export async function saveAttempt(
  tx: Tx | Db,
  { companyId, id, attempt }: TakenDelivery,
  outcome: Outcome,
): Promise<boolean> {
  const isTaken = and(
    eq(webhookDelivery.companyId, companyId),
    eq(webhookDelivery.id, id),
    eq(webhookDelivery.attempt, attempt),
    isNull(webhookDelivery.endedAt),
  );
  return (await tx.update(webhookDelivery).set(outcome).where(isTaken)).rowCount === 1;
}

const isOf = ({ companyId, webhookId }: TakenDelivery) =>
  and(eq(webhook.companyId, companyId), eq(webhook.id, webhookId));

/** Clears a webhook's failures after a success; writes only if there were some. */
export const noteSuccess = (tx: Tx, delivery: TakenDelivery) =>
  tx
    .update(webhook)
    .set({ failingSince: null, failures: 0 })
    .where(and(isOf(delivery), sql`${webhook.failures} > 0`));

/** Counts a failure; gives since when the webhook fails and how often it did. */
export async function noteFailure(tx: Tx, delivery: TakenDelivery, now: Date) {
  const [row] = await tx
    .update(webhook)
    .set({
      failingSince: sql`coalesce(${webhook.failingSince}, ${now.toISOString()}::timestamptz)`,
      failures: sql`${webhook.failures} + 1`,
    })
    .where(isOf(delivery))
    .returning();
  return row;
}

/** Pauses a webhook that is not paused; false where it is. */
export async function pauseWebhook(
  tx: Tx,
  delivery: TakenDelivery,
  because: string,
  now: Date,
): Promise<boolean> {
  const paused = await tx
    .update(webhook)
    .set({ pausedAt: now, pausedBecause: because })
    .where(and(isOf(delivery), isNull(webhook.pausedAt)));
  return paused.rowCount === 1;
}
