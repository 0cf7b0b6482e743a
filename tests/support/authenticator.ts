import { Secret, TOTP } from "otpauth";

/** Gives the code that an authenticator app shows for a secret at a time (ms since 1970). */
export const codeAt = (secret: string, now: number) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: now });
