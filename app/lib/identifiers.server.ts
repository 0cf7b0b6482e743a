import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { data } from "@remix-run/node";
import { messages } from "#contract/messages";

/** The kinds of thing that page addresses name. An identifier of one kind is none of another. */
export type IdKind =
  | "company"
  | "region"
  | "zone"
  | "group"
  | "store"
  | "user"
  | "rule"
  | "slot"
  | "chart"
  | "song"
  | "playlist"
  | "log"
  | "spot"
  | "licence"
  | "request";

export type Identifiers = ReturnType<typeof identifiers>;

/** A list's page makes dozens, most of them the same as the page before. */
const madeAtMost = 20_000;

/** Makes and reads the identifiers of page addresses, under the application secret. */
export function identifiers(secret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "fever-in-store identifiers", purpose, 32));
  const [markKey, cipherKey] = [derive("mark"), derive("cipher")];
  const markOf = (kind: IdKind, plain: Buffer) =>
    createHmac("sha256", markKey).update(kind).update("\0").update(plain).digest().subarray(0, 16);
  const made = new Map<string, string>();
  const remember = (key: string, text: string) => {
    if (made.size >= madeAtMost) made.clear();
    made.set(key, text);
    return text;
  };
  return {
    /**
     * AES-256-CTR under a synthetic IV made of kind and id (CTX-5), so that the same item has the same address in every render, and a
     * changed character is noticed. Throws 'Value can not be encrypted' for anything but a positive integer.
     */
    encrypt(kind: IdKind, id: number): string {
      if (!Number.isSafeInteger(id) || id <= 0) throw new TypeError(messages.encryptFailed);
      const key = `${kind} ${id}`;
      const known = made.get(key);
      if (known !== undefined) return known;
      const plain = Buffer.alloc(8);
      plain.writeBigUInt64BE(BigInt(id));
      const iv = markOf(kind, plain);
      const cipher = createCipheriv("aes-256-ctr", cipherKey, iv);
      return remember(key, Buffer.concat([iv, cipher.update(plain), cipher.final()]).toString("base64url"));
    },

    /** The id again; throws the 404 page 'Value could not be decrypted' for anything this secret and kind did not make. */
    decrypt(kind: IdKind, text: string | null | undefined): number {
      const bytes = Buffer.from(text ?? "", "base64url");
      if (bytes.length !== 24 || bytes.toString("base64url") !== text) throw undecryptable();
      const [iv, sealed] = [bytes.subarray(0, 16), bytes.subarray(16)];
      const cipher = createDecipheriv("aes-256-ctr", cipherKey, iv);
      const plain = Buffer.concat([cipher.update(sealed), cipher.final()]);
      if (!timingSafeEqual(iv, markOf(kind, plain))) throw undecryptable();
      return Number(plain.readBigUInt64BE());
    },
  };
}

const undecryptable = () => data({ message: messages.decryptFailed }, { status: 404 });
