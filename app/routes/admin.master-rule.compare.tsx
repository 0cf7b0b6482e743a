import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { masterRulePath, ruleComparePath } from "~/features/schedule/paths";
import { loadRuleComparison } from "~/features/schedule/rule-comparison.server";
import { ruleCompareTexts } from "~/features/schedule/rule-texts";
import { requireArea } from "~/lib/session/guard.server";
import { SelectField } from "~/ui/choice-field";
import { FormContext } from "~/ui/form-fields";
import { Button } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";

export const meta: MetaFunction = () => [{ title: `${ruleCompareTexts.title} · Fever In-Store` }];

export async function loader(args: LoaderFunctionArgs) {
  return loadRuleComparison(args.request, await requireArea(args, "MASTER_RULE"));
}

type Row = { field: string; before: string; after: string };

export default function RuleComparison() {
  const { one, another, ruleTo, changes, locations, slots, values, otherParams } =
    useLoaderData<typeof loader>();
  const columns: Column<Row>[] = [
    { key: "field", header: "Setting", card: "title", cell: (row) => row.field },
    { key: "one", header: one.name, card: "line", cell: (row) => <Value of={row.before} /> },
    {
      key: "another",
      header: another?.name ?? "",
      card: "line",
      cell: (row) => <Value of={row.after} />,
    },
  ];
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Master rule", to: masterRulePath },
          { label: one.name, to: ruleTo },
        ]}
        title={ruleCompareTexts.title}
        lead={
          another
            ? ruleCompareTexts.lead(sourceOf(one), sourceOf(another))
            : ruleCompareTexts.choose
        }
      />
      <Panel title={ruleCompareTexts.compareWith}>
        <Form method="get" action={ruleComparePath} className="flex flex-wrap items-end gap-3">
          {otherParams.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <FormContext.Provider value={{ values, id: "compare" }}>
            <SelectField
              name="other"
              label="Location"
              options={locations}
              className="min-w-0 max-w-full"
            />
            <SelectField
              name="otherSlotId"
              label="Time slot"
              options={slots}
              className="min-w-0 max-w-full"
            />
          </FormContext.Provider>
          <Button>Compare</Button>
        </Form>
      </Panel>
      {another ? (
        <Panel>
          <Table
            caption={ruleCompareTexts.caption}
            columns={columns}
            rows={changes}
            rowKey={(row) => row.field}
            empty={
              <EmptyState icon="rule" title="No difference">
                {ruleCompareTexts.none}
              </EmptyState>
            }
          />
        </Panel>
      ) : null}
    </>
  );
}

const sourceOf = ({ name, source }: { name: string; source: string | null }) =>
  `${name}: ${source ?? "no rule"}`;
const Value = ({ of }: { of: string }) =>
  of ? <span>{of}</span> : <span className="text-ink-3">None</span>;
