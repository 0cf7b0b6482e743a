import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ResetForm, resetPassword } from "#contract/session/credentials";
import { LinkOver } from "~/features/session/link-over";
import { isTokenRefused, tokenOf } from "~/features/session/mailed-link.server";
import { NewPasswordFields } from "~/features/session/new-password-fields";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { emailedLinkTexts, newPasswordTexts } from "~/features/session/texts";
import { apiFor } from "~/lib/api/platform.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import type { ScriptHandle } from "~/root";
import { Form } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { ShowPasswords } from "~/ui/frame/show-passwords";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: newPasswordTexts.resetTitle }];

export const loader = ({ request }: LoaderFunctionArgs) => ({
  constraints: constraintsOf(ResetForm),
  over: tokenOf(request) === "",
});

/** Only a post uses up the link, so that mail scanners that open it do no harm. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = tokenOf(request);
  const form = await readForm(request, ResetForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    apiFor(context, request)
      .call(resetPassword, { body: { token, password: value.password } })
      .catch((error: unknown) => {
        if (isTokenRefused(error)) return undefined;
        throw error;
      }),
  );
  if (refused) return refused;
  if (!reply)
    return data({ over: true as const, fields: undefined, failure: undefined }, { status: 422 });
  context.session.flash("success", reply.message);
  return redirect("/login");
}

export default function ResetPassword() {
  const { constraints, over } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (over || (result && "over" in result)) return <LinkOver title={emailedLinkTexts.overTitle} />;
  return (
    <SignedOutPage title="Set a new password" lead={newPasswordTexts.resetLead}>
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, ...result?.fields }} browserChecks={false} reloadDocument>
        <NewPasswordFields />
        <div>
          <Button variant="primary">Set password</Button>
        </div>
      </Form>
      <ShowPasswords />
    </SignedOutPage>
  );
}
