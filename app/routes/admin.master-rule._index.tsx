import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChangesNotice } from "~/features/schedule/changed-days";
import { loadChangesNotice } from "~/features/schedule/changed-days.server";
import { timeSlotsPath } from "~/features/schedule/paths";
import { RuleCheckPanel } from "~/features/schedule/rule-check";
import type { CheckWords } from "~/features/schedule/rule-check-words";
import { changeRule } from "~/features/schedule/rule-edit.server";
import { RuleFacts } from "~/features/schedule/rule-facts";
import { RuleEditor } from "~/features/schedule/rule-form";
import { loadRulePage, type RulePage } from "~/features/schedule/rule-page.server";
import { LatestVersions, leadOf } from "~/features/schedule/rule-panels";
import { masterRuleTexts, timeSlotTexts } from "~/features/schedule/rule-texts";
import type { SeparationFocus } from "~/features/schedule/separation-lines";
import { tutorialPath } from "~/features/tutorials/paths";
import { useHistory } from "~/lib/audit/history";
import type { FormResult } from "~/lib/forms/forms.server";
import { requireArea } from "~/lib/session/guard.server";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Tabs } from "~/ui/frame/tabs";
import { UnitTree } from "~/ui/unit-tree";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Master rule: ${data.unit.name}` : "Master rule"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MASTER_RULE");
  const [page, changes] = await Promise.all([
    loadRulePage(args, pageContext),
    loadChangesNotice(args, pageContext),
  ]);
  return page && { ...page, changes };
}

/** Saves or checks the rule, or changes its lines by the pressed button. */
export async function action(args: ActionFunctionArgs) {
  return changeRule(args, await requireArea(args, "MASTER_RULE"));
}

export default function MasterRulePage() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<
    Partial<FormResult> & { check?: CheckWords; focus?: SeparationFocus }
  >();
  const history = useHistory("rule", page?.ruleRef);
  if (!page)
    return (
      <>
        <PageHead title="Master rule" help={tutorialPath("master_rule")} />
        <EmptyState
          icon="rule"
          title="No time slot yet"
          action={<ButtonLink to={timeSlotsPath}>Add time slot</ButtonLink>}
        >
          {masterRuleTexts.addSlot}
        </EmptyState>
      </>
    );
  const { unit, slots } = page;
  return (
    <>
      <PageHead
        title={`Master rule: ${unit.name}`}
        lead={leadOf(page)}
        help={tutorialPath("master_rule")}
        history={history}
        actions={<Actions page={page} />}
      />
      <ChangesNotice changes={page.changes} />
      {slots.length > 1 ? <Tabs label="Time slots" tabs={slots} /> : null}
      <Failure failure={result?.failure} />
      <div className="grid items-start gap-4 lg:grid-cols-[300px_minmax(0,1fr)]">
        <div id="units" className="scroll-mt-16 max-lg:order-last">
          <Panel title="Locations">
            <UnitTree
              units={page.units}
              find={page.find}
              keep={{ slotId: page.slotRef }}
              ownLabel="Own rule"
            />
          </Panel>
        </div>
        {unit.mayChange ? (
          <RuleEditor
            key={`${page.checkTo} ${JSON.stringify(page.values)}`}
            page={page}
            fields={{
              constraints: page.constraints,
              values: page.values,
              errors: page.errors,
              ...result?.fields,
            }}
            focus={result?.focus}
            check={result?.check ?? page.check}
          >
            <LatestVersions page={page} />
          </RuleEditor>
        ) : (
          <div>
            <RuleCheckPanel check={page.check} />
            <Panel title="Rule">
              <RuleFacts rule={page.rule} />
            </Panel>
            <LatestVersions page={page} />
          </div>
        )}
      </div>
    </>
  );
}

function Actions({ page }: { page: RulePage }) {
  return (
    <>
      <ButtonLink to="#units" className="lg:hidden">
        Choose another location
      </ButtonLink>
      {page.variantTo ? <ButtonLink to={page.variantTo}>{timeSlotTexts.variant}</ButtonLink> : null}
      {page.source ? <ButtonLink to={page.compareTo}>Compare</ButtonLink> : null}
      {page.copyTo ? <ButtonLink to={page.copyTo}>Copy to other locations</ButtonLink> : null}
      <ButtonLink to={timeSlotsPath}>Time slots</ButtonLink>
    </>
  );
}
