import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { mailSignInLink } from "#contract/session/credentials";
import { EmailedLinkPage } from "~/features/session/emailed-link";
import { loadEmailedLink, sendEmailedLink } from "~/features/session/emailed-link.server";
import { signInLinkPath } from "~/features/session/paths";
import type { ScriptHandle } from "~/root";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Sign in by email · Fever In-Store" }];

export const loader = loadEmailedLink;

export const action = (args: ActionFunctionArgs) =>
  sendEmailedLink(args, signInLinkPath, (api, body) => api.call(mailSignInLink, { body }));

export default function SignInLink() {
  return (
    <EmailedLinkPage
      path={signInLinkPath}
      title="Sign in by email"
      lead="We email you a link that signs you in without a password."
      button="Email me a sign-in link"
      sentLead="If there is an account with this username, we sent a sign-in link to its email address. The link works once, for 10 minutes."
    />
  );
}
