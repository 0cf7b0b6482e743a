import { letterOf } from "../../mail/letter.ts";
import type { Letter } from "../../mail/mail.ts";

type Recipient = { email: string; firstName: string; username: string };

/**
 * The letters of the account calls; every link leads to a page, and nothing is spent by opening it.
 */
export function letters(publicUrl: string) {
  const at = (path: string, token: string) =>
    new URL(`${path}?token=${encodeURIComponent(token)}`, publicUrl).href;
  return {
    recovery: ({ email, firstName, username }: Recipient, token: string, minutes: number): Letter =>
      letterOf({
        to: email,
        subject: "Set a new password for Fever In-Store",
        name: firstName,
        before: [
          `Someone, most likely you, asked for a new password for your account ${username}.`,
        ],
        link: { label: "Set a new password", url: at("/reset-password", token) },
        after: [
          `The link works once, for ${minutes} minutes.`,
          "If it was not you, ignore this email. Your password stays the same.",
        ],
      }),

    signInLink: (
      { email, firstName, username }: Recipient,
      token: string,
      minutes: number,
    ): Letter =>
      letterOf({
        to: email,
        subject: "Your sign-in link for Fever In-Store",
        name: firstName,
        before: [`Use this link to sign in as ${username}. You do not need your password.`],
        link: {
          label: "Sign in",
          url: new URL(`/validate-temp-token/${encodeURIComponent(token)}`, publicUrl).href,
        },
        after: [
          `The link works once, for ${minutes} minutes. Do not forward this email.`,
          "If you did not ask for it, ignore this email. Nobody can sign in without the link.",
        ],
      }),

    invitation: (
      { email, firstName, username }: Recipient,
      token: string,
      days: number,
      companyName: string,
    ): Letter =>
      letterOf({
        to: email,
        subject: `You are invited to ${companyName} on Fever In-Store`,
        name: firstName,
        before: [`${companyName} has invited you to Fever In-Store. Your username is ${username}.`],
        link: { label: "Set up your account", url: at("/set-my-profile", token) },
        after: [
          `The link works once, for ${days} days. After that, use "Forgot password?" on the sign-in page to get a new one.`,
        ],
      }),

    /** Of what changed in how the account is signed in to. */
    signInChanged: ({ email, firstName, username }: Recipient, what: string): Letter =>
      letterOf({
        to: email,
        subject: "How you sign in to Fever In-Store was changed",
        name: firstName,
        before: [`${what} This is about your account ${username}.`],
        link: { label: "Sign in", url: new URL("/login", publicUrl).href },
        after: [
          "If it was not you, change your password at once and ask an admin of your company to check your account.",
        ],
      }),

    /** To the address that was the account's until now. */
    emailChanged: ({ email, firstName, username }: Recipient): Letter =>
      letterOf({
        to: email,
        subject: "Your email for Fever In-Store was changed",
        name: firstName,
        before: [
          `The email of your account ${username} was changed. We no longer send email about it to this address.`,
        ],
        link: { label: "Sign in", url: new URL("/login", publicUrl).href },
        after: [
          "If it was not you, change your password at once and ask an admin of your company to check your account.",
        ],
      }),
  };
}
export type Letters = ReturnType<typeof letters>;
