import { useActionData, useLoaderData } from "@remix-run/react";
import { Form } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { TextLink } from "~/ui/frame/text-link";
import { TextField } from "~/ui/text-field";
import type { loadEmailedLink, sendEmailedLink } from "./emailed-link.server";
import { SignedOutPage } from "./signed-out-page";
import { emailedLinkTexts } from "./texts";

type EmailedLinkProps = {
  path: string;
  title: string;
  lead: string;
  button: string;
  /** Shown once a link was requested. */
  sentLead: string;
};

/** Asks for a username, then says that a link may be on its way. */
export function EmailedLinkPage({ path, title, lead, button, sentLead }: EmailedLinkProps) {
  const { constraints, isSent } = useLoaderData<typeof loadEmailedLink>();
  const result = useActionData<typeof sendEmailedLink>();
  if (isSent)
    return (
      <SignedOutPage title="Check your email" lead={sentLead}>
        <p className="text-ink-2">{emailedLinkTexts.noEmail}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ButtonLink to="/login" variant="primary" reloadDocument>
            Back to sign in
          </ButtonLink>
          <TextLink to={path} reloadDocument>
            Send another link
          </TextLink>
        </div>
      </SignedOutPage>
    );
  return (
    <SignedOutPage title={title} lead={lead}>
      <Failure failure={result?.failure} />
      <Form isOwn fields={{ constraints, ...result?.fields }} browserChecks={false} reloadDocument>
        <TextField
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="primary">{button}</Button>
          <TextLink to="/login" reloadDocument>
            Back to sign in
          </TextLink>
        </div>
      </Form>
    </SignedOutPage>
  );
}
