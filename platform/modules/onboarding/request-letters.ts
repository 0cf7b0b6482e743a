import type { RequestKind } from "#contract/onboarding/words";
import { letterOf } from "../../mail/letter.ts";
import type { Letter } from "../../mail/mail.ts";

type Recipient = { email: string; personName: string; kind: RequestKind };

/**
 * Anybody may have typed the name: it carries no address that a mail program would make a link of.
 */
const safeName = (name: string) => name.replace(/[./:]+/g, " ").trim() || "there";

const requestPhrases: Record<RequestKind, string> = {
  signup: "your company's request to join Fever In-Store",
  "self-onboarding": "what you told us about your stores",
  query: "your question",
};

export function requestLetters(publicUrl: string) {
  const link = { label: "Fever In-Store", url: new URL("/", publicUrl).href };
  return {
    /** Says nothing of what was typed: the address may be a stranger's. */
    received: ({ email, personName, kind }: Recipient): Letter =>
      letterOf({
        to: email,
        subject: "We have received your message",
        name: safeName(personName),
        before: [
          `We have received ${requestPhrases[kind]}. We'll reply by email, usually within two working days.`,
        ],
        link,
        after: ["If you did not write to us, ignore this email."],
      }),

    answered: ({ email, personName, kind }: Recipient, text: string): Letter =>
      letterOf({
        to: email,
        subject:
          kind === "query"
            ? "Our answer to your question"
            : "About your request to join Fever In-Store",
        name: safeName(personName),
        before: text.split(/\r?\n\s*\r?\n/),
        link,
        after: [],
      }),
  };
}
export type RequestLetters = ReturnType<typeof requestLetters>;
