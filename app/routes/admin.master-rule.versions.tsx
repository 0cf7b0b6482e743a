import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { masterRulePath, ruleDifferencePath } from "~/features/schedule/paths";
import { ruleVersionTexts } from "~/features/schedule/rule-texts";
import { RuleVersions } from "~/features/schedule/rule-versions";
import { loadRuleVersions } from "~/features/schedule/rule-versions.server";
import { requireArea } from "~/lib/session/guard.server";
import { type Option, SelectField } from "~/ui/choice-field";
import { FormContext } from "~/ui/form-fields";
import { Button, ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Versions: ${data.rule}` : "Versions"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadRuleVersions(args, await requireArea(args, "MASTER_RULE"));
}

export default function RuleVersionsPage() {
  const { rule, ruleTo, entries, choices, older, newer } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Master rule", to: masterRulePath },
          { label: rule, to: ruleTo },
        ]}
        title="Versions"
        lead={ruleVersionTexts.lead}
      />
      {choices.length > 1 ? <Compare choices={choices} /> : null}
      <Panel title="Versions of this rule">
        <RuleVersions entries={entries} />
        {older || newer ? (
          <div className="mt-4 flex gap-2">
            {newer ? (
              <ButtonLink to={newer} small>
                Newer
              </ButtonLink>
            ) : null}
            {older ? (
              <ButtonLink to={older} small>
                Older
              </ButtonLink>
            ) : null}
          </div>
        ) : null}
      </Panel>
    </>
  );
}

/** The latest version against the one before, unless others are chosen. */
function Compare({ choices }: { choices: Option[] }) {
  const values = { withId: choices[1]?.value ?? "", id: choices[0]?.value ?? "" };
  return (
    <Panel title={ruleVersionTexts.compare}>
      <Form method="get" action={ruleDifferencePath} className="flex flex-wrap items-end gap-3">
        <FormContext.Provider value={{ values, id: "compare" }}>
          <SelectField
            name="withId"
            label="Version"
            options={choices}
            className="min-w-0 max-w-full"
          />
          <SelectField
            name="id"
            label="Compared with"
            options={choices}
            className="min-w-0 max-w-full"
          />
        </FormContext.Provider>
        <Button>Compare</Button>
      </Form>
    </Panel>
  );
}
