import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PublicFormPage, RequestReceived, SpamTrap } from "~/features/onboarding/public-form-page";
import {
  loadSelfOnboarding,
  saveSelfOnboarding,
} from "~/features/onboarding/self-onboarding.server";
import { SelfOnboardingFields, stepNames } from "~/features/onboarding/self-onboarding-fields";
import { publicFormTexts, selfOnboardingTexts } from "~/features/onboarding/texts";
import type { ScriptHandle } from "~/root";
import { Form, FormActions } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { Steps } from "~/ui/steps";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [
  { title: selfOnboardingTexts.title },
  { name: "description", content: selfOnboardingTexts.description },
];

export const loader = (args: LoaderFunctionArgs) => loadSelfOnboarding(args);
export const action = (args: ActionFunctionArgs) => saveSelfOnboarding(args);

export default function SelfOnboarding() {
  const { isSent, step, waits, constraints, values, zones, madeAt } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (isSent)
    return (
      <RequestReceived title={publicFormTexts.received}>
        <p>{selfOnboardingTexts.receivedLead}</p>
      </RequestReceived>
    );
  const last = step === stepNames.length;
  return (
    <PublicFormPage
      title={selfOnboardingTexts.heading}
      lead={selfOnboardingTexts.step(step, stepNames.length)}
      waits={waits && !result}
    >
      <Steps
        current={step - 1}
        steps={stepNames.map((label, i) => ({ label, to: `/self-onboarding?step=${i + 1}` }))}
      />
      <Failure failure={result?.failure} />
      <Form
        key={step}
        isOwn
        action={`/self-onboarding?step=${step}`}
        fields={{ constraints, values, ...result?.fields }}
        browserChecks={false}
        reloadDocument
      >
        <SelfOnboardingFields step={step} zones={zones} />
        <SpamTrap madeAt={madeAt} />
        <FormActions>
          <Button variant="primary">{last ? "Send" : "Next"}</Button>
          {step > 1 ? (
            <Button name="_to" value="back">
              Back
            </Button>
          ) : null}
          <Button variant="quiet" name="_to" value="later">
            Save and continue later
          </Button>
        </FormActions>
      </Form>
    </PublicFormPage>
  );
}
