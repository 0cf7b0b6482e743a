import { type ReactNode, useId } from "react";

type PhoneFoldProps = {
  label: string;
  /** Whole class names for the switch and for its content. */
  switchClass?: string;
  className?: string;
  /** Lets the parts flow among their neighbours, not as one block. */
  flows?: boolean;
  /** Starts unfolded, for example if something in it was refused. */
  open?: boolean;
  children: ReactNode;
};

/**
 * Folds content behind a switch on phones, without script, so that a list starts on the first
 * screen; on wide screens the content always shows.
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
        className={`max-md:hidden ${flows ? "md:contents max-md:peer-checked:contents" : "flex-wrap gap-2 max-md:w-full max-md:peer-checked:flex md:flex"} ${className}`}
      >
        {children}
      </div>
    </>
  );
}
