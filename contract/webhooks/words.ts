/** Words and limits of webhooks. Free of zod: pages import it. */

export const webhookEventKinds = [
  "store.offline",
  "store.back",
  "day.published",
  "campaign.behind",
  "campaign.delivered",
  "invoice.issued",
] as const;
export type WebhookEventKind = (typeof webhookEventKinds)[number];
export const webhookEventLabels: Record<WebhookEventKind | "test", string> = {
  "store.offline": "Store offline",
  "store.back": "Store back online",
  "day.published": "Day published",
  "campaign.behind": "Campaign behind",
  "campaign.delivered": "Campaign delivered",
  "invoice.issued": "Invoice issued",
  test: "Test event",
};

export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const deliveryStateLabels: Record<DeliveryState, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

export const webhookLimits = {
  /** The most webhooks of one company. */
  webhooks: 20,
  /** Hours for which a delivery is tried again. */
  hours: 24,
  /**
   * A webhook is paused once all its attempts have failed for this many days, and at least this
   * many attempts.
   */
  pauseDays: 3,
  pauseFailures: 10,
  /** Hours after a new secret in which events are also signed with the old one. */
  overlapHours: 24,
  /** Seconds that the receiver has for its answer. */
  seconds: 10,
  /** Bytes of an answer that are read, and characters of it that the log keeps. */
  answerBytes: 65_536,
  answerKept: 500,
  /** Days that the log is kept. */
  logDays: 30,
} as const;

/**
 * The header that proves where an event comes from: "t=<seconds since 1970>,v1=<HMAC-SHA-256 of
 * "t.body" in hex>", and another v1 during a change of secrets.
 */
export const signatureHeader = "Fever-Signature";
