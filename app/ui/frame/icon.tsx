import sprite from "./icons.svg?url";

/** The symbols of icons.svg. */
export type IconName =
  | "music"
  | "chart"
  | "rule"
  | "schedule"
  | "preview"
  | "ad"
  | "company"
  | "store"
  | "hierarchy"
  | "users"
  | "report"
  | "billing"
  | "audit"
  | "tutorial"
  | "menu"
  | "close"
  | "down"
  | "up"
  | "right"
  | "left"
  | "sort"
  | "search"
  | "filter"
  | "plus"
  | "minus"
  | "check"
  | "alert"
  | "info"
  | "download"
  | "upload"
  | "edit"
  | "trash"
  | "lock"
  | "unlock"
  | "swap"
  | "play"
  | "pause"
  | "volume"
  | "refresh"
  | "clock"
  | "calendar"
  | "image"
  | "file"
  | "user"
  | "sign-out"
  | "more"
  | "external"
  | "eye"
  | "offline"
  | "mail"
  | "phone"
  | "key"
  | "settings"
  | "copy"
  | "bell";

export type IconProps = {
  name: IconName;
  /** Side in pixels; by default 18. */
  size?: 14 | 16 | 18 | 20 | 24 | 40;
  /** Its spoken name, if no text is beside it; without a name the icon is decoration. */
  label?: string;
  className?: string;
};

/** A symbol of the sprite, in the colour of the surrounding text. */
export function Icon({ name, size = 18, label, className = "" }: IconProps) {
  return (
    <>
      <svg
        width={size}
        height={size}
        className={`shrink-0 ${className}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <use href={`${sprite}#${name}`} />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </>
  );
}
