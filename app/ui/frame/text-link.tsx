import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "./icon";

export type TextLinkProps = {
  to: string;
  children: ReactNode;
  /** True for another site; adds a mark that says so. */
  external?: boolean;
  reloadDocument?: boolean;
};

/** A link inside text. */
export function TextLink({ to, children, external, reloadDocument }: TextLinkProps) {
  if (external)
    return (
      <a href={to} rel="noopener noreferrer" className="inline-link">
        {children}{" "}
        <Icon name="external" size={14} label="(another site)" className="inline align-[-2px]" />
      </a>
    );
  return (
    <Link to={to} reloadDocument={reloadDocument} className="inline-link">
      {children}
    </Link>
  );
}
