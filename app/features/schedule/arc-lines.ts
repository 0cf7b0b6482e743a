import { type ArcPoint, energyAt, moodAt } from "#contract/schedule/day-arc";
import type { MasterRuleSection } from "#contract/schedule/master-rule";
import { linesIn, type Values, withLinesIn } from "~/ui/form-lines";

/** Counts the points of an arc on a form. */
export const pointsIn = (values: Values): number => linesIn(values, "arc").length;

/** The command of a button of the arc: "arc-add" or "arc-remove-2". Undefined for anything else. */
export function editArc(values: Values, edit: string): Values | undefined {
  const lines = linesIn(values, "arc");
  if (edit === "arc-add")
    return withLinesIn(values, "arc", [...lines, { hour: "", energy: "", moodId: "" }]);
  const [, place] = /^arc-remove-(\d+)$/.exec(edit) ?? [];
  return place === undefined
    ? undefined
    : withLinesIn(
        values,
        "arc",
        lines.filter((_, line) => line !== Number(place)),
      );
}

/** An arc as a form holds it. */
export const arcValues = (
  arc: MasterRuleSection["arc"],
  refOf: (itemId: number) => string,
): Values =>
  withLinesIn(
    {},
    "arc",
    arc.map(({ hour, energy, moodId }) => ({
      hour: String(hour),
      energy: energy === null ? "" : String(energy),
      moodId: moodId === null ? "" : refOf(moodId),
    })),
  );

const dayHours = Array.from({ length: 24 }, (_, hour) => hour);

/** The energy asked for at each hour, for its drawing; null where no point has one. */
export function arcEnergies(arc: readonly ArcPoint[]): number[] | null {
  const energies = dayHours.flatMap((hour) => {
    const energy = energyAt(arc, hour * 3600);
    return energy === undefined ? [] : [Math.round(energy)];
  });
  return energies.length > 0 ? energies : null;
}

/** A stretch of a day, in minutes, in which one mood is asked for; null for any. */
export type MoodStretch = { from: number; to: number; mood: string | null };

/** Joins hours, each with the mood asked in it, to stretches; null where none is asked. */
export function moodStretches(
  hours: readonly { hour: number; mood: string | null }[],
): MoodStretch[] | null {
  const stretches: MoodStretch[] = [];
  for (const { hour, mood } of hours) {
    const last = stretches.at(-1);
    if (last?.mood === mood && last.to === hour * 60) last.to += 60;
    else stretches.push({ from: hour * 60, to: (hour + 1) * 60, mood });
  }
  return stretches.some(({ mood }) => mood !== null) ? stretches : null;
}

/** The moods asked for in the course of a day; null where no point has one. */
export const arcMoods = (arc: readonly ArcPoint[]): MoodStretch[] | null =>
  moodStretches(dayHours.map((hour) => ({ hour, mood: moodAt(arc, hour * 3600)?.name ?? null })));
