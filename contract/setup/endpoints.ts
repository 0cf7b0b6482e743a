import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { newPassword, samePasswords } from "../session/credentials.ts";

/** The first run: while there is no provider company, a one-time link makes it with its first super admin (SET-1). */

const details = {
  providerName: field.title,
  fname: field.firstName,
  lname: field.lastName.optional(),
  email: field.email,
  username: field.username,
};
export const Setup = z.strictObject({ ...details, password: field.password });
export type Setup = z.output<typeof Setup>;

/** The form of the page whose link carries the token. */
export const SetupForm = samePasswords(z.strictObject({ ...details, ...newPassword }));

/** What a setup link carries; the platform says what is wrong with one that is cut or of another server. */
const token = z.string().trim().max(200);

export const linkStates = ["valid", "expired", "invalid"] as const;

export const setupState = endpoint({
  method: "get",
  path: "/setup",
  summary: "Whether this server has its provider company, and whether a setup link may still make it",
  access: "public",
  query: z.strictObject({ token: token.default("") }),
  data: z.object({ done: z.boolean(), link: z.enum(linkStates) }),
});

export const setUp = endpoint({
  method: "post",
  path: "/setup",
  summary: "Make the provider company with its first super admin, once, by a setup link",
  access: "public",
  body: z.strictObject({ token, ...Setup.shape }),
  data: z.object({ username: z.string() }),
  success: 201,
  refuses: [429],
});
