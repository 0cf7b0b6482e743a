import { CheckboxField, MultiSelectField } from "~/ui/choice-field";
import { FoundMultiSelectField } from "~/ui/find-options";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { TextAreaField } from "~/ui/text-field";
import { scheduleRecipientsPath } from "./paths";
import { recipientTexts as texts } from "./recipient-texts";
import type { loadReceived, loadRecipients, loadRecipientsForm } from "./recipients.server";

type Recipients = Awaited<ReturnType<typeof loadRecipients>>;

/** Lists a schedule's recipients besides its owner, with the last run of each. */
export function RecipientList({ path, recipients }: { path: string; recipients: Recipients }) {
  const { rows, hasForbidden } = recipients;
  return (
    <Panel
      title="Recipients"
      lead={texts.lead}
      actions={<ButtonLink to={scheduleRecipientsPath(path)}>Change recipients</ButtonLink>}
    >
      {hasForbidden ? (
        <p role="status" className="mb-4 rounded-lg bg-warn-tint px-4 py-3 font-medium text-warn">
          {texts.forbidden}
        </p>
      ) : null}
      <Table
        caption="Recipients"
        columns={recipientColumns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={<EmptyState title="No other recipients">{texts.none}</EmptyState>}
      />
    </Panel>
  );
}

type Row = Recipients["rows"][number];
const recipientColumns: Column<Row>[] = [
  {
    key: "name",
    header: "Recipient",
    card: "title",
    cell: ({ name, more }) => (
      <>
        <span className="[overflow-wrap:anywhere]">{name}</span>
        {more ? <small className="block text-ink-3">{more}</small> : null}
      </>
    ),
  },
  {
    key: "last",
    header: "Last run",
    card: "aside",
    cell: ({ state, last }) => {
      if (state) return <Pill tone={state.tone}>{state.words}</Pill>;
      if (!last) return <span className="text-ink-3">{texts.notRun}</span>;
      return (
        <span className="inline-flex flex-wrap items-center gap-x-2 max-md:justify-end">
          <Pill tone={last.tone}>{last.words}</Pill>
          <span className="whitespace-nowrap">{last.at}</span>
        </span>
      );
    },
  },
  { key: "detail", header: "Details", card: "plain", cell: ({ detail }) => detail },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ withdraw }) =>
      withdraw ? (
        <PostForm>
          <input type="hidden" name="address" value={withdraw} />
          <Button name="_do" value="withdraw" small aria-label={`Withdraw links of ${withdraw}`}>
            Withdraw links
          </Button>
        </PostForm>
      ) : null,
  },
];

type Choices = Awaited<ReturnType<typeof loadRecipientsForm>>["choices"];

/** The fields for the users, roles and outside addresses that a schedule is sent to. */
export function RecipientFields({ users, roles, ...outside }: Choices) {
  return (
    <>
      {users ? (
        <FoundMultiSelectField
          name="userIds"
          label={texts.users}
          hint={texts.usersHint}
          what="users"
          choices={users}
        />
      ) : null}
      <MultiSelectField name="roles" label={texts.roles} hint={texts.rolesHint} options={roles} />
      {outside.hasOutside ? (
        <TextAreaField
          name="addresses"
          label={texts.addresses}
          hint={`${outside.isOutsideAllowed ? "" : `${texts.forbidden} `}${texts.addressesHint(outside.mostAddresses)}`}
        />
      ) : (
        <p className="text-ink-2">{texts.forbiddenForm}</p>
      )}
    </>
  );
}

type ReceivedReport = Awaited<ReturnType<typeof loadReceived>>[number];

/** Lists reports that others send the person, each with a button that stops its emails. */
export function ReceivedList({ rows }: { rows: ReceivedReport[] }) {
  if (rows.length === 0) return null;
  return (
    <Panel title={texts.received} lead={texts.receivedLead}>
      <Table
        caption={texts.received}
        columns={receivedColumns}
        rows={rows}
        rowKey={({ ref }) => ref}
      />
    </Panel>
  );
}

const receivedColumns: Column<ReceivedReport>[] = [
  {
    key: "name",
    header: "Report",
    card: "title",
    cell: ({ name, report }) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere]">{name}</b>
        {report === name ? null : <small className="block text-ink-3">{report}</small>}
      </>
    ),
  },
  { key: "sender", header: "Sent by", cell: ({ sender }) => sender },
  {
    key: "last",
    header: "Last email",
    cell: ({ last }) => <span className="whitespace-nowrap">{last}</span>,
  },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ ref, name, receives }) => (
      <PostForm id={`received-${ref}`}>
        <input type="hidden" name="ref" value={ref} />
        <ReceiveButton name={name} receives={receives} small />
      </PostForm>
    ),
  },
];

type ButtonProps = { name: string; receives: boolean; small?: boolean };

export const ReceiveButton = ({ name, receives, small }: ButtonProps) => (
  <Button
    name="_do"
    value={receives ? "stop" : "receive"}
    small={small}
    aria-label={receives ? `Stop receiving ${name}` : `Receive ${name} again`}
  >
    {receives ? "Stop receiving" : "Receive again"}
  </Button>
);

/** Lets a national admin allow or forbid outside addresses. */
export function OutsideRuleForm({
  isAllowed,
  refused,
}: {
  isAllowed: boolean;
  refused: Partial<FormFields> | undefined;
}) {
  const values = { isAllowed: isAllowed ? "on" : "" };
  return (
    <Panel title={texts.outsideTitle}>
      <Form id="outside" fields={{ constraints: {}, values, ...refused }}>
        <CheckboxField name="isAllowed" label={texts.outsideAllow} hint={texts.outsideHint} />
        <FormActions>
          <Button>Save outside addresses</Button>
        </FormActions>
      </Form>
    </Panel>
  );
}
