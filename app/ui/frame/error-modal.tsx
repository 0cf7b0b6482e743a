import { Link, useNavigate } from "@remix-run/react";
import { boxClass, DialogFoot, DialogHead, firstFocus, useModal } from "./dialog";

export type ErrorModalProps = {
  /** Defaults to 'Error', as everywhere in the spec's section 8. */
  title?: string;
  message: string;
  /** Shown small, to be read out to support. */
  requestId?: string;
  /** The address to try again; a form that could not be sent is restored there. */
  againTo?: string;
  /** The page to which OK leads; without it OK only closes. */
  okTo?: string;
  onClose?: () => void;
};

/** Title, picture, message, OK (UI-2). Without script it is a box in the page, and OK is a link. */
export function ErrorModal({
  title = "Error",
  message,
  requestId,
  againTo,
  okTo,
  onClose,
}: ErrorModalProps) {
  const { dialog, titleId } = useModal();
  const navigate = useNavigate();
  const closed = () => (onClose ? onClose() : okTo ? navigate(okTo) : undefined);
  return (
    <dialog
      ref={dialog}
      open
      role="alertdialog"
      aria-labelledby={titleId}
      onClose={closed}
      className={`${boxClass(500)} [&:not(:modal)]:static [&:not(:modal)]:mx-auto [&:not(:modal)]:my-4`}
    >
      <DialogHead title={title} titleId={titleId} />
      <div className="grid justify-items-center gap-4 px-5 pb-5 text-center">
        <img src="/not-found.svg" alt="" width="240" height="140" />
        <p>{message}</p>
        {requestId ? <p className="text-xs text-ink-3">Request {requestId}</p> : null}
      </div>
      <DialogFoot>
        {againTo ? (
          <Link to={againTo} reloadDocument className="btn">
            Try again
          </Link>
        ) : null}
        {okTo && !onClose ? (
          <Link to={okTo} className="btn btn-primary" {...firstFocus}>
            OK
          </Link>
        ) : (
          <form method="dialog">
            <button type="submit" className="btn btn-primary" {...firstFocus}>
              OK
            </button>
          </form>
        )}
      </DialogFoot>
    </dialog>
  );
}
