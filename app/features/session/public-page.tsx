import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Logo } from "~/ui/frame/logo";

/** The frame of pages for visitors: a name on top, the privacy policy below, no script. */
export function PublicPage({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid min-h-screen grid-rows-[auto_1fr_auto]">
      <header className="flex items-center justify-between gap-4 border-b border-line bg-paper px-4 py-3 md:px-8">
        <Link to="/" className="rounded no-underline" aria-label="Fever In-Store, start">
          <Logo />
        </Link>
        {action}
      </header>
      <main id="main" className="px-4 md:px-8">
        {children}
      </main>
      <footer className="border-t border-line px-4 py-3 md:px-8">
        <PublicLinks />
      </footer>
    </div>
  );
}

/** Links to the other pages for visitors. */
export const PublicLinks = () => (
  <p className="flex flex-wrap gap-x-5 text-sm text-ink-3">
    <Link to="/privacy" className="inline-link py-1">
      Privacy policy
    </Link>
    <Link to="/contact" className="inline-link py-1">
      Contact us
    </Link>
    <Link to="/status" className="inline-link py-1">
      Status
    </Link>
  </p>
);
