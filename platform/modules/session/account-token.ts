import { createHash, randomBytes, randomUUID } from "node:crypto";

export type TokenName = { companyId: number; id: string; secretHash: string };

/**
 * A new single-use token, "company.id.secret", and what the database keeps of it: never the secret.
 */
export function newAccountToken(companyId: number): { token: string; name: TokenName } {
  const id = randomUUID();
  const secret = randomBytes(32).toString("base64url");
  return {
    token: `${companyId}.${id}.${secret}`,
    name: { companyId, id, secretHash: hashOf(secret) },
  };
}

/** What to look a token up by, or undefined for what cannot be one. */
export function readAccountToken(token: string): TokenName | undefined {
  const match =
    /^([1-9]\d{0,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(
      token.trim(),
    );
  if (!match) return undefined;
  const [, companyId = "", id = "", secret = ""] = match;
  return { companyId: Number(companyId), id, secretHash: hashOf(secret) };
}

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
