import { linesIn, oneOf, removedLine, type Values, withLinesIn } from "./form-lines";

/** The mix's lines out of a form's values, in their order. */
export const linesOf = (values: Values): { chartId: string; percent: string }[] =>
  linesIn(values, "mix").map(({ chartId, percent }) => ({ chartId: oneOf(chartId), percent: oneOf(percent) }));

/** What a button of the mix asks for: "add" a line with what is missing to 100, or "remove-2". Undefined for anything else. */
export function editLines(values: Values, edit: string): Values | undefined {
  const lines = linesOf(values);
  if (edit === "add") {
    const missing = 100 - lines.reduce((sum, { percent }) => sum + (Number(percent) || 0), 0);
    return withLinesIn(values, "mix", [...lines, { chartId: "", percent: missing > 0 ? String(missing) : "" }]);
  }
  const removed = removedLine(edit);
  if (removed === undefined) return undefined;
  return withLinesIn(
    values,
    "mix",
    lines.filter((_, line) => line !== removed),
  );
}
