import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button, ButtonLink } from "./button";
import { Icon, type IconName } from "./icon";
import { PostForm } from "./post-form";

/** `counted` says to screen readers what the count is of: "new". */
export type MenuItem = {
  label: string;
  to: string;
  icon: IconName;
  current?: boolean;
  count?: number;
  counted?: string;
};
/** A group without a name (Dashboard) stands first and has no heading. */
export type MenuGroup = { group: string | null; items: MenuItem[] };

export type ShellUser = {
  name: string;
  role: string;
  email?: string;
  accountTo?: string;
  shortcutsTo?: string;
  /** Where the sign-out form posts. */
  signOutTo: string;
};

export type ShellCompany = { name: string; detail?: string };

/**
 * The company chooser of provider staff: a select and a button, so that it works without script.
 */
export type CompanyChooser = {
  action: string;
  /** Name of the select. */
  name: string;
  value: string | null;
  options: { id: string; name: string }[];
  /** Hidden fields to post along, such as where to come back to. */
  hidden?: ReactNode;
};

export type ShellProps = {
  menu: MenuGroup[];
  user: ShellUser;
  company: ShellCompany | null;
  companies?: CompanyChooser;
  /** The provider's person who signed in as the user ("open as"). */
  openedBy?: string | null;
  /** A line above every page while something holds for all of them. */
  notice?: string | null;
  /** The bell: where the notifications are, and how many were not read yet. */
  notifications?: { to: string; unread: number; current: boolean };
  /** The search box; on phones a link to its page stands in its place. */
  search?: { to: string; box: ReactNode };
  children: ReactNode;
};

declare module "react" {
  // React 18 passes these on, but its types do not know them yet
  interface HTMLAttributes<T> {
    popover?: "auto" | "manual";
    popovertarget?: string;
    popovertargetaction?: "hide" | "show" | "toggle";
  }
}

/**
 * The frame of every signed-in page: menu on the left, on phones behind a button at the top; both
 * without script.
 */
export function Shell({
  menu,
  user,
  company,
  companies,
  openedBy,
  notice,
  notifications,
  search,
  children,
}: ShellProps) {
  const side = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every new location
  useEffect(() => {
    if (side.current?.matches(":popover-open")) side.current.hidePopover();
  }, [key]);

  return (
    <div className="min-h-screen md:grid md:grid-cols-[232px_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-brand px-4 py-2 font-medium text-brand-ink focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        Skip to content
      </a>
      <header className="print:hidden sticky top-0 z-20 flex items-center justify-between border-b border-line bg-panel px-4 py-3 md:hidden">
        <Logo />
        <div className="flex gap-2">
          {search ? (
            <ButtonLink to={search.to} icon="search" iconOnly>
              Search everywhere
            </ButtonLink>
          ) : null}
          <button type="button" className="btn" popovertarget="menu">
            <Icon name="menu" size={16} />
            Menu
            {notifications?.unread ? (
              <Count of={notifications.unread} spoken="unread notifications" />
            ) : null}
          </button>
        </div>
      </header>
      <aside
        ref={side}
        id="menu"
        popover="auto"
        className="print:hidden m-0 max-h-none w-full flex-col gap-4 border-0 bg-ground p-3 text-ink max-md:inset-0 max-md:h-full max-md:overflow-auto max-md:[&:popover-open]:flex md:sticky md:inset-auto md:top-0 md:flex md:h-screen md:overflow-y-auto md:border-r md:border-line md:py-4"
      >
        <div className="flex items-center justify-between">
          <Logo />
          <button
            type="button"
            className="btn md:hidden"
            popovertarget="menu"
            popovertargetaction="hide"
          >
            <Icon name="close" size={16} />
            Close
          </button>
        </div>
        {search?.box}
        {company || companies ? <CompanyBox company={company} companies={companies} /> : null}
        <nav aria-label="Areas" className="grid gap-4">
          {menu.map((group) => (
            <MenuSection key={group.group ?? ""} {...group} />
          ))}
        </nav>
        <div className="mt-auto grid gap-3">
          {notifications ? (
            <MenuLink
              label="Notifications"
              icon="bell"
              to={notifications.to}
              current={notifications.current}
              count={notifications.unread}
              counted="unread"
            />
          ) : null}
          <UserMenu user={user} />
        </div>
      </aside>
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-page px-4 pb-12 pt-4 outline-none md:px-8 md:pb-16 md:pt-5"
      >
        {openedBy ? (
          <OpenedBy name={user.name} openedBy={openedBy} signOutTo={user.signOutTo} />
        ) : null}
        {notice ? (
          <p
            role="status"
            className="mb-4 rounded-lg border border-line bg-panel px-4 py-2 text-sm text-ink-2 print:hidden"
          >
            {notice}
          </p>
        ) : null}
        {children}
      </main>
    </div>
  );
}

/** Stands on every page of a session that provider staff opened as the user (SES-8). */
export function OpenedBy({
  name,
  openedBy,
  signOutTo,
}: {
  name: string;
  openedBy: string;
  signOutTo: string;
}) {
  return (
    <PostForm
      action={signOutTo}
      reloadDocument
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-warn bg-warn-tint px-4 py-2 text-warn print:hidden"
    >
      <p>
        You are signed in as <b className="font-semibold">{name}</b>, opened by{" "}
        <b className="font-semibold">{openedBy}</b>.
      </p>
      <Button small icon="sign-out">
        Sign out
      </Button>
    </PostForm>
  );
}

function MenuSection({ group, items }: MenuGroup) {
  return (
    <div>
      {group ? <h2 className="px-2 pb-1 text-xs font-semibold text-ink-3">{group}</h2> : null}
      <ul className="grid gap-0.5">
        {items.map((item) => (
          <li key={item.to}>
            <MenuLink {...item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MenuLink({ label, to, icon, current, count, counted }: MenuItem) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className="flex min-h-[32px] items-center gap-2.5 rounded px-2 py-1 text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-brand-tint aria-[current]:font-semibold aria-[current]:text-brand-on-tint max-md:min-h-[44px]"
    >
      <Icon name={icon} />
      {label}
      {count ? <Count of={count} spoken={counted} /> : null}
    </Link>
  );
}

/** The platform counts to 99, and one more stands for more. */
function Count({ of, spoken }: { of: number; spoken: string | undefined }) {
  return (
    <span className="ml-auto rounded-full bg-bad-tint px-1.5 text-xs font-semibold tabular-nums text-bad">
      {of > 99 ? "99+" : of}
      {spoken ? <span className="sr-only"> {spoken}</span> : null}
    </span>
  );
}

function CompanyBox({ company, companies }: Pick<ShellProps, "company" | "companies">) {
  const face = (
    <span className="min-w-0 text-left">
      <span className="block font-medium [overflow-wrap:anywhere]">
        {company?.name ?? "Choose a company"}
      </span>
      {company?.detail ? <span className="block text-xs text-ink-3">{company.detail}</span> : null}
    </span>
  );
  if (!companies) return <div className="panel px-3 py-2">{face}</div>;
  return (
    <details className="panel group" key={companies.value}>
      <summary className="flex items-center justify-between gap-2 rounded-lg px-3 py-2 hover:bg-sunken">
        {face}
        <Icon name="down" size={16} className="group-open:rotate-180" />
      </summary>
      <PostForm action={companies.action} className="grid gap-2 border-t border-line p-3">
        {companies.hidden}
        <label htmlFor="company-choice" className="text-xs font-medium text-ink-2">
          Company
        </label>
        <select
          id="company-choice"
          name={companies.name}
          autoComplete="off"
          defaultValue={companies.value ?? ""}
          required
          className="control"
        >
          {companies.value ? null : <option value="">Choose</option>}
          {companies.options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
        <Button>Open company</Button>
      </PostForm>
    </details>
  );
}

function UserMenu({ user }: Pick<ShellProps, "user">) {
  return (
    <details className="group relative border-t border-line pt-3">
      <summary className="flex min-h-[44px] items-center gap-2.5 rounded px-2 py-1 hover:bg-sunken">
        <span
          aria-hidden="true"
          className="grid h-8 w-8 shrink-0 place-items-center rounded-full bg-brand-tint text-xs font-semibold text-brand-on-tint"
        >
          {initials(user.name)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{user.name}</span>
          <span className="block truncate text-xs text-ink-3">{user.role}</span>
        </span>
        <Icon name="up" size={16} className="group-open:rotate-180" />
      </summary>
      <div className="panel mt-2 grid gap-0.5 p-1.5 md:absolute md:inset-x-0 md:bottom-full md:mb-1 md:mt-0 md:shadow-raised">
        {user.email ? <p className="truncate px-2 py-1 text-xs text-ink-3">{user.email}</p> : null}
        {user.accountTo ? (
          <Link
            to={user.accountTo}
            className="flex min-h-[36px] items-center gap-2.5 rounded px-2 text-ink-2 no-underline hover:bg-sunken hover:text-ink"
          >
            <Icon name="user" />
            Account
          </Link>
        ) : null}
        {user.shortcutsTo ? (
          <Link
            to={user.shortcutsTo}
            className="flex min-h-[36px] items-center gap-2.5 rounded px-2 text-ink-2 no-underline hover:bg-sunken hover:text-ink"
          >
            <Icon name="menu" />
            Keyboard shortcuts
          </Link>
        ) : null}
        <PostForm action={user.signOutTo} reloadDocument>
          <button
            type="submit"
            className="flex min-h-[36px] w-full items-center gap-2.5 rounded px-2 text-left text-ink-2 hover:bg-sunken hover:text-ink"
          >
            <Icon name="sign-out" />
            Sign out
          </button>
        </PostForm>
      </div>
    </details>
  );
}

/** Mark and name; on signed-out pages it stands alone. */
export function Logo() {
  return (
    <span className="flex items-center gap-2 px-2 text-[15px] font-bold">
      <img src="/logo.svg" alt="" width="22" height="22" />
      Fever In-Store
    </span>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();
