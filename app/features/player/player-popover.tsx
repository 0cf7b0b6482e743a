import { forwardRef, type ReactNode } from "react";

type Props = { id: string; title: string; lead: ReactNode; children: ReactNode };

/** A question over the player, which the browser opens by its id without script. */
export const PlayerPopover = forwardRef<HTMLDivElement, Props>(
  ({ id, title, lead, children }, ref) => (
    <div
      ref={ref}
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
      className="popover m-auto w-[min(440px,calc(100vw-32px))] border-0 p-6 text-ink backdrop:bg-ink backdrop:opacity-50"
    >
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mb-4 text-ink-2">{lead}</p>
      {children}
    </div>
  ),
);
