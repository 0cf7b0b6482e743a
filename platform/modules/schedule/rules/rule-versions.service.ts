import { z } from "zod";
import type { AuditRow } from "#contract/audit/endpoints";
import { elementAt } from "#contract/base/element-at";
import {
  MasterRule,
  MasterRuleSection,
  RuleSource,
  sectionOf,
  type UnitIds,
} from "#contract/schedule/master-rule";
import type { RuleVersion, restoreMasterRule } from "#contract/schedule/rule-versions";
import { type RuleChange, ruleChanges } from "#contract/schedule/words";
import { unitOf } from "../../../access/units.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import {
  type AuditPage,
  alreadyUndone,
  findOwnChange,
  listAudit,
  type RulePlace,
} from "../../audit/index.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import { lockRulesOf } from "./master-rule.queries.ts";
import { ownUnitsOf } from "./master-rule.service.ts";
import { changedMeanwhile, type RuleSave, saveRules } from "./save-rules.ts";

type Body = z.output<typeof restoreMasterRule.body>;
const itemKind = "master rule";
const actionOf = (change: RuleChange) => `${itemKind} ${change.toLowerCase()}`;

/**
 * Lists a page of the versions of a unit's rule for a time slot, newest first. Throws 404 for a
 * unit out of scope or a slot that does not exist.
 */
export async function listVersions(
  call: ScopedCall,
  {
    timeSlotId,
    cursor,
    limit,
    ...ids
  }: UnitIds & { timeSlotId: number } & Pick<AuditPage, "cursor" | "limit">,
) {
  const { scope, db } = call;
  const { level, unitId } = await unitOf(scope, db, ids);
  if (!(await findTimeSlots(scope, db)).some(({ id }) => id === timeSlotId)) throw notFound();
  const { data, page } = await listAudit(call, {
    rulesOf: { level, unitId, timeSlotId },
    cursor,
    limit,
  });
  return { data: data.flatMap((entry) => toVersion(entry) ?? []), page };
}

/** Throws 404 for a version of a unit outside the scope, as for one that is not there. */
export async function showVersion(call: ScopedCall, id: number): Promise<RuleVersion> {
  const {
    data: [entry],
  } = await listAudit(call, { id, itemKind, limit: 1 });
  const version = entry && toVersion(entry);
  if (!version) throw notFound();
  await unitOf(call.scope, call.db, idsOf(version.source));
  return version;
}

/**
 * Restores a version, or undoes the caller's own change. Throws 404, 403 (not owned), 422
 * on `version` if somebody changed the rule in the meantime, on `mix` for a chart that is gone, on
 * `versionId` for a version without a rule, on `undoOf` as every undo does.
 */
export async function restoreRules(
  call: ScopedCall,
  { versionId, version, undoOf }: Body,
): Promise<{ changed: number }> {
  return call.database.transaction(async (tx) => {
    if (undoOf !== undefined) return takeBack(call, tx, undoOf);
    const { source, timeSlotId, rule, isReadable, at } = await showVersion(
      { ...call, db: tx },
      versionId ?? 0,
    );
    if (isReadable && !rule)
      throw invalid({
        versionId: "The location had no rule of its own then. Remove its rule to inherit again.",
      });
    const section = rule && sectionIn(rule);
    if (!section)
      throw invalid({
        versionId: "Rules had other settings then, so this version cannot be restored.",
      });
    const units = await ownUnitsOf(call.scope, tx, [source]);
    const current = (await lockRulesOf(call.scope, tx, units)).find(
      (one) => one.timeSlotId === timeSlotId,
    );
    if (current?.version !== version) throw invalid({ version: changedMeanwhile });
    const saves = units.map((unit) => ({ unit, timeSlotId, current, section }));
    await saveRules(call, tx, saves, { action: actionOf("RESTORED"), note: { restoredFrom: at } });
    return { changed: 1 };
  });
}

/**
 * Restores each rule of a change, all or none: only if nobody has changed one of
 * them since.
 */
async function takeBack(call: ScopedCall, tx: Tx, undoOf: string): Promise<{ changed: number }> {
  const { scope } = call;
  const changes = await findOwnChange(scope, tx, call, {
    undoOf,
    itemKind,
    actions: ruleChanges.map(actionOf),
  });
  const states = changes.map(({ before, after }) => {
    const was = readState(before);
    const is = readState(after);
    const place = was ?? is;
    if (was === undefined || is === undefined || !place)
      throw invalid({ undoOf: "This can no longer be undone." });
    return { was, is, place };
  });
  const units = await ownUnitsOf(
    scope,
    tx,
    states.map(({ place }) => place.source),
  );
  const rules = await lockRulesOf(scope, tx, units);
  const saves: RuleSave[] = [];
  for (const [index, unit] of units.entries()) {
    const { was, is, place } = elementAt(states, index);
    const { timeSlotId } = place;
    const current = rules.find(
      (rule) =>
        rule.timeSlotId === timeSlotId && rule.level === unit.level && rule.unitId === unit.unitId,
    );
    if (current?.id !== is?.id || current?.version !== is?.version)
      throw await changedSince(call, tx, { ...place.source, timeSlotId });
    saves.push({ unit, timeSlotId, current, section: was && (sectionIn(was) ?? null) });
  }
  await saveRules(call, tx, saves, { action: actionOf("RESTORED") });
  return { changed: saves.length };
}

/**
 * Says whose later change prevents an undo; that may be the person's own undo of it.
 */
async function changedSince(
  call: ScopedCall,
  tx: Tx,
  { name, ...rulesOf }: RulePlace & { name: string },
) {
  const [last] = (await listAudit({ scope: call.scope, db: tx }, { rulesOf, limit: 1 })).data;
  const isOwn = last?.who === call.caller.username;
  if (isOwn && last.action === actionOf("RESTORED") && !readNote(last.after).restoredFrom)
    return alreadyUndone();
  return invalid({
    undoOf: `${isOwn ? "You have" : `${last?.who} has`} changed “${name}” again since. Nothing was undone.`,
  });
}

const Place = z.looseObject({ timeSlotId: z.int(), source: RuleSource });
const Note = z.looseObject({
  copiedFrom: RuleSource.nullable().default(null),
  restoredFrom: z.iso.datetime().nullable().default(null),
});
const readNote = (after: unknown) =>
  Note.safeParse(after).data ?? { copiedFrom: null, restoredFrom: null };

/** Reads an entry of the log as a version; undefined if it is not one. */
function toVersion({ id, at, who, action, before, after }: AuditRow): RuleVersion | undefined {
  const place = Place.safeParse(after ?? before).data;
  const change = ruleChanges.find((one) => actionOf(one) === action);
  if (!place || !change) return undefined;
  const { timeSlotId, source } = place;
  const { copiedFrom, restoredFrom } = readNote(after);
  const was = readState(before);
  const rule = readState(after);
  const isReadable = was !== undefined && rule !== undefined;
  const states = { before: isReadable ? was : null, rule: isReadable ? rule : null };
  return {
    id,
    at,
    who,
    change,
    timeSlotId,
    source,
    copiedFrom,
    restoredFrom,
    isReadable,
    ...states,
  };
}

/** A rule as the log holds it; undefined for one of a time when rules had other settings. */
const readState = (state: unknown): MasterRule | null | undefined =>
  MasterRule.nullable().safeParse(state ?? null).data;

/**
 * The section that makes a rule of the log, as a save would be read today; undefined where that no
 * longer takes it.
 */
const sectionIn = (rule: MasterRule): MasterRuleSection | undefined =>
  MasterRuleSection.safeParse(sectionOf(rule)).data;

const idsOf = ({ level, unitId }: z.output<typeof RuleSource>): UnitIds =>
  level === "COMPANY" ? {} : { [`${level.toLowerCase()}Id`]: unitId };
