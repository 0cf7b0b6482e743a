import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";

/**
 * At sign-in the rules for new usernames and passwords do not apply: whatever is stored may be
 * typed.
 */
export const Credentials = z.strictObject({
  username: field.line
    .min(1, messages.required)
    .max(100, messages.wrongCredentials)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, messages.wrongCredentials),
  password: z.string().min(1, messages.required).max(200, messages.wrongCredentials),
});

export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type Tokens = z.infer<typeof Tokens>;

/**
 * A user with a second step gets no tokens for the first: `challenge` goes with the code
 * (/auth/second-step), within ten minutes.
 */
export const SecondStep = z.object({ challenge: z.string(), expiresAt: z.iso.datetime() });
export type SecondStep = z.infer<typeof SecondStep>;
export const SignInResult = z.union([Tokens, SecondStep]);
export type SignInResult = z.infer<typeof SignInResult>;

export const signIn = endpoint({
  method: "post",
  path: "/auth/signin",
  summary: "Sign in with username and password",
  access: "public",
  scope: "none",
  body: Credentials,
  data: SignInResult,
  refuses: [401, 403, 409],
});

export const refreshToken = endpoint({
  method: "post",
  path: "/auth/refreshToken",
  summary: "Exchange the refresh token for new tokens",
  access: "public",
  scope: "none",
  headers: z.object({
    refresh: z
      .string()
      .max(500)
      .regex(/^Bearer \S+$/, "The header Refresh with Bearer and the refresh token."),
  }),
  data: Tokens,
  refuses: [401, 409],
});

export const signOut = endpoint({
  method: "post",
  path: "/auth/signout",
  summary: "End the session; an expired access token of a live session is enough",
  access: "public",
  scope: "none",
  headers: z.object({
    authorization: z
      .string()
      .max(2000)
      .regex(/^Bearer \S+$/i, "The header Authorization with Bearer and the access token."),
  }),
  data: z.null(),
  refuses: [401],
});

/**
 * One of a person's live sessions. `lastUsedAt` is exact to the ten minutes that an access token
 * lives.
 */
export const OwnSession = z.object({
  id: z.uuid(),
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The session of this very call. */
  current: z.boolean(),
  /** Username of the provider's person who opened it as this user; null for the user's own. */
  openedBy: z.string().nullable(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const ownSessions = endpoint({
  method: "get",
  path: "/user/sessions",
  summary: "The caller's live sessions, most recently used first; at most a hundred",
  access: "session",
  scope: "none",
  data: z.array(OwnSession),
});

export const endOwnSession = endpoint({
  method: "delete",
  path: "/user/sessions/{id}",
  summary: "End one of the caller's sessions, which may be the current one",
  access: "session",
  scope: "none",
  params: z.strictObject({ id: z.uuid() }),
  data: z.null(),
});
