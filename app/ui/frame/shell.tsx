import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "./button";
import { Icon } from "./icon";
import { Mark } from "./logo";
import { PostForm } from "./post-form";
import { Count, SideMenu, type SideMenuProps } from "./side-menu";
import { type ShellUser, UserMenu } from "./user-menu";

type ShellProps = SideMenuProps & {
  user: ShellUser;
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
  return (
    <div className="min-h-screen md:grid md:grid-cols-[204px_minmax(0,1fr)] md:grid-rows-[auto_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-ink px-4 py-2 font-medium text-paper focus:not-sr-only focus:fixed focus:left-2 focus:top-2"
      >
        Skip to content
      </a>
      <SideMenu menu={menu} company={company} companies={companies} />
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

function Bell({ to, unread, current }: { to: string; unread: number; current: boolean }) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className="relative grid h-9 w-9 shrink-0 touch:h-11 touch:w-11 place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-sunken"
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
