import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CoverWall } from "~/ui/cover-wall";
import { Logo } from "~/ui/frame/logo";
import { ShowPasswords } from "~/ui/frame/show-passwords";
import { PublicLinks } from "./public-page";

/** The sign-in page: the form beside a wall of covers; on a phone the covers are above it. */
export function SignInPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-screen max-md:grid-rows-[160px_1fr] md:grid-cols-[minmax(360px,5fr)_7fr]">
      <div className="grid grid-rows-[auto_1fr_auto] gap-6 px-4 py-5 md:px-10 md:py-6">
        <Link
          to="/"
          className="justify-self-start rounded no-underline"
          aria-label="Fever In-Store, start"
        >
          <Logo />
        </Link>
        <main id="main" className="mx-auto grid w-full max-w-[340px] content-center gap-5">
          {children}
        </main>
        <footer>
          <PublicLinks />
        </footer>
      </div>
      <CoverWall
        columns={4}
        rows={4}
        className="h-full w-full max-md:order-first md:sticky md:top-0 md:max-h-screen"
      />
      <ShowPasswords />
    </div>
  );
}
