import type { LineKind } from "#contract/schedule/mix-words";
import { linesIn, oneOf, removedLine, type Values, withLinesIn } from "~/ui/form-lines";

export const kindOf = (line: Values): LineKind =>
  oneOf(line.kind) === "songs" ? "songs" : "chart";
const percentOf = (line: Values) => oneOf(line.percent);

/** Reads the mix's lines from a form's values, in order. */
export const linesOf = (values: Values): { kind: LineKind; percent: string }[] =>
  linesIn(values, "mix").map((line) => ({ kind: kindOf(line), percent: percentOf(line) }));

/**
 * Applies a button of the mix: "add" a chart or "add-songs" that match, with the share missing to
 * 100; "remove-2"; "songs-2" or "chart-2", which makes a line the other kind. Undefined for any
 * other button.
 */
export function editLines(values: Values, edit: string): Values | undefined {
  const lines = linesIn(values, "mix");
  if (edit === "add" || edit === "add-songs") {
    const missing = 100 - lines.reduce((sum, line) => sum + (Number(percentOf(line)) || 0), 0);
    const percent = missing > 0 ? String(missing) : "";
    return withLinesIn(values, "mix", [
      ...lines,
      { kind: edit === "add" ? "chart" : "songs", percent },
    ]);
  }
  const [, kind, other] = /^(chart|songs)-(\d+)$/.exec(edit) ?? [];
  if (kind !== undefined)
    return withLinesIn(
      values,
      "mix",
      lines.map((line, place) =>
        place === Number(other) ? { kind, percent: percentOf(line) } : line,
      ),
    );
  const removed = removedLine(edit);
  if (removed === undefined) return undefined;
  return withLinesIn(
    values,
    "mix",
    lines.filter((_, line) => line !== removed),
  );
}
