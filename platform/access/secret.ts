import { createHash, randomBytes } from "node:crypto";

/** Draws 256 random bits for a token or link, as 43 characters of an address. */
export const drawSecret = (): string => randomBytes(32).toString("base64url");

/** Hashes a secret: the database keeps this and never the secret. */
export const hashSecret = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex");
