type Values = Record<string, string | string[]>;
type Line = { chartId: string; percent: string };

const fieldOfLine = /^mix\[(\d+)\]\.(chartId|percent)$/;

/** The mix's lines out of a form's values, in their order. */
export function linesOf(values: Values): Line[] {
  const lines = new Map<number, Line>();
  for (const [name, value] of Object.entries(values)) {
    const [, index, key] = fieldOfLine.exec(name) ?? [];
    if (index === undefined || key === undefined) continue;
    const line = lines.get(Number(index)) ?? { chartId: "", percent: "" };
    lines.set(Number(index), { ...line, [key]: typeof value === "string" ? value : (value[0] ?? "") });
  }
  return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
}

/** The same values with other lines, numbered from 0. */
export const withLines = (values: Values, lines: Line[]): Values => ({
  ...Object.fromEntries(Object.entries(values).filter(([name]) => !fieldOfLine.test(name))),
  ...Object.fromEntries(
    lines.flatMap(({ chartId, percent }, line) => [
      [`mix[${line}].chartId`, chartId],
      [`mix[${line}].percent`, percent],
    ]),
  ),
});

/** What a button of the mix asks for: "add" a line with what is missing to 100, or "remove-2". Undefined for anything else. */
export function editLines(values: Values, edit: string): Values | undefined {
  const lines = linesOf(values);
  if (edit === "add") {
    const missing = 100 - lines.reduce((sum, { percent }) => sum + (Number(percent) || 0), 0);
    return withLines(values, [...lines, { chartId: "", percent: missing > 0 ? String(missing) : "" }]);
  }
  const [, gone] = /^remove-(\d+)$/.exec(edit) ?? [];
  if (gone === undefined) return undefined;
  return withLines(
    values,
    lines.filter((_, line) => line !== Number(gone)),
  );
}
