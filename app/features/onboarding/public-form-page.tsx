import type { ReactNode } from "react";
import { PublicPage } from "~/features/session/public-page";
import { Button, ButtonLink } from "~/ui/frame/button";
import { PostForm } from "~/ui/frame/post-form";
import { publicFormTexts } from "./texts";

/**
 * A page with a longer form for people who are not signed in. `waits` says that the form was
 * restored and can be discarded.
 */
export function PublicFormPage({
  title,
  lead,
  waits,
  children,
}: {
  title: string;
  lead: string;
  waits?: boolean;
  children: ReactNode;
}) {
  return (
    <PublicPage
      action={
        <ButtonLink to="/login" reloadDocument>
          Sign in
        </ButtonLink>
      }
    >
      <div className="mx-auto grid max-w-form gap-5 py-8 md:py-12">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{title}</h1>
          <p className="text-ink-2">{lead}</p>
        </div>
        {waits ? (
          <PostForm
            id="discard"
            reloadDocument
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-info-tint px-4 py-2 text-info"
          >
            <p>{publicFormTexts.restored}</p>
            <Button small name="_to" value="discard">
              Discard
            </Button>
          </PostForm>
        ) : null}
        {children}
      </div>
    </PublicPage>
  );
}

/** Confirms to a person that their form was sent. */
export function RequestReceived({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PublicPage>
      <div className="mx-auto grid max-w-[480px] gap-4 py-10 md:py-16">
        <h1 className="text-xl font-bold">{title}</h1>
        {children}
        <div>
          <ButtonLink to="/" variant="primary" reloadDocument>
            Back to the start
          </ButtonLink>
        </div>
      </div>
    </PublicPage>
  );
}

/** The fields that catch spam programs, with names that browsers do not fill in. */
export const spamFields = { trap: "_hush", madeAt: "_madeAt" };

/** Ask browsers and password managers to leave a field alone. */
const leftAlone = {
  autoComplete: "off",
  "data-1p-ignore": true,
  "data-lpignore": "true",
  "data-bwignore": true,
  "data-form-type": "other",
};

/**
 * Catches programs that fill in every field or post without reading the page
 * (form-time.server.ts). People neither see nor reach it.
 */
export function SpamTrap({ madeAt }: { madeAt: string }) {
  return (
    <>
      <input type="hidden" name={spamFields.madeAt} value={madeAt} />
      <div aria-hidden="true" className="sr-only">
        <label htmlFor="form-hush">Leave this field empty</label>
        <input id="form-hush" name={spamFields.trap} tabIndex={-1} {...leftAlone} />
      </div>
    </>
  );
}
