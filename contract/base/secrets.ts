import { hkdfSync } from "node:crypto";

export const secretLength = 32;

/**
 * The values of a secret's setting, the newest first: "new,old". Only a comma between two
 * characters that are no spaces parts them, so that a sentence remains one secret.
 */
export function secretsOf(setting: string): [string, ...string[]] {
  const [newest = "", ...older] = setting.split(/(?<=\S),(?=\S)/);
  return [newest, ...older];
}

/**
 * Derives the 32-byte keys of a secret for one purpose, one for each of its values. The first
 * makes new values; any of them may have made those that are read, so that replacing a secret does
 * not invalidate what it signed (docs/decisions/operations.md).
 */
export function keysOf(setting: string, salt: string, purpose: string): [Buffer, ...Buffer[]] {
  const [newest, ...older] = secretsOf(setting);
  const derive = (secret: string) => Buffer.from(hkdfSync("sha256", secret, salt, purpose, 32));
  return [derive(newest), ...older.map(derive)];
}
