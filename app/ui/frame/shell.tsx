import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "./button";
import { Icon } from "./icon";
import { Menu, usePopover } from "./menu";
import { PostForm } from "./post-form";

/** `counted` names the counted things for screen readers: "new". */
export type MenuItem = {
  label: string;
  to: string;
  current?: boolean;
  count?: number;
  counted?: string;
};
/** A group without a name (Dashboard) comes first and has no heading. */
export type MenuGroup = { group: string | null; items: MenuItem[] };

export type ShellUser = {
  name: string;
  role: string;
  email?: string;
  accountTo?: string;
  shortcutsTo?: string;
  /** The address of the sign-out form. */
  signOutTo: string;
};

export type ShellCompany = { name: string; detail?: string };

/**
 * Lets provider staff choose a company by a select and a button, which work without script.
 */
export type CompanyChooser = {
  action: string;
  /** The name of the select. */
  name: string;
  value: string | null;
  options: { id: string; name: string }[];
  /** Hidden fields to post, such as the page to return to. */
  hidden?: ReactNode;
};

export type ShellProps = {
  menu: MenuGroup[];
  user: ShellUser;
  company: ShellCompany | null;
  companies?: CompanyChooser;
  /** The provider's person who opened the session as the user ("open as"). */
  openedBy?: string | null;
  /** A line above every page while it applies to all of them. */
  notice?: string | null;
  /** The day of the company's stores, drawn in the bar above every page. */
  pulse?: ReactNode;
  /** The bell: the notifications' page and the number of unread ones. */
  notifications?: { to: string; unread: number; current: boolean };
  /** The search box; on phones a link to its page replaces it. */
  search?: { to: string; box: ReactNode };
  children: ReactNode;
};

/**
 * The frame of every signed-in page: the menu on the left, on phones behind a button at the top;
 * both work without script.
 */
export function Shell({
  menu,
  user,
  company,
  companies,
  openedBy,
  notice,
  pulse,
  notifications,
  search,
  children,
}: ShellProps) {
  const side = usePopover<HTMLElement>();
  return (
    <div className="min-h-screen md:grid md:grid-cols-[204px_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-ink px-4 py-2 font-medium text-paper focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        Skip to content
      </a>
      <aside
        ref={side}
        id="menu"
        popover="auto"
        className="print:hidden m-0 max-h-none w-full border-0 bg-ground p-3 text-ink max-md:inset-0 max-md:h-full max-md:overflow-auto md:static md:row-span-2 md:block md:h-auto md:p-0"
      >
        <div className="grid content-start gap-4 md:sticky md:top-0 md:max-h-screen md:overflow-y-auto md:px-2 md:py-3">
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
          {company || companies ? <CompanyBox company={company} companies={companies} /> : null}
          <nav
            aria-label="Areas"
            className="grid divide-y divide-line [&>*]:py-2 [&>:first-child]:pt-0"
          >
            {menu.map((group) => (
              <MenuSection key={group.group ?? ""} {...group} />
            ))}
          </nav>
        </div>
      </aside>
      <header className="print:hidden sticky top-0 z-20 flex min-h-[56px] items-center gap-2 border-b border-line bg-paper px-4 py-1.5 md:gap-4 md:px-10">
        <span className="md:hidden">
          <Mark />
        </span>
        <div className="min-w-0 flex-1">{pulse}</div>
        {search?.box}
        {search ? (
          <ButtonLink to={search.to} icon="search" variant="quiet" iconOnly className="md:hidden">
            Search everywhere
          </ButtonLink>
        ) : null}
        {notifications ? <Bell {...notifications} /> : null}
        <UserMenu user={user} />
        <button type="button" className="btn md:hidden" popovertarget="menu">
          Menu
        </button>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-page px-4 pb-12 pt-4 outline-none md:px-10 md:pb-16 md:pt-6"
      >
        {openedBy ? (
          <OpenedBy name={user.name} openedBy={openedBy} signOutTo={user.signOutTo} />
        ) : null}
        {notice ? (
          <p role="status" className="panel mb-4 px-4 py-2 text-sm text-ink-2 print:hidden">
            {notice}
          </p>
        ) : null}
        {children}
      </main>
    </div>
  );
}

/** Shown on every page of a session that provider staff opened as the user (SES-8). */
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
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-warn-tint px-4 py-2 text-warn print:hidden"
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
      <ul className="grid gap-px">
        {items.map((item) => (
          <li key={item.to}>
            <MenuLink {...item} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MenuLink({ label, to, current, count, counted }: MenuItem) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className="flex min-h-[28px] items-center gap-2.5 rounded px-2 py-0.5 text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper max-md:min-h-[44px]"
    >
      {label}
      {count ? (
        <span className="ml-auto text-xs font-semibold text-bad [[aria-current]_&]:text-inherit">
          <Count of={count} spoken={counted} />
        </span>
      ) : null}
    </Link>
  );
}

function Bell({ to, unread, current }: { to: string; unread: number; current: boolean }) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className="relative grid h-9 w-9 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-sunken"
    >
      <Icon name="bell" label="Notifications" />
      {unread ? (
        <span className="absolute -right-1 -top-1 min-w-[18px] rounded-full bg-bad px-1 text-center text-[11px] font-semibold leading-[18px] text-bad-ink">
          <Count of={unread} spoken="unread" />
        </span>
      ) : null}
    </Link>
  );
}

/** Shows a count up to 99; the platform counts no further than 100. */
function Count({ of, spoken }: { of: number; spoken: string | undefined }) {
  return (
    <>
      {of > 99 ? "99+" : of}
      {spoken ? <span className="sr-only"> {spoken}</span> : null}
    </>
  );
}

function CompanyBox({ company, companies }: Pick<ShellProps, "company" | "companies">) {
  const face = (
    <span className="min-w-0 text-left">
      <span className="block font-semibold [overflow-wrap:anywhere]">
        {company?.name ?? "Choose a company"}
      </span>
      {company?.detail ? <span className="block text-xs text-ink-3">{company.detail}</span> : null}
    </span>
  );
  if (!companies) return <div className="px-2">{face}</div>;
  return (
    <details className="group" key={companies.value}>
      <summary className="flex items-center justify-between gap-2 rounded-lg px-2 py-1.5 hover:bg-sunken">
        {face}
        <Icon name="down" size={16} className="group-open:rotate-180" />
      </summary>
      <PostForm action={companies.action} className="grid gap-2 px-2 pb-1 pt-2">
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
    <Menu
      buttonClass="grid h-9 w-9 shrink-0 place-items-center rounded-full bg-sunken text-sm font-semibold hover:bg-line"
      label={
        <>
          <span aria-hidden="true">{initials(user.name)}</span>
          <span className="sr-only">Account of {user.name}</span>
        </>
      }
    >
      <div className="w-56 px-2.5 pb-2 pt-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{user.name}</p>
        <p className="text-sm text-ink-2">{user.role}</p>
        {user.email ? <p className="truncate text-sm text-ink-3">{user.email}</p> : null}
      </div>
      {user.accountTo ? (
        <ButtonLink to={user.accountTo} icon="user">
          Account
        </ButtonLink>
      ) : null}
      {user.shortcutsTo ? (
        <ButtonLink to={user.shortcutsTo} icon="menu">
          Keyboard shortcuts
        </ButtonLink>
      ) : null}
      <PostForm action={user.signOutTo} reloadDocument>
        <Button icon="sign-out">Sign out</Button>
      </PostForm>
    </Menu>
  );
}

/** Mark and name; on signed-out pages it stands alone. */
export function Logo() {
  return (
    <span className="flex items-center gap-2 px-2 text-[15px] font-bold tracking-[-0.01em] [word-spacing:0.12em]">
      <Mark />
      Fever In-Store
    </span>
  );
}

/** The logo's mark: some bars of a day's sound. */
const Mark = () => <img src="/logo.svg" alt="" width="24" height="24" />;

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();
