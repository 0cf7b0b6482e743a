import { randomUUID } from "node:crypto";
import { drawSecret, hashSecret } from "../../access/secret.ts";

export type TokenName = { companyId: number; id: string; secretHash: string };

/**
 * A new single-use token, "company.id.secret", and what the database keeps of it: never the secret.
 */
export function newAccountToken(companyId: number): { token: string; name: TokenName } {
  const id = randomUUID();
  const secret = drawSecret();
  return {
    token: `${companyId}.${id}.${secret}`,
    name: { companyId, id, secretHash: hashSecret(secret) },
  };
}

/** Reads which token to look up; undefined if the text cannot be one. */
export function readAccountToken(token: string): TokenName | undefined {
  const match =
    /^([1-9]\d{0,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(
      token.trim(),
    );
  if (!match) return undefined;
  const [, companyId = "", id = "", secret = ""] = match;
  return { companyId: Number(companyId), id, secretHash: hashSecret(secret) };
}
