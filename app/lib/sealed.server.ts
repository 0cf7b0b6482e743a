import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Packs what a browser keeps for us and only we can read: compressed, and sealed with AES-256-GCM under a key made of the secret for one purpose. */
export function sealer(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "fever-in-store", purpose, 32));
  return {
    seal(value: unknown): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const sealed = [cipher.update(brotliCompressSync(JSON.stringify(value), quickly)), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString("base64url");
    },
    /** Undefined for anything that was not sealed so, or was changed since. */
    open(text: string): unknown {
      try {
        const bytes = Buffer.from(text, "base64url");
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
        const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
        return JSON.parse(brotliDecompressSync(plain, { maxOutputLength: 2 ** 21 }).toString());
      } catch {
        return undefined;
      }
    },
  };
}
