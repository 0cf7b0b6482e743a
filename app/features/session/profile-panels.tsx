import type { useLoaderData } from "@remix-run/react";
import { NewPasswordFields } from "~/features/session/new-password-fields";
import { CheckboxField, RadioField } from "~/ui/choice-field";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Panel } from "~/ui/frame/panel";
import { Badge } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { EmailField, PasswordField, TextField } from "~/ui/text-field";
import { twoStepsPath } from "./paths";
import type { loadAccount } from "./profile.server";
import { accountTexts } from "./texts";
import { twoStepTexts } from "./two-step-words";

type Data = ReturnType<typeof useLoaderData<typeof loadAccount>>;
type Props = { fields: FormFields };

export function ProfilePanel({ fields, username }: Props & { username: string }) {
  return (
    <Panel title="Profile" lead={accountTexts.signInAs(username)}>
      <Form isOwn id="profile" fields={fields} keep>
        <TwoColumns>
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="lastName" label="Last name" autoComplete="family-name" />
        </TwoColumns>
        <EmailField name="email" label="Email" hint={accountTexts.emailHint} />
        <PasswordField
          name="currentPassword"
          label={accountTexts.currentPassword}
          autoComplete="current-password"
        />
        <FormActions>
          <Button variant="primary">Save profile</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

export function PasswordPanel({ fields }: Props) {
  return (
    <Panel title="Password" lead={accountTexts.passwordLead}>
      <Form id="password" fields={fields} browserChecks={false}>
        <PasswordField
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
        />
        <TwoColumns>
          <NewPasswordFields />
        </TwoColumns>
        <FormActions>
          <Button variant="primary">Change password</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

export function TwoStepsPanel() {
  return (
    <Panel title={twoStepTexts.title} lead={twoStepTexts.panel}>
      <ButtonLink to={twoStepsPath} reloadDocument>
        Manage two-step sign-in
      </ButtonLink>
    </Panel>
  );
}

export function SettingsPanel({ fields }: Props) {
  return (
    <Panel title="Preferences">
      <Form id="settings" fields={fields} reloadDocument>
        <RadioField
          name="liteMode"
          label="Lite mode"
          hint={accountTexts.liteMode}
          options={[
            { value: "follow", label: accountTexts.liteModeFollow },
            { value: "always", label: "Always" },
            { value: "never", label: "Never" },
          ]}
        />
        <RadioField
          name="theme"
          label="Colours"
          inline
          options={[
            { value: "system", label: "Same as my system" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
        <CheckboxField
          name="emailNotifications"
          label="Email me notifications"
          hint={accountTexts.emailNotifications}
        />
        <FormActions>
          <Button variant="primary">Save preferences</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}

export function SessionsPanel({ sessions }: Pick<Data, "sessions">) {
  return (
    <Panel title={accountTexts.sessionsTitle} lead={accountTexts.sessionsLead}>
      <Table caption="Your sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} />
    </Panel>
  );
}

const columns: Column<Data["sessions"][number]>[] = [
  {
    key: "device",
    header: "Device",
    cell: ({ device, openedBy }) => (
      <>
        {device}
        {openedBy ? <span className="block text-sm text-ink-3">opened by {openedBy}</span> : null}
      </>
    ),
  },
  { key: "address", header: "Address", cell: ({ address }) => address },
  { key: "since", header: "Signed in", cell: ({ since }) => since },
  { key: "lastUsed", header: "Last used", cell: ({ lastUsed }) => lastUsed },
  {
    key: "end",
    header: "Actions",
    card: "plain",
    cell: ({ id, device, lastUsed, current }) =>
      current ? (
        <Badge>This session</Badge>
      ) : (
        <PostForm preventScrollReset>
          <input type="hidden" name="_form" value="session" />
          <input type="hidden" name="id" value={id} />
          <Button small variant="danger" aria-label={accountTexts.endSession(device, lastUsed)}>
            End session
          </Button>
        </PostForm>
      ),
  },
];
