import { useEffect, useRef } from "react";
import { songsAtATime } from "#contract/charts/words";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { Panel } from "~/ui/frame/panel";
import { Table } from "~/ui/frame/table";
import { TextAreaField } from "~/ui/text-field";
import { songAddingTexts } from "./texts";

type Props = {
  constraints: FormFields["constraints"];
  result: { form: string; fields: FormFields } | undefined;
};

export function ListForms({ constraints, result }: Props) {
  const most = useFigures().figure(songsAtATime);
  const fieldsOf = (form: string) => (result?.form === form ? result.fields : {});
  return (
    <div className="grid items-start gap-x-4 lg:grid-cols-2">
      <Panel title="Paste a list" lead={songAddingTexts.pasteLead(most)}>
        <Form id="list" fields={{ constraints, ...fieldsOf("list") }}>
          <TextAreaField name="list" label="Songs" hint={songAddingTexts.pasteHint} rows={12} />
          <div>
            <Button variant="primary">Add songs</Button>
          </div>
        </Form>
      </Panel>
      <Panel title="Upload a file" lead={songAddingTexts.fileLead(most)}>
        <Form id="csv" multipart fields={fieldsOf("csv")}>
          <FileField name="csv" label="File" kind="table" hint={songAddingTexts.fileHint} />
          <div>
            <Button icon="upload">Upload and add</Button>
          </div>
        </Form>
      </Panel>
    </div>
  );
}

type AddingReport = {
  message: string;
  unclear: { line: number; text: string; reason: string }[];
  unclearTotal: number;
};

/** Shows how many songs were added, and the lines that match no song or several. */
export function UnmatchedLines({ added, isFile }: { added: AddingReport; isFile: boolean }) {
  const { message, unclear: unmatchedLines, unclearTotal } = added;
  const { figure } = useFigures();
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
            {message} {isFile ? songAddingTexts.correctFile : songAddingTexts.correctLines}
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
          ]}
          rows={unmatchedLines}
          rowKey={({ line }) => String(line)}
        />
        {unclearTotal > unmatchedLines.length ? (
          <p className="border-t border-line px-3 py-2 text-sm text-ink-3">
            The first {unmatchedLines.length} are shown.
          </p>
        ) : null}
      </Panel>
    </section>
  );
}
