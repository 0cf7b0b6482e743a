import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { sectionOf } from "#contract/schedule/master-rule";
import {
  type copyMasterRule,
  mostCopied,
  type RuleCopy,
  tooManyCopies,
} from "#contract/schedule/rule-copy";
import type { RuleLevel } from "#contract/schedule/words";
import { type Unit, unitOf } from "../../../access/units.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import { findRulesOfPaths, lockRulesOf } from "./master-rule.queries.ts";
import { ownUnitsOf } from "./master-rule.service.ts";
import { type RuleSave, saveRules, withMixes } from "./save-rules.ts";

type Body = z.output<typeof copyMasterRule.body>;

/**
 * Copies a unit's own rules, of one time slot or of all, over those of other units; equal rules
 * stay untouched. Throws 404 (unit or slot unknown or out of scope), 403 (a
 * target that is not owned), 422 on `timeSlotId` if the unit has no rule of its own, on
 * `toGroupIds` if there is no target or too many rules would result.
 */
export async function copyRules(
  call: ScopedCall,
  body: Body,
): Promise<{ changed: number; copies: RuleCopy[] }> {
  const { scope } = call;
  const { timeSlotId, dryRun, regionId, zoneId, groupId, storeId } = body;
  return call.database.transaction(async (tx) => {
    const source = await unitOf(scope, tx, { regionId, zoneId, groupId, storeId });
    const slots = (await findTimeSlots(scope, tx)).filter(
      ({ id }) => timeSlotId === undefined || id === timeSlotId,
    );
    if (slots.length === 0) throw notFound();
    const models = await withMixes(
      scope,
      tx,
      (await findRulesOfPaths(scope, tx, [source])).filter(
        (rule) => isOf(source, rule) && slots.some(({ id }) => id === rule.timeSlotId),
      ),
    );
    if (models.length === 0)
      throw invalid({ timeSlotId: `${source.name} has no rule of its own to copy.` });
    const targets = (await ownUnitsOf(scope, tx, targetsOf(body, scope.companyId))).filter(
      (unit) => !isOf(source, unit),
    );
    if (targets.length === 0)
      throw invalid({ toGroupIds: "Choose another location than the one whose rule is copied." });
    if (targets.length * models.length > mostCopied) throw invalid({ toGroupIds: tooManyCopies });
    const rules = dryRun
      ? await findRulesOfPaths(scope, tx, targets)
      : await lockRulesOf(scope, tx, targets);
    const stored = new Map(
      (await withMixes(scope, tx, rules)).map((rule) => [rule.id, sectionOf(rule)]),
    );
    const planned = targets.flatMap((unit) =>
      models.map((model) => {
        const current = rules.find(
          (rule) => rule.timeSlotId === model.timeSlotId && isOf(unit, rule),
        );
        const save: RuleSave = {
          unit,
          timeSlotId: model.timeSlotId,
          current,
          section: sectionOf(model),
        };
        const isSame =
          current !== undefined && isDeepStrictEqual(stored.get(current.id), save.section);
        const copy: RuleCopy = {
          timeSlotId: model.timeSlotId,
          slotName: slots.find(({ id }) => id === model.timeSlotId)?.slotName ?? "",
          target: { level: unit.level, unitId: unit.unitId, name: unit.name },
          change: isSame ? "SAME" : current ? "REPLACED" : "ADDED",
        };
        return { save, copy };
      }),
    );
    const changes = planned.filter(({ copy }) => copy.change !== "SAME");
    const copiedFrom = { level: source.level, unitId: source.unitId, name: source.name };
    if (!dryRun)
      await saveRules(
        call,
        tx,
        changes.map(({ save }) => save),
        { action: "master rule copied", note: { copiedFrom } },
      );
    return { changed: changes.length, copies: planned.map(({ copy }) => copy) };
  });
}

type Place = Pick<Unit, "level" | "unitId">;
const isOf = (unit: Place, other: Place) =>
  unit.level === other.level && unit.unitId === other.unitId;

function targetsOf(
  { toCompany, toRegionIds, toZoneIds, toGroupIds, toStoreIds }: Body,
  companyId: number,
): Place[] {
  const at = (level: RuleLevel, ids: number[]) =>
    [...new Set(ids)].map((unitId) => ({ level, unitId }));
  return [
    ...at("COMPANY", toCompany ? [companyId] : []),
    ...at("REGION", toRegionIds),
    ...at("ZONE", toZoneIds),
    ...at("GROUP", toGroupIds),
    ...at("STORE", toStoreIds),
  ];
}
