import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SetupForm, setUp } from "#contract/setup/endpoints";
import { isTokenRefused } from "~/features/session/mailed-link.server";
import { NewPasswordFields } from "~/features/session/new-password-fields";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { readSetupState } from "~/features/setup/setup.server";
import { SetupLinkOver } from "~/features/setup/setup-link-over";
import { setupTexts } from "~/features/setup/texts";
import { apiFor } from "~/lib/api/platform.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import type { ScriptHandle } from "~/root";
import { Form, FormSection } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { ShowPasswords } from "~/ui/frame/show-passwords";
import { EmailField, TextField } from "~/ui/text-field";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Set up · Fever In-Store" }];

const tokenOf = ({ params }: LoaderFunctionArgs) => params.token?.trim().slice(0, 200) ?? "";

export async function loader(args: LoaderFunctionArgs) {
  // without the platform the form stays with its values, and sending it tries again
  const { done, link } = (await readSetupState(args, tokenOf(args))) ?? {
    done: false,
    link: "valid" as const,
  };
  return { constraints: constraintsOf(SetupForm), state: done ? ("done" as const) : link };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await readForm(request, SetupForm);
  const { value } = form;
  if (!value) return form.refused();
  const { confirmPassword: _, ...details } = value;
  const { reply, refused } = await form.submit(() =>
    apiFor(context, request)
      .call(setUp, { body: { token: tokenOf(args), ...details } })
      .catch((error: unknown) => {
        if (isTokenRefused(error)) return undefined; // the loader explains why
        throw error;
      }),
  );
  if (refused) return refused;
  if (!reply) return data({ fields: undefined, failure: undefined }, { status: 422 });
  context.session.flash("success", reply.message);
  return redirect("/login");
}

export default function SetUp() {
  const { constraints, state } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (state !== "valid") return <SetupLinkOver why={state} />;
  return (
    <SignedOutPage title="Set up this server" lead={setupTexts.lead}>
      <Failure failure={result?.failure} />
      <Form isOwn fields={{ constraints, ...result?.fields }} browserChecks={false} reloadDocument>
        <FormSection title="Your company" hint={setupTexts.provider}>
          <TextField name="providerName" label="Company name" autoComplete="organization" />
        </FormSection>
        <FormSection title="First super admin" hint={setupTexts.superAdmin}>
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="lastName" label="Last name" autoComplete="family-name" />
          <EmailField name="email" label="Email" hint={setupTexts.email} />
          <TextField
            name="username"
            label="Username"
            hint={setupTexts.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <NewPasswordFields />
        </FormSection>
        <div>
          <Button variant="primary">Set up server</Button>
        </div>
      </Form>
      <ShowPasswords />
    </SignedOutPage>
  );
}
