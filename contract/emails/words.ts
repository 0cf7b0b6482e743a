/** The states of an email. `refused`: for good by the mail server, or not accepted for a day. */
export const emailStates = ["queued", "sent", "refused", "bounced"] as const;
export type EmailState = (typeof emailStates)[number];

export const emailStateLabels: Record<EmailState, string> = {
  queued: "On its way",
  sent: "Emailed",
  refused: "Refused",
  bounced: "Bounced",
};

export const emailKinds = [
  "invitation",
  "recovery",
  "sign-in",
  "sign-in changed",
  "email changed",
  "invoice",
  "credit-note",
  "reminder",
  "request received",
  "request answered",
  "hand-over",
  "proof of play",
] as const;
export type EmailKind = (typeof emailKinds)[number];

/** Names an email within a sentence that begins with it. */
export const emailKindLabels: Record<EmailKind, string> = {
  invitation: "Invitation",
  recovery: "Password link",
  "sign-in": "Sign-in link",
  "sign-in changed": "Sign-in notice",
  "email changed": "Address notice",
  invoice: "Invoice",
  "credit-note": "Credit note",
  reminder: "Payment reminder",
  "request received": "Confirmation",
  "request answered": "Answer",
  "hand-over": "Hand-over",
  "proof of play": "Proof of play",
};

/** Hours for which an email that the mail server does not take yet is tried again. */
export const emailTryHours = 24;

export type EmailStatusWords = { state: EmailState; to: string; answer: string | null };

/** True if somebody must act for the email to arrive. */
export const isEmailFailed = ({ state }: Pick<EmailStatusWords, "state">): boolean =>
  state === "refused" || state === "bounced";

/** Describes an email's outcome to its sender: "Invitation emailed to asha@example.com". */
export function emailOutcome(what: string, { state, to, answer }: EmailStatusWords): string {
  if (state === "sent") return `${what} emailed to ${to}`;
  if (state === "queued") return `${what} to ${to} is on its way`;
  const verb = state === "bounced" ? "came back" : "was refused";
  return `${what} to ${to} ${verb}${answer ? `: ${answer}` : ""}`;
}

/**
 * Describes what became of several emails: "Invitations: 2 emailed, 1 refused"; undefined for none.
 */
export function emailCounts(what: string, counts: Record<EmailState, number>): string | undefined {
  const parts = [
    [counts.sent, "emailed"] as const,
    [counts.queued, "on their way"] as const,
    [counts.refused, "refused"] as const,
  ].flatMap(([count, words]) => (count > 0 ? `${count} ${words}` : []));
  return parts.length > 0 ? `${what}: ${parts.join(", ")}` : undefined;
}
