import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { keysOf } from "#contract/base/secrets";

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Packs values that a browser stores and only we can read: compressed, and encrypted with
 * AES-256-GCM under a key derived from the secret for one purpose.
 */
export function sealer(secret: string, purpose: string) {
  const keys = keysOf(secret, "fever-in-store", purpose);
  return {
    seal(value: unknown): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keys[0], iv);
      const sealed = [
        cipher.update(brotliCompressSync(JSON.stringify(value), quickly)),
        cipher.final(),
      ];
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString("base64url");
    },
    /**
     * Undefined for text that was not sealed here, or was changed. `isOld` is true if it was sealed
     * under a secret that is being replaced.
     */
    open(text: string): { value: unknown; isOld: boolean } | undefined {
      const bytes = Buffer.from(text, "base64url");
      for (const [i, key] of keys.entries()) {
        try {
          const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAuthTag(
            bytes.subarray(12, 28),
          );
          const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
          return {
            value: JSON.parse(brotliDecompressSync(plain, { maxOutputLength: 2 ** 21 }).toString()),
            isOld: i > 0,
          };
        } catch {} // not of this key
      }
      return undefined;
    },
  };
}
