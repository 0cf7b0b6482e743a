import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { addMasterRule, changeMasterRule, MasterRuleSection } from "#contract/schedule/master-rule";
import { tryMasterRule } from "#contract/schedule/what-if";
import { offerUndo } from "~/lib/audit/undo.server";
import { readForm } from "~/lib/forms/forms.server";
import type { PageContext } from "~/lib/session/guard.server";
import { editArc } from "./arc-lines";
import { editLines } from "./mix-lines";
import { loadRuleCheck } from "./rule-check.server";
import { loadRulePage } from "./rule-page.server";
import { masterRuleTexts } from "./rule-texts";
import { findOwnRule, readRuleAddress, ruleAddress, trialAddress } from "./rule-unit.server";
import { editSeparation } from "./separation-lines";

/**
 * The version that was read is a field of the form, so that each answer and draft returns it and a
 * change by somebody else is noticed.
 */
const Posted = MasterRuleSection.extend({
  version: changeMasterRule.body.shape.version.optional(),
});

/**
 * Saves, checks or tries the rule. The buttons of its lines change the form as typed and save
 * nothing.
 */
export async function changeRule(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const form = await readForm(args.request, Posted, { ids });
  const press = String(form.posted.get("_do"));
  const edited = editLines(form.values, press);
  if (edited) return data({ fields: { values: edited } });
  const redrawn = editArc(form.values, press);
  if (redrawn) return data({ fields: { values: redrawn } });
  const reordered = editSeparation(form.values, press, String(form.posted.get("_add")));
  if (reordered) return data({ fields: { values: reordered.values }, focus: reordered.focus });
  if (!form.value) return form.refused();
  const { version, ...section } = form.value;
  const address = readRuleAddress(args.request, pageContext);
  const page = address.slotId === undefined ? await loadRulePage(args, pageContext) : null;
  const slotId = address.slotId ?? page?.slotId;
  if (slotId === undefined) return form.refusedFor({ "": [masterRuleTexts.noSlot] });
  if (press === "check")
    return data({
      fields: { values: form.values },
      check: await loadRuleCheck(pageContext, address.unit, slotId, section),
    });
  const { own, unit } = await findOwnRule(args.request, pageContext, slotId);
  if (press === "what-if") {
    const body = { ...section, ...address.unit, timeSlotId: slotId, version };
    const { refused } = await form.submit(() => api.call(tryMasterRule, { body }));
    return refused ?? redirect(trialAddress(pageContext, unit, slotId));
  }
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
  return redirect(ruleAddress(pageContext, unit, slotId));
}
