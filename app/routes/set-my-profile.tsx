import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActivateForm, activatePassword, onboardingInfo } from "#contract/session/credentials";
import { signIn } from "#contract/session/endpoints";
import { LinkOver } from "~/features/session/link-over";
import { isTokenRefused, tokenOf } from "~/features/session/mailed-link.server";
import { NewPasswordFields } from "~/features/session/new-password-fields";
import { goOn } from "~/features/session/sign-in.server";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { emailedLinkTexts, newPasswordTexts } from "~/features/session/texts";
import { apiFor } from "~/lib/api/platform.server";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load } from "~/lib/session/guard.server";
import type { ScriptHandle } from "~/root";
import { Form } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { Facts } from "~/ui/frame/panel";
import { ShowPasswords } from "~/ui/frame/show-passwords";
import { TextField } from "~/ui/text-field";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: newPasswordTexts.invitedTitle }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenOf(request);
  const invitation = token
    ? await load(() =>
        apiFor(context, request)
          .call(onboardingInfo, { query: { token } })
          .catch(undefinedIfRefused),
      )
    : undefined;
  if (!invitation) return { over: true as const };
  const { username, email, firstName, lastName, companyName, role } = invitation.data;
  return {
    constraints: constraintsOf(ActivateForm),
    username,
    email,
    companyName,
    role: role.name,
    values: { firstName, lastName: lastName ?? "" },
  };
}

/** Accepts the invitation and signs in with the new password. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = tokenOf(request);
  const api = apiFor(context, request);
  const form = await readForm(request, ActivateForm);
  const { value } = form;
  if (!value) return form.refused();
  const { password, confirmPassword: _, ...profile } = value;
  const { reply, refused } = await form.submit(() =>
    api.call(activatePassword, { body: { token, password, profile } }).catch(undefinedIfRefused),
  );
  if (refused) return refused;
  if (!reply)
    return data({ over: true as const, fields: undefined, failure: undefined }, { status: 422 });
  const signedIn = await api
    .call(signIn, { body: { username: reply.data.username, password } })
    .catch((error: unknown) => {
      // too many attempts from this address; the person signs in later
      if (error instanceof ApiRefusal) return undefined;
      throw error;
    });
  const next = signedIn ? goOn(context, signedIn.data) : redirect("/login");
  context.session.flash("success", signedIn ? newPasswordTexts.invitedDone : reply.message);
  return next;
}

export default function SetMyProfile() {
  const invitation = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if ("over" in invitation || (result && "over" in result))
    return <LinkOver title={emailedLinkTexts.invitationOverTitle} />;
  const { constraints, companyName, username, email, role, values } = invitation;
  return (
    <SignedOutPage title="Set up your account" lead={newPasswordTexts.invitedLead(companyName)}>
      <Facts
        facts={[
          { term: "Username", value: username },
          { term: "Email", value: email },
          { term: "Role", value: role },
        ]}
      />
      <Failure failure={result?.failure} />
      <Form
        fields={{ constraints, values, ...result?.fields }}
        browserChecks={false}
        reloadDocument
      >
        <TextField name="firstName" label="First name" autoComplete="given-name" />
        <TextField name="lastName" label="Last name" autoComplete="family-name" />
        <NewPasswordFields />
        <div>
          <Button variant="primary">Start</Button>
        </div>
      </Form>
      <ShowPasswords />
    </SignedOutPage>
  );
}

function undefinedIfRefused(error: unknown): undefined {
  if (isTokenRefused(error)) return undefined;
  throw error;
}
