import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addMasterRule, changeMasterRule, MasterRuleSection } from "#contract/schedule/master-rule";
import { editLines } from "~/features/schedule/mix-lines";
import { timeSlotsPath } from "~/features/schedule/paths";
import { RuleCheckPanel } from "~/features/schedule/rule-check";
import { loadRuleCheck } from "~/features/schedule/rule-check.server";
import type { CheckWords } from "~/features/schedule/rule-check-words";
import { RuleFacts } from "~/features/schedule/rule-facts";
import { RuleEditor } from "~/features/schedule/rule-form";
import { loadRulePage, type RulePage } from "~/features/schedule/rule-page.server";
import { findOwnRule, readRuleAddress, ruleAddress } from "~/features/schedule/rule-unit.server";
import { RuleVersions } from "~/features/schedule/rule-versions";
import { editSeparation, type SeparationFocus } from "~/features/schedule/separation-lines";
import { masterRuleTexts, timeSlotTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { type FormResult, readForm } from "~/lib/forms.server";
import { requireArea } from "~/lib/guard.server";
import { useHistory } from "~/lib/history";
import { offerUndo } from "~/lib/undo.server";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Tabs } from "~/ui/frame/tabs";
import { TextLink } from "~/ui/frame/text-link";
import { UnitTree } from "~/ui/unit-tree";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Master rule: ${data.unit.name}` : "Master rule"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadRulePage(args, await requireArea(args, "MASTER_RULE"));
}

/**
 * The version that was read is a field like the others: each answer and each draft gives it back,
 * so that a change by somebody else meanwhile is noticed whatever happened to the form since.
 */
const Posted = MasterRuleSection.extend({
  version: changeMasterRule.body.shape.version.optional(),
});

/**
 * Saves or checks the rule; the mix's own buttons add and remove lines and give back the form as it
 * was typed.
 */
export async function action(args: ActionFunctionArgs) {
  const guarded = await requireArea(args, "MASTER_RULE");
  const { api, ids } = guarded;
  const form = await readForm(args.request, Posted, { ids });
  const press = String(form.posted.get("_do"));
  const edited = editLines(form.values, press);
  if (edited) return data({ fields: { values: edited } });
  const reordered = editSeparation(form.values, press, String(form.posted.get("_add")));
  if (reordered) return data({ fields: { values: reordered.values }, focus: reordered.focus });
  if (!form.value) return form.refused();
  const { version, ...section } = form.value;
  const address = readRuleAddress(args.request, guarded);
  const page = address.slotId === undefined ? await loadRulePage(args, guarded) : null;
  const slotId = address.slotId ?? page?.slotId;
  if (slotId === undefined) return form.refusedFor({ "": [masterRuleTexts.noSlot] });
  if (press === "check")
    return data({
      fields: { values: form.values },
      check: await loadRuleCheck(guarded, address.unit, slotId, section),
    });
  const { own, unit } = await findOwnRule(args.request, guarded, slotId);
  const { refused } = await form.submit(() =>
    own && version !== undefined
      ? api.call(changeMasterRule, { body: { ...section, id: own.id, version } })
      : api.call(addMasterRule, { body: { ...section, ...address.unit, timeSlotId: slotId } }),
  );
  if (refused) return refused;
  args.context.session.flash(
    "success",
    masterRuleTexts.saved,
    offerUndo(args.context, { act: "put-rules-back" }, 1),
  );
  return redirect(ruleAddress(guarded, unit, slotId));
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
        actions={
          <>
            <ButtonLink to="#units" className="lg:hidden">
              Choose another location
            </ButtonLink>
            {page.variantTo ? (
              <ButtonLink to={page.variantTo}>{timeSlotTexts.variant}</ButtonLink>
            ) : null}
            {page.source ? <ButtonLink to={page.compareTo}>Compare</ButtonLink> : null}
            {page.copyTo ? <ButtonLink to={page.copyTo}>Copy to other locations</ButtonLink> : null}
            <ButtonLink to={timeSlotsPath}>Time slots</ButtonLink>
          </>
        }
      />
      {slots.length > 1 ? <Tabs label="Time slots" tabs={slots} /> : null}
      <Failure failure={result?.failure} />
      <div className="grid items-start gap-4 lg:grid-cols-[300px_minmax(0,1fr)]">
        <div id="units" className="scroll-mt-16 max-lg:order-last">
          <Panel title="Locations" padded={false}>
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
            <Versions page={page} />
          </RuleEditor>
        ) : (
          <div>
            <RuleCheckPanel check={page.check} />
            <Panel title="Rule">
              <RuleFacts rule={page.rule} />
            </Panel>
            <Versions page={page} />
          </div>
        )}
      </div>
    </>
  );
}

/** The latest versions, and the way to all. */
const Versions = ({ page }: { page: RulePage }) => (
  <Panel
    title="Versions"
    actions={
      page.versions.length > 0 ? <TextLink to={page.versionsTo}>All versions</TextLink> : null
    }
  >
    <RuleVersions entries={page.versions} />
  </Panel>
);

/** Where the rule of this location and time slot comes from. */
function leadOf({ source, slotName }: Pick<RulePage, "source" | "slotName">): string {
  if (!source) return masterRuleTexts.noRule(slotName);
  return source.own ? masterRuleTexts.ownRule(slotName) : `${slotName}: ${source.words}.`;
}
