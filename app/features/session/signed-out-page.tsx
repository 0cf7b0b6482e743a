import type { ReactNode } from "react";
import { PublicPage } from "./public-page";

/** A narrow page with one form for people who are not signed in. */
export function SignedOutPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <PublicPage>
      <div className="mx-auto grid max-w-[400px] gap-5 py-10 md:py-16">
        <h1 className="text-xl font-bold">{title}</h1>
        {lead ? <p className="-mt-3 text-ink-2">{lead}</p> : null}
        {children}
      </div>
    </PublicPage>
  );
}
