import type { z } from "zod";
import type {
  changeMasterRule,
  MasterRule,
  NewMasterRule,
  RuleUnit,
  UnitIds,
} from "#contract/schedule/master-rule";
import type { RuleLevel } from "#contract/schedule/words";
import { owns, type Scope } from "../../../access/scope.ts";
import {
  findCompanyUnit,
  findGroupUnits,
  findRegionUnits,
  findStoreUnits,
  findZoneUnits,
  type Unit,
  unitOf,
} from "../../../access/units.ts";
import { forbidden, invalid, notFound } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import { rulesOnPath } from "./inheritance.ts";
import {
  type FoundRule,
  findRules,
  findRulesOfPaths,
  findRuleUnits,
  lockRules,
  mayTopsWait,
} from "./master-rule.queries.ts";
import { deleteTrial } from "./rule-trials.queries.ts";
import { changedMeanwhile, type RuleSave, saveRules, sourceOf, withMixes } from "./save-rules.ts";

const notYours = "You cannot change this location's rule: it is outside your own locations.";

/**
 * The units in scope from the company down, each with the rule that applies in every slot and where
 * that comes from.
 */
export async function listRules(
  { scope, db }: ScopedCall,
  { groupId }: { groupId?: number | undefined },
) {
  const units = await findRuleUnits(scope, db, groupId);
  const slots = await findTimeSlots(scope, db);
  const rules = await findRulesOfPaths(scope, db, units);
  const ruleOf = (unit: Unit, timeSlotId: number) => {
    const [rule] = rulesOnPath(unit, rules, timeSlotId);
    return {
      timeSlotId,
      ruleId: rule?.id ?? null,
      own: rule?.level === unit.level,
      source: rule ? sourceOf(rule) : null,
    };
  };
  return {
    slots,
    units: units.map((unit) => ({
      ...toUnit(scope, unit),
      rules: slots.map((slot) => ruleOf(unit, slot.id)),
    })),
  };
}

/**
 * Shows the rule of a unit in a slot: its own and the inherited one. Throws 404 for a unit or slot
 * that does not exist or is out of scope.
 */
export async function showRuleBySlot(
  { scope, db }: ScopedCall,
  { timeSlotId, ...ids }: UnitIds & { timeSlotId: number },
) {
  const unit = await unitOf(scope, db, ids);
  const slot = (await findTimeSlots(scope, db)).find(({ id }) => id === timeSlotId);
  if (!slot) throw notFound();
  const rules = rulesOnPath(unit, await findRulesOfPaths(scope, db, [unit]), timeSlotId);
  const own = rules.find(({ level }) => level === unit.level);
  const inherited = rules.find((rule) => rule !== own);
  const rulesWithMixes = await withMixes(
    scope,
    db,
    [own, inherited].filter((rule) => rule !== undefined),
  );
  const shownOf = (rule: FoundRule | undefined) =>
    rulesWithMixes.find(({ id }) => id === rule?.id) ?? null;
  return {
    slot,
    unit: toUnit(scope, unit),
    own: shownOf(own),
    inherited: shownOf(inherited),
    topsMayWait: await mayTopsWait(scope, db),
  };
}

/** Throws 404 for a rule of a unit outside the scope, as for one that is not there. */
export async function showRule({ scope, db }: ScopedCall, id: number): Promise<MasterRule> {
  const { rule } = await ruleInScope(scope, db, id);
  const [ruleWithMix] = await withMixes(scope, db, [rule]);
  if (!ruleWithMix) throw notFound();
  return ruleWithMix;
}

/**
 * Gives a unit its own rule. Throws 404 (unit, slot), 403 (not owned), 422 on `mix` for a chart
 * that is not theirs or an item that is gone, or for a rule there already.
 */
export async function addRule(call: ScopedCall, body: NewMasterRule): Promise<MasterRule> {
  const { timeSlotId, regionId, zoneId, groupId, storeId, ...section } = body;
  return call.database.transaction(async (tx) => {
    const unit = await unitOf(call.scope, tx, { regionId, zoneId, groupId, storeId });
    if (!owns(call.scope, unit)) throw forbidden(notYours);
    return saveOne(
      call,
      tx,
      { unit, timeSlotId, current: undefined, section },
      "master rule added",
    );
  });
}

/**
 * Replaces a rule. Throws 404, 403 (not owned), 422 on `version` if somebody changed it in the
 * meantime, on `mix` as adding does.
 */
export async function changeRule(
  call: ScopedCall,
  { id, version, ...section }: z.output<typeof changeMasterRule.body>,
): Promise<MasterRule> {
  return call.database.transaction(async (tx) => {
    const { rule, unit } = await lockOwnRule(call.scope, tx, id, version);
    return saveOne(
      call,
      tx,
      { unit, timeSlotId: rule.timeSlotId, current: rule, section },
      "master rule changed",
    );
  });
}

/** Removes a unit's own rule, so that it inherits again. Throws as changeRule does. */
export async function removeRule(
  call: ScopedCall,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await call.database.transaction(async (tx) => {
    const { rule, unit } = await lockOwnRule(call.scope, tx, id, version);
    await saveRules(
      call,
      tx,
      [{ unit, timeSlotId: rule.timeSlotId, current: rule, section: null }],
      { action: "master rule removed" },
    );
  });
}

async function saveOne(
  call: ScopedCall,
  tx: Tx,
  save: RuleSave,
  action: string,
): Promise<MasterRule> {
  const [{ after } = { after: null }] = await saveRules(call, tx, [save], { action });
  if (!after) throw new Error("the rule was not saved");
  await deleteTrial(call.scope, tx, call.caller, { ...save.unit, timeSlotId: save.timeSlotId });
  return after;
}

async function lockOwnRule(
  scope: Scope,
  tx: Tx,
  id: number,
  version: number,
): Promise<{ rule: FoundRule; unit: Unit }> {
  const [locked] = await lockRules(scope, tx, [id]);
  if (!locked) throw notFound();
  const { rule, unit } = await ruleInScope(scope, tx, id);
  if (!owns(scope, unit)) throw forbidden(notYours);
  if (locked.version !== version) throw invalid({ version: changedMeanwhile });
  return { rule, unit };
}

async function ruleInScope(
  scope: Scope,
  db: Db,
  id: number,
): Promise<{ rule: FoundRule; unit: Unit }> {
  const [rule] = await findRules(scope, db, [id]);
  if (!rule) throw notFound();
  const { regionId, zoneId, groupId, storeId } = rule;
  const unit = await unitOf(scope, db, {
    regionId: regionId ?? undefined,
    zoneId: zoneId ?? undefined,
    groupId: groupId ?? undefined,
    storeId: storeId ?? undefined,
  });
  return { rule, unit };
}

/**
 * The units named, in that order, if they are the caller's to change. Throws 404 where one is not
 * there or out of scope, 403 where one is not owned.
 */
export async function ownUnitsOf(
  scope: Scope,
  db: Db,
  requestedUnits: readonly Pick<Unit, "level" | "unitId">[],
): Promise<Unit[]> {
  const idsAt = (level: RuleLevel) =>
    requestedUnits.flatMap((one) => (one.level === level ? [one.unitId] : []));
  const company = idsAt("COMPANY").length > 0 ? await findCompanyUnit(scope, db) : undefined;
  const units = [
    ...(company ? [company] : []),
    ...(await findRegionUnits(scope, db, idsAt("REGION"))),
    ...(await findZoneUnits(scope, db, idsAt("ZONE"))),
    ...(await findGroupUnits(scope, db, idsAt("GROUP"))),
    ...(await findStoreUnits(scope, db, { ids: idsAt("STORE") })),
  ];
  const byPlace = new Map(units.map((unit) => [`${unit.level} ${unit.unitId}`, unit]));
  return requestedUnits.map(({ level, unitId }) => {
    const unit = byPlace.get(`${level} ${unitId}`);
    if (!unit) throw notFound();
    if (!owns(scope, unit)) throw forbidden(notYours);
    return unit;
  });
}

const toUnit = (scope: Scope, unit: Unit): RuleUnit => ({ ...unit, mayChange: owns(scope, unit) });
