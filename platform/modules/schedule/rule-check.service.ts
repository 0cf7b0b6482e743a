import type { NewMasterRule } from "#contract/schedule/master-rule";
import type { RuleCheck } from "#contract/schedule/rule-check";
import type { ScopedCall } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { findCountries } from "../places/index.ts";
import { judgeRule } from "./judge-rule.ts";
import { unitOf } from "./master-rule.service.ts";
import { findRuleCounts } from "./rule-check.queries.ts";
import { findTimeSlots } from "./time-slots.queries.ts";

/** Whether a rule can be kept by the stores of a unit, country by country. Throws 404 for a unit or slot that is not there or out of scope. */
export async function checkRule(
  { scope, db, now }: ScopedCall,
  { timeSlotId, regionId, zoneId, groupId, storeId, ...rule }: NewMasterRule,
): Promise<RuleCheck> {
  const unit = await unitOf(scope, db, { regionId, zoneId, groupId, storeId });
  const slot = (await findTimeSlots(scope, db)).find(({ id }) => id === timeSlotId);
  if (!slot) throw notFound();
  const counts = await findRuleCounts(
    scope,
    db,
    unit,
    rule.mix.map(({ chartId }) => chartId),
    now,
  );
  const names = new Map((await findCountries()).map(({ id, countryName }) => [id, countryName]));
  return {
    countries: counts.map(({ country, stores, charts, whole }) => ({
      ...{ country, countryName: names.get(country) ?? country, stores },
      ...judgeRule(rule, slot.toMinute - slot.fromMinute, charts, whole),
    })),
  };
}
