import { dateIn } from "#contract/base/dates";
import { sentArcOf } from "#contract/schedule/master-rule";
import type { SentSlot, TimeSlotEffects } from "#contract/schedule/time-slots";
import type { Scope } from "../../../access/scope.ts";
import { forbidden, notFound } from "../../../base/refusal.ts";
import type { Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import {
  type FoundRule,
  findRules,
  findRulesOfSlots,
  type RuleToStore,
  storeRules,
} from "../rules/master-rule.queries.ts";
import { findMixes } from "../rules/mix.queries.ts";
import { lockArcs } from "../rules/mix.service.ts";
import { withMixes } from "../rules/save-rules.ts";
import {
  changeOf,
  type SlotChange,
  type SlotsBody,
  slotValues,
  spanOf,
  withoutRule,
} from "./slot-change.ts";
import {
  countComingDays,
  deleteTimeSlots,
  type FoundSlot,
  findNamesCompared,
  findTimeSlots,
  insertTimeSlot,
  lockTimeSlots,
  nameInPassing,
  updateTimeSlots,
} from "./time-slots.queries.ts";

/**
 * Adds, changes and removes slots of the company, with their rules, or only describes the
 * effects. Throws 403 unless the caller sees the whole company, 422 on `slots.N.…` for overlaps,
 * duplicate names, changes in the meantime, and rules copied from no slot.
 */
export async function changeTimeSlots(
  call: ScopedCall,
  { dryRun, ...slotChanges }: SlotsBody,
): Promise<{ slots: FoundSlot[]; effects: TimeSlotEffects }> {
  const { scope, now } = call;
  if (scope.reach !== "company")
    throw forbidden("Only people who see the whole company can change its time slots.");
  return call.database.transaction(async (tx) => {
    const locked = await lockTimeSlots(scope, tx);
    if (!locked) throw notFound();
    const names = [...locked.slots, ...slotChanges.slots].map(({ slotName }) => slotName);
    const change = changeOf(locked.slots, slotChanges, await findNamesCompared(tx, names));
    const touched = [
      ...change.changed.map(({ before }) => before.id),
      ...change.removed.map(({ id }) => id),
    ];
    const rules = await findRulesOfSlots(
      scope,
      tx,
      locked.slots.map(({ id }) => id),
    );
    const today = dateIn(locked.timeZone, now);
    const span = spanOf(change);
    const coming = await countComingDays(
      scope,
      tx,
      span && span.from > today ? span.from : today,
      span?.to ?? null,
    );
    const models = change.added.flatMap(({ rulesFromId }) => rulesFromId ?? []);
    const isFollowed = rules.some(({ timeSlotId }) => [...touched, ...models].includes(timeSlotId));
    const effects: TimeSlotEffects = {
      removedRules: change.removed.flatMap(({ id, slotName }) =>
        rules
          .filter(({ timeSlotId }) => timeSlotId === id)
          .map(({ level, name }) => ({ slotName, level, name })),
      ),
      withoutRule: withoutRule(change, rules),
      draftDays: isFollowed ? coming.draft : 0,
      publishedDays: isFollowed ? coming.published : 0,
    };
    if (!dryRun) await saveChange(call, tx, change, rules);
    return { slots: await findTimeSlots(scope, tx), effects };
  });
}

async function saveChange(
  call: ScopedCall,
  tx: Tx,
  { added, changed, removed }: SlotChange,
  rules: readonly FoundRule[],
): Promise<void> {
  const { scope } = call;
  const removedIds = removed.map(({ id }) => id);
  const removedRules = await withMixes(
    scope,
    tx,
    rules.filter(({ timeSlotId }) => removedIds.includes(timeSlotId)),
  );
  // new slots may take the names of old ones, so those are renamed first; they may copy their
  // rules, so old ones are deleted last
  await updateTimeSlots(scope, tx, [
    ...changed.map(({ after }) => after),
    ...removed.map((slot) => ({ ...slot, slotName: nameInPassing(slot.id) })),
  ]);
  const newIds: number[] = [];
  for (const { rulesFromId, ...slot } of added) newIds.push(await insertTimeSlot(scope, tx, slot));
  const copyIds = await storeRules(scope, tx, await copiesFor(scope, tx, { added, newIds, rules }));
  const copies = await withMixes(scope, tx, await findRules(scope, tx, copyIds));
  await deleteTimeSlots(scope, tx, removedIds);
  await audit(tx, call, [
    ...added.map((slot, place) =>
      slotEntry(scope, "added", { id: newIds[place] ?? 0, after: slot }),
    ),
    ...changed.map(({ before, after }) =>
      slotEntry(scope, "changed", { id: before.id, before, after }),
    ),
    ...removed.map((slot) => slotEntry(scope, "removed", { id: slot.id, before: slot })),
    ...removedRules.map((rule) => ruleEntry(scope, "removed", rule, { before: rule })),
    ...copies.map((rule) => ruleEntry(scope, "added", rule, { after: rule })),
  ]);
}

type SlotState = Parameters<typeof slotValues>[0];
type SlotStates = { id: number; before?: SlotState; after?: SlotState };

const slotEntry = ({ companyId }: Scope, change: string, { id, before, after }: SlotStates) => ({
  companyId,
  action: `time slot ${change}`,
  itemKind: "time slot",
  itemId: id,
  itemName: (before ?? after)?.slotName,
  ...(before && { before: slotValues(before) }),
  ...(after && { after: slotValues(after) }),
});

const ruleEntry = (
  { companyId }: Scope,
  change: string,
  { id, source }: { id: number; source: { name: string } },
  states: { before?: object; after?: object },
) => ({
  companyId,
  action: `master rule ${change}`,
  itemKind: "master rule",
  itemId: id,
  itemName: source.name,
  ...states,
});

/** Gives the rules that new slots start with: copies, including those of locations. */
async function copiesFor(
  scope: Scope,
  tx: Tx,
  {
    added,
    newIds,
    rules,
  }: { added: readonly SentSlot[]; newIds: readonly number[]; rules: readonly FoundRule[] },
): Promise<RuleToStore[]> {
  const models = rules.filter(({ timeSlotId }) =>
    added.some(({ rulesFromId }) => rulesFromId === timeSlotId),
  );
  const lines = await findMixes(
    scope,
    tx,
    models.map(({ id }) => id),
  );
  const arcs = await lockArcs(
    scope,
    tx,
    models.map(({ arc }) => sentArcOf(arc)),
  );
  const withPoints = models.map((rule, place) => ({ ...rule, points: arcs[place] ?? [] }));
  return added.flatMap(({ rulesFromId }, place) =>
    withPoints
      .filter(({ timeSlotId }) => timeSlotId === rulesFromId)
      .map(({ id, version, level, unitId, name, updatedAt, arc, fallbackChart, ...rule }) => ({
        ...rule,
        fallbackChartId: fallbackChart?.chartId ?? null,
        fallbackChartCompanyId: fallbackChart?.companyId ?? null,
        timeSlotId: newIds[place] ?? 0,
        lines: lines.filter(({ ruleId }) => ruleId === id),
      })),
  );
}
