import { createHmac } from "node:crypto";
import { keysOf } from "#contract/base/secrets";
import type { WebhookPayload } from "#contract/webhooks/endpoints";

type WebhookRef = { companyId: number; id: number; generation: number };

/**
 * The secrets of a webhook, the newest first. They follow from the server's own (SESSION_SECRET),
 * so that the database holds none that would let its reader forge events; while the server's is
 * being exchanged there is one for each of its values.
 */
export function webhookSecrets(sessionSecret: string) {
  const keys = keysOf(sessionSecret, "fever-in-store", "webhook secrets");
  const secretOf = ({ companyId, id, generation }: WebhookRef, key: Buffer) =>
    `whsec_${createHmac("sha256", key).update(`${companyId}.${id}.${generation}`).digest("base64url")}`;
  return {
    newest: (webhook: WebhookRef): string => secretOf(webhook, keys[0]),
    all: (webhook: WebhookRef): string[] => keys.map((key) => secretOf(webhook, key)),
  };
}

/** The signature header of a body: "t=<seconds>,v1=<hex>", with one v1 for each secret. */
export function signatureOf(body: string, secrets: readonly string[], now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const marks = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`,
  );
  return [`t=${seconds}`, ...marks].join(",");
}

/** The body that is signed and sent; its bytes are the same each time. */
export const bodyOf = ({ id, type, occurredAt, data }: WebhookPayload): string =>
  JSON.stringify({ id, type, occurredAt, data });
