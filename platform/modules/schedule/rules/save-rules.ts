import { companyFlags } from "#contract/companies/words";
import type { MasterRule, MasterRuleSection } from "#contract/schedule/master-rule";
import type { Scope } from "../../../access/scope.ts";
import { ofUnit, type Unit } from "../../../access/units.ts";
import { invalid } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { lockChartsById } from "../../charts/index.ts";
import {
  deleteRules,
  type FoundRule,
  findRules,
  lockTopsMayWait,
  type RuleToStore,
  storeRules,
} from "./master-rule.queries.ts";
import { lockArcs, lockLines, noChart, showMixes } from "./mix.service.ts";

const topsAreExact = `Only a company with “${companyFlags.waitingTops.label}” switched on can let them wait. Enter 0.`;

export const changedMeanwhile =
  "Someone else has changed this rule. Check it, then make your change again.";

/** A unit's rule for a time slot, as it is to be saved. */
export type RuleSave = {
  unit: Unit;
  timeSlotId: number;
  /** Its own rule now, under its lock; undefined where it inherits. */
  current: FoundRule | undefined;
  /** Null removes the rule, so that the unit inherits again. */
  section: MasterRuleSection | null;
};
/** The audit row's action; `note` is added to the rule after the change. */
type Account = { action: string; note?: object };
type SavedRule = { before: MasterRule | null; after: MasterRule | null };

/**
 * Adds, replaces and removes rules of units that the caller owns, with an audit row each, whose
 * before and after are the rule's versions. Throws 404 for an unknown slot, 422 on `mix`
 * for a chart that is not theirs or an item that is gone, on `arc` for a mood that is, on
 * `topWaitSeconds` for a company whose tops of the hour are exact, and on `version` if another rule
 * was added in the meantime.
 */
export async function saveRules(
  call: ScopedCall,
  tx: Tx,
  saves: readonly RuleSave[],
  { action, note }: Account,
): Promise<SavedRule[]> {
  const { scope } = call;
  const befores = await withMixes(
    scope,
    tx,
    saves.flatMap(({ current }) => current ?? []),
  );
  const removed = saves.flatMap(({ current, section }) =>
    current && !section ? [current.id] : [],
  );
  const savesToStore = saves.filter(({ section }) => section !== null);
  const ids = await storeRules(scope, tx, await toRulesToStore(scope, tx, savesToStore));
  if (removed.length > 0) await deleteRules(scope, tx, removed);
  const afters = new Map(
    (await withMixes(scope, tx, await findRules(scope, tx, ids))).map((rule) => [rule.id, rule]),
  );
  const saved = saves.map((save) => ({
    before: befores.find(({ id }) => id === save.current?.id) ?? null,
    after: save.section ? (afters.get(ids[savesToStore.indexOf(save)] ?? 0) ?? null) : null,
  }));
  await audit(
    tx,
    call,
    saved.flatMap(({ before, after }) => {
      const rule = after ?? before;
      if (!rule) return [];
      const { id: itemId, source } = rule;
      const states = { ...(before && { before }), ...(after && { after: { ...after, ...note } }) };
      return [
        {
          companyId: scope.companyId,
          action,
          itemKind: "master rule",
          itemId,
          itemName: source.name,
          ...states,
        },
      ];
    }),
  );
  return saved;
}

async function toRulesToStore(
  scope: Scope,
  tx: Tx,
  saves: readonly RuleSave[],
): Promise<RuleToStore[]> {
  if (saves.some(({ section }) => (section?.topWaitSeconds ?? 0) > 0))
    if (!(await lockTopsMayWait(scope, tx))) throw invalid({ topWaitSeconds: topsAreExact });
  const mixes = await lockLines(
    scope,
    tx,
    saves.map(({ section }) => section?.mix ?? []),
  );
  const arcs = await lockArcs(
    scope,
    tx,
    saves.map(({ section }) => section?.arc ?? []),
  );
  const fallbackIds = saves.flatMap(({ section }) => section?.fallbackChartId ?? []);
  const fallbacks = await lockChartsById(scope, tx, [...new Set(fallbackIds)]);
  return saves.flatMap(({ unit, timeSlotId, current, section }, place) => {
    if (!section) return [];
    const { mix: _, arc: __, fallbackChartId, ...rest } = section;
    const fallback = fallbackChartId === null ? null : fallbacks.get(fallbackChartId);
    if (fallback === undefined) throw invalid({ fallbackChartId: noChart });
    return [
      {
        ...rest,
        ...ofUnit(unit),
        timeSlotId,
        fallbackChartId,
        fallbackChartCompanyId: fallback?.companyId ?? null,
        lines: mixes[place] ?? [],
        points: arcs[place] ?? [],
        ...(current && { id: current.id, version: current.version + 1 }),
      },
    ];
  });
}

/** Rules as callers see them, in their order. */
export async function withMixes(
  scope: Scope,
  db: Db,
  rules: readonly FoundRule[],
): Promise<MasterRule[]> {
  const mixes = await showMixes(
    scope,
    db,
    rules.map(({ id }) => id),
  );
  return rules.map((rule) => ({
    ...rule,
    source: sourceOf(rule),
    updatedAt: rule.updatedAt.toISOString(),
    mix: mixes.get(rule.id) ?? [],
  }));
}

export const sourceOf = ({ level, unitId, name }: FoundRule) => ({ level, unitId, name });
