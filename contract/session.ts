import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { messages } from "./messages.ts";

/** At sign-in the rules for new usernames and passwords do not apply: whatever is stored may be typed. */
export const Credentials = z.strictObject({
  username: z
    .string()
    .trim()
    .min(1, messages.required)
    .max(100, messages.wrongCredentials)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, messages.wrongCredentials),
  password: z.string().min(1, messages.required).max(200, messages.wrongCredentials),
});

export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type Tokens = z.infer<typeof Tokens>;

export const signIn = endpoint({
  method: "post",
  path: "/auth/signin",
  summary: "Sign in by username and password",
  access: "public",
  body: Credentials,
  data: Tokens,
});

export const refreshToken = endpoint({
  method: "post",
  path: "/auth/refreshToken",
  summary: "Exchange the refresh token for new tokens",
  access: "public",
  headers: z.object({
    refresh: z
      .string()
      .max(500)
      .regex(/^Bearer \S+$/, "Header Refresh: Bearer and the refresh token."),
  }),
  data: Tokens,
});

export const signOut = endpoint({
  method: "post",
  path: "/auth/signout",
  summary: "End the session; an expired access token of a live session suffices",
  access: "public",
  headers: z.object({
    authorization: z
      .string()
      .max(2000)
      .regex(/^Bearer \S+$/i, "Header Authorization: Bearer and the access token."),
  }),
  data: z.null(),
});
