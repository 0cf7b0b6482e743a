import { type ReactNode, useId } from "react";

type PhoneFoldProps = {
  label: string;
  /** Whole class names for the switch and for what it shows. */
  switchClass?: string;
  className?: string;
  /** Wider, its parts flow among what stands beside it, not as one block that wraps as a whole. */
  flows?: boolean;
  /** Begins unfolded, as for what was refused in it. */
  open?: boolean;
  children: ReactNode;
};

/**
 * What a phone folds behind a switch that needs no script, so that a list begins on its first
 * screen; wider it always shows.
 */
export function PhoneFold({
  label,
  switchClass = "",
  className = "",
  flows = false,
  open = false,
  children,
}: PhoneFoldProps) {
  const switchId = useId();
  return (
    <>
      <input
        key={String(open)}
        type="checkbox"
        id={switchId}
        defaultChecked={open}
        className="peer sr-only md:hidden"
      />
      <label
        htmlFor={switchId}
        className={`btn md:hidden peer-checked:bg-sunken peer-focus-visible:outline peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink ${switchClass}`}
      >
        {label}
      </label>
      <div
        className={`flex-wrap gap-2 max-md:w-full max-md:hidden max-md:peer-checked:flex ${flows ? "md:contents" : "md:flex"} ${className}`}
      >
        {children}
      </div>
    </>
  );
}
