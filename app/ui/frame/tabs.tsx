import { Link } from "@remix-run/react";

export type Tab = { label: string; to: string; current: boolean; count?: number };

/** Tabs that are links: each is a page of its own. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  return (
    <nav aria-label={label} className="mb-4 flex overflow-x-auto md:gap-1 border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? "page" : undefined}
          className="-mb-px flex min-h-[40px] items-center gap-2 whitespace-nowrap border-b-2 border-transparent px-2 font-medium md:px-3 text-ink-2 no-underline hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:text-brand-on-tint"
        >
          {tab.label}
          {tab.count === undefined ? null : (
            <span className="rounded-full bg-idle-tint px-1.5 text-xs tabular-nums text-idle">
              {tab.count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
