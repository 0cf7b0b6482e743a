import { addDays, weekdayOf } from "#contract/base/dates";
import {
  isInSeason,
  isSeasonal,
  type Stretch,
  stretchesOn,
  weekOf,
} from "#contract/schedule/slot-times";
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

/** The slots of a group's or store's day. The version is part of the day's seed. */
export type DaySlots = { slots: SchedulingSlot[]; ruleVersion: number };

/**
 * Resolves the time slots with the rule that applies to a unit; a slot without one is left out.
 * Gives them by date, as stretches of each weekday: the same object on all days that no season
 * touches. Only stores that are open past midnight play the next day's first hours.
 */
export function slotsOf(
  path: UnitPath,
  { slots, rules }: RulesForScheduling,
): (day: string, isOpenPastMidnight: boolean) => DaySlots {
  const ruled = slots.flatMap((slot) => {
    const [rule] = rulesOnPath(path, rules, slot.id);
    return rule ? [{ ...slot, rule }] : [];
  });
  const seasonal = ruled.filter(isSeasonal);
  const ofYear = ruled.filter((slot) => !isSeasonal(slot));
  const usual = usualSlots(ofYear);
  return (day, isOpenPastMidnight) => {
    const around = [-1, 0, 1].map((days) => addDays(day, days));
    const near = seasonal.filter((slot) => around.some((on) => isInSeason(slot, on)));
    if (near.length === 0) return usual;
    const weekday = weekdayOf(day);
    const parts = (isOpenPastMidnight ? [1, 0] : [0]).map((later) => ({
      later,
      stretches: stretchesOn([...ofYear, ...near], (weekday + later) % 7, addDays(day, later)),
    }));
    const holding = near.filter((slot) =>
      parts.some(({ stretches }) => stretches.some((stretch) => stretch.slot === slot)),
    );
    if (holding.length === 0) return usual;
    return {
      slots: parts.flatMap(({ later, stretches }) =>
        stretches.flatMap((stretch) => slotIn(stretch, later * daySeconds, [isoWeekday(weekday)])),
      ),
      ruleVersion: versionsOf([...ofYear, ...holding]),
    };
  };
}

function usualSlots(ruled: readonly RuledSlot[]): DaySlots {
  const week = weekOf(ruled, weekFromMonday);
  const resolved = week.flatMap(({ days, stretches }) => {
    if (week.length === 1) return stretches.flatMap((stretch) => slotIn(stretch, 0, []));
    // a store open past midnight plays the first hours of the next day
    return days.flatMap((day) => [
      ...stretchesOn(ruled, (day + 1) % 7).flatMap((stretch) =>
        slotIn(stretch, daySeconds, [isoWeekday(day)]),
      ),
      ...stretches.flatMap((stretch) => slotIn(stretch, 0, [isoWeekday(day)])),
    ]);
  });
  return { slots: resolved, ruleVersion: versionsOf(ruled) };
}

const versionsOf = (ruled: readonly RuledSlot[]): number =>
  ruled.reduce((sum, { rule }) => sum + rule.version, 0);

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
