import { Link } from "@remix-run/react";
import { type ButtonHTMLAttributes, type ReactNode, useContext } from "react";
import { companyMember, withMember } from "./address";
import { FormGivenContext } from "./form-given";
import { Icon, type IconName } from "./icon";

export type ButtonVariant = "plain" | "primary" | "danger" | "danger-solid" | "quiet";

type Look = {
  /**
   * At most one "primary" per page; "danger" leads to a confirmation, "danger-solid" is its final
   * button.
   */
  variant?: ButtonVariant;
  small?: boolean;
  icon?: IconName;
  /** Shows only the icon; the children become its spoken name. */
  iconOnly?: boolean;
  className?: string;
  children: ReactNode;
};

export type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Look>;
export type ButtonLinkProps = Look & {
  to: string;
  /**
   * True for a file of the page's company, which the browser itself loads, not the router. The
   * answer downloads it, or leads back to a page.
   */
  download?: boolean;
  /** Bypasses the app's router: sign-out, files, other sites. */
  reloadDocument?: boolean;
  preventScrollReset?: boolean;
  rel?: string;
};

/** A button; its type is "submit" as in HTML, so that it works in a form without script. */
export function Button({
  variant,
  small,
  icon,
  iconOnly,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="submit"
      aria-label={chooseLabel(iconOnly, children)}
      title={chooseLabel(iconOnly, children)}
      {...rest}
      className={buttonClass(variant, small, iconOnly, className)}
    >
      <Face icon={icon} iconOnly={iconOnly}>
        {children}
      </Face>
    </button>
  );
}

/** A link that looks like a button, for navigation; a change is always a Button in a form. */
export function ButtonLink({
  variant,
  small,
  icon,
  iconOnly,
  className,
  children,
  to,
  download,
  reloadDocument,
  ...rest
}: ButtonLinkProps) {
  const company = useContext(FormGivenContext)?.company;
  return (
    <Link
      to={download && company ? withMember(to, companyMember, company) : to}
      {...rest}
      reloadDocument={reloadDocument || download}
      className={buttonClass(variant, small, iconOnly, className)}
      aria-label={chooseLabel(iconOnly, children)}
      title={chooseLabel(iconOnly, children)}
    >
      <Face icon={icon} iconOnly={iconOnly}>
        {children}
      </Face>
    </Link>
  );
}

function Face({ icon, iconOnly, children }: Pick<Look, "icon" | "iconOnly" | "children">) {
  return (
    <>
      {icon ? <Icon name={icon} size={16} /> : null}
      {iconOnly ? null : children}
    </>
  );
}

function chooseLabel(iconOnly: boolean | undefined, children: ReactNode) {
  return iconOnly && typeof children === "string" ? children : undefined;
}

function buttonClass(
  variant: ButtonVariant = "plain",
  small?: boolean,
  iconOnly?: boolean,
  className = "",
) {
  return `btn ${variants[variant]} ${small ? "btn-small" : ""} ${iconOnly ? "btn-icon" : ""} ${className}`
    .replace(/\s+/g, " ")
    .trim();
}

// whole class names, because Tailwind drops those that it does not find written out
const variants: Record<ButtonVariant, string> = {
  plain: "",
  primary: "btn-primary",
  danger: "btn-danger",
  "danger-solid": "btn-danger-solid",
  quiet: "btn-quiet",
};
