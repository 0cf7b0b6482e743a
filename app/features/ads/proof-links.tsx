import { CopiedAddress } from "~/ui/copied-address";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { NumberField } from "~/ui/text-field";
import type { loadProofLinks } from "./proof-links.server";
import { proofLinkTexts as texts } from "./proof-words";

type Links = Awaited<ReturnType<typeof loadProofLinks>>;
type Props = {
  /** Null for people who may not share links. */
  links: Links | null;
  created: { url: string; expires: string } | undefined;
  refused: Partial<FormFields> | undefined;
};

/** The links to a proof of play, and the form of a new one. */
export function ProofLinks({ links, created, refused }: Props) {
  if (!links)
    return (
      <Panel title="Links">
        <p className="text-ink-2">{texts.notYours}</p>
      </Panel>
    );
  const { constraints, values, rows } = links;
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
      <div className="mb-6">
        <Form fields={{ constraints, values, ...refused }}>
          <NumberField name="days" label={texts.days} />
          <FormActions>
            <Button>Create link</Button>
          </FormActions>
        </Form>
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
  { key: "created", header: "Created", card: "title", cell: ({ created }) => created },
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
