import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addQuery, QueryForm } from "#contract/onboarding/endpoints";
import { isTrapped, refuseHaste } from "~/features/onboarding/public-form.server";
import { PublicFormPage, RequestReceived, SpamTrap } from "~/features/onboarding/public-form-page";
import { contactTexts, publicFormTexts } from "~/features/onboarding/texts";
import { apiFor } from "~/lib/api/platform.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import type { ScriptHandle } from "~/root";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { EmailField, PhoneField, TextAreaField, TextField } from "~/ui/text-field";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: "Contact us · Fever In-Store" },
  { name: "description", content: contactTexts.description },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const madeAt = context.visitorForms.issue();
  return {
    isSent: new URL(request.url).searchParams.has("sent"),
    constraints: constraintsOf(QueryForm),
    madeAt,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, QueryForm);
  const { value } = form;
  if (!value) return form.refused();
  const hasty = refuseHaste(form, context);
  if (hasty) return hasty;
  const { refused } = await form.submit(() =>
    apiFor(context, request).call(addQuery, {
      body: Object.assign({ isSuspect: isTrapped(form.posted) }, value),
    }),
  );
  return refused ?? redirect("/contact?sent");
}

export default function Contact() {
  const { isSent, constraints, madeAt } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (isSent)
    return (
      <RequestReceived title={publicFormTexts.received}>
        <p>{contactTexts.receivedLead}</p>
      </RequestReceived>
    );
  return (
    <PublicFormPage title="Contact us" lead={contactTexts.lead}>
      <Failure failure={result?.failure} />
      <Form isOwn fields={{ constraints, ...result?.fields }} browserChecks={false} reloadDocument>
        <TwoColumns>
          <TextField name="name" label="Name" autoComplete="name" />
          <EmailField name="email" label="Email" />
          <TextField name="companyName" label="Company" autoComplete="organization" />
          <PhoneField name="phone" codeName="phoneCountryCode" label="Phone" />
        </TwoColumns>
        <TextAreaField name="message" label="Your question" rows={6} />
        <SpamTrap madeAt={madeAt} />
        <FormActions>
          <Button variant="primary">Send question</Button>
        </FormActions>
      </Form>
    </PublicFormPage>
  );
}
