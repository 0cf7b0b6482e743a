import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { timeZones } from "#contract/base/time-zones";
import { addSignup, SignupForm } from "#contract/onboarding/endpoints";
import {
  discard,
  isTrapped,
  leaveForLater,
  refuseHaste,
  tooLongToKeep,
  typedOf,
  wishOf,
} from "~/features/onboarding/public-form.server";
import { PublicFormPage, RequestReceived, SpamTrap } from "~/features/onboarding/public-form-page";
import { SignupFields } from "~/features/onboarding/signup-fields";
import { publicFormTexts, signupTexts } from "~/features/onboarding/texts";
import { apiFor } from "~/lib/api/platform.server";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import type { ScriptHandle } from "~/root";
import { CheckboxField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { TextLink } from "~/ui/frame/text-link";

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
  if (wish === "discard") return discard(context, page);
  if (!context.publicFormDrafts.keep(page, typedOf(form.values, SignupForm)))
    return form.refusedFor(tooLongToKeep);
  if (wish === "later") return leaveForLater(context, page);
  const { value } = form;
  if (!value) return form.refused();
  const hasty = refuseHaste(form, context);
  if (hasty) return hasty;
  const { refused } = await form.submit(() =>
    apiFor(context, request).call(addSignup, {
      body: Object.assign({ isSuspect: isTrapped(form.posted) }, value),
    }),
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
        isOwn
        fields={{ constraints, values, ...result?.fields }}
        browserChecks={false}
        reloadDocument
      >
        <SignupFields zones={zones} />
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
