import { useNavigation } from "@remix-run/react";
import { createPortal } from "react-dom";
import { useTopDialog } from "./top-dialog";

/**
 * Shown over the page during a navigation or a submission (spec section 2), but not while a
 * form asks something in the background.
 */
export function Loading() {
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && !navigation.formData?.has("_quiet");
  const dialog = useTopDialog(busy);
  const sign = <div role="status">{busy ? <LoadingLine /> : null}</div>;
  return dialog ? createPortal(sign, dialog) : sign;
}

/**
 * Fields of a form whose page shows its own progress, so that no loading line is
 * shown.
 */
export const quiet = { _quiet: "on" };

/** A thin line at the top of the page that covers nothing. */
export function LoadingLine() {
  return (
    <div className="loading pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] overflow-hidden">
      <i />
      <span className="sr-only">Loading</span>
    </div>
  );
}

/** Draws a progress bar for `value` of `max`. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <svg width="100%" height="8" className="block rounded-full" aria-hidden="true">
        <rect width="100%" height="8" className="fill-sunken" />
        <rect width={`${share * 100}%`} height="8" className="fill-ink-2" />
      </svg>
    </div>
  );
}
