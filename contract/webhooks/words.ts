/** What is said of webhooks. Free of zod: pages import it. */

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
  /** Of one company. */
  webhooks: 20,
  /** A delivery is tried again for so many hours. */
  hours: 24,
  /**
   * A webhook is paused once all its attempts have failed for so many days, and at least so many of
   * them.
   */
  pauseDays: 3,
  pauseFailures: 10,
  /** For so many hours after a new secret events are signed with the old one, too. */
  overlapHours: 24,
  /** Seconds for an answer to be there. */
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
