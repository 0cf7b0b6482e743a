import type { useLoaderData } from "@remix-run/react";
import { CheckboxField } from "~/ui/choice-field";
import { EmailState } from "~/ui/email-state";
import { Form, FormActions, FormSection } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { Tabs } from "~/ui/frame/tabs";
import { TextLink } from "~/ui/frame/text-link";
import { TextField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";
import type { loadInvoiceReminders, loadReminders, readReminders } from "./reminders.server";
import { reminderTexts as texts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadReminders>>;
type InvoiceData = ReturnType<typeof useLoaderData<typeof loadInvoiceReminders>>;
type Reminders = Awaited<ReturnType<typeof readReminders>>;

export function ReminderSettings({ fields }: { fields: FormFields }) {
  return (
    <Form fields={fields}>
      <VersionField />
      <FormSection title={texts.steps} hint={texts.stepsHint}>
        <CheckboxField name="isOn" label={texts.on} hint={texts.onHint} />
        <TextField name="days" label={texts.days} hint={texts.daysHint} />
      </FormSection>
      <FormActions>
        <Button variant="primary">{texts.save}</Button>
      </FormActions>
    </Form>
  );
}

export function DueReminders({ isOn, due }: Pick<Data, "isOn" | "due">) {
  return (
    <Panel title={texts.due} lead={isOn ? texts.dueLead : texts.offLead}>
      <Table
        caption={texts.due}
        columns={dueColumns}
        rows={[...due]}
        rowKey={({ number }) => number}
        empty={
          <EmptyState icon="billing" title="Nothing to send">
            {texts.none}
          </EmptyState>
        }
      />
    </Panel>
  );
}

const dueColumns: Column<Data["due"][number]>[] = [
  {
    key: "number",
    header: "Invoice",
    card: "title",
    cell: ({ number, preview }) => (
      <b className="font-semibold">
        <TextLink to={preview}>{number}</TextLink>
      </b>
    ),
  },
  { key: "company", header: "Company", cell: ({ company }) => company },
  { key: "due", header: "Due", cell: ({ due }) => due },
  { key: "step", header: "Step", cell: ({ step }) => step },
  {
    key: "payable",
    header: "To pay",
    numeric: true,
    cell: ({ payable }) => payable,
  },
  {
    key: "to",
    header: "Email",
    cell: ({ to, isSent }) => (
      <span className={`[overflow-wrap:anywhere] ${isSent ? "" : "text-warn"}`}>{to}</span>
    ),
  },
];

/** Shows an invoice's reminders on its page. */
export function ReminderPanel({ reminders, to }: { reminders: Reminders; to: string }) {
  return (
    <Panel title={texts.ofInvoice} lead={reminders.stop ? reminders.stop.title : reminders.next}>
      <ReminderList reminders={reminders.reminders} />
      <div className="mt-4">
        <ButtonLink to={to}>{texts.manage}</ButtonLink>
      </div>
    </Panel>
  );
}

function ReminderList({ reminders }: Pick<Reminders, "reminders">) {
  if (reminders.length === 0) return <p className="text-ink-3">{texts.nothing}</p>;
  return (
    <Table
      caption={texts.ofInvoice}
      columns={reminderColumns}
      rows={[...reminders]}
      rowKey={({ step }) => step}
    />
  );
}

const reminderColumns: Column<Reminders["reminders"][number]>[] = [
  { key: "step", header: "Step", card: "title", cell: ({ step }) => step },
  { key: "at", header: "Date", cell: ({ at }) => at },
  {
    key: "to",
    header: "Email",
    cell: ({ to }) => <span className="[overflow-wrap:anywhere]">{to}</span>,
  },
  {
    key: "state",
    header: "State",
    cell: ({ step, email }) => <EmailState email={email} of={step} />,
  },
];

export function InvoiceReminders({
  data,
  fields,
}: {
  data: InvoiceData;
  fields: FormFields | undefined;
}) {
  const { stop, next, email, steps, reminders } = data;
  return (
    <>
      <Panel title={texts.ofInvoice} lead={next}>
        <ReminderList reminders={[...reminders]} />
      </Panel>
      <Panel title={texts.preview} lead={email.lead}>
        <Tabs label={texts.steps} tabs={[...steps]} />
        <p className="mb-2 mt-4 font-semibold">{email.subject}</p>
        <p className="max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">{email.text}</p>
      </Panel>
      {stop ? (
        <Panel title={stop.title} lead={stop.lead}>
          <Form fields={fields ?? {}}>
            <input type="hidden" name="act" value="resume" />
            <Button>{texts.resume}</Button>
          </Form>
        </Panel>
      ) : (
        <Form fields={{ constraints: data.constraints, ...fields }}>
          <input type="hidden" name="act" value="stop" />
          <FormSection title={texts.stop} hint={texts.stopLead}>
            <TextField name="reason" label="Reason" />
            <CheckboxField name="isWholeCompany" label={texts.wholeCompany} />
          </FormSection>
          <FormActions>
            <Button>{texts.stop}</Button>
          </FormActions>
        </Form>
      )}
    </>
  );
}
