import { addDays } from "#contract/base/dates";
import type { MasterRuleSection, UnitIds } from "#contract/schedule/master-rule";
import { triedDays, type WhatIf } from "#contract/schedule/what-if";
import type { Scope } from "../../../access/scope.ts";
import { findGroupUnits, ofUnit, type Unit, unitOf } from "../../../access/units.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { type DayInputs, dayInputsOf, type PlanningInputs } from "../days/day-inputs.ts";
import { sharedDaysThread } from "../days/days-thread.ts";
import { type HistoryDay, historyOf, type Repertoire } from "../days/engine-input.ts";
import { findGroups, findLargestGroup } from "../days/groups.queries.ts";
import { loadChartSongs, loadRepertoire } from "../days/load-repertoire.ts";
import type { MadeDay } from "../days/make-days.ts";
import { neighboursOf, prepareGroups, todayOf } from "../days/schedule-days.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import { rulesOnPath } from "./inheritance.ts";
import { findRulesOfPaths, type RulesForScheduling } from "./master-rule.queries.ts";
import { findCharts } from "./mix.queries.ts";
import { findArc, findLines } from "./mix.service.ts";
import type { StoredTrial } from "./rule-trials.queries.ts";
import { outcomeOf, songDifferences } from "./tried-days.ts";

type TrialRule = RulesForScheduling["rules"][number];

const onlyGroups = "A rule of a single store can't be tried. Try it on the store's group.";
const noGroup = "No group with active stores plays by this location's rule in this time slot.";
/** The most songs that are listed one by one. */
const songsShown = 10;
/** Days made in one piece of work, so that previews of others come between. */
const daysAtOnce = 4;

/**
 * Finds where a rule is tried. Throws 404 for a unit or slot that is not there or out of scope, 422
 * where no group plays by the rule.
 */
export async function findTriedGroup(
  scope: Scope,
  db: Db,
  { timeSlotId, ...ids }: UnitIds & { timeSlotId: number },
) {
  const unit = await unitOf(scope, db, ids);
  if (unit.level === "STORE") throw invalid({ storeId: onlyGroups });
  const slot = (await findTimeSlots(scope, db)).find(({ id }) => id === timeSlotId);
  if (!slot) throw notFound();
  const group = await groupOf(scope, db, unit, timeSlotId);
  if (!group) throw invalid({ "": noGroup });
  return { unit, group };
}

/**
 * Makes the next days of a group twice, by the stored rules and with the one given in the place of
 * its unit's own; saves nothing. Both begin from the same stored days. Calls `onDays` with the
 * number of days that both have made, and stops where it throws. Throws as `findTriedGroup` does.
 */
export async function compareRules(
  { scope, db, now }: Pick<ScopedCall, "scope" | "db" | "now">,
  { unit: ids, timeSlotId, rule: section }: Pick<StoredTrial, "unit" | "timeSlotId" | "rule">,
  onDays: (madeDays: number) => Promise<void>,
): Promise<WhatIf> {
  const { unit, group } = await findTriedGroup(scope, db, { ...ids, timeSlotId });
  const from = addDays(todayOf(group, now), 1);
  const to = addDays(from, triedDays - 1);
  const prepared = await prepareGroups(scope, db, [group.id], { from, to });
  const trial = await trialOf(scope, db, { unit, timeSlotId, section }, prepared);
  const withTrial: PlanningInputs = { ...prepared, rules: trial };
  const inputsOf = (one: PlanningInputs) => {
    const inputsOn = dayInputsOf(one, group.id);
    return Array.from({ length: triedDays }, (_, day) => inputsOn(addDays(from, day)));
  };
  const present = inputsOf(prepared);
  const tried = inputsOf(withTrial);
  const all = { ...prepared.rules, rules: [...prepared.rules.rules, ...trial.rules] };
  const repertoire = await loadRepertoire(scope, db, {
    chartSongs: await loadChartSongs(scope, db, { ...prepared, rules: all }),
    days: [...present, ...tried].map((inputs) => ({ day: inputs.day, inputs })),
  });
  const stored = (await neighboursOf(scope, db, { groupId: group.id, from, to })).filter(
    ({ day }) => day < from,
  );
  const before: MadeDay[] = [];
  const after: MadeDay[] = [];
  for (let first = 0; first < triedDays; first += daysAtOnce) {
    for (const [inputs, madeDays] of [
      [present, before],
      [tried, after],
    ] as const) {
      const piece = inputs.slice(first, first + daysAtOnce);
      madeDays.push(...(await makePiece(scope, piece, repertoire, { stored, madeDays })));
    }
    await onDays(after.length);
  }
  return {
    groupName: group.name,
    from,
    to,
    present: outcomeOf(before, present, repertoire),
    trial: outcomeOf(after, tried, repertoire),
    songs: songDifferences(before, after, repertoire, songsShown),
  };
}

/** Finds the group with the most active stores that plays by a unit's rule in a slot. */
async function groupOf(scope: Scope, db: Db, unit: Unit, timeSlotId: number) {
  const groups = (await findGroupUnits(scope, db)).filter(
    (group) =>
      (unit.regionId === null || group.regionId === unit.regionId) &&
      (unit.zoneId === null || group.zoneId === unit.zoneId) &&
      (unit.groupId === null || group.groupId === unit.groupId),
  );
  const rules = await findRulesOfPaths(scope, db, groups);
  const placed = { timeSlotId, level: unit.level, unitId: unit.unitId };
  const playing = groups.flatMap((group) => {
    const [rule] = rulesOnPath(group, [...rules, placed], timeSlotId);
    const isUnits = rule?.level === unit.level && rule.unitId === unit.unitId;
    return isUnits && group.groupId !== null ? [group.groupId] : [];
  });
  const largest = await findLargestGroup(scope, db, playing);
  const [group] = largest === undefined ? [] : await findGroups(scope, db, [largest]);
  return group;
}

/** The rules of a company with one in the place of its unit's own in its slot. */
async function trialOf(
  scope: Scope,
  db: Db,
  { unit, timeSlotId, section }: { unit: Unit; timeSlotId: number; section: MasterRuleSection },
  { rules: { slots, rules } }: PlanningInputs,
): Promise<RulesForScheduling> {
  const { level, unitId, name } = unit;
  const isOwn = (rule: TrialRule) =>
    rule.timeSlotId === timeSlotId && rule.level === level && rule.unitId === unitId;
  const own = rules.find(isOwn);
  const { mix, arc, fallbackChartId, ...asked } = section;
  const [fallback] = fallbackChartId === null ? [] : await findCharts(scope, db, [fallbackChartId]);
  const id = own?.id ?? 0;
  const lines = await findLines(scope, db, mix);
  const place = ofUnit(unit);
  const trial: TrialRule = {
    ...asked,
    arc: await findArc(scope, db, arc),
    regionId: place.regionId ?? null,
    zoneId: place.zoneId ?? null,
    groupId: place.groupId ?? null,
    storeId: null,
    id,
    // the version after saving: it is part of the day's seed
    version: (own?.version ?? 0) + 1,
    timeSlotId,
    level,
    unitId,
    name,
    fallbackChart: fallback
      ? {
          companyId: fallback.companyId,
          chartId: fallback.id,
          chartName: fallback.name,
          active: fallback.active,
        }
      : null,
    updatedAt: own?.updatedAt ?? new Date(0),
    mix: lines.map((line) => ({ ...line, ruleId: id })),
  };
  return { slots, rules: [...rules.filter((rule) => !isOwn(rule)), trial] };
}

/** Makes the next days, with those made before them and the stored ones as their history. */
const makePiece = (
  { companyId }: Scope,
  inputs: readonly DayInputs[],
  repertoire: Repertoire,
  { stored, madeDays }: { stored: readonly HistoryDay[]; madeDays: readonly MadeDay[] },
): Promise<MadeDay[]> =>
  sharedDaysThread.make({
    companyId,
    days: inputs.map((one) => ({ day: one.day, inputs: one })),
    repertoire,
    stored: [...stored, ...madeDays.map(({ day, positions }) => historyOf(day, positions))],
  });
