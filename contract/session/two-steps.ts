import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import { Tokens } from "./endpoints.ts";

/**
 * A code of an authenticator app (six digits, with or without a space) or a recovery code; which of
 * them it is, the platform sees.
 */
const code = z.string().trim().min(1, messages.required).max(40, messages.wrongCode);
const currentPassword = z.string().min(1, messages.required).max(200, messages.wrongPassword);

export const CodeForm = z.strictObject({ code });
export const PasswordForm = z.strictObject({ currentPassword });
export const PasswordAndCodeForm = z.strictObject({ currentPassword, code });

export const signInSecondStep = endpoint({
  method: "post",
  path: "/auth/second-step",
  summary: "Finish a sign-in with a code of the authenticator app, or a recovery code",
  access: "public",
  scope: "none",
  body: z.strictObject({ challenge: z.string().min(1).max(200), code }),
  data: Tokens,
  refuses: [429],
});

/** The data to set up an authenticator app: a QR code of `uri`, or `secret` to type (base32). */
const Setup = z.object({ secret: z.string(), uri: z.string() });
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const ownTwoSteps = endpoint({
  method: "get",
  path: "/user/me/two-steps",
  summary: "Whether the caller signs in by two steps, and what was begun of setting it up",
  access: "session",
  scope: "none",
  whileEnrolling: true,
  data: z.object({
    on: z.boolean(),
    since: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.int(),
    /** The company asks it of its users. */
    required: z.boolean(),
    /** Begun and not confirmed yet. */
    begun: Setup.nullable(),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
});

export const beginTwoSteps = endpoint({
  method: "post",
  path: "/user/me/two-steps",
  summary:
    "Begin to set up two-step sign-in: a new secret for the authenticator app, which counts once a code confirms it",
  access: "session",
  scope: "none",
  whileEnrolling: true,
  body: PasswordForm,
  data: Setup,
});

export const confirmTwoSteps = endpoint({
  method: "post",
  path: "/user/me/two-steps/confirm",
  summary: "Turn two-step sign-in on with a first code; gives the recovery codes, this once",
  access: "session",
  scope: "none",
  whileEnrolling: true,
  body: CodeForm,
  data: RecoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  method: "post",
  path: "/user/me/two-steps/recovery-codes",
  summary: "Ten new recovery codes in place of the old ones, given this once",
  access: "session",
  scope: "none",
  body: PasswordAndCodeForm,
  data: RecoveryCodes,
});

export const turnOffTwoSteps = endpoint({
  method: "post",
  path: "/user/me/two-steps/off",
  summary: "Turn the caller's two-step sign-in off",
  access: "session",
  scope: "none",
  body: PasswordAndCodeForm,
  data: z.null(),
});

export const resetTwoSteps = endpoint({
  method: "post",
  path: "/auth/reset-two-steps",
  summary: "Remove the second step of a user whom the caller manages, who lost it",
  access: ["USER_MGMT"],
  session: true,
  scope: "people",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ userId: z.int().positive() }),
  data: z.object({ mail: EmailStatus.nullable() }),
});
