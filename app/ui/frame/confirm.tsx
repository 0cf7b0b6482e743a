import { useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, ButtonLink, type ButtonVariant } from "./button";
import { Dialog, firstFocus } from "./dialog";
import type { IconName } from "./icon";
import { PostForm } from "./post-form";

export type ConfirmQuestion = {
  /** Names the item: 'Deactivate Andheri West?' */
  title: string;
  /** Says the consequence, and what stays unchanged. */
  message: string;
  /** Names the things affected, one per line. */
  lines?: string[];
  /** Labels the button with what happens: 'Deactivate store'. */
  confirmLabel: string;
  /** Labels the button that changes nothing, if "Cancel" would be unclear: 'Keep campaign'. */
  keepLabel?: string;
  danger?: boolean;
  /** True if something prevents the change; the question's page says what, so no dialog opens. */
  isBlocked?: boolean;
  /** The address that the answer is posted to; by default the confirmation's own page. */
  action?: string;
  /** Hidden fields, by name. */
  hidden?: Record<string, string>;
};

/** A question, given by the loader of the page with the link (confirmation.server.ts). */
export type ConfirmLinkData = ConfirmQuestion & {
  /** The page with the same question, to which the link leads without script. */
  to: string;
  /** Labels the link: 'Deactivate'. */
  label: string;
};

export type ConfirmLinkProps = ConfirmLinkData & {
  /** Names the link's subject for screen readers. */
  of?: string;
  variant?: ButtonVariant;
  small?: boolean;
  icon?: IconName;
};

/**
 * A link to a confirmation page; with script, asks in a dialog instead. Both post the same
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

/** Asks the question in a dialog of 500 px; a click outside does not close it. */
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

/** Shows a message and waits for OK. */
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
