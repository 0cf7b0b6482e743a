import type { z } from "zod";
import { MasterRuleSection, type UnitIds } from "#contract/schedule/master-rule";
import { checkMasterRule } from "#contract/schedule/rule-check";
import { readForm, toPostRequest } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { type CheckWords, checkWords } from "./rule-check-words";

/** Says whether there are enough songs for a unit's rule in a slot. */
export async function loadRuleCheck(
  { api, figures }: PageContext,
  unit: UnitIds,
  timeSlotId: number,
  section: z.input<typeof MasterRuleSection>,
): Promise<CheckWords> {
  return checkWords(
    (await load(() => api.call(checkMasterRule, { body: { ...section, ...unit, timeSlotId } })))
      .data,
    figures,
  );
}

/**
 * Reads the rule typed in the form's fields of an address; undefined while it is
 * incomplete.
 */
export async function readTypedRule(
  request: Request,
  { ids }: PageContext,
): Promise<MasterRuleSection | undefined> {
  const posted = toPostRequest(new URL(request.url));
  return (await readForm(posted, MasterRuleSection.strip(), { ids })).value;
}
