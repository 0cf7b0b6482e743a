import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "~/ui/frame/button";
import { PostForm } from "~/ui/frame/post-form";
import { Logo } from "~/ui/frame/shell";

/** Outside the admin area, which is closed to store managers. */
export function MyDataFrame({ home, accountPath, children }: { home: string; accountPath: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-2xl px-4 pb-12">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
        <Link to={home} reloadDocument className="rounded no-underline" aria-label="Fever In-Store, start">
          <Logo />
        </Link>
        <div className="flex items-center gap-3">
          <ButtonLink to={accountPath} small reloadDocument>
            Account
          </ButtonLink>
          <PostForm action="/logout" reloadDocument>
            <Button small icon="sign-out">
              Sign out
            </Button>
          </PostForm>
        </div>
      </header>
      <main id="main">{children}</main>
    </div>
  );
}
