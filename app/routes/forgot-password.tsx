import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { recoveryMail } from "#contract/session/credentials";
import { EmailedLinkPage } from "~/features/session/emailed-link";
import { loadEmailedLink, sendEmailedLink } from "~/features/session/emailed-link.server";
import { emailedLinkTexts } from "~/features/session/texts";
import type { ScriptHandle } from "~/root";

const path = "/forgot-password";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Forgot password · Fever In-Store" }];

export const loader = loadEmailedLink;

export const action = (args: ActionFunctionArgs) =>
  sendEmailedLink(args, path, (api, query) => api.call(recoveryMail, { query }));

export default function ForgotPassword() {
  return (
    <EmailedLinkPage
      path={path}
      title="Forgot your password?"
      lead={emailedLinkTexts.passwordLead}
      button="Send link"
      sentLead={emailedLinkTexts.passwordSent}
    />
  );
}
