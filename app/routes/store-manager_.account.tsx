import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { MyDataPanel } from "~/features/personal-data/my-data-panel";
import { playerHome, playerSignOutPath } from "~/features/player/paths";
import { changeStoreAccount, loadStoreAccount } from "~/features/session/profile.server";
import { PasswordPanel, SessionsPanel } from "~/features/session/profile-panels";
import { accountTexts } from "~/features/session/texts";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { PostForm } from "~/ui/frame/post-form";
import { Logo, OpenedBy } from "~/ui/frame/shell";

export const meta: MetaFunction = () => [{ title: "Account · Fever In-Store" }];

export const loader = (args: LoaderFunctionArgs) => loadStoreAccount(args);

export const action = (args: ActionFunctionArgs) => changeStoreAccount(args);

/** A store manager's password and sessions, outside the admin area, which is closed to them. */
export default function StoreAccount() {
  const { username, openedBy, password, sessions } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="mx-auto max-w-4xl px-4 pb-12">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
        <Link to={playerHome} reloadDocument className="rounded no-underline" aria-label="Fever In-Store, player">
          <Logo />
        </Link>
        <div className="flex items-center gap-3">
          <ButtonLink to={playerHome} small reloadDocument>
            Player
          </ButtonLink>
          <PostForm action={playerSignOutPath} reloadDocument>
            <Button small icon="sign-out">
              Sign out
            </Button>
          </PostForm>
        </div>
      </header>
      <main id="main">
        {openedBy ? <OpenedBy name={username} openedBy={openedBy} signOutTo={playerSignOutPath} /> : null}
        <PageHead title="Account" lead={accountTexts.signInAs(username)} />
        <Failure failure={result?.failure} />
        {openedBy ? null : <PasswordPanel fields={{ ...password, ...(result?.form === "password" ? result.fields : {}) }} />}
        <SessionsPanel sessions={sessions} />
        <MyDataPanel />
      </main>
    </div>
  );
}
