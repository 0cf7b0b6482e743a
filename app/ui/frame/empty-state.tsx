import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

export type EmptyStateProps = {
  icon?: IconName;
  /** Says what is missing: 'No List Found', 'No stores match these filters'. */
  title: string;
  /** Says why, and what to do next. */
  children?: ReactNode;
  action?: ReactNode;
};

/** Shown instead of a list: says why it is empty and offers the next step. */
export function EmptyState({ icon = "search", title, children, action }: EmptyStateProps) {
  return (
    <div className="panel grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 p-5">
      <span className="grid h-10 w-10 place-items-center rounded-full bg-sunken text-ink-3">
        <Icon name={icon} size={20} />
      </span>
      <div className="max-w-prose">
        <p className="font-semibold">{title}</p>
        {children ? <div className="text-ink-2">{children}</div> : null}
        {action ? <div className="mt-2">{action}</div> : null}
      </div>
    </div>
  );
}
