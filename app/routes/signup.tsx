import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { timeZones } from "#contract/base/time-zones";
import { addSignup, SignupForm } from "#contract/onboarding/endpoints";
import { industryTypes } from "#contract/onboarding/words";
import { PersonFields } from "~/features/onboarding/person-fields";
import {
  discard,
  leaveForLater,
  refuseHaste,
  tooLongToKeep,
  typedOf,
  wishOf,
} from "~/features/onboarding/public-form.server";
import { PublicFormPage, RequestReceived, SpamTrap } from "~/features/onboarding/public-form-page";
import { asOptions } from "~/features/onboarding/self-onboarding-fields";
import { publicFormTexts, signupTexts } from "~/features/onboarding/texts";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { apiFor } from "~/lib/platform.server";
import type { ScriptHandle } from "~/root";
import { CheckboxField, SelectField } from "~/ui/choice-field";
import { Form, FormActions, FormSection, TwoColumns } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { TextLink } from "~/ui/frame/text-link";
import { NumberField, TextField } from "~/ui/text-field";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: "Become a client · Fever In-Store" },
  { name: "description", content: signupTexts.description },
];

const page = "/signup";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const storedValues = context.publicFormDrafts.of(page);
  return {
    isSent: new URL(request.url).searchParams.has("sent"),
    waits: storedValues !== undefined,
    constraints: constraintsOf(SignupForm),
    values: { timeZone: timeZones[0] ?? "", ...storedValues },
    zones: [...timeZones],
    madeAt: context.visitorForms.issue(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, SignupForm);
  const wish = wishOf(form.posted);
  if (wish === "trapped") return redirect(`${page}?sent`);
  if (wish === "discard") return discard(context, page);
  if (!context.publicFormDrafts.keep(page, typedOf(form.values, SignupForm)))
    return form.refusedFor(tooLongToKeep);
  if (wish === "later") return leaveForLater(context, page);
  const { value } = form;
  if (!value) return form.refused();
  const hasty = refuseHaste(form, context);
  if (hasty) return hasty;
  const { refused } = await form.submit(() =>
    apiFor(context, request).call(addSignup, { body: value }),
  );
  if (refused) return refused;
  context.publicFormDrafts.drop(page);
  return redirect(`${page}?sent`);
}

export default function Signup() {
  const { isSent, waits, constraints, values, zones, madeAt } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (isSent)
    return (
      <RequestReceived title={publicFormTexts.received}>
        <p>{signupTexts.receivedLead}</p>
      </RequestReceived>
    );
  return (
    <PublicFormPage title="Become a client" lead={signupTexts.lead} waits={waits && !result}>
      <Failure failure={result?.failure} />
      <Form
        fields={{ constraints, values, ...result?.fields }}
        browserChecks={false}
        reloadDocument
      >
        <FormSection title="Your company">
          <TwoColumns>
            <TextField name="companyName" label="Company name" autoComplete="organization" />
            <TextField
              name="companyId"
              label="Preferred company code"
              hint="Short, for example NORTHWIND"
              spellCheck={false}
            />
            <SelectField
              name="industry"
              label="Industry"
              placeholder="Choose one"
              options={asOptions(industryTypes)}
            />
            <NumberField name="stores" label="Number of stores" />
            <TextField
              name="companyWebsite"
              label="Website"
              hint="For example www.northwind.in"
              inputMode="url"
              autoComplete="url"
            />
            <TextField
              name="gstNo"
              label="GSTIN"
              hint="15 characters, for example 27AAPFU0939F1ZV"
              spellCheck={false}
            />
            <SelectField
              name="timeZone"
              label="Time zone"
              hint={signupTexts.timeZone}
              options={asOptions(zones)}
            />
          </TwoColumns>
        </FormSection>
        <FormSection title="You" hint={signupTexts.you}>
          <TwoColumns>
            <PersonFields />
            <TextField
              name="companyAdminUserId"
              label="Preferred username"
              hint={signupTexts.username}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </TwoColumns>
        </FormSection>
        <CheckboxField
          name="consent"
          label={publicFormTexts.consent}
          hint={publicFormTexts.consentHint}
        />
        <SpamTrap madeAt={madeAt} />
        <FormActions>
          <Button variant="primary">Send request</Button>
          <Button name="_to" value="later">
            Save and continue later
          </Button>
        </FormActions>
      </Form>
      <p className="text-ink-2">
        {signupTexts.otherWays}{" "}
        <TextLink to="/self-onboarding" reloadDocument>
          {signupTexts.selfOnboarding}
        </TextLink>{" "}
        or{" "}
        <TextLink to="/contact" reloadDocument>
          {signupTexts.contact}
        </TextLink>
      </p>
    </PublicFormPage>
  );
}
