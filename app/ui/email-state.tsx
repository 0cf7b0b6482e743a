import { emailStateLabels, emailStates } from "#contract/emails/words";
import { ConfirmLink, type ConfirmLinkData } from "./frame/confirm";
import { Pill } from "./frame/pill";

export type ShownEmail = {
  /** The state's label if the email did not arrive; otherwise null. */
  failure: string | null;
  words: string;
  resend: ConfirmLinkData | null;
};

/** Describes the newest email about something, with "Send again" if it failed. */
export function EmailState({ email, of }: { email: ShownEmail | null; of: string }) {
  if (!email) return null;
  const { failure, words, resend } = email;
  return (
    <span className="mt-1 block text-sm text-ink-3 [overflow-wrap:anywhere]">
      {failure ? (
        <>
          <Pill tone="bad">{failure}</Pill>{" "}
        </>
      ) : null}
      {words}
      {resend ? (
        <span className="mt-1 block">
          <ConfirmLink {...resend} of={of} variant="plain" small icon="mail" />
        </span>
      ) : null}
    </span>
  );
}

/** The options of a filter by state. */
export const emailStateOptions = emailStates.map((state) => ({
  value: state,
  label: emailStateLabels[state],
}));
