import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Drawing } from "~/ui/cover";
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
      <Wall />
      <ShowPasswords />
    </div>
  );
}

const Wall = () => (
  <svg
    viewBox="0 0 4 4"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    className="block h-full w-full max-md:order-first md:sticky md:top-0 md:max-h-screen"
  >
    {covers.map(({ shape, colours }, place) => (
      <svg
        key={shape}
        aria-hidden="true"
        x={place % 4}
        y={Math.floor(place / 4)}
        width="1.01"
        height="1.01"
        viewBox="0 0 8 8"
      >
        <Drawing shape={shape} colours={colours} />
      </svg>
    ))}
  </svg>
);

/** Drawn like songs' covers; all patterns and colours appear once before any repeats. */
const covers = Array.from({ length: 16 }, (_, place) => ({
  shape: place * 7 + 6 * ((place * 37) % 251),
  colours: (place * 5) % 24,
}));
