import { type Stretch, stretchesOn, weekOf } from "#contract/schedule/slot-times";
import { weekFromMonday } from "#contract/stores/words";
import type { UnitPath } from "../../../access/units.ts";
import type { MixEntry, SchedulingSlot } from "../../../engine/scheduling.ts";
import { rulesOnPath } from "../rules/inheritance.ts";
import type { RulesForScheduling } from "../rules/master-rule.queries.ts";

/** Lists the categories that a slot draws songs from: its mix, and its fallback. */
export const slotCategories = ({
  mix,
  fallback,
}: SchedulingSlot): { categoryId: number; name: string }[] => [
  ...mix,
  ...(fallback ? [fallback] : []),
];

/**
 * The time slots with the rule that applies to a unit, as the stretches of each weekday; a slot
 * without one is left out. The version is part of the day's seed.
 */
export function slotsOf(
  path: UnitPath,
  { slots, rules }: RulesForScheduling,
): { slots: SchedulingSlot[]; ruleVersion: number } {
  const ruled = slots.flatMap((slot) => {
    const [rule] = rulesOnPath(path, rules, slot.id);
    return rule ? [{ ...slot, rule }] : [];
  });
  const week = weekOf(ruled, weekFromMonday);
  const resolved = week.flatMap(({ days, stretches }) => {
    if (week.length === 1) return stretches.flatMap((stretch) => slotIn(stretch, 0, []));
    // a shop open past midnight plays the first hours of the next day
    return days.flatMap((day) => [
      ...stretchesOn(ruled, (day + 1) % 7).flatMap((stretch) =>
        slotIn(stretch, daySeconds, [isoWeekday(day)]),
      ),
      ...stretches.flatMap((stretch) => slotIn(stretch, 0, [isoWeekday(day)])),
    ]);
  });
  return { slots: resolved, ruleVersion: ruled.reduce((sum, { rule }) => sum + rule.version, 0) };
}

const daySeconds = 86_400;
const isoWeekday = (weekday: number) => (weekday === 0 ? 7 : weekday);

type RuledSlot = RulesForScheduling["slots"][number] & {
  rule: RulesForScheduling["rules"][number];
};

/** Converts a stretch for the engine, moved by `later` seconds; a gap gives none. */
function slotIn(
  { from, to, slot }: Stretch<RuledSlot>,
  later: number,
  weekdays: number[],
): SchedulingSlot[] {
  if (!slot) return [];
  const { id, slotName, rule } = slot;
  return [
    {
      id,
      name: slotName,
      from: from * 60 + later,
      to: to * 60 + later,
      weekdays,
      source: { level: rule.level, unitId: rule.unitId, name: rule.name },
      mix: mixOf(rule),
      // left out for plays, so that days' digests are the same as before rules had the choice
      ...(rule.shareBy !== "PLAYS" && { shareBy: rule.shareBy }),
      rules: rule.separation,
      // without an arc, the digests of days are what they were before there were any
      ...(rule.arc.length > 0 && { arc: rule.arc }),
      searchDepth: rule.searchDepth,
      fallback: rule.fallbackChart && {
        categoryId: rule.fallbackChart.chartId,
        name: rule.fallbackChart.chartName,
      },
      beforeFixedPoint: rule.beforeFixedPoint,
      longestPauseSeconds: rule.longestPauseSeconds,
      topWaitSeconds: rule.topWaitSeconds,
      languages: null,
      moods: null,
    },
  ];
}

/** Lists each category once: two filters become one if the items that set them apart are merged. */
function mixOf({ mix }: RuledSlot["rule"]): SchedulingSlot["mix"] {
  const entries = new Map<number, MixEntry>();
  for (const { category, percent } of mix) {
    const { id, name } = category;
    entries.set(id, { categoryId: id, name, percent: percent + (entries.get(id)?.percent ?? 0) });
  }
  return [...entries.values()];
}
