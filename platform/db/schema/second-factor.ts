import { bigint, foreignKey, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { companyId, createdAt, instant, reference } from "./columns.ts";
import { appUser } from "./people.ts";

/**
 * A user's authenticator app. The secret is sealed under APP_SECRET; it counts once a code of it
 * was shown (`confirmedAt`).
 */
export const secondFactor = pgTable(
  "second_factor",
  {
    companyId: companyId(),
    userId: reference("user_id").notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    confirmedAt: instant("confirmed_at"),
    /**
     * The 30 seconds (counted since 1970) of the last code that was taken: none of them or before
     * is taken again.
     */
    lastStep: bigint("last_step", { mode: "number" }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    foreignKey({
      name: "second_factor_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/**
 * Codes for people who lost their phone, each valid once. Stored as an HMAC under APP_SECRET,
 * because they are short enough to guess from a plain hash.
 */
export const recoveryCode = pgTable(
  "recovery_code",
  {
    companyId: companyId(),
    userId: reference("user_id").notNull(),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.codeHash] }),
    foreignKey({
      name: "recovery_code_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/**
 * A passkey that may be used in place of the app's code. Only the public key is stored here; the
 * private key never leaves its device.
 */
export const passkey = pgTable(
  "passkey",
  {
    companyId: companyId(),
    userId: reference("user_id").notNull(),
    /** The credential's ID and its COSE public key, both in base64url. */
    id: text("id").notNull(),
    publicKey: text("public_key").notNull(),
    /**
     * The signature counter that its device last reported; always 0 for synchronised
     * passkeys.
     */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** How browsers reach its device, such as "usb" or "internal". */
    transports: jsonb("transports").$type<string[]>().notNull(),
    name: text("name").notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.id] }),
    foreignKey({
      name: "passkey_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);
