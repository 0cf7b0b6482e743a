import { timingSafeEqual } from "node:crypto";
import { tokenPrefix } from "#contract/tokens/words";
import { drawSecret, hashSecret } from "./secret.ts";

export type TokenCredential = { companyId: number; id: number; secretHash: string };

/** The secret of a new API token, and what the database keeps of it: never the secret. */
export function makeTokenSecret(): { secret: string; secretHash: string } {
  const secret = drawSecret();
  return { secret, secretHash: hashSecret(secret) };
}

/** The beginning of a token: enough to recognise it by, of no use to a stranger. */
export const tokenBeginning = (companyId: number, id: number) =>
  `${tokenPrefix}${companyId}_${id}_`;

/** Reads which API token to look up; undefined if the text is not an API token. */
export function readApiToken(token: string): TokenCredential | undefined {
  if (!token.startsWith(tokenPrefix)) return undefined;
  const match = /^([1-9]\d{0,14})_([1-9]\d{0,14})_([\w-]{43})$/.exec(
    token.slice(tokenPrefix.length),
  );
  if (!match) return undefined;
  const [, companyId, id, secret = ""] = match;
  return { companyId: Number(companyId), id: Number(id), secretHash: hashSecret(secret) };
}

/** Compares two hashes in constant time. */
export const isSameHash = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
