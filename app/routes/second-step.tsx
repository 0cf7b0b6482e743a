import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadSecondStep, takeSecondStep } from "~/features/session/second-step.server";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { twoStepTexts } from "~/features/session/two-step-words";
import type { ScriptHandle } from "~/root";
import { Form } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { TextLink } from "~/ui/frame/text-link";
import { TextField } from "~/ui/text-field";

export const handle: ScriptHandle = { script: false };
export const meta: MetaFunction = () => [{ title: "Enter your code · Fever In-Store" }];

export const loader = loadSecondStep;
export const action = takeSecondStep;

export default function SecondStep() {
  const { constraints } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SignedOutPage title={twoStepTexts.stepTitle} lead={twoStepTexts.stepLead}>
      <Failure failure={result?.failure} />
      <Form fields={{ constraints, errors: result?.fields.errors }} browserChecks={false} reloadDocument>
        <TextField name="code" label="Code" autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="primary">Continue</Button>
          <TextLink to="/login" reloadDocument>
            Use another account
          </TextLink>
        </div>
      </Form>
    </SignedOutPage>
  );
}
