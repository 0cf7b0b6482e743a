import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { IdKind } from "#contract/base/identifiers";
import { messages } from "#contract/base/messages";
import { keysOf, secretsOf } from "#contract/base/secrets";

export type Identifiers = ReturnType<typeof identifiers>;

/** The most identifiers cached; pages of a list use dozens, often the same ones. */
const madeAtMost = 20_000;

/** Makes and reads the identifiers of page addresses, under the application secret. */
export function identifiers(secret: string) {
  const derive = (value: string, purpose: string) =>
    keysOf(value, "fever-in-store identifiers", purpose)[0];
  const pairOf = (value: string) => ({
    mark: derive(value, "mark"),
    cipher: derive(value, "cipher"),
  });
  const [newest, ...older] = secretsOf(secret);
  const keys = [pairOf(newest), ...older.map(pairOf)] as const;
  const markOf = (kind: IdKind, plain: Buffer, key: Buffer) =>
    createHmac("sha256", key).update(kind).update("\0").update(plain).digest().subarray(0, 16);
  const cachedTexts = new LRUCache<string, string>({ max: madeAtMost });
  const seal = (kind: IdKind, plain: Buffer) => {
    const iv = markOf(kind, plain, keys[0].mark);
    const cipher = createCipheriv("aes-256-ctr", keys[0].cipher, iv);
    return Buffer.concat([iv, cipher.update(plain), cipher.final()]).toString("base64url");
  };
  const unseal = (kind: IdKind, text: string | null | undefined, length: number) => {
    const bytes = Buffer.from(text ?? "", "base64url");
    if (bytes.length !== 16 + length || bytes.toString("base64url") !== text) throw undecryptable();
    const iv = bytes.subarray(0, 16);
    const sealed = bytes.subarray(16);
    for (const key of keys) {
      const cipher = createDecipheriv("aes-256-ctr", key.cipher, iv);
      const plain = Buffer.concat([cipher.update(sealed), cipher.final()]);
      if (timingSafeEqual(iv, markOf(kind, plain, key.mark))) return plain;
    }
    throw undecryptable();
  };
  return {
    /**
     * Encrypts an ID with AES-256-CTR under a synthetic IV of kind and ID (CTX-5), so that an item
     * has the same address in every render and a changed character is noticed. Throws 'Value can
     * not be encrypted' for anything but a positive integer.
     */
    encrypt(kind: IdKind, id: number): string {
      if (!Number.isSafeInteger(id) || id <= 0) throw new TypeError(messages.encryptFailed);
      const key = `${kind} ${id}`;
      const cachedText = cachedTexts.get(key);
      if (cachedText !== undefined) return cachedText;
      const plain = Buffer.alloc(8);
      plain.writeBigUInt64BE(BigInt(id));
      const text = seal(kind, plain);
      cachedTexts.set(key, text);
      return text;
    },

    /**
     * Decrypts an ID. Throws the 404 page 'Value could not be decrypted' for any text not made with
     * this secret and kind.
     */
    decrypt(kind: IdKind, text: string | null | undefined): number {
      return Number(unseal(kind, text, 8).readBigUInt64BE());
    },

    /** Encrypts a UUID in the same way. */
    encryptUuid(kind: IdKind, uuid: string): string {
      const plain = Buffer.from(uuid.replaceAll("-", ""), "hex");
      if (plain.length !== 16) throw new TypeError(messages.encryptFailed);
      return seal(kind, plain);
    },

    decryptUuid: (kind: IdKind, text: string | null | undefined): string =>
      unseal(kind, text, 16)
        .toString("hex")
        .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5"),
  };
}

/** Encrypts an ID that may be missing. Throws as `encrypt` does. */
export const encryptOptional = (
  ids: Pick<Identifiers, "encrypt">,
  kind: IdKind,
  id: number | undefined,
): string | undefined => (id === undefined ? undefined : ids.encrypt(kind, id));

const undecryptable = () => Response.json({ message: messages.decryptFailed }, { status: 404 });
