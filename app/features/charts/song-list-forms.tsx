import { useEffect, useRef } from "react";
import { songsAtATime } from "#contract/charts/words";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextAreaField } from "~/ui/text-field";
import { songAddingTexts } from "./texts";

type UnclearLine = {
  line: number;
  text: string;
  reason: string;
  choices: { value: string; label: string }[];
};
type AddingReport = { message: string; unclear: UnclearLine[]; unclearTotal: number };

const hasChoices = ({ choices }: UnclearLine) => choices.length > 0;

type Props = {
  constraints: FormFields["constraints"];
  result:
    | {
        form: string;
        fields: FormFields;
        failure?: { message: string; requestId?: string | undefined } | undefined;
        added?: AddingReport & { drawn: number };
      }
    | undefined;
  /** The most songs that one list may have. */
  most?: number;
  /** False where only a pasted list is read. */
  hasFile?: boolean;
};

/** Adds songs by a list; after one with unclear lines, shows these first. */
export function SongLists(props: Props) {
  const { added, form, failure } = props.result ?? {};
  return (
    <>
      <Failure failure={failure} />
      {added ? <UnmatchedLines added={added} isFile={form === "csv"} /> : null}
      <ListForms key={added?.drawn} {...props} />
    </>
  );
}

function ListForms({ constraints, result, most = songsAtATime, hasFile = true }: Props) {
  const songs = useFigures().figure(most);
  const fieldsOf = (form: string) => (result?.form === form ? result.fields : {});
  // songs chosen for earlier lines can be sent without a list
  const required = !result?.added?.unclear.some(hasChoices);
  const list = { ...constraints?.list, required };
  return (
    <div className="grid items-start gap-x-10 lg:grid-cols-2">
      <Panel title="Paste a list" lead={songAddingTexts.pasteLead(songs)}>
        <Form id={pastedForm} fields={{ constraints: { list }, ...fieldsOf(pastedForm) }}>
          <TextAreaField name="list" label="Songs" hint={songAddingTexts.pasteHint} rows={12} />
          <div>
            <Button variant="primary">Add songs</Button>
          </div>
        </Form>
      </Panel>
      {hasFile ? (
        <Panel title="Upload a file" lead={songAddingTexts.fileLead(songs)}>
          <Form id="csv" multipart fields={fieldsOf("csv")}>
            <FileField name="csv" label="File" kind="table" hint={songAddingTexts.fileHint} />
            <div>
              <Button icon="upload">Upload and add</Button>
            </div>
          </Form>
        </Panel>
      ) : null}
    </div>
  );
}

/** The ID of the form with the pasted list, which the choices belong to. */
const pastedForm = "list";

/**
 * Shows how many songs were added, and the lines that match no song or several; of several songs
 * one can be chosen and sent with the list.
 */
function UnmatchedLines({ added, isFile }: { added: AddingReport; isFile: boolean }) {
  const { message, unclear: unmatchedLines, unclearTotal } = added;
  const { figure } = useFigures();
  const hasAnyChoice = unmatchedLines.some(hasChoices);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (added) box.current?.focus();
  }, [added]);
  return (
    // biome-ignore lint/a11y/noAutofocus: after a post without script the reader must land on what is left to do
    <section ref={box} aria-label={songAddingTexts.unclear} tabIndex={-1} autoFocus>
      <Panel
        title={
          unclearTotal === 1
            ? "1 line was not matched"
            : songAddingTexts.unclearTitle(figure(unclearTotal))
        }
        lead={
          <>
            {message} {describeNextStep(isFile, hasAnyChoice)}
          </>
        }
      >
        <Table
          caption={songAddingTexts.unclearCaption}
          columns={[
            { key: "line", header: "Line", card: "aside", cell: ({ line }) => line },
            {
              key: "text",
              header: "Line as given",
              card: "title",
              cell: ({ text }) => <span className="[overflow-wrap:anywhere]">{text}</span>,
            },
            { key: "reason", header: "Reason", card: "plain", cell: ({ reason }) => reason },
            ...(hasAnyChoice ? [choiceColumn] : []),
          ]}
          rows={unmatchedLines}
          rowKey={({ line }) => String(line)}
        />
        {hasAnyChoice ? (
          <div className="mt-3">
            <Button form={pastedForm}>Add the chosen songs</Button>
          </div>
        ) : null}
        {unclearTotal > unmatchedLines.length ? (
          <p className="border-t border-line py-2 text-sm text-ink-3">
            The first {unmatchedLines.length} are shown.
          </p>
        ) : null}
      </Panel>
    </section>
  );
}

function describeNextStep(isFile: boolean, hasAnyChoice: boolean): string {
  const { choose, correctAll, correctLines, correctFile } = songAddingTexts;
  if (!hasAnyChoice) return isFile ? correctFile : correctAll;
  return `${choose} ${isFile ? correctFile : correctLines}`;
}

const choiceColumn: Column<UnclearLine> = {
  key: "choice",
  header: "Song to add",
  card: "plain",
  cell: ({ text, choices }) =>
    choices.length > 0 ? (
      <select
        form={pastedForm}
        name="choice"
        aria-label={`Song to add for ${text}`}
        className="control"
      >
        {/* sent again, so that a line without a choice is not lost */}
        <option value={text}>None</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    ) : (
      "–"
    ),
};
