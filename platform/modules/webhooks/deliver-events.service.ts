import { setTimeout as pause } from "node:timers/promises";
import { signatureHeader, webhookLimits } from "#contract/webhooks/words";
import { Failures } from "../../base/failures.ts";
import { nextAttempt } from "../../base/retry-times.ts";
import type { Database, DatabaseLogger } from "../../db/database.ts";
import type { Services } from "../../services.ts";
import { audit, systemActor } from "../audit/index.ts";
import { notifyNationalAdmins } from "../notifications/index.ts";
import {
  findWhatToSend,
  noteFailure,
  noteSuccess,
  pauseWebhook,
  saveAttempt,
  type TakenDelivery,
  takeDelivery,
} from "./deliver-events.queries.ts";
import { type Attempt, sendEvent } from "./send-event.ts";
import { bodyOf, signatureOf, webhookSecrets } from "./signature.ts";

/** A run of the job, with the server's secret and the addresses that are allowed. */
type DeliverCall = Pick<Services, "sessionSecret" | "webhookReceivers"> & {
  database: Database;
  logger: DatabaseLogger;
  now: Date;
  stopped?: AbortSignal;
  random?: () => number;
};

const minute = 60_000;
const day = 24 * 60 * minute;
/** How long a delivery belongs to the process that took it; longer than an attempt may take. */
const lease = minute;
/**
 * Receivers that a process sends to at once, in total and per company. A slow receiver holds only
 * its own place, never another's.
 */
const places = 32;
const placesACompany = 8;
/** How long one job sends; the next job continues. */
const runBudgetMs = 5 * minute;
/** Milliseconds between two looks for new events while others are being sent. */
const lookEvery = 250;

/** The companies whose places are all taken. */
function fullCompanies(underWay: readonly { companyId: number }[]): number[] {
  const countsByCompany = new Map<number, number>();
  for (const { companyId } of underWay)
    countsByCompany.set(companyId, (countsByCompany.get(companyId) ?? 0) + 1);
  return [...countsByCompany].flatMap(([companyId, count]) =>
    count < placesACompany ? [] : [companyId],
  );
}

/**
 * Sends the events that are due, several receivers at a time and one event after the other to
 * each. Gives how many attempts it made. Throws what went wrong with attempts, after the others;
 * a receiver's failure is no error.
 */
export async function deliverDueEvents(call: DeliverCall): Promise<number> {
  const { database, now, stopped } = call;
  const began = Date.now();
  /** The attempts under way, keyed by webhook id. */
  const underWay = new Map<number, { companyId: number; attempt: Promise<void> }>();
  const unfinished = () => [...underWay.values()].map(({ attempt }) => attempt);
  const failures = new Failures();
  let attempts = 0;
  while (!stopped?.aborted && Date.now() - began < runBudgetMs) {
    const present = new Date(now.getTime() + Date.now() - began);
    const until = new Date(present.getTime() + lease);
    const busy = {
      webhooks: [...underWay.keys()],
      companies: fullCompanies([...underWay.values()]),
    };
    const delivery =
      underWay.size < places ? await takeDelivery(database.db, present, until, busy) : undefined;
    if (delivery) {
      attempts++;
      const { companyId, webhookId } = delivery;
      const attempt = failures
        .attempt(`webhook ${webhookId} of company ${companyId}`, () =>
          attemptDelivery({ ...call, now: present }, delivery),
        )
        .finally(() => underWay.delete(webhookId));
      underWay.set(webhookId, { companyId, attempt });
    } else if (busy.webhooks.length === 0) break;
    // a company that was busy when asked may be free since, and its next event is due
    else if (underWay.size > 0)
      await Promise.race([...unfinished(), pause(lookEvery, undefined, { ref: false })]);
  }
  await Promise.all(unfinished());
  failures.throwAny("not all events were sent");
  return attempts;
}

async function attemptDelivery(call: DeliverCall, delivery: TakenDelivery): Promise<void> {
  const { database, now, stopped, webhookReceivers } = call;
  const job = await findWhatToSend(database.db, delivery);
  if (!job) return; // it was deleted in between
  const { webhook, event } = job;
  const body = bodyOf({
    id: event.id,
    type: event.kind,
    occurredAt: event.occurredAt.toISOString(),
    data: event.data,
  });
  const { companyId, id, generation, overlapUntil } = webhook;
  const isOverlapping = overlapUntil !== null && overlapUntil > now;
  const secretsOf = webhookSecrets(call.sessionSecret);
  const secrets = [generation, ...(isOverlapping ? [generation - 1] : [])].flatMap((of) =>
    secretsOf.all({ companyId, id, generation: of }),
  );
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Fever-In-Store-Webhooks/1",
    "Fever-Event": event.id,
    [signatureHeader]: signatureOf(body, secrets, now),
  };
  const attempt = await sendEvent({ url: webhook.url, body, headers }, webhookReceivers, stopped);
  // our own shutdown is not the receiver's failure: another process sends it
  if (stopped?.aborted && !attempt.isDelivered)
    return void (await saveAttempt(database.db, delivery, {
      takeAt: now,
      attempt: delivery.attempt - 1,
    }));
  const endedAt = new Date(now.getTime() + attempt.milliseconds);
  await writeOutcome({ ...call, now: endedAt }, delivery, attempt);
}

async function writeOutcome(
  { database, logger, now, random = Math.random }: DeliverCall,
  delivery: TakenDelivery,
  attempt: Attempt,
): Promise<void> {
  const { isDelivered, ...figures } = attempt;
  const { hours } = webhookLimits;
  const { attempt: count, createdAt } = delivery;
  const next = isDelivered
    ? undefined
    : nextAttempt({ attempt: count, createdAt, hours }, now, random());
  const outcome = next
    ? { takeAt: next }
    : {
        state: isDelivered ? ("delivered" as const) : ("failed" as const),
        endedAt: now,
        takeAt: null,
      };
  await database.transaction(async (tx) => {
    if (!(await saveAttempt(tx, delivery, { ...figures, attemptedAt: now, ...outcome }))) return;
    if (isDelivered) return void (await noteSuccess(tx, delivery));
    const webhook = await noteFailure(tx, delivery, now);
    if (!webhook?.failingSince || webhook.failures < webhookLimits.pauseFailures) return;
    if (now.getTime() - webhook.failingSince.getTime() < webhookLimits.pauseDays * day) return;
    const because = `No event could be delivered for ${webhookLimits.pauseDays} days. Check the receiver, then resume the webhook.`;
    if (!(await pauseWebhook(tx, delivery, because, now))) return;
    const { companyId, id, name } = webhook;
    logger.warn({ companyId, webhookId: id }, "a webhook was paused");
    const item = { companyId, itemKind: "webhook", itemId: id, itemName: name };
    await audit(tx, systemActor(), [
      {
        ...item,
        action: "webhook paused",
        before: { state: "active" },
        after: { state: "paused", because },
      },
    ]);
    const notice = {
      kind: "ERROR",
      title: `Webhook “${name}” was paused`,
      detail: because,
      item: { kind: "webhook", id, companyId },
    } as const;
    await notifyNationalAdmins(tx, companyId, notice);
  });
}
