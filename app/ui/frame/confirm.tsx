import { useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, ButtonLink, type ButtonVariant } from "./button";
import { Dialog, firstFocus } from "./dialog";
import type { IconName } from "./icon";
import { PostForm } from "./post-form";

export type ConfirmQuestion = {
  /** Names the thing: 'Deactivate Andheri West?' */
  title: string;
  /** The consequence, and what is left as it is. */
  message: string;
  /** Names the things affected too, line by line. */
  lines?: string[];
  /** The button says what happens: 'Deactivate store'. */
  confirmLabel: string;
  /** Labels the button that changes nothing, where "Cancel" would be unclear: 'Keep campaign'. */
  keepLabel?: string;
  danger?: boolean;
  /** Something stands in the way: the question's page says what, so no dialog opens. */
  isBlocked?: boolean;
  /** Where the answer is posted; the confirmation's own page when not given. */
  action?: string;
  /** Hidden fields, by name. */
  hidden?: Record<string, string>;
};

/** A question as the loader of the page that leads to it gives it (confirmation.server.ts). */
export type ConfirmLinkData = ConfirmQuestion & {
  /** The page that asks the same question; without script the link goes there. */
  to: string;
  /** Labels the link: 'Deactivate'. */
  label: string;
};

export type ConfirmLinkProps = ConfirmLinkData & {
  /** Names the link's subject for people who hear it without seeing its row. */
  of?: string;
  variant?: ButtonVariant;
  small?: boolean;
  icon?: IconName;
};

/**
 * A link to a confirmation page that, with script, asks in a dialog in place; both post the same
 * form.
 */
export function ConfirmLink({
  to,
  label,
  of,
  variant = "danger",
  small,
  icon,
  ...question
}: ConfirmLinkProps) {
  const [open, setOpen] = useState(false);
  const ask = (event: MouseEvent) => {
    const ownWindow =
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      !(event.target instanceof Element && event.target.closest("a"));
    if (ownWindow) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <span className="contents" onClickCapture={open || question.isBlocked ? undefined : ask}>
      <ButtonLink to={to} variant={variant} small={small} icon={icon}>
        {label}
        {of ? <span className="sr-only"> {of}</span> : null}
      </ButtonLink>
      {open ? (
        <ConfirmDialog
          {...question}
          action={question.action ?? to}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </span>
  );
}

/** The question as a 500px dialog; a click outside does not close it. */
export function ConfirmDialog({ onClose, ...question }: ConfirmQuestion & { onClose: () => void }) {
  const navigation = useNavigation();
  const wasSent = useRef(false);
  useEffect(() => {
    if (navigation.state !== "idle") wasSent.current = true;
    else if (wasSent.current) onClose();
  }, [navigation.state, onClose]);
  return (
    <Dialog title={question.title} width={500} onClose={onClose}>
      <Consequence {...question} />
      <PostForm
        action={question.action}
        preventScrollReset
        className="flex flex-wrap justify-end gap-2"
      >
        <HiddenFields values={question.hidden} />
        <Button type="button" onClick={onClose} {...firstFocus}>
          {question.keepLabel ?? "Cancel"}
        </Button>
        <Button variant={question.danger === false ? "primary" : "danger-solid"}>
          {question.confirmLabel}
        </Button>
      </PostForm>
    </Dialog>
  );
}

/** Shows the question's text below its title. */
export function Consequence({ message, lines = [] }: Pick<ConfirmQuestion, "message" | "lines">) {
  return (
    <div className="mb-5 text-ink-2">
      <p>{message}</p>
      {lines.length > 0 ? (
        <ul className="mt-1 list-disc pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

export const HiddenFields = ({ values = {} }: { values?: Record<string, string> | undefined }) =>
  Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));

/** Says one thing and waits for OK. */
export function AlertDialog({
  title,
  message,
  onClose,
}: {
  title: string;
  message: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={title}
      width={500}
      onClose={onClose}
      alert
      actions={
        <Button type="button" variant="primary" onClick={onClose} {...firstFocus}>
          OK
        </Button>
      }
    >
      <div className="text-ink-2">{message}</div>
    </Dialog>
  );
}
