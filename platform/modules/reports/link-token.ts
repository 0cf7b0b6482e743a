import { createHmac } from "node:crypto";
import { keysOf } from "#contract/base/secrets";

type Run = { companyId: number; id: number; fileId: string };

/**
 * The token of the link by which an outside address opens a run's file. It follows from the
 * server's own secret (SESSION_SECRET): the database holds only its hash, and each try to email it
 * has the same.
 */
export function linkToken(sessionSecret: string, { companyId, id, fileId }: Run): string {
  const [key] = keysOf(sessionSecret, "fever-in-store", "report links");
  return createHmac("sha256", key).update(`${companyId}.${id}.${fileId}`).digest("base64url");
}
