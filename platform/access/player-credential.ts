import { drawSecret, hashSecret } from "./secret.ts";

export type PlayerCredential = { companyId: number; id: number; secretHash: string };

/**
 * A new credential of a player's device, "player.company.id.secret", and what the database keeps of
 * it: never the secret.
 */
export function makePlayerCredential(
  companyId: number,
  id: number,
): { credential: string; secretHash: string } {
  const secret = drawSecret();
  return { credential: `player.${companyId}.${id}.${secret}`, secretHash: hashSecret(secret) };
}

/** Reads which device to look up; undefined if the text is not a device's credential. */
export function readPlayerCredential(token: string): PlayerCredential | undefined {
  const match = /^player\.([1-9]\d{0,14})\.([1-9]\d{0,14})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const [, companyId, id, secret = ""] = match;
  return { companyId: Number(companyId), id: Number(id), secretHash: hashSecret(secret) };
}
