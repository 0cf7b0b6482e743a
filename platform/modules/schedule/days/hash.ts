import { createHash } from "node:crypto";

/** Digests a value by its JSON. */
export const hashOf = (of: unknown): string =>
  createHash("sha256").update(JSON.stringify(of)).digest("base64url");
