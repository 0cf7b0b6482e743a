import type { Page } from "#contract/base/endpoint";
import { ButtonLink } from "./button";
import { useFigures } from "./figures";
import { TextLink } from "./text-link";

export type PagerProps = {
  /** The first and last row shown, counted from 1, and the total if it is known. */
  from: number;
  to: number;
  total?: number;
  previousHref?: string;
  nextHref?: string;
  /** The numbers of rows per page to choose from, with their addresses. */
  sizes?: { size: number; href: string; current: boolean }[];
};

/** '1 to 10 of 61' and the links to the pages before and after. */
export function Pager({ from, to, total, previousHref, nextHref, sizes }: PagerProps) {
  const { figure } = useFigures();
  const count =
    to < from
      ? "None"
      : `${figure(from)} to ${figure(to)}${total === undefined ? "" : ` of ${figure(total)}`}`;
  return (
    <nav
      aria-label="Pages"
      className="flex min-h-[60px] flex-wrap items-center justify-between gap-2 py-2.5 text-ink-2"
    >
      <span>{count}</span>
      {sizes ? (
        <span className="flex items-center gap-3 text-sm print:hidden touch:[&>a]:grid touch:[&>a]:h-11 touch:[&>a]:w-11 touch:[&>a]:place-items-center touch:gap-1">
          Rows
          {sizes.map(({ size, href, current }) =>
            current ? (
              <b key={size} aria-current="true" className="font-semibold text-ink">
                {size}
              </b>
            ) : (
              <TextLink key={size} to={href}>
                {size}
              </TextLink>
            ),
          )}
        </span>
      ) : null}
      {previousHref || nextHref ? (
        <span className="flex gap-2 print:hidden">
          <PageLink href={previousHref} rel="prev" label="Previous" />
          <PageLink href={nextHref} rel="next" label="Next" />
        </span>
      ) : null}
    </nav>
  );
}

type ListPagerProps = {
  /** The platform's cursors before and after, and the total if it counts. */
  page: Page;
  /** The number of the first row, from the address, and the number of rows shown. */
  row: number;
  rowCount: number;
  href: (place: { cursor?: string; row?: number; limit: number | undefined }) => string;
};

export const pageSizes = [25, 50, 100];
/** Gives the page size as a member of an address; undefined for the usual size. */
export const sizeMember = (limit: number) => (limit === pageSizes[0] ? undefined : limit);

/**
 * The Pager of a list whose addresses hold a cursor and the number of the first row. Not shown for
 * an empty list, which says so itself.
 */
export function ListPager({ page, row, rowCount, href }: ListPagerProps) {
  const limit = sizeMember(page.limit);
  const isLong = Boolean(page.prev || page.next) || rowCount > (pageSizes[0] ?? 0);
  if (rowCount === 0 && !page.prev) return null;
  return (
    <Pager
      from={rowCount === 0 ? 0 : row}
      to={rowCount === 0 ? -1 : row + rowCount - 1}
      total={page.total}
      previousHref={
        page.prev
          ? href({ cursor: page.prev, row: Math.max(1, row - page.limit), limit })
          : undefined
      }
      nextHref={page.next ? href({ cursor: page.next, row: row + rowCount, limit }) : undefined}
      sizes={
        isLong
          ? pageSizes.map((size) => ({
              size,
              href: href({ limit: sizeMember(size) }),
              current: size === page.limit,
            }))
          : undefined
      }
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
