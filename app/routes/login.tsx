import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Credentials } from "#contract/session/endpoints";
import { companyAccountPath, signInLinkPath } from "~/features/session/paths";
import { goOn, signInByForm } from "~/features/session/sign-in.server";
import { SignInPage } from "~/features/session/sign-in-page";
import { companyAccountTexts, signInLead } from "~/features/session/texts";
import { readSetupState } from "~/features/setup/setup.server";
import { setupTexts } from "~/features/setup/texts";
import { constraintsOf } from "~/lib/forms/forms.server";
import { requireVisitor } from "~/lib/session/guard.server";
import type { ScriptHandle } from "~/root";
import { Form } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { TextLink } from "~/ui/frame/text-link";
import { PasswordField, TextField } from "~/ui/text-field";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Sign in · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireVisitor(args);
  return {
    constraints: constraintsOf(Credentials),
    notSetUp: (await readSetupState(args))?.done === false,
  };
}

export async function action(args: ActionFunctionArgs) {
  await requireVisitor(args);
  const { signedIn, refused } = await signInByForm(args);
  return refused ?? goOn(args.context, signedIn);
}

export default function Login() {
  const { constraints, notSetUp } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SignInPage>
      <div>
        <h1 className="text-3xl font-bold proportional-nums">Sign in</h1>
        <p className="text-ink-2">{signInLead}</p>
      </div>
      {notSetUp ? (
        <p className="rounded-lg bg-warn-tint px-4 py-3 text-warn">{setupTexts.notSetUp}</p>
      ) : null}
      <Failure failure={result?.failure} />
      <Form isOwn fields={{ constraints, ...result?.fields }} browserChecks={false} reloadDocument>
        <TextField
          name="username"
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Button variant="primary" className="min-h-[42px] w-full">
          Sign in
        </Button>
        <div className="grid justify-items-start gap-1 text-sm">
          <TextLink to="/forgot-password" reloadDocument>
            Forgot password?
          </TextLink>
          <TextLink to={signInLinkPath} reloadDocument>
            Email me a sign-in link
          </TextLink>
          <TextLink to={companyAccountPath} reloadDocument>
            {companyAccountTexts.signIn}
          </TextLink>
        </div>
      </Form>
    </SignInPage>
  );
}
