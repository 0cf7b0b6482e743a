import { emailStateLabels, emailStates } from "#contract/emails/words";
import { ConfirmLink, type ConfirmLinkData } from "./frame/confirm";
import { Pill } from "./frame/pill";

export type ShownEmail = {
  /** The state's label where it did not arrive. */
  failure: string | null;
  words: string;
  resend: ConfirmLinkData | null;
};

/** How the newest email about something fares, with "Send again" where it failed. */
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

/** The states to filter a list by. */
export const emailStateOptions = emailStates.map((state) => ({
  value: state,
  label: emailStateLabels[state],
}));
