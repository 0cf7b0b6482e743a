import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app with a secret shows at a time (milliseconds since 1970). */
export const codeAt = (secret: string, now: number) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: now });
