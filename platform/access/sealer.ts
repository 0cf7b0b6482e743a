import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { keysOf } from "#contract/base/secrets";

/**
 * Keeps secrets that have to be read again, sealed with AES-256-GCM under a key made of APP_SECRET
 * for one purpose. `about` says whose it is and is sealed along: one row's text opens in no other.
 * The newest value of APP_SECRET seals, any of them opens.
 */
export function sealer(appSecret: string, purpose: string) {
  const keys = keysOf(appSecret, "fever-in-store", purpose);
  const open = (key: Buffer, sealed: string, about: string): string | undefined => {
    try {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(
        Buffer.from(about),
      );
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
        "utf8",
      );
    } catch {
      return undefined;
    }
  };
  return {
    seal(text: string, about: string): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keys[0], iv).setAAD(Buffer.from(about));
      const sealed = [cipher.update(text, "utf8"), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString("base64url");
    },
    /**
     * Undefined if the text was sealed under another secret or for another purpose, or was changed
     * since. `isOld` is true if it should be sealed again with the newest key.
     */
    open(sealed: string, about: string): { text: string; isOld: boolean } | undefined {
      for (const [age, key] of keys.entries()) {
        const text = open(key, sealed, about);
        if (text !== undefined) return { text, isOld: age > 0 };
      }
      return undefined;
    },
    /**
     * Hashes a text that is only compared and short enough to guess from a plain hash. Gives one
     * hash for each key, the newest first.
     */
    hashes: (text: string, about: string): [string, ...string[]] => {
      const hash = (key: Buffer) =>
        createHmac("sha256", key).update(`${about}\n${text}`).digest("hex");
      const [newest, ...older] = keys;
      return [hash(newest), ...older.map(hash)];
    },
  };
}
export type Sealer = ReturnType<typeof sealer>;
