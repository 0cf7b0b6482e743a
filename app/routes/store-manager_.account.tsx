import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MyDataPanel } from "~/features/personal-data/my-data-panel";
import { playerHome, playerSignOutPath } from "~/features/player/paths";
import { OwnPage } from "~/features/session/own-page";
import { changeStoreAccount, loadStoreAccount } from "~/features/session/profile.server";
import { PasswordPanel, SessionsPanel } from "~/features/session/profile-panels";
import { accountTexts } from "~/features/session/texts";
import { requireGrant } from "~/lib/session/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { OpenedBy } from "~/ui/frame/shell";

export const meta: MetaFunction = () => [{ title: "Account · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadStoreAccount(args, await requireGrant(args, "player"));

export const action = async (args: ActionFunctionArgs) =>
  changeStoreAccount(args, await requireGrant(args, "player"));

/** A store manager's password and sessions, outside the admin area, which they may not open. */
export default function StoreAccount() {
  const { username, openedBy, password, sessions } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <OwnPage
      home={playerHome}
      back={{ to: playerHome, label: "Player" }}
      signOutTo={playerSignOutPath}
      wide
    >
      {openedBy ? (
        <OpenedBy name={username} openedBy={openedBy} signOutTo={playerSignOutPath} />
      ) : null}
      <PageHead title="Account" lead={accountTexts.signInAs(username)} />
      <Failure failure={result?.failure} />
      {openedBy ? null : (
        <PasswordPanel
          fields={{ ...password, ...(result?.form === "password" ? result.fields : {}) }}
        />
      )}
      <SessionsPanel sessions={sessions} />
      <MyDataPanel />
    </OwnPage>
  );
}
