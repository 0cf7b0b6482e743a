import type { z } from "zod";
import type { changeMasterRule, MasterRule, MasterRuleSection, NewMasterRule, RuleUnit, UnitIds } from "#contract/schedule/master-rule";
import { owns, type Scope } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/client.ts";
import { constraintOf } from "../../db/constraint-error.ts";
import type { ScopedCall } from "../../http/context.ts";
import { forbidden, invalid, notFound } from "../../http/refusal.ts";
import { audit } from "../audit/index.ts";
import { lockChartsById } from "../charts/index.ts";
import { rulesOnPath } from "./inheritance.ts";
import {
  deleteRule,
  type FoundRule,
  findCompanyUnit,
  findGroupUnits,
  findMixes,
  findRegionUnits,
  findRule,
  findRulesOfPaths,
  findStoreUnits,
  findZoneUnits,
  insertRule,
  lockRule,
  replaceRule,
  type Unit,
} from "./master-rule.queries.ts";
import { findTimeSlots } from "./time-slots.queries.ts";

const notYours = "You cannot change this location's rule: it is outside your own locations.";
const changedMeanwhile = "Someone else has changed this rule. Check it, then make your change again.";

/** The units in scope from the company down, each with the rule that applies in every slot and where that comes from. */
export async function listRules({ scope, db }: ScopedCall, { groupId }: { groupId?: number | undefined }) {
  const company = await findCompanyUnit(scope, db);
  const units = [
    ...(company ? [company] : []),
    ...(await findRegionUnits(scope, db)),
    ...(await findZoneUnits(scope, db)),
    ...(await findGroupUnits(scope, db)),
    ...(await findStoreUnits(scope, db, { groupId })),
  ];
  const [slots, rules] = [await findTimeSlots(scope, db), await findRulesOfPaths(scope, db, units)];
  const ruleOf = (unit: Unit, timeSlotId: number) => {
    const [rule] = rulesOnPath(unit, rules, timeSlotId);
    return { timeSlotId, ruleId: rule?.id ?? null, own: rule?.level === unit.level, source: rule ? sourceOf(rule) : null };
  };
  return { slots, units: units.map((unit) => ({ ...asUnit(scope, unit), rules: slots.map((slot) => ruleOf(unit, slot.id)) })) };
}

/** The rule of a unit in a slot: its own and what it inherits. Throws 404 for a unit or slot that is not there or out of scope. */
export async function showRuleBySlot({ scope, db }: ScopedCall, { timeSlotId, ...ids }: UnitIds & { timeSlotId: number }) {
  const unit = await unitOf(scope, db, ids);
  const slot = (await findTimeSlots(scope, db)).find(({ id }) => id === timeSlotId);
  if (!slot) throw notFound();
  const rules = rulesOnPath(unit, await findRulesOfPaths(scope, db, [unit]), timeSlotId);
  const own = rules.find(({ level }) => level === unit.level);
  const inherited = rules.find((rule) => rule !== own);
  const [shownOwn, shownInherited] = [own && (await withMix(scope, db, own)), inherited && (await withMix(scope, db, inherited))];
  return { slot, unit: asUnit(scope, unit), own: shownOwn ?? null, inherited: shownInherited ?? null };
}

/** Throws 404 for a rule of a unit outside the scope, as for one that is not there. */
export async function showRule({ scope, db }: ScopedCall, id: number): Promise<MasterRule> {
  const { rule } = await ruleInScope(scope, db, id);
  return withMix(scope, db, rule);
}

/** Gives a unit its own rule. Throws 404 (unit, slot), 403 (not owned), 422 on `mix` for a chart that is not theirs or a rule there already. */
export async function addRule(call: ScopedCall, body: NewMasterRule): Promise<MasterRule> {
  const { scope } = call;
  const { timeSlotId, regionId, zoneId, groupId, storeId, mix, ...section } = body;
  try {
    return await call.database.transaction(async (tx) => {
      const unit = await unitOf(scope, tx, { regionId, zoneId, groupId, storeId });
      if (!owns(scope, unit)) throw forbidden(notYours);
      if (!(await findTimeSlots(scope, tx)).some(({ id }) => id === timeSlotId)) throw notFound();
      const ids = { ...(regionId && { regionId }), ...(zoneId && { zoneId }), ...(groupId && { groupId }), ...(storeId && { storeId }) };
      const id = await insertRule(scope, tx, { ...section, ...ids, timeSlotId }, await linesOf(scope, tx, mix));
      const { rule } = await ruleInScope(scope, tx, id);
      const after = await withMix(scope, tx, rule);
      await audit(tx, call, [entry(scope, "master rule added", rule, { after })]);
      return after;
    });
  } catch (error) {
    const constraint = constraintOf(error)?.constraint;
    if (constraint === "master_rule_time_slot") throw notFound(); // somebody removes the slot at this moment
    if (constraint === "master_rule_once")
      throw invalid({ version: "This location already has its own rule for this slot. Check it, then change it." });
    throw error;
  }
}

/** Replaces a rule. Throws 404, 403 (not owned), 422 on `version` when somebody changed it meanwhile, on `mix` for a chart that is not theirs. */
export async function changeRule(
  call: ScopedCall,
  { id, version, mix, ...section }: z.output<typeof changeMasterRule.body>,
): Promise<MasterRule> {
  const { scope } = call;
  return call.database.transaction(async (tx) => {
    const rule = await lockOwnRule(scope, tx, id, version);
    const before = await withMix(scope, tx, rule);
    await replaceRule(scope, tx, id, section, await linesOf(scope, tx, mix));
    const after = await withMix(scope, tx, (await ruleInScope(scope, tx, id)).rule);
    await audit(tx, call, [entry(scope, "master rule changed", rule, { before, after })]);
    return after;
  });
}

/** Removes a unit's own rule, so that it inherits again. Throws as changeRule does. */
export async function removeRule(call: ScopedCall, { id, version }: { id: number; version: number }): Promise<void> {
  const { scope } = call;
  await call.database.transaction(async (tx) => {
    const rule = await lockOwnRule(scope, tx, id, version);
    const before = await withMix(scope, tx, rule);
    await deleteRule(scope, tx, id);
    await audit(tx, call, [entry(scope, "master rule removed", rule, { before })]);
  });
}

async function lockOwnRule(scope: Scope, tx: Tx, id: number, version: number): Promise<FoundRule> {
  const locked = await lockRule(scope, tx, id);
  if (!locked) throw notFound();
  const { rule, unit } = await ruleInScope(scope, tx, id);
  if (!owns(scope, unit)) throw forbidden(notYours);
  if (locked.version !== version) throw invalid({ version: changedMeanwhile });
  return rule;
}

async function ruleInScope(scope: Scope, db: Db, id: number): Promise<{ rule: FoundRule; unit: Unit }> {
  const rule = await findRule(scope, db, id);
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

/** The unit that ids name, the company where they name none. Throws 404 for one that is not there or out of scope. */
export async function unitOf(scope: Scope, db: Db, { regionId, zoneId, groupId, storeId }: UnitIds): Promise<Unit> {
  const find = async () => {
    if (storeId !== undefined) return (await findStoreUnits(scope, db, { id: storeId }))[0];
    if (groupId !== undefined) return (await findGroupUnits(scope, db, groupId))[0];
    if (zoneId !== undefined) return (await findZoneUnits(scope, db, zoneId))[0];
    if (regionId !== undefined) return (await findRegionUnits(scope, db, regionId))[0];
    return findCompanyUnit(scope, db);
  };
  const unit = await find();
  if (!unit) throw notFound();
  return unit;
}

async function linesOf(scope: Scope, tx: Tx, mix: MasterRuleSection["mix"]) {
  const charts = await lockChartsById(
    scope,
    tx,
    mix.map(({ chartId }) => chartId),
  );
  return mix.map(({ chartId, percent }, index) => {
    const chart = charts.get(chartId);
    if (!chart) throw invalid({ [`mix.${index}.chartId`]: "There is no such chart, or you are not allowed to use it." });
    return { chartId, chartCompanyId: chart.companyId, percent };
  });
}

async function withMix(scope: Scope, db: Db, rule: FoundRule): Promise<MasterRule> {
  const mix = await findMixes(scope, db, [rule.id]);
  return { ...rule, source: sourceOf(rule), updatedAt: rule.updatedAt.toISOString(), mix };
}

const sourceOf = ({ level, unitId, name }: FoundRule) => ({ level, unitId, name });

const asUnit = (scope: Scope, unit: Unit): RuleUnit => ({ ...unit, mayChange: owns(scope, unit) });

const entry = (scope: Scope, action: string, rule: FoundRule, change: { before?: MasterRule; after?: MasterRule }) => ({
  companyId: scope.companyId,
  action,
  itemKind: "master rule",
  itemId: rule.id,
  itemName: rule.name,
  ...change,
});
