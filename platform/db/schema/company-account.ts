import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, instant, updatedAt } from "./columns.ts";
import { company } from "./organisation.ts";

/**
 * The sign-in service (OpenID Connect) of a company. Its client secret is sealed under APP_SECRET.
 */
export const signInService = pgTable(
  "sign_in_service",
  {
    companyId: companyId(),
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    /** The company's users sign in with it alone. */
    isRequired: boolean("is_required").notNull().default(false),
    /** First successful sign-in with the current settings. */
    workedAt: instant("worked_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId] }),
    foreignKey({
      name: "sign_in_service_of_company",
      columns: [t.companyId],
      foreignColumns: [company.id],
    }).onDelete("cascade"),
  ],
);

/**
 * A sign-in that was begun at a company's service. Its state, nonce and verifier follow from the
 * secret, of which only the hash is here.
 */
export const signInAttempt = pgTable(
  "sign_in_attempt",
  {
    companyId: companyId(),
    id: uuid("id").notNull(),
    secretHash: text("secret_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("sign_in_attempt_age").on(t.expiresAt),
    foreignKey({
      name: "sign_in_attempt_of_company",
      columns: [t.companyId],
      foreignColumns: [company.id],
    }).onDelete("cascade"),
  ],
);
