import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { newPassword, samePasswords } from "../session/credentials.ts";

/**
 * First setup: while there is no provider company, a one-time link creates it with its first super
 * admin (SET-1).
 */

const details = {
  providerName: field.title,
  firstName: field.firstName,
  lastName: field.lastName.optional(),
  email: field.email,
  username: field.username,
};
export const Setup = z.strictObject({ ...details, password: field.password });
export type Setup = z.output<typeof Setup>;

/** The form on the setup page. Its token comes from the page's address. */
export const SetupForm = samePasswords(z.strictObject({ ...details, ...newPassword }));

/**
 * The token in a setup link. Any text is accepted here, so that the platform can say what is wrong
 * with it.
 */
const token = z.string().trim().max(200);

export const linkStates = ["valid", "expired", "invalid"] as const;

export const setupState = endpoint({
  method: "get",
  path: "/setup",
  summary: "Whether this server is set up, and whether a setup link still works",
  access: "public",
  scope: "none",
  query: z.strictObject({ token: token.default("") }),
  data: z.object({ done: z.boolean(), link: z.enum(linkStates) }),
});

export const setUp = endpoint({
  method: "post",
  path: "/setup",
  summary: "Create the provider company and its first super admin, once, with a setup link",
  access: "public",
  scope: "none",
  body: z.strictObject({ token, ...Setup.shape }),
  data: z.object({ username: z.string() }),
  success: 201,
});
