import type { z } from "zod";
import type {
  DeliveryQuery,
  DeliveryRow,
  NewWebhook,
  WebhookChange,
  WebhookRow,
} from "#contract/webhooks/endpoints";
import { type WebhookEventKind, webhookEventLabels, webhookLimits } from "#contract/webhooks/words";
import type { Scope } from "../../access/scope.ts";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { checkReceiver } from "../../http/public-address.ts";
import type { Services } from "../../services.ts";
import { audit, refuseOutdated } from "../audit/index.ts";
import { webhookSecrets } from "./signature.ts";
import {
  deleteOldEvents,
  deleteWebhook,
  type FoundDelivery,
  type FoundWebhook,
  findDeliveryPage,
  findEventId,
  findWebhooks,
  insertDelivery,
  insertTestEvent,
  insertWebhook,
  lockWebhook,
  lockWebhookCount,
  saveWebhook,
} from "./webhooks.queries.ts";

const hour = 3_600_000;
/** Words for a field's value, for a person whose save came too late. */
const words = {
  events: (kinds: unknown) =>
    (kinds as WebhookEventKind[]).map((kind) => webhookEventLabels[kind]).join(", "),
};

/** Adding and changing webhooks needs the server's secret and the addresses that are allowed. */
type WebhookCall = ScopedCall & Pick<Services, "sessionSecret" | "webhookReceivers">;

/**
 * Adds a webhook; gives its secret, which is never shown again. Throws 403 for a caller who sees
 * only a part of the company, 422 on `url` for an address that events may not be sent to, and for
 * too many webhooks.
 */
export async function addWebhook(call: WebhookCall, { name, url, events }: NewWebhook) {
  const { caller, now } = call;
  const scope = wholeCompanyOf(call);
  checkReceiver(url, call.webhookReceivers);
  return call.database.transaction(async (tx) => {
    if ((await lockWebhookCount(scope, tx)) >= webhookLimits.webhooks)
      throw invalid({
        "": `This company already has ${webhookLimits.webhooks} webhooks. Delete one first.`,
      });
    const id = await insertWebhook(scope, tx, {
      name,
      url,
      events,
      createdAt: now,
      createdBy: caller.username,
    });
    await audit(tx, call, [
      { ...itemOf(scope, { id, name }), action: "webhook added", after: { name, url, events } },
    ]);
    const { newest } = webhookSecrets(call.sessionSecret);
    return { id, name, secret: newest({ companyId: scope.companyId, id, generation: 1 }) };
  });
}

/**
 * Changes, pauses or resumes a webhook, or gives it a new secret, which is given back.
 * Throws 403 and 422 as adding does, 404 for one of another company, and 422 on fields that others changed
 * since the version given (see refuseOutdated). Resuming it gives its receiver another chance.
 */
export async function changeWebhook(
  call: WebhookCall,
  { id, state, newSecret, version, ...change }: WebhookChange,
) {
  const { now } = call;
  const scope = wholeCompanyOf(call);
  if (change.url !== undefined) checkReceiver(change.url, call.webhookReceivers);
  return call.database.transaction(async (tx) => {
    const stored = await lockWebhook(scope, tx, id);
    if (!stored) throw notFound();
    const describe = (of: object, paused: boolean) => ({
      ...of,
      state: paused ? "paused" : "active",
    });
    const { name: wasName, url: wasUrl, events: wereEvents } = stored;
    const before = {
      ...describe({ name: wasName, url: wasUrl, events: wereEvents }, stored.pausedAt !== null),
      version: stored.version,
    };
    const newValues = { ...change, ...(state && { state }) };
    await refuseOutdated(scope, tx, {
      item: { kind: "webhook", id },
      loaded: version,
      stored: before,
      newValues,
      words,
    });
    const { name = wasName, url = wasUrl, events = wereEvents } = change;
    const isPaused = state === undefined ? stored.pausedAt !== null : state === "paused";
    const isResumed = stored.pausedAt !== null && !isPaused;
    const generation = stored.generation + (newSecret ? 1 : 0);
    await saveWebhook(scope, tx, id, {
      name,
      url,
      events,
      generation,
      version: stored.version + 1,
      pausedAt: isPaused ? (stored.pausedAt ?? now) : null,
      pausedBecause: isPaused ? stored.pausedBecause : null,
      ...(newSecret && {
        overlapUntil: new Date(now.getTime() + webhookLimits.overlapHours * hour),
      }),
      ...((isResumed || url !== stored.url) && { failingSince: null, failures: 0 }),
    });
    const newFields = {
      name,
      url,
      events,
      ...(newSecret && { newSecret: true }),
      version: stored.version + 1,
    };
    const after = describe(newFields, isPaused);
    await audit(tx, call, [
      { ...itemOf(scope, { id, name }), action: "webhook changed", before, after },
    ]);
    const { newest } = webhookSecrets(call.sessionSecret);
    return {
      id,
      name,
      secret: newSecret ? newest({ companyId: scope.companyId, id, generation }) : null,
    };
  });
}

export const listWebhooks = async (call: ScopedCall): Promise<WebhookRow[]> =>
  (await findWebhooks(wholeCompanyOf(call), call.db)).map((row) => toRow(row, call.now));

/** Throws 404 for one of another company. */
export async function showWebhook(call: ScopedCall, id: number): Promise<WebhookRow> {
  const [row] = await findWebhooks(wholeCompanyOf(call), call.db, id);
  if (!row) throw notFound();
  return toRow(row, call.now);
}

function toRow(
  {
    pausedAt,
    failingSince,
    overlapUntil,
    lastState,
    lastAt,
    lastStatus,
    createdAt,
    ...row
  }: FoundWebhook,
  now: Date,
): WebhookRow {
  const { id, name, url, events, pausedBecause, createdBy, version } = row;
  return {
    id,
    name,
    url,
    events,
    pausedBecause,
    createdBy,
    version,
    state: pausedAt ? "paused" : "active",
    failingSince: failingSince?.toISOString() ?? null,
    overlapUntil: overlapUntil && overlapUntil > now ? overlapUntil.toISOString() : null,
    lastDelivery:
      lastState && lastAt
        ? { state: lastState, at: lastAt.toISOString(), status: lastStatus }
        : null,
    createdAt: createdAt.toISOString(),
  };
}

/** Removes a webhook and its log. Throws 404 for one of another company. */
export function removeWebhook(call: ScopedCall, id: number) {
  const scope = wholeCompanyOf(call);
  return call.database.transaction(async (tx) => {
    const stored = await lockWebhook(scope, tx, id);
    if (!stored) throw notFound();
    const { name, url, events } = stored;
    await deleteWebhook(scope, tx, id);
    await audit(tx, call, [
      { ...itemOf(scope, stored), action: "webhook deleted", before: { name, url, events } },
    ]);
    return { id, name };
  });
}

/** Throws 404 for a webhook of another company. */
export async function listDeliveries(
  call: ScopedCall,
  id: number,
  query: z.output<typeof DeliveryQuery>,
) {
  await showWebhook(call, id);
  const { rows, page } = await findDeliveryPage(wholeCompanyOf(call), call.db, id, query);
  return { data: rows.map(toDelivery), page };
}

function toDelivery({ delivery, kind, occurredAt }: FoundDelivery): DeliveryRow {
  const {
    id,
    eventId,
    resend,
    state,
    attempt,
    attemptedAt,
    takeAt,
    status,
    milliseconds,
    answer,
    error,
  } = delivery;
  return {
    id,
    eventId,
    state,
    status,
    milliseconds,
    answer,
    error,
    type: kind,
    occurredAt: occurredAt.toISOString(),
    isResend: resend > 0,
    attempts: attempt,
    attemptedAt: attemptedAt?.toISOString() ?? null,
    nextAt: takeAt?.toISOString() ?? null,
  };
}

/**
 * Sends the event of a delivery again. Throws 404 for a webhook or delivery of another company,
 * 422 while the webhook is paused.
 */
export function resendDelivery(call: ScopedCall, id: number, deliveryId: number) {
  return send(call, id, "webhook event resent", async (scope, tx) => {
    const eventId = await findEventId(scope, tx, id, deliveryId);
    if (!eventId) throw notFound();
    return eventId;
  });
}

/** Sends a test event. Throws as resending does. */
export const testWebhook = (call: ScopedCall, id: number) =>
  send(call, id, "webhook tested", (scope, tx) =>
    insertTestEvent(scope, tx, call.now, { message: "This is a test of your webhook." }),
  );

type EventOf = (scope: Scope, tx: Parameters<typeof insertDelivery>[1]) => Promise<string>;

function send(call: ScopedCall, id: number, action: string, eventOf: EventOf) {
  const scope = wholeCompanyOf(call);
  return call.database.transaction(async (tx) => {
    const stored = await lockWebhook(scope, tx, id);
    if (!stored) throw notFound();
    if (stored.pausedAt) throw invalid({ id: "This webhook is paused. Resume it first." });
    const eventId = await eventOf(scope, tx);
    await insertDelivery(scope, tx, id, eventId, call.now);
    await audit(tx, call, [{ ...itemOf(scope, stored), action, after: { eventId } }]);
    return { id, name: stored.name };
  });
}

/** Events are about the whole company. Throws 403 for a caller who sees only a part of it. */
function wholeCompanyOf({ scope }: ScopedCall): Scope {
  if (scope.reach !== "company") throw forbidden();
  return scope;
}

const itemOf = ({ companyId }: Scope, { id, name }: { id: number; name: string }) => ({
  companyId,
  itemKind: "webhook",
  itemId: id,
  itemName: name,
});

/** For the daily job: the log. */
export const forgetOldEvents = (db: Db, now: Date) =>
  deleteOldEvents(db, new Date(now.getTime() - webhookLimits.logDays * 24 * hour));
