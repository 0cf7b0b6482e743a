import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { masterRulePath } from "~/features/schedule/paths";
import { ruleVersionTexts } from "~/features/schedule/rule-texts";
import { loadRuleDifference } from "~/features/schedule/rule-versions.server";
import { requireArea } from "~/lib/session/guard.server";
import { EmptyState } from "~/ui/frame/empty-state";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";

export const meta: MetaFunction = () => [
  { title: `${ruleVersionTexts.difference} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const difference = await loadRuleDifference(args, await requireArea(args, "MASTER_RULE"));
  if (!difference) throw redirect(masterRulePath);
  return difference;
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Row = Data["changes"][number];

export default function RuleDifference() {
  const { rule, ruleTo, versionsTo, versions, isReadable, changes } =
    useLoaderData<typeof loader>();
  const [before, after] = versions;
  const columns: Column<Row>[] = [
    { key: "field", header: "Setting", card: "title", cell: (row) => row.field },
    {
      key: "before",
      header: before?.at ?? "",
      card: "line",
      cell: (row) => <Value of={row.before} />,
    },
    {
      key: "after",
      header: after?.at ?? "",
      card: "line",
      cell: (row) => <Value of={row.after} />,
    },
  ];
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Master rule", to: masterRulePath },
          { label: rule, to: ruleTo },
          { label: "Versions", to: versionsTo },
        ]}
        title={ruleVersionTexts.difference}
        lead={ruleVersionTexts.differenceLead(versions.map(({ at, who }) => `${at} by ${who}`))}
      />
      <Panel>
        <Table
          caption={ruleVersionTexts.differenceCaption}
          columns={columns}
          rows={changes}
          rowKey={(row) => row.field}
          empty={
            <EmptyState icon="rule" title="No difference">
              {isReadable ? ruleVersionTexts.differenceNone : ruleVersionTexts.unreadable}
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

const Value = ({ of }: { of: string }) =>
  of ? <span>{of}</span> : <span className="text-ink-3">None</span>;
