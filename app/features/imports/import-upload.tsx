import { type CsvColumn, clearWord, csvLimits } from "#contract/base/csv-columns";
import { CheckboxField } from "~/ui/choice-field";
import { FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import type { FormFields } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Table } from "~/ui/frame/table";
import { Steps } from "~/ui/steps";
import { type ImportWords, templatePath } from "./import-words";
import { importsTexts } from "./texts";

type Props = {
  words: ImportWords;
  columns: readonly CsvColumn[];
  fields: FormFields | undefined;
};

/**
 * The first step: explains what a file may contain and uploads it. Uploading
 * changes nothing.
 */
export function ImportUpload({ words, columns, fields }: Props) {
  const { figure } = useFigures();
  return (
    <>
      <PageHead crumbs={[words.list]} title={`Import ${words.many}`} lead={importsTexts.lead} />
      <Steps current={0} steps={importSteps(words)} />
      <div className="grid gap-4">
        <Panel title="Choose a file">
          <Form multipart fields={fields}>
            <FileField
              name="file"
              label="File"
              kind="table"
              hint={
                words.addsOnly
                  ? importsTexts.newFileHint(figure(csvLimits.rows))
                  : importsTexts.fileHint(figure(csvLimits.rows), clearWord)
              }
            />
            {words.addsPeople ? (
              <CheckboxField
                name="createPeople"
                label={importsTexts.addPeople}
                hint={importsTexts.addPeopleHint}
              />
            ) : null}
            <FormActions>
              <Button variant="primary" icon="upload">
                Review import
              </Button>
              <ButtonLink to={templatePath(words)} download icon="download">
                Download the template
              </ButtonLink>
            </FormActions>
          </Form>
        </Panel>
        <Panel
          title="What the columns mean"
          lead={
            words.addsOnly
              ? `${importsTexts.newColumns(needed(columns))} ${words.addsOnly}`
              : importsTexts.columns(needed(columns), clearWord)
          }
        >
          <Table
            caption="Columns of the file"
            rows={[...columns]}
            rowKey={(column) => column.member}
            columns={[
              {
                key: "heading",
                header: "Column",
                cell: (column) => (
                  <b className="whitespace-nowrap font-semibold">{column.heading}</b>
                ),
              },
              {
                key: "meaning",
                header: "What it holds",
                card: "plain",
                cell: (column) =>
                  column.clearable ? `${column.meaning} Can be cleared.` : column.meaning,
              },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

function needed(columns: readonly CsvColumn[]): string {
  const names = columns.filter(({ required }) => required).map(({ heading }) => `“${heading}”`);
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}

/** The title of the window. */
export const importTitle = (words: ImportWords | undefined) => [
  { title: `Import ${words?.many ?? "file"} · Fever In-Store` },
];

export const importSteps = ({ path }: ImportWords) => [
  { label: "Choose a file", to: path },
  { label: "Review import" },
  { label: "Done" },
];
