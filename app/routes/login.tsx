import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Credentials } from "#contract/session/endpoints";
import { companyAccountPath, signInLinkPath } from "~/features/session/paths";
import { PublicPage } from "~/features/session/public-page";
import { goOn, signInByForm } from "~/features/session/sign-in.server";
import { companyAccountTexts } from "~/features/session/texts";
import { readSetupState } from "~/features/setup/setup.server";
import { setupTexts } from "~/features/setup/texts";
import { constraintsOf } from "~/lib/forms.server";
import { requireVisitor } from "~/lib/guard.server";
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
    <PublicPage>
      <div className="mx-auto grid max-w-[400px] gap-5 py-10 md:py-16">
        <h1 className="text-xl font-bold">Sign in</h1>
        {notSetUp ? (
          <p className="rounded-lg border border-warn bg-warn-tint px-4 py-3 text-warn">
            {setupTexts.notSetUp}
          </p>
        ) : null}
        <Failure failure={result?.failure} />
        <Form
          isOwn
          fields={{ constraints, ...result?.fields }}
          browserChecks={false}
          reloadDocument
        >
          <TextField
            name="username"
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="primary">Sign in</Button>
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
      </div>
    </PublicPage>
  );
}
