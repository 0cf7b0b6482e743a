import { z } from "zod";
import { type IdKind, idOf } from "#contract/base/identifiers";
import { messages } from "#contract/base/messages";
import { isMemberOf } from "#contract/base/records";
import { findMasterRules, masterRuleBySlot, type RuleUnit } from "#contract/schedule/master-rule";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { differenceOf } from "./rule-difference";
import { findOwnRule, readRuleAddress } from "./rule-unit.server";
import { comparedFacts, sourceWords } from "./rule-words";

/**
 * The other location by level and ID ("zone.…", "company"), and its time slot, by default the same
 * one.
 */
const Address = z.object({
  other: z.string().max(200).optional(),
  otherSlotId: idOf("slot").optional(),
});
const members = { region: "regionId", zone: "zoneId", group: "groupId", store: "storeId" } as const;

/**
 * Loads the rule that plays at a location beside another location's, own or inherited.
 * Throws 404 for a location that the person may not see.
 */
export async function loadRuleComparison(request: Request, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { unit } = readRuleAddress(request, pageContext);
  const { other, otherSlotId } = readQuery(request, Address, { ids });
  const [first, all] = await Promise.all([
    findOwnRule(request, pageContext),
    load(() => api.call(findMasterRules, { query: { groupId: unit.groupId } })),
  ]);
  const { slots, units } = all.data;
  const withRules = units.filter(({ rules }) => rules.some(({ own }) => own));
  const slotId = otherSlotId ?? first.slot.id;
  const second =
    other === undefined
      ? undefined
      : await load(() =>
          api.call(masterRuleBySlot, {
            query: { ...unitOf(other, pageContext), timeSlotId: slotId },
          }),
        );
  const showRule = ({
    unit,
    own,
    inherited,
    slot,
  }: Pick<typeof first, "unit" | "own" | "inherited" | "slot">) => {
    const rule = own ?? inherited;
    return {
      name: `${unit.name}, ${slot.slotName}`,
      source: rule && sourceWords(rule.source, own !== null),
      facts: comparedFacts(rule),
    };
  };
  const one = showRule(first);
  const another = second && showRule(second.data);
  return {
    one,
    ruleTo: first.backTo,
    another: another ?? null,
    changes: another ? differenceOf(one.facts, another.facts) : [],
    locations: withRules.map((unit) => ({
      value: choiceOf(unit, pageContext),
      label: nameIn(unit, units),
    })),
    slots: slots.map(({ id, slotName }) => ({ value: ids.encrypt("slot", id), label: slotName })),
    values: { other: other ?? "", otherSlotId: ids.encrypt("slot", slotId) },
    /** Members of the address that the form keeps. */
    otherParams: [...new URL(request.url).searchParams].filter(([name]) =>
      /^((region|zone|group|store|slot)Id)$/.test(name),
    ),
  };
}

function unitOf(
  other: string,
  { ids }: PageContext,
): Partial<Record<(typeof members)[keyof typeof members], number>> {
  if (other === "company") return {};
  const [, kind = "", ref] = /^([a-z]+)\.(.+)$/.exec(other) ?? [];
  if (!isMemberOf(members, kind))
    throw Response.json({ message: messages.decryptFailed }, { status: 404 });
  return { [members[kind]]: ids.decrypt(kind, ref) };
}

function choiceOf({ level, unitId }: RuleUnit, { ids }: PageContext): string {
  const kind = level.toLowerCase();
  return level === "COMPANY" ? kind : `${kind}.${ids.encrypt(kind as IdKind, unitId)}`;
}

/** Adds the zone, because groups of different zones often have the same name. */
function nameIn(unit: RuleUnit, units: RuleUnit[]): string {
  const zone =
    unit.level === "GROUP"
      ? units.find(({ level, unitId }) => level === "ZONE" && unitId === unit.zoneId)
      : undefined;
  return zone ? `${zone.name} › ${unit.name}` : unit.name;
}
