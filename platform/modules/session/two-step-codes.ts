import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { AccountWriter } from "../../access/account-writer.ts";
import type { Sealer } from "../../access/sealer.ts";
import type { Tx } from "../../db/types.ts";
import type { UserKey } from "./session.queries.ts";
import { findFactor, resealSecret, spendCode, takeStep } from "./two-steps.queries.ts";

const stepSeconds = 30;
/** A code of the half minute before or after is taken too, for clocks that are not right. */
const stepsAside = 1;
/** Without 0, 1, I and O, which are mistaken for each other. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const recoveryCodes = 10;

export const aboutUser = ({ companyId, userId }: UserKey) => `${companyId}/${userId}`;

/** Every authenticator app supports these: SHA-1, six digits, 30 seconds (RFC 6238). */
const totpOf = (secret: string, username = "") =>
  new TOTP({
    issuer: "Fever In-Store",
    label: username,
    secret: Secret.fromBase32(secret),
    period: stepSeconds,
  });

export const newSecret = (): string => new Secret({ size: 20 }).base32;
export const setupOf = (secret: string, username: string) => ({
  secret,
  uri: totpOf(secret, username).toString(),
});

/** Ten codes such as "ABCDE-FGH23", 50 bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => {
    const code = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("");
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

/** However it is typed: small letters, spaces, without its hyphen. */
export const hashesOfCode = (seals: Sealer, user: UserKey, code: string) =>
  seals.hashes(code.toUpperCase().replace(/[^A-Z0-9]/g, ""), aboutUser(user));

/**
 * Checks a code and uses it up; gives its kind, or undefined for a wrong one. An app's code and
 * those before it never work again, nor does a recovery code. `confirmed: false` accepts only the
 * first code of a new app.
 */
export async function takeCode(
  by: AccountWriter,
  tx: Tx,
  { seals, user, typed, now }: { seals: Sealer; user: UserKey; typed: string; now: Date },
  { confirmed = true } = {},
) {
  const factor = await findFactor(tx, user);
  if (!factor || (factor.confirmedAt !== null) !== confirmed) return undefined;
  const digits = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits))
    return confirmed &&
      (await spendCode(by, tx, { user, codeHashes: hashesOfCode(seals, user, typed), now }))
      ? ("recovery code" as const)
      : undefined;
  const secret = seals.open(factor.sealedSecret, aboutUser(user));
  const delta =
    secret &&
    totpOf(secret.text).validate({ token: digits, timestamp: now.getTime(), window: stepsAside });
  if (typeof delta !== "number") return undefined;
  const step = Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
  if (!(await takeStep(by, tx, user, step))) return undefined;
  if (secret?.isOld) await resealSecret(by, tx, user, seals.seal(secret.text, aboutUser(user)));
  return "app" as const;
}
