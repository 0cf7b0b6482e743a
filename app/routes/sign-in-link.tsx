import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { mailSignInLink } from "#contract/session/credentials";
import { EmailedLinkPage } from "~/features/session/emailed-link";
import { loadEmailedLink, sendEmailedLink } from "~/features/session/emailed-link.server";
import { signInLinkPath } from "~/features/session/paths";
import { emailedLinkTexts } from "~/features/session/texts";
import type { ScriptHandle } from "~/root";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: emailedLinkTexts.signInTitle }];

export const loader = loadEmailedLink;

export const action = (args: ActionFunctionArgs) =>
  sendEmailedLink(args, signInLinkPath, (api, body) => api.call(mailSignInLink, { body }));

export default function SignInLink() {
  return (
    <EmailedLinkPage
      path={signInLinkPath}
      title="Sign in by email"
      lead={emailedLinkTexts.signInLead}
      button="Email me a sign-in link"
      sentLead={emailedLinkTexts.signInSent}
    />
  );
}
