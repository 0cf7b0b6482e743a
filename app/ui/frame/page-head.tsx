import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { PhoneFold } from "./phone-fold";

export type Crumb = { label: string; to: string };
export type PageHeadProps = {
  /** The breadcrumbs, without the page itself. */
  crumbs?: Crumb[];
  title: string;
  /** The main finding of the page's figures, its heading; the crumb still names the page. */
  finding?: string | undefined;
  /** One sentence: what the page is for, or the state of its item. */
  lead?: ReactNode;
  /** The tutorial about the page: "/admin/tutorials/add_store" (UI-11). */
  help?: string;
  /** The item's audit log, for people who may read it (useHistory). */
  history?: string | undefined;
  /** Buttons and links on the right, at most one of them primary; on a phone they share a row. */
  actions?: ReactNode;
  /** Buttons before them that a phone has no room for; there they fold behind "More". */
  more?: ReactNode;
};

/** Breadcrumbs, the page's only h1, its one sentence and its actions. */
export function PageHead({
  crumbs = [],
  title,
  finding,
  lead,
  help,
  history,
  actions,
  more,
}: PageHeadProps) {
  const heading = (
    <h1 className="text-2xl font-bold proportional-nums [overflow-wrap:anywhere] max-md:text-xl">
      {finding ?? title}
    </h1>
  );
  const buttons = actions ? (
    <div className="phone-row print:hidden flex flex-wrap gap-2">
      {more ? (
        <PhoneFold label="More" switchClass="max-md:order-1" className="max-md:order-2">
          {more}
        </PhoneFold>
      ) : null}
      {actions}
    </div>
  ) : null;
  return (
    <header className="mb-5 md:mb-6">
      {crumbs.length || finding ? (
        <nav aria-label="Breadcrumb">
          <ol className="flex flex-wrap gap-x-1.5 text-sm text-ink-3">
            {crumbs.map((crumb) => (
              <li key={crumb.to} className="flex gap-1.5">
                <Link to={crumb.to} className="inline-link py-1">
                  {crumb.label}
                </Link>
                <span aria-hidden="true" className="py-1">
                  ›
                </span>
              </li>
            ))}
            <li aria-current="page" className="py-1">
              {title}
            </li>
          </ol>
        </nav>
      ) : null}
      {lead || help || history ? (
        <>
          {heading}
          <div className="mt-1.5 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
            <div className="min-w-0 max-w-3xl md:grow md:basis-80">
              {lead ? <p className="text-ink-2">{lead}</p> : null}
              {help || history ? (
                <p className="print:hidden flex flex-wrap gap-x-4 text-sm">
                  {help ? <HeadLink to={help} icon="tutorial" label="How this works" /> : null}
                  {history ? <HeadLink to={history} icon="audit" label="History" /> : null}
                </p>
              ) : null}
            </div>
            {buttons}
          </div>
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {heading}
          {buttons}
        </div>
      )}
    </header>
  );
}

const HeadLink = ({ to, icon, label }: { to: string; icon: IconName; label: string }) => (
  <Link
    to={to}
    className="inline-flex items-center gap-1.5 rounded-sm py-1 text-ink-2 underline underline-offset-2"
  >
    <Icon name={icon} size={16} /> {label}
  </Link>
);
