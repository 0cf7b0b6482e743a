import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { tokenKinds, tokenLimits, tokenScopes, tokenStates } from "./words.ts";

const access = ["COMPANIES", "COMPANIESEDIT"] as const;
/** Provider staff who name a client company see its company tokens. */
const scope = "people" as const;

export const TokenRow = z.object({
  id: z.int(),
  kind: z.enum(tokenKinds),
  name: z.string(),
  /** The beginning of the token; the rest is stored nowhere. */
  begins: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  state: z.enum(tokenStates),
  /** The user it acts as. */
  username: z.string(),
  isOwn: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** To the minute; null if it was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  revokedBy: z.string().nullable(),
});
export type TokenRow = z.infer<typeof TokenRow>;

export const NewToken = z.strictObject({
  kind: z.enum(tokenKinds).default("personal"),
  name: field.title,
  scopes: z
    .array(z.enum(tokenScopes), "Choose at least one scope.")
    .min(1, "Choose at least one scope.")
    .max(tokenScopes.length)
    .overwrite((scopes) => [...new Set(scopes)]),
  /** Days until it expires. */
  days: wholeNumber(1, tokenLimits.days),
});
export type NewToken = z.output<typeof NewToken>;

const query = z.strictObject(ofCompany);

export const listTokens = endpoint({
  method: "get",
  path: "/token",
  summary:
    "The caller's own API tokens, and for national admins and provider staff those of the company, the newest first",
  access,
  scope,
  session: true,
  query,
  data: z.array(TokenRow),
});

export const addToken = endpoint({
  method: "post",
  path: "/token",
  summary: "Create an API token; it is in this answer alone",
  access,
  scope,
  session: true,
  query,
  body: NewToken,
  data: z.object({ id: z.int(), name: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
  success: 201,
  idempotent: "secret",
});

export const renameToken = endpoint({
  method: "put",
  path: "/token",
  summary: "Rename an API token",
  access,
  scope,
  session: true,
  query,
  body: z.strictObject({ id: idOf("token"), name: field.title }),
  data: z.object({ id: z.int(), name: z.string() }),
});

export const revokeToken = endpoint({
  method: "delete",
  path: "/token",
  summary: "Revoke an API token; programs that use it are refused within seconds",
  access,
  scope,
  session: true,
  query: z.strictObject({ ...ofCompany, id: idOf("token") }),
  data: z.object({ id: z.int(), name: z.string() }),
});
