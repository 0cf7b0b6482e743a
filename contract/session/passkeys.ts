import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { Tokens } from "./endpoints.ts";
import { PasswordAndCodeForm, PasswordForm } from "./two-steps.ts";

/**
 * Passkeys in place of an authenticator app's code, for browsers that have them
 * (docs/decisions/second-factor.md).
 */

const token = z.string().min(1, messages.required).max(200, messages.passkeyOver);
const name = field.line
  .min(1, messages.required)
  .max(60, "At most 60 characters are allowed.")
  .regex(printable, messages.printable);
/** The result of the browser's PublicKeyCredential.toJSON(), as JSON. */
const answer = z.string().min(2, messages.wrongPasskey).max(20_000, messages.wrongPasskey);

/** The page's first form; `name` goes with the second, which a script sends. */
export const AddPasskeyForm = z.strictObject({ name, ...PasswordAndCodeForm.shape });
export const ConfirmPasskeyForm = z.strictObject({ token, name, answer });
export const RemovePasskeyForm = z.strictObject({
  id: z.string().min(1, messages.required).max(1400).regex(printable, messages.printable),
  ...PasswordForm.shape,
});
export const PasskeyAnswerForm = z.strictObject({ answer });

const type = z.literal("public-key");
const descriptor = z.object({ id: z.string(), type, transports: z.array(z.string()).optional() });

/** For PublicKeyCredential.parseCreationOptionsFromJSON(). */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: z.string(), userVerification: z.string() }),
  attestation: z.literal("none"),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** For PublicKeyCredential.parseRequestOptionsFromJSON(). */
export const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor),
  userVerification: z.string(),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

export const beginPasskey = endpoint({
  method: "post",
  path: "/user/me/passkeys",
  summary: "Begin to add a passkey: what the browser makes it from, within ten minutes",
  access: "session",
  scope: "none",
  body: PasswordAndCodeForm,
  data: z.object({ token: z.string(), options: CreationOptions }),
});

export const confirmPasskey = endpoint({
  method: "post",
  path: "/user/me/passkeys/confirm",
  summary: "Add the passkey that the browser made",
  access: "session",
  scope: "none",
  body: ConfirmPasskeyForm,
  data: z.null(),
});

export const removePasskey = endpoint({
  method: "post",
  path: "/user/me/passkeys/remove",
  summary: "Remove one of the caller's passkeys",
  access: "session",
  scope: "none",
  body: RemovePasskeyForm,
  data: z.null(),
});

export const passkeyOptions = endpoint({
  method: "post",
  path: "/auth/second-step/passkey",
  summary: "What a browser finishes a sign-in by passkey with; null for who has no passkey",
  access: "public",
  scope: "none",
  body: z.strictObject({ challenge: z.string().min(1).max(200) }),
  data: RequestOptions.nullable(),
});

export const signInByPasskey = endpoint({
  method: "post",
  path: "/auth/second-step/passkey/confirm",
  summary: "Finish a sign-in with a passkey",
  access: "public",
  scope: "none",
  body: z.strictObject({ challenge: z.string().min(1).max(200), answer }),
  data: Tokens,
  refuses: [429],
});
