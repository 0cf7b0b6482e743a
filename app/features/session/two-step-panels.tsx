import type { useLoaderData } from "@remix-run/react";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { QrCode } from "~/ui/qr-code";
import { twoStepsPath } from "./paths";
import { Code, Password } from "./two-step-fields";
import { twoStepTexts } from "./two-step-words";
import type { loadTwoSteps } from "./two-steps.server";

type Data = ReturnType<typeof useLoaderData<typeof loadTwoSteps>>;
type Props = { fields: FormFields };

export function BeginPanel({ fields, again }: Props & { again: boolean }) {
  return (
    <Panel
      title={again ? twoStepTexts.againTitle : "Set it up"}
      lead={again ? twoStepTexts.again : twoStepTexts.why}
    >
      <Form id="begin" fields={fields} browserChecks={false} reloadDocument>
        <Password />
        <FormActions>
          <Button variant={again ? "plain" : "primary"}>
            {again ? "Create new key" : "Set up two-step sign-in"}
          </Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

/** Shows the secret as a QR code and as text, with the form that proves the app has it. */
export function ConfirmPanel({ begun, fields }: Props & { begun: NonNullable<Data["begun"]> }) {
  const { qr, secret } = begun;
  return (
    <Panel title="Connect your app" lead={twoStepTexts.scan}>
      <QrCode qr={qr} label={twoStepTexts.picture(secret)} />
      <p className="mb-4">
        Key: <code className="font-semibold [overflow-wrap:anywhere]">{secret}</code>
      </p>
      <Form id="confirm" fields={fields} browserChecks={false} reloadDocument>
        <Code />
        <FormActions>
          <Button variant="primary">Turn on</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

/** Shown only once, in the answer that made them. */
export function CodesPanel({ codes }: { codes: string[] }) {
  return (
    <Panel title={twoStepTexts.codesTitle} lead={twoStepTexts.codesLead}>
      <ul className="mb-4 grid max-w-form grid-cols-2 gap-x-6 gap-y-1.5">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-lg">{code}</code>
          </li>
        ))}
      </ul>
      <ButtonLink to={twoStepsPath} variant="primary" reloadDocument>
        I have saved them
      </ButtonLink>
    </Panel>
  );
}

export function RenewPanel({ fields }: Props) {
  return (
    <Panel title="New recovery codes" lead={twoStepTexts.newCodes}>
      <Form id="renew" fields={fields} browserChecks={false} reloadDocument>
        <Password />
        <Code />
        <FormActions>
          <Button>Create new codes</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

export function OffPanel({ fields }: Props) {
  return (
    <Panel title="Turn off" lead={twoStepTexts.off}>
      <Form id="off" fields={fields} browserChecks={false} reloadDocument>
        <Password />
        <Code hint="App or recovery code" />
        <FormActions>
          <Button variant="danger">Turn off two-step sign-in</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}
