import { letterOf } from "../../mail/letter.ts";
import type { Letter } from "../../mail/mail.ts";

type Recipient = { email: string; firstName: string; username: string };

/** The letters of the account calls; every link leads to a page, and nothing is spent by opening it. */
export function letters(publicUrl: string) {
  const at = (path: string, token: string) => new URL(`${path}?token=${encodeURIComponent(token)}`, publicUrl).href;
  return {
    recovery: ({ email, firstName, username }: Recipient, token: string, minutes: number): Letter =>
      letterOf({
        to: email,
        subject: "Set a new password for Fever In-Store",
        name: firstName,
        before: [`somebody, most likely you, asked for a new password for your account ${username}.`],
        link: { label: "Set a new password", url: at("/reset-password", token) },
        after: [
          `The link works once, and for ${minutes} minutes.`,
          "If it was not you, you need not do anything: your password stays as it is.",
        ],
      }),

    signInLink: ({ email, firstName, username }: Recipient, token: string, minutes: number): Letter =>
      letterOf({
        to: email,
        subject: "Your sign-in link for Fever In-Store",
        name: firstName,
        before: [`Use this link to sign in as ${username}. You do not need your password.`],
        link: { label: "Sign in", url: new URL(`/validate-temp-token/${encodeURIComponent(token)}`, publicUrl).href },
        after: [
          `The link works once, and for ${minutes} minutes. Do not forward this email.`,
          "If you did not ask for it, ignore this email. Nobody can sign in without the link.",
        ],
      }),

    invitation: ({ email, firstName, username }: Recipient, token: string, days: number, companyName: string): Letter =>
      letterOf({
        to: email,
        subject: `Your account for ${companyName} at Fever In-Store`,
        name: firstName,
        before: [`you have been invited to Fever In-Store for ${companyName}. Your username is ${username}.`],
        link: { label: "Set up your account", url: at("/set-my-profile", token) },
        after: [`The link works once, and for ${days} days. When it is too old, "Forgot password?" on the sign-in page sends a new one.`],
      }),

    /** To the address that was the account's until now. */
    emailChanged: ({ email, firstName, username }: Recipient): Letter =>
      letterOf({
        to: email,
        subject: "Your email was changed at Fever In-Store",
        name: firstName,
        before: [
          `the email of your account ${username} was changed: from now on our mail goes to another address, and no more to this one.`,
        ],
        link: { label: "Sign in", url: new URL("/login", publicUrl).href },
        after: ["If it was not you, change your password at once, and ask an admin of your company to look at your account."],
      }),
  };
}
export type Letters = ReturnType<typeof letters>;
