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
  const sign = <div role="status">{busy ? <LoadingLine /> : null}</div>;
  return dialog ? createPortal(sign, dialog) : sign;
}

/**
 * What a form carries that says itself, on its page, how far its work is: nothing stands over it
 * meanwhile.
 */
export const quiet = { _quiet: "on" };

/** A thin line at the top of the page, which covers nothing. */
export function LoadingLine() {
  return (
    <div className="loading pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] overflow-hidden">
      <i />
      <span className="sr-only">Loading</span>
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
        <rect width={`${share * 100}%`} height="8" className="fill-ink-2" />
      </svg>
    </div>
  );
}
