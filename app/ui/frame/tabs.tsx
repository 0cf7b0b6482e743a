import { Link } from "@remix-run/react";

export type Tab = { label: string; to: string; current: boolean; count?: number };

/** Tabs as links, each to a page of its own. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  return (
    <nav aria-label={label} className="mb-5 flex gap-5 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? "page" : undefined}
          className="flex min-h-[40px] items-center touch:min-h-[44px] gap-1.5 whitespace-nowrap border-b-2 border-transparent text-ink-2 no-underline hover:border-line-strong focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {tab.label}
          {tab.count === undefined ? null : <span className="text-xs text-ink-3">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
