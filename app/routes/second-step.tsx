import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PasskeyButton } from "~/features/session/passkey-button";
import { loadSecondStep, takeSecondStep } from "~/features/session/second-step.server";
import { SignedOutPage } from "~/features/session/signed-out-page";
import { passkeyTexts, twoStepTexts } from "~/features/session/two-step-words";
import type { FormResult } from "~/lib/forms/forms.server";
import { Form } from "~/ui/form";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { TextLink } from "~/ui/frame/text-link";
import { TextField } from "~/ui/text-field";

export const meta: MetaFunction = () => [{ title: "Enter your code · Fever In-Store" }];

export const loader = loadSecondStep;
export const action = takeSecondStep;

export default function SecondStep() {
  const { constraints, passkey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SignedOutPage title={twoStepTexts.stepTitle} lead={twoStepTexts.stepLead}>
      <Failure failure={result?.failure} />
      <Form
        fields={{ constraints, errors: result?.form === "form" ? result.fields.errors : undefined }}
        browserChecks={false}
        reloadDocument
      >
        <TextField
          name="code"
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="primary">Continue</Button>
          <TextLink to="/login" reloadDocument>
            Use another account
          </TextLink>
        </div>
      </Form>
      {passkey ? (
        <Form
          id="passkey"
          fields={passkeyFields(result)}
          browserChecks={false}
          reloadDocument
          className="hidden border-t border-line pt-5 scripted:grid"
        >
          <p className="text-ink-2">{passkeyTexts.useLead}</p>
          <PasskeyButton request={{ use: passkey }}>{passkeyTexts.use}</PasskeyButton>
        </Form>
      ) : null}
    </SignedOutPage>
  );
}

/** Shows errors of the hidden passkey answer on the form as a whole. */
const passkeyFields = (result: FormResult | undefined) =>
  result?.form === "passkey"
    ? { errors: { "": Object.values(result.fields.errors ?? {}).flat() } }
    : {};
