import { platformItself } from "../../access/account-writer.ts";
import { type EmailContent, writeEmail } from "../../mail/email-text.ts";
import { type EmailWriter, saveTry } from "../emails/index.ts";
import { newAccountToken } from "./account-token.ts";
import { dropToken, findPerson, insertToken, type Person } from "./credentials.queries.ts";

const minute = 60_000;
const recoveryMinutes = 60;
const invitationDays = 7;
export const signInMinutes = 10;

type Recipient = Pick<Person, "firstName" | "username" | "companyName">;
const ifNotYou =
  "If it was not you, change your password at once and ask an admin of your company to check your account.";

/** Texts of emails about accounts; nothing is spent by opening their links. */
const texts = {
  recovery: ({ username }: Recipient, url: string) => ({
    subject: "Set a new password for Fever In-Store",
    before: [`Someone, most likely you, asked for a new password for your account ${username}.`],
    link: { label: "Set a new password", url },
    after: [
      `The link works once, for ${recoveryMinutes} minutes.`,
      "If it was not you, ignore this email. Your password stays the same.",
    ],
  }),
  signInLink: ({ username }: Recipient, url: string) => ({
    subject: "Your sign-in link for Fever In-Store",
    before: [`Use this link to sign in as ${username}. You do not need your password.`],
    link: { label: "Sign in", url },
    after: [
      `The link works once, for ${signInMinutes} minutes. Do not forward this email.`,
      "If you did not ask for it, ignore this email. Nobody can sign in without the link.",
    ],
  }),
  invitation: ({ username, companyName }: Recipient, url: string) => ({
    subject: `You are invited to ${companyName} on Fever In-Store`,
    title: `${companyName} has invited you to Fever In-Store`,
    before: ["Choose a password to begin."],
    facts: [
      ["Your username", username],
      ["Works for", `${invitationDays} days, once`],
    ] as const,
    link: { label: "Set up your account", url },
    after: [
      'After 7 days, use "Forgot password?" on the sign-in page to get a new link.',
      "Not expecting this? Ignore it: nobody gets in without a password.",
    ],
  }),
  signInChanged: ({ username }: Recipient, what: string, url: string) => ({
    subject: "How you sign in to Fever In-Store was changed",
    before: [`${what} This is about your account ${username}.`],
    link: { label: "Sign in", url },
    after: [ifNotYou],
  }),
  emailChanged: ({ username }: Recipient, url: string) => ({
    subject: "Your email for Fever In-Store was changed",
    before: [
      `The email of your account ${username} was changed. We no longer send email about it to this address.`,
    ],
    link: { label: "Sign in", url },
    after: [ifNotYou],
  }),
};

/** Writes the emails about accounts, each time they are tried. */
export function accountEmailWriters(publicUrl: string) {
  const at = (path: string, token: string) =>
    new URL(`${path}?token=${encodeURIComponent(token)}`, publicUrl).href;
  const signInPage = new URL("/login", publicUrl).href;
  const written = (person: Person, content: Omit<EmailContent, "name" | "company">) =>
    writeEmail({ ...content, name: person.firstName, company: person.companyName });

  /**
   * Makes a new link for a person in this state who still has this address. The last try's link
   * ends, unless that email may have arrived: then the person may be using it.
   */
  const withLink =
    (
      { purpose, status, lifetime }: LinkKind,
      write: (person: Person, token: string) => Omit<EmailContent, "name" | "company">,
    ): EmailWriter =>
    async ({ database, now }, email) => {
      const { companyId, itemId: userId, recipient, tokenId } = email;
      const person = await findPerson(database.db, { companyId, userId });
      if (person?.status !== status || person.companyStatus !== "active") return undefined;
      if (person.email !== recipient) return undefined;
      const { token, name } = newAccountToken(companyId);
      const isOurs = await database.transaction(async (tx) => {
        if (!(await saveTry(tx, email, { tokenId: name.id }))) return false;
        if (tokenId && email.failedAttempt === email.attempt - 1)
          await dropToken(platformItself, tx, companyId, tokenId);
        const expiresAt = new Date(now.getTime() + lifetime);
        await insertToken(platformItself, tx, {
          ...name,
          userId,
          purpose,
          createdAt: now,
          expiresAt,
        });
        return true;
      });
      return isOurs ? written(person, write(person, token)) : undefined;
    };
  const about =
    (
      write: (
        person: Person,
        details: Record<string, string>,
      ) => Omit<EmailContent, "name" | "company">,
    ): EmailWriter =>
    async ({ database }, { companyId, itemId: userId, details }) => {
      const person = await findPerson(database.db, { companyId, userId });
      return person && written(person, write(person, details));
    };

  return {
    invitation: withLink(
      { purpose: "invitation", status: "invited", lifetime: invitationDays * 24 * 60 * minute },
      (person, token) => texts.invitation(person, at("/set-my-profile", token)),
    ),
    recovery: withLink(
      { purpose: "recovery", status: "active", lifetime: recoveryMinutes * minute },
      (person, token) => texts.recovery(person, at("/reset-password", token)),
    ),
    "sign-in": withLink(
      { purpose: "sign-in", status: "active", lifetime: signInMinutes * minute },
      (person, token) => {
        const path = `/validate-temp-token/${encodeURIComponent(token)}`;
        return texts.signInLink(person, new URL(path, publicUrl).href);
      },
    ),
    "sign-in changed": about((person, { what = "" }) =>
      texts.signInChanged(person, what, signInPage),
    ),
    "email changed": about((person) => texts.emailChanged(person, signInPage)),
  };
}

type LinkKind = {
  purpose: "invitation" | "recovery" | "sign-in";
  status: Person["status"];
  lifetime: number;
};
