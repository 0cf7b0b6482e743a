import type { EmailStatus } from "#contract/emails/endpoints";
import { emailKindLabels, emailStateLabels, isEmailFailed } from "#contract/emails/words";
import type { ShownEmail } from "~/ui/email-state";
import type { ConfirmLinkData } from "~/ui/frame/confirm";

/** Describes the state of an email for a list; offers `resend` if it failed. */
export function shownEmail(
  mail: EmailStatus | null,
  showAt: (instant: string) => string,
  resend: ConfirmLinkData | null,
): ShownEmail | null {
  if (!mail) return null;
  const what = emailKindLabels[mail.kind];
  if (isEmailFailed(mail))
    return {
      failure: emailStateLabels[mail.state],
      words: mail.answer ? `${what}: ${mail.answer}` : `${what}, ${showAt(mail.at)}`,
      resend: resend && { ...resend, label: "Send again" },
    };
  if (mail.state === "sent")
    return { failure: null, words: `${what} emailed ${showAt(mail.at)}`, resend: null };
  const reason = mail.answer ? `. Last try: ${mail.answer}` : "";
  return { failure: null, words: `${what} is on its way${reason}`, resend: null };
}

/** The tone of an answer's message: an error if the answer's email failed. */
export const replyTone = ({ data }: { data?: object | null }): "success" | "error" => {
  const mail = data && "mail" in data ? (data.mail as EmailStatus | null) : null;
  return mail && isEmailFailed(mail) ? "error" : "success";
};
