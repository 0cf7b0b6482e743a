import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MyDataPanel } from "~/features/personal-data/my-data-panel";
import { changeAccount, loadAccount } from "~/features/session/profile.server";
import {
  PasswordPanel,
  ProfilePanel,
  SessionsPanel,
  SettingsPanel,
  TwoStepsPanel,
} from "~/features/session/profile-panels";
import { accountTexts } from "~/features/session/texts";
import { requireAdmin } from "~/lib/session/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Account · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadAccount(args, await requireAdmin(args));

export const action = async (args: ActionFunctionArgs) =>
  changeAccount(args, await requireAdmin(args));

export default function Account() {
  const { username, profile, password, settings, sessions } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const of = (form: string) => (result?.form === form ? result.fields : {});
  return (
    <>
      <PageHead title="Account" lead={accountTexts.lead} />
      <Failure failure={result?.failure} />
      <ProfilePanel username={username} fields={{ ...profile, ...of("profile") }} />
      <PasswordPanel fields={{ ...password, ...of("password") }} />
      <TwoStepsPanel />
      <SessionsPanel sessions={sessions} />
      <SettingsPanel fields={{ ...settings, ...of("settings") }} />
      <MyDataPanel />
    </>
  );
}
