import { data } from "@remix-run/node";
import { z } from "zod";
import { search } from "#contract/base/fields";
import { type IdKind, idOf, unitFilters } from "#contract/base/identifiers";
import { masterRuleBySlot, type RuleUnit, type UnitIds } from "#contract/schedule/master-rule";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { masterRulePath, ownRulePath } from "./paths";

const Address = z.object({ ...unitFilters, slotId: idOf("slot").optional(), find: search.optional() });

/** The unit and the slot that the address names; the company and its first slot where it names none. */
export function readRuleAddress(request: Request, { ids }: Guarded) {
  const { slotId, find, ...unit } = readQuery(request, Address, { ids });
  return { unit: unit satisfies UnitIds, slotId, find };
}

/** The page's address for a unit and slot, its identifiers encrypted. */
export function ruleAddress(
  { ids }: Guarded,
  unit: Pick<RuleUnit, "level" | "unitId">,
  slotId: number | undefined,
  path = masterRulePath,
): string {
  const kind = unit.level.toLowerCase() as IdKind;
  const own = unit.level === "COMPANY" ? {} : { [`${kind}Id`]: ids.encrypt(kind, unit.unitId) };
  return withMembers(path, { ...own, slotId: slotId === undefined ? undefined : ids.encrypt("slot", slotId) });
}

/** The unit's own rule and the unit, for the page that removes it. Throws the 404 page where there is none. */
export async function findOwnRule(request: Request, guarded: Guarded, knownSlotId?: number) {
  const { unit: unitQuery, slotId = knownSlotId } = readRuleAddress(request, guarded);
  if (slotId === undefined) throw data({ message: "Choose a time slot." }, { status: 404 });
  const { unit, own, inherited, slot } = (
    await load(() => guarded.api.call(masterRuleBySlot, { query: { ...unitQuery, timeSlotId: slotId } }))
  ).data;
  return {
    unit,
    own,
    inherited,
    slot,
    backTo: ruleAddress(guarded, unit, slot.id),
    ownTo: ruleAddress(guarded, unit, slot.id, ownRulePath),
  };
}
