import type { Page } from "#contract/base/endpoint";
import { figure } from "#contract/base/figure";
import { ButtonLink } from "./button";

export type PagerProps = {
  /** First and last row shown, counted from 1; total when it is known. */
  from: number;
  to: number;
  total?: number;
  previousHref?: string;
  nextHref?: string;
};

/** '1 to 10 of 61' and the links to the pages before and after. */
export function Pager({ from, to, total, previousHref, nextHref }: PagerProps) {
  const count = to < from ? "None" : `${figure(from)} to ${figure(to)}${total === undefined ? "" : ` of ${figure(total)}`}`;
  return (
    <nav
      aria-label="Pages"
      className="flex min-h-[60px] flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-2.5 text-ink-2"
    >
      <span className="tabular-nums">{count}</span>
      {previousHref || nextHref ? (
        <span className="flex gap-2">
          <PageLink href={previousHref} rel="prev" label="Previous" />
          <PageLink href={nextHref} rel="next" label="Next" />
        </span>
      ) : null}
    </nav>
  );
}

type ListPagerProps = {
  /** What the platform says of it: the cursors before and after, and the total where it counts. */
  page: Page;
  /** The first row's number, as the address has it, and how many rows are shown. */
  row: number;
  shown: number;
  href: (place: { cursor: string; row: number }) => string;
};

/** The Pager of a list whose addresses have a cursor and the number of their first row; a list with nothing in it says so itself. */
export function ListPager({ page, row, shown, href }: ListPagerProps) {
  if (shown === 0 && !page.prev) return null;
  return (
    <Pager
      from={shown === 0 ? 0 : row}
      to={shown === 0 ? -1 : row + shown - 1}
      total={page.total}
      previousHref={page.prev ? href({ cursor: page.prev, row: Math.max(1, row - page.limit) }) : undefined}
      nextHref={page.next ? href({ cursor: page.next, row: row + shown }) : undefined}
    />
  );
}

function PageLink({ href, rel, label }: { href?: string; rel: string; label: string }) {
  if (href)
    return (
      <ButtonLink to={href} rel={rel}>
        {label}
      </ButtonLink>
    );
  return (
    <span className="btn" aria-disabled="true">
      {label}
    </span>
  );
}
