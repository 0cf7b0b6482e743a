import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { firstName, lastName, password, title } from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { roleNames } from "../base/roles.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import { SignInResult } from "./endpoints.ts";

/**
 * A single-use token from an email or a person; a cut or wrong one gets the same error as a
 * used one.
 */
const token = z.string().trim().min(1, messages.required).max(200, messages.tokenOver);
/**
 * Accepts any stored password at sign-in and change: the rule for new passwords does not apply.
 */
const typedPassword = z.string().min(1, messages.required).max(200, messages.wrongPassword);

const userId = z.int().positive();

export const Profile = z.strictObject({ firstName: firstName, lastName: lastName.optional() });

/**
 * Members of a form that takes a new password twice (VAL-1); say `samePasswords` of the form as a
 * whole.
 */
export const newPassword = {
  password,
  confirmPassword: z.string().min(1, messages.required).max(200, messages.passwordsDiffer),
};
export const samePasswords = <S extends z.ZodType<{ password: string; confirmPassword: string }>>(
  form: S,
): S =>
  form.refine((values) => values.password === values.confirmPassword, {
    path: ["confirmPassword"],
    params: { error: messages.passwordMismatch }, // the spec's name of the error; people read words
    message: messages.passwordsDiffer,
    when: () => true, // reports the errors of both fields at once
  });

/** The forms of pages with a token in their address. */
export const ResetForm = samePasswords(z.strictObject(newPassword));
export const ActivateForm = samePasswords(z.strictObject({ ...Profile.shape, ...newPassword }));
export const ChangePasswordForm = samePasswords(
  z.strictObject({ currentPassword: typedPassword, ...newPassword }),
);
/** Accepts any stored name, also one given before today's rule. */
export const RecoveryForm = z.strictObject({ username: title.regex(/^\S*$/, messages.username) });

export const recoveryMail = endpoint({
  method: "get",
  path: "/auth/get-password-recovery-mail",
  summary:
    "Email a link to set a new password (to an invited user: the invitation again); the answer is the same whether or not the user exists",
  access: "public",
  scope: "none",
  query: RecoveryForm,
  data: z.null(),
});

export const mailSignInLink = endpoint({
  method: "post",
  path: "/auth/signin-link",
  summary:
    "Email a link that signs in once, within ten minutes (to an invited user: the invitation again); the answer is the same whether or not the user exists",
  access: "public",
  scope: "none",
  body: RecoveryForm,
  data: z.null(),
  refuses: [429],
});

export const resetPassword = endpoint({
  method: "post",
  path: "/auth/reset-password",
  summary: "Set a new password with the token of a recovery email; ends all sessions of the user",
  access: "public",
  scope: "none",
  body: z.strictObject({ token, password }),
  data: z.object({ username: z.string() }),
});

export const onboardingInfo = endpoint({
  method: "get",
  path: "/user/onboarding-info",
  summary: "The person and the company that an invitation's token belongs to",
  access: "public",
  scope: "none",
  query: z.strictObject({ token }),
  data: z.object({
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string().nullable(),
    companyName: z.string(),
    role: z.object({ roleIdentifier: z.enum(roleNames), name: z.string() }),
  }),
});

export const activatePassword = endpoint({
  method: "post",
  path: "/auth/activate-password",
  summary: "Accept an invitation: set name and password, and activate the user",
  access: "public",
  scope: "none",
  body: z.strictObject({ token, password, profile: Profile }),
  data: z.object({ username: z.string() }),
});

export const changePassword = endpoint({
  method: "post",
  path: "/auth/change-password",
  summary: "Change the caller's own password; ends their other sessions",
  access: "session",
  scope: "none",
  body: z.strictObject({ currentPassword: typedPassword, password }),
  data: z.null(),
});

export const resetUserPassword = endpoint({
  method: "post",
  path: "/auth/reset-user-password",
  summary:
    "End all sessions of a user whom the caller manages, and email them a link to set a new password",
  access: ["USER_MGMT"],
  session: true,
  scope: "people",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ userId }),
  data: z.object({ mail: EmailStatus.nullable() }),
  idempotent: true,
});

export const makeTempToken = endpoint({
  method: "post",
  path: "/auth/temp-token",
  summary: "A token with which provider staff sign in as a client's user, once, within ten minutes",
  access: ["USER_MGMT"],
  session: true,
  scope: "people",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ userId }),
  data: z.object({ tempToken: z.string(), expiresAt: z.iso.datetime() }),
});

export const validateTempToken = endpoint({
  method: "get",
  path: "/auth/validate-temp-token",
  summary:
    "Exchange a temp token, once, for the tokens of a new session, or for the second step of its user",
  access: "public",
  scope: "none",
  query: z.strictObject({ tempToken: token }),
  data: SignInResult,
});
