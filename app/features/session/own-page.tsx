import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Logo } from "~/ui/frame/logo";
import { PostForm } from "~/ui/frame/post-form";

type OwnPageProps = {
  /** The page that the logo links to. */
  home: string;
  /** The page above this one; absent if the person may not leave yet. */
  back?: { to: string; label: string } | undefined;
  signOutTo: string;
  wide?: boolean;
  children: ReactNode;
};

/**
 * The frame of a person's own account pages outside the admin area, because some people who need
 * them may not open that area.
 */
export function OwnPage({ home, back, signOutTo, wide, children }: OwnPageProps) {
  return (
    <div className={`mx-auto px-4 pb-12 ${wide ? "max-w-4xl" : "max-w-2xl"}`}>
      <header className="flex items-center justify-between gap-x-2 py-4">
        <Link
          to={home}
          reloadDocument
          className="shrink-0 rounded no-underline"
          aria-label="Fever In-Store, start"
        >
          <Logo />
        </Link>
        <div className="phone-row print:hidden flex gap-2 md:gap-3">
          {back ? (
            <ButtonLink to={back.to} reloadDocument>
              {back.label}
            </ButtonLink>
          ) : null}
          <PostForm action={signOutTo} reloadDocument>
            <Button icon="sign-out">Sign out</Button>
          </PostForm>
        </div>
      </header>
      <main id="main">{children}</main>
    </div>
  );
}
