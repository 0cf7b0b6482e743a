import { MultiSelectField } from "~/ui/choice-field";
import { CopiedAddress } from "~/ui/copied-address";
import { EmailState } from "~/ui/email-state";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import { NumberField } from "~/ui/text-field";
import { brandsPath } from "./paths";
import type { loadProofLinks } from "./proof-links.server";
import { proofLinkTexts as texts } from "./proof-words";

type Links = Awaited<ReturnType<typeof loadProofLinks>>;
type Props = {
  /** Null for people who may not share links. */
  links: Links | null;
  created: { url: string; expires: string } | undefined;
  /** The refused form and its fields. */
  refused: { form: string; fields: Partial<FormFields> } | undefined;
};

/** The links to a proof of play, and the form of a new one. */
export function ProofLinks({ links, created, refused }: Props) {
  if (!links)
    return (
      <Panel title="Links">
        <p className="text-ink-2">{texts.notYours}</p>
      </Panel>
    );
  const { constraints, values, contacts, rows } = links;
  const fieldsOf = (form: string) => ({
    constraints,
    values,
    ...(refused?.form === form ? refused.fields : {}),
  });
  return (
    <Panel title="Links" lead={texts.lead}>
      {created ? (
        <div role="status" className="mb-4 grid gap-2 rounded border border-line bg-ground p-4">
          <p className="font-medium">{texts.once}</p>
          <p>
            <CopiedAddress url={created.url} />
          </p>
          <p className="text-ink-2">{created.expires}</p>
        </div>
      ) : null}
      <div className="mb-6 grid items-start gap-6 md:grid-cols-2">
        <Form fields={fieldsOf("form")}>
          <NumberField name="days" label={texts.days} />
          <FormActions>
            <Button>Create link</Button>
          </FormActions>
        </Form>
        {contacts.length > 0 ? (
          <Form
            key={rows.length}
            id="email"
            fields={fieldsOf("email")}
            enter={{ name: "_do", value: "email" }}
          >
            <MultiSelectField name="to" label={texts.to} hint={texts.toHint} options={contacts} />
            <NumberField name="days" label={texts.days} />
            <FormActions>
              <Button icon="mail" name="_do" value="email">
                Email the link
              </Button>
            </FormActions>
          </Form>
        ) : (
          <p className="text-ink-2">
            {texts.noContacts} <TextLink to={brandsPath}>Brands</TextLink>.
          </p>
        )}
      </div>
      <Table
        caption={texts.caption}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={<EmptyState title="No links yet">{texts.none}</EmptyState>}
      />
    </Panel>
  );
}

type Row = Links["rows"][number];
const columns: Column<Row>[] = [
  {
    key: "created",
    header: "Created",
    card: "title",
    cell: ({ created, email }) => (
      <span className="[overflow-wrap:anywhere]">
        {created}
        <EmailState email={email} of={created} />
      </span>
    ),
  },
  {
    key: "state",
    header: "Status",
    card: "aside",
    cell: ({ state }) => <Pill tone={state.tone}>{state.words}</Pill>,
  },
  { key: "expires", header: "Expires", cell: ({ expires }) => expires },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ withdraw }) => (withdraw ? <ConfirmLink {...withdraw} small /> : "–"),
  },
];
