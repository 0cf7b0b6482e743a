import type { RequestKind } from "#contract/onboarding/words";
import { writeEmail } from "../../mail/email-text.ts";
import type { EmailWriter } from "../emails/index.ts";
import { findRequestToMail } from "./requests.queries.ts";

/**
 * Anybody may have typed the name: removes what a mail program would turn into a link.
 */
const safeName = (name: string) =>
  name
    .replace(/[./:]+/g, " ")
    .trim()
    .split(/\s+/)[0] || "there";

const requestPhrases: Record<RequestKind, string> = {
  signup: "your company's request to join Fever In-Store",
  "self-onboarding": "what you told us about your stores",
  query: "your question",
};

/** Writes the emails to visitors who sent a form, each time they are tried. */
export function requestEmailWriters(publicUrl: string) {
  const link = { label: "Fever In-Store", url: new URL("/", publicUrl).href };
  /** Quotes nothing that was typed: the address may be a stranger's. */
  const received: EmailWriter = async ({ database }, email) => {
    const request = await findRequestToMail(database.db, email);
    return (
      request &&
      writeEmail({
        subject: "We have received your message",
        name: safeName(request.personName),
        before: [
          `We have received ${requestPhrases[request.kind]}. We'll reply by email, usually within two working days.`,
        ],
        link,
        after: ["If you did not write to us, ignore this email."],
      })
    );
  };
  const answered: EmailWriter = async ({ database }, email) => {
    const request = await findRequestToMail(database.db, email);
    if (!request?.decision) return undefined;
    return writeEmail({
      subject:
        request.kind === "query"
          ? "Our answer to your question"
          : "About your request to join Fever In-Store",
      name: safeName(request.personName),
      before: request.decision.split(/\r?\n\s*\r?\n/),
      link,
      after: [],
    });
  };
  return { "request received": received, "request answered": answered };
}
