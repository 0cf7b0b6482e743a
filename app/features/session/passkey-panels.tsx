import type { useLoaderData } from "@remix-run/react";
import type { CreationOptions } from "#contract/session/passkeys";
import { SelectField } from "~/ui/choice-field";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextField } from "~/ui/text-field";
import { PasskeyButton } from "./passkey-button";
import { twoStepsPath } from "./paths";
import { Code, Password } from "./two-step-fields";
import { passkeyTexts } from "./two-step-words";
import type { loadTwoSteps } from "./two-steps.server";

type Passkeys = ReturnType<typeof useLoaderData<typeof loadTwoSteps>>["passkeys"];

export function PasskeysPanel({
  passkeys,
  add,
  remove,
}: {
  passkeys: Passkeys;
  add: FormFields;
  remove: FormFields;
}) {
  return (
    <>
      {passkeys.length > 0 ? (
        <Panel title="Your passkeys">
          <Table
            caption="Your passkeys"
            columns={columns}
            rows={passkeys}
            rowKey={({ id }) => id}
          />
        </Panel>
      ) : null}
      <Panel title="Add a passkey" lead={passkeyTexts.lead}>
        <p className="mb-4 text-ink-2 scripted:hidden">{passkeyTexts.needScript}</p>
        <Form
          id="passkey"
          fields={add}
          browserChecks={false}
          reloadDocument
          className="hidden scripted:grid"
        >
          <TextField name="name" label="Name of the passkey" hint={passkeyTexts.nameHint} />
          <Password />
          <Code hint="App or recovery code" />
          <FormActions>
            <Button>Continue</Button>
          </FormActions>
        </Form>
      </Panel>
      {passkeys.length > 0 ? (
        <Panel title="Remove a passkey" lead={passkeyTexts.removeLead}>
          <Form id="passkey-remove" fields={remove} browserChecks={false} reloadDocument>
            <SelectField
              name="id"
              label="Passkey"
              options={passkeys.map(({ id, name, added }) => ({
                value: id,
                label: `${name}, added ${added}`,
              }))}
            />
            <Password />
            <FormActions>
              <Button variant="danger">Remove passkey</Button>
            </FormActions>
          </Form>
        </Panel>
      ) : null}
    </>
  );
}

const columns: Column<Passkeys[number]>[] = [
  { key: "name", header: "Name", cell: ({ name }) => name },
  { key: "added", header: "Added", cell: ({ added }) => added },
  { key: "used", header: "Last used", cell: ({ lastUsed }) => lastUsed },
];

/** The second step of adding a passkey: the browser makes it and the form sends it. */
export function CreatePasskeyPanel({
  newPasskey,
}: {
  newPasskey: { token: string; name: string; options: CreationOptions };
}) {
  return (
    <Panel title={passkeyTexts.createTitle(newPasskey.name)} lead={passkeyTexts.createLead}>
      <p className="mb-4 text-ink-2 scripted:hidden">{passkeyTexts.needScript}</p>
      <Form id="passkey-confirm" browserChecks={false} reloadDocument>
        <input type="hidden" name="token" value={newPasskey.token} />
        <input type="hidden" name="name" value={newPasskey.name} />
        <PasskeyButton request={{ create: newPasskey.options }}>Create passkey</PasskeyButton>
      </Form>
      <p className="mt-3">
        <ButtonLink to={twoStepsPath} variant="quiet" reloadDocument>
          Cancel
        </ButtonLink>
      </p>
    </Panel>
  );
}
