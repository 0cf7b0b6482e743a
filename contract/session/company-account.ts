import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { SignInResult } from "./endpoints.ts";

/**
 * Sign-in with the account that people have at their company, by OpenID Connect
 * (docs/decisions/company-account.md).
 */

const line = (most: number) =>
  field.line
    .max(most, `At most ${most} characters are allowed.`)
    .regex(printable, messages.printable);

export const SignInService = z.strictObject({
  /**
   * Its address, as its discovery document names it. Without it the company has no sign-in service.
   */
  issuer: line(300).optional(),
  clientId: line(200).optional(),
  /** Left out to keep the one there is. */
  clientSecret: z
    .string()
    .trim()
    .max(500)
    .regex(/^[\x20-\x7e]*$/, messages.printable)
    .optional(),
  /**
   * True if it is the only way to sign in. Only a person who has signed in with it may set this, so
   * that nobody is locked out by a typing mistake.
   */
  isRequired: z.boolean().default(false),
  /** The version that it was loaded with, which is the company's. */
  version: field.version.optional(),
});

const ofSignIn = {
  access: ["COMPANIES", "COMPANIESEDIT"],
  session: true,
  scope: "company",
  query: z.strictObject(ofCompany),
} as const;

export const findSignInService = endpoint({
  method: "get",
  path: "/company/sign-in-service",
  summary: "The sign-in service (OpenID Connect) of a company",
  ...ofSignIn,
  data: z.object({
    issuer: z.string().nullable(),
    clientId: z.string().nullable(),
    isRequired: z.boolean(),
    version: z.int(),
    /** When somebody first signed in with the current settings. */
    workedAt: z.iso.datetime().nullable(),
    /** The address to give the service for leading people back. */
    redirectUri: z.string(),
    companyCode: z.string(),
  }),
});

export const setSignInService = endpoint({
  method: "put",
  path: "/company/sign-in-service",
  summary:
    "Set the sign-in service (OpenID Connect) of a company, or take it away by leaving out the issuer",
  ...ofSignIn,
  body: SignInService,
  data: z.null(),
});

export const CompanyCodeForm = z.strictObject({ companyCode: line(50).min(1, messages.required) });

export const beginCompanySignIn = endpoint({
  method: "post",
  path: "/auth/company/begin",
  summary:
    "Begin to sign in with a company account: where to send the person, and what to keep until they are back",
  access: "public",
  scope: "none",
  body: CompanyCodeForm,
  data: z.object({
    /** The page of the company's sign-in service. */
    url: z.url(),
    companyName: z.string(),
    /** Stays with the browser that began: it finishes this one sign-in, within ten minutes. */
    attempt: z.string(),
  }),
});

export const finishCompanySignIn = endpoint({
  method: "post",
  path: "/auth/company/finish",
  summary: "Finish a sign-in with a company account by what the service sent the person back with",
  access: "public",
  scope: "none",
  body: z.strictObject({
    attempt: z.string().min(1).max(200),
    /** The query of the address that the person came back to. */
    answer: z.string().max(4000),
  }),
  data: SignInResult,
});
