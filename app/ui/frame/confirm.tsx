import { useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, ButtonLink, type ButtonVariant } from "./button";
import { Dialog } from "./dialog";
import type { IconName } from "./icon";
import { PostForm } from "./post-form";

export type ConfirmQuestion = {
  /** Names the thing: 'Deactivate Andheri West?' */
  title: string;
  /** What goes with it. */
  message: ReactNode;
  /** The button says what happens: 'Deactivate store'. */
  confirmLabel: string;
  danger?: boolean;
  /** Where the answer is posted; the confirmation's own page when not given. */
  action?: string;
  /** Hidden fields: the target state. */
  hidden?: ReactNode;
};

export type ConfirmLinkProps = ConfirmQuestion & {
  /** The page that asks the same question (ConfirmPage); without script the link goes there. */
  to: string;
  children: ReactNode;
  variant?: ButtonVariant;
  small?: boolean;
  icon?: IconName;
};

/** A link to a confirmation page that, with script, asks in a dialog in place; both post the same form. */
export function ConfirmLink({ to, children, variant = "danger", small, icon, ...question }: ConfirmLinkProps) {
  const [open, setOpen] = useState(false);
  const ask = (event: MouseEvent) => {
    const ownWindow = event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element && event.target.closest("a"));
    if (ownWindow) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <span className="contents" onClickCapture={open ? undefined : ask}>
      <ButtonLink to={to} variant={variant} small={small} icon={icon}>
        {children}
      </ButtonLink>
      {open ? <ConfirmDialog {...question} action={question.action ?? to} onClose={() => setOpen(false)} /> : null}
    </span>
  );
}

/** The question as a 500px dialog; a click outside does not close it. */
export function ConfirmDialog({ onClose, ...question }: ConfirmQuestion & { onClose: () => void }) {
  const navigation = useNavigation();
  const sent = useRef(false);
  useEffect(() => {
    if (navigation.state !== "idle") sent.current = true;
    else if (sent.current) onClose();
  }, [navigation.state, onClose]);
  return (
    <Dialog title={question.title} width={500} onClose={onClose}>
      <div className="mb-5 text-ink-2">{question.message}</div>
      <PostForm action={question.action} preventScrollReset className="flex flex-wrap justify-end gap-2">
        {question.hidden}
        <Button type="button" onClick={onClose}>
          Cancel
        </Button>
        <Button variant={question.danger === false ? "primary" : "danger-solid"}>{question.confirmLabel}</Button>
      </PostForm>
    </Dialog>
  );
}

/** Says one thing and waits for OK. */
export function AlertDialog({ title, message, onClose }: { title: string; message: ReactNode; onClose: () => void }) {
  return (
    <Dialog
      title={title}
      width={500}
      onClose={onClose}
      alert
      actions={
        <Button type="button" variant="primary" onClick={onClose}>
          OK
        </Button>
      }
    >
      <div className="text-ink-2">{message}</div>
    </Dialog>
  );
}
