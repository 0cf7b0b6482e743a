import { energyAt } from "#contract/schedule/energy-arc";
import type { MasterRule } from "#contract/schedule/master-rule";
import { linesIn, type Values, withLinesIn } from "~/ui/form-lines";

/** Counts the points of energy on a form. */
export const pointsIn = (values: Values): number => linesIn(values, "energyArc").length;

/** The command of a button of the arc: "arc-add" or "arc-remove-2". Undefined for anything else. */
export function editArc(values: Values, edit: string): Values | undefined {
  const lines = linesIn(values, "energyArc");
  if (edit === "arc-add")
    return withLinesIn(values, "energyArc", [...lines, { hour: "", energy: "" }]);
  const [, place] = /^arc-remove-(\d+)$/.exec(edit) ?? [];
  return place === undefined
    ? undefined
    : withLinesIn(
        values,
        "energyArc",
        lines.filter((_, line) => line !== Number(place)),
      );
}

/** An arc as a form holds it. */
export const arcValues = (arc: MasterRule["energyArc"]): Values =>
  withLinesIn(
    {},
    "energyArc",
    arc.map(({ hour, energy }) => ({ hour: String(hour), energy: String(energy) })),
  );

/** The energy asked for at each hour, for its drawing; none without points. */
export const arcPoints = (arc: MasterRule["energyArc"]): (number | null)[] =>
  Array.from({ length: 24 }, (_, hour) => {
    const energy = energyAt(arc, hour * 3600);
    return energy === undefined ? null : Math.round(energy);
  });
