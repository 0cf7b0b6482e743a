import type { useLoaderData } from "@remix-run/react";
import { Facts, Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import type { loadApiReference } from "./api-reference.server";
import { apiReferenceTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadApiReference>>;
type ShownCall = NonNullable<Data["calls"]>[number];
type Parameter = ShownCall["parameters"][number];

const columns: Column<Parameter>[] = [
  { key: "name", header: "Parameter", cell: ({ name }) => <code>{name}</code> },
  { key: "place", header: "In", cell: ({ place, need }) => `${place}, ${need}` },
  { key: "words", header: "Value", cell: ({ words }) => words },
];
/** Shown only if a parameter of the call has an example. */
const exampleColumn: Column<Parameter> = {
  key: "example",
  header: "Example",
  cell: ({ example }) =>
    example ? <code className="[overflow-wrap:anywhere]">{example}</code> : "",
};

/** One call of the API: who may make it, what it takes, and an example. */
export function ApiCall({
  id,
  method,
  path,
  title,
  who,
  parameters,
  body,
  curl,
  answer,
  files,
}: ShownCall) {
  const hasExamples = parameters.some(({ example }) => example !== "");
  return (
    <div id={id} className="scroll-mt-4">
      <Panel title={title}>
        <Facts
          facts={[
            {
              term: "Call",
              value: (
                <code className="font-semibold">
                  {method} {path}
                </code>
              ),
            },
            { term: "Scopes", value: who },
            ...(files ? [{ term: "Body", value: apiReferenceTexts.file }] : []),
          ]}
        />
        {parameters.length > 0 ? (
          <div className="-mx-4 mt-4">
            <Table
              caption={`Parameters of ${method} ${path}`}
              columns={hasExamples ? [...columns, exampleColumn] : columns}
              rows={parameters}
              rowKey={({ key }) => key}
            />
          </div>
        ) : null}
        {body ? <Example title="Body" text={body} /> : null}
        {curl ? <Example title="Example" text={curl} /> : null}
        {answer ? (
          <>
            <h3 className="mb-1 mt-4 font-semibold">
              {answer.isList ? apiReferenceTexts.answerList : apiReferenceTexts.answer}
            </h3>
            <ul className="grid gap-x-6 gap-y-0.5 text-sm md:grid-cols-2">
              {answer.members.map(({ name, words }) => (
                <li key={name}>
                  <code>{name}</code> <span className="text-ink-3">{words}</span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Panel>
    </div>
  );
}

function Example({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className="mb-1 mt-4 font-semibold">{title}</h3>
      <pre className="whitespace-pre-wrap rounded-lg bg-sunken p-3 text-sm [overflow-wrap:anywhere]">
        <code>{text}</code>
      </pre>
    </>
  );
}
