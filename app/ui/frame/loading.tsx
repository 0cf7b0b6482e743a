import { useNavigation } from "@remix-run/react";
import { createPortal } from "react-dom";
import { useTopDialog } from "./top-dialog";

/**
 * Stands over the page while a navigation or a submission is under way (spec section 2); what a
 * form asks on the side does not count.
 */
export function Loading() {
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && !navigation.formData?.has("_quiet");
  const dialog = useTopDialog(busy);
  const sign = <div role="status">{busy ? <LoadingOverlay /> : null}</div>;
  return dialog ? createPortal(sign, dialog) : sign;
}

/**
 * What a form carries that says itself, on its page, how far its work is: nothing stands over it
 * meanwhile.
 */
export const quiet = { _quiet: "on" };

/**
 * The overlay itself; `within` covers the nearest positioned box (a dialog) in place of the page.
 */
export function LoadingOverlay({ within }: { within?: boolean }) {
  return (
    <div
      className={`loading pointer-events-none inset-0 z-50 grid place-items-center ${within ? "absolute bg-panel" : "fixed"}`}
    >
      <div className="panel grid justify-items-center gap-2 px-6 py-5 shadow-raised">
        <div className="spinner" />
        <span className="text-sm text-ink-2">Loading</span>
      </div>
    </div>
  );
}

/** A share of a whole, drawn; `value` of `max`. */
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
        <rect width={`${share * 100}%`} height="8" className="fill-brand" />
      </svg>
    </div>
  );
}
