import type { NewMasterRule } from "#contract/schedule/master-rule";
import type { RuleCheck } from "#contract/schedule/rule-check";
import { unitOf } from "../../../access/units.ts";
import { notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findCountries } from "../../places/index.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import { type CountedLine, judgeRule } from "./judge-rule.ts";
import type { Line } from "./mix.queries.ts";
import { findLines } from "./mix.service.ts";
import { type CountryCounts, findRuleCounts } from "./rule-check.queries.ts";

/**
 * Checks if the stores of a unit can keep a rule, country by country. Throws 404 for a unit or
 * slot that does not exist or is out of scope.
 */
export async function checkRule(
  { scope, db, now }: ScopedCall,
  { timeSlotId, regionId, zoneId, groupId, storeId, ...rule }: NewMasterRule,
): Promise<RuleCheck> {
  const unit = await unitOf(scope, db, { regionId, zoneId, groupId, storeId });
  const slot = (await findTimeSlots(scope, db)).find(({ id }) => id === timeSlotId);
  if (!slot) throw notFound();
  const lines = await findLines(scope, db, rule.mix);
  const counts = await findRuleCounts(
    scope,
    db,
    unit,
    lines.map(({ category }) => category),
    { slot, now },
  );
  const names = new Map((await findCountries()).map(({ id, countryName }) => [id, countryName]));
  return {
    countries: counts.map(({ country, stores, byCategory, whole }) => ({
      country,
      countryName: names.get(country) ?? country,
      stores,
      ...judgeRule(rule, slot.toMinute - slot.fromMinute, countedLines(lines, byCategory), whole),
    })),
  };
}

const countedLines = (
  lines: readonly Line[],
  byCategory: CountryCounts["byCategory"],
): CountedLine[] =>
  lines.flatMap(({ category: { id, kind, name, active }, percent }) => {
    const pool = byCategory.get(id);
    return pool ? [{ ...pool, kind, name, active, percent }] : [];
  });
