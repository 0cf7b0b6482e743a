import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany } from "../base/pages.ts";

/** A company's rules for signing in, in addition to the password (INT-2). */
export const SignInRules = z.strictObject({ requiresTwoSteps: z.boolean().default(false) });

const ofSignIn = {
  access: ["COMPANIES", "COMPANIESEDIT"],
  session: true,
  scope: "company",
  query: z.strictObject(ofCompany),
} as const;

export const findSignInRules = endpoint({
  method: "get",
  path: "/company/sign-in",
  summary: "How a company's users sign in",
  ...ofSignIn,
  data: z.object({
    requiresTwoSteps: z.boolean(),
    /** Active users who are not exempt, and those of them who have a second step. */
    users: z.int(),
    usersWithTwoSteps: z.int(),
  }),
});

export const setSignInRules = endpoint({
  method: "put",
  path: "/company/sign-in",
  summary: "Require two-step sign-in of a company's users, or not; store managers are exempt",
  ...ofSignIn,
  body: SignInRules,
  data: z.null(),
});
