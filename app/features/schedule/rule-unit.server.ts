import { redirect } from "@remix-run/node";
import { z } from "zod";
import { search } from "#contract/base/fields";
import { idOf, unitFilters } from "#contract/base/identifiers";
import { masterRuleBySlot, type RuleUnit, type UnitIds } from "#contract/schedule/master-rule";
import { readQuery } from "~/lib/forms/forms.server";
import { unitMembers } from "~/lib/locations/units-as-tree";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMember, withMembers } from "~/ui/frame/address";
import { masterRulePath, ownRulePath } from "./paths";

const Address = z.object({
  ...unitFilters,
  slotId: idOf("slot").optional(),
  find: search.optional(),
  from: idOf("version").optional(),
  trial: z.literal("on").optional(),
});

/**
 * Reads the unit and slot in the address, by default the company and its first slot. `from` is a
 * version to fill the form with, `trial` opens the person's own trial of the rule.
 */
export function readRuleAddress(request: Request, { ids }: PageContext) {
  const { slotId, find, from, trial, ...unit } = readQuery(request, Address, { ids });
  return { unit: unit satisfies UnitIds, slotId, find, from, opensTrial: trial !== undefined };
}

/** The page's address for a unit and slot, with encrypted IDs. */
export function ruleAddress(
  { ids }: PageContext,
  unit: Pick<RuleUnit, "level" | "unitId">,
  slotId: number | undefined,
  path = masterRulePath,
): string {
  return withMembers(path, {
    ...unitMembers(ids, unit),
    slotId: slotId === undefined ? undefined : ids.encrypt("slot", slotId),
  });
}

/** The same with the person's own trial of the rule. */
export const trialAddress = (
  pageContext: PageContext,
  unit: Pick<RuleUnit, "level" | "unitId">,
  slotId: number,
): string => `${withMember(ruleAddress(pageContext, unit, slotId), "trial", "on")}#what-if`;

/**
 * Finds a unit's own rule. An address without a time slot redirects to the unit's rule, which picks
 * one.
 */
export async function findOwnRule(
  request: Request,
  pageContext: PageContext,
  knownSlotId?: number,
) {
  const { unit: unitQuery, slotId = knownSlotId } = readRuleAddress(request, pageContext);
  if (slotId === undefined) throw redirect(`${masterRulePath}${new URL(request.url).search}`);
  const { unit, own, inherited, slot } = (
    await load(() =>
      pageContext.api.call(masterRuleBySlot, { query: { ...unitQuery, timeSlotId: slotId } }),
    )
  ).data;
  return {
    unit,
    own,
    inherited,
    slot,
    backTo: ruleAddress(pageContext, unit, slot.id),
    ownTo: ruleAddress(pageContext, unit, slot.id, ownRulePath),
  };
}
