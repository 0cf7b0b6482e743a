import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RecoveryForm, recoveryMail } from "#contract/session/credentials";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { requireVisitor } from "~/lib/guard.server";
import { apiFor } from "~/lib/platform.server";
import type { ScriptHandle } from "~/root";
import { Form } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { TextLink } from "~/ui/frame/text-link";
import { TextField } from "~/ui/text-field";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Forgot password · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  return { constraints: constraintsOf(RecoveryForm), sent: new URL(args.request.url).searchParams.has("sent") };
}

export async function action(args: ActionFunctionArgs) {
  await requireVisitor(args);
  const form = await readForm(args.request, RecoveryForm);
  const { value } = form;
  if (!value) return form.refused();
  const { refused } = await form.submit(() => apiFor(args.context, args.request).call(recoveryMail, { query: value }));
  return refused ?? redirect("/forgot-password?sent");
}

export default function ForgotPassword() {
  const { constraints, sent } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (sent)
    return (
      <SignedOutPage
        title="Check your email"
        lead="If there is an account with this username, we have emailed a link to its address. The link works once."
      >
        <p className="text-ink-2">No email after a few minutes? Check your spam folder and your username, or ask your admin.</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ButtonLink to="/login" variant="primary" reloadDocument>
            Back to sign in
          </ButtonLink>
          <TextLink to="/forgot-password" reloadDocument>
            Send another link
          </TextLink>
        </div>
      </SignedOutPage>
    );
  return (
    <SignedOutPage title="Forgot your password?" lead="We email you a link to set a new one.">
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, ...result?.fields }} browserChecks={false} reloadDocument>
        <TextField name="username" label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="primary">Send link</Button>
          <TextLink to="/login" reloadDocument>
            Back to sign in
          </TextLink>
        </div>
      </Form>
    </SignedOutPage>
  );
}
