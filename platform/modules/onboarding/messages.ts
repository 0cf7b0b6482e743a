import { type EmailStatusWords, emailOutcome } from "#contract/emails/words";

/** Messages about requests; the emails are in request-emails.ts. */
export const requestMessages = {
  received: "Thank you. We have received it and will reply by email.",
  approved: (company: string, mail: EmailStatusWords | null) =>
    [`${company} added`, mail && emailOutcome("Invitation", mail)].filter(Boolean).join(". "),
  decided: (state: "answered" | "declined", mail: EmailStatusWords | null) =>
    [
      state === "answered" ? "Question answered" : "Request declined",
      mail && emailOutcome(state === "answered" ? "Answer" : "Reason", mail),
    ]
      .filter(Boolean)
      .join(". "),
  newQuestion: "A visitor asks a question",
  newClient: "A company wants to become a client",
  notAnswered: "This request has no answer yet.",
  isQuestion: "This is a question. Answer it instead.",
  alreadyDecided: (by: string, state: string) => `${by} has already ${state} this request.`,
};
