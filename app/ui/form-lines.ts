export type Values = Record<string, string | string[]>;

const memberOf = (list: string) => new RegExp(`^${list}\\[(\\d+)\\]\\.(\\w+)$`);

/**
 * Reads the lines of a list from a form's values, in order, each by its fields' names:
 * the lines of "mix" from `mix[0].percent`.
 */
export function linesIn(values: Values, list: string): Values[] {
  const lines = new Map<number, Values>();
  for (const [name, value] of Object.entries(values)) {
    const [, index, member] = memberOf(list).exec(name) ?? [];
    if (index !== undefined && member !== undefined)
      lines.set(Number(index), { ...lines.get(Number(index)), [member]: value });
  }
  return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
}

/** Gives the values with other lines, numbered from 0. */
export const withLinesIn = (values: Values, list: string, lines: readonly Values[]): Values => ({
  ...Object.fromEntries(Object.entries(values).filter(([name]) => !memberOf(list).test(name))),
  ...Object.fromEntries(
    lines.flatMap((line, index) =>
      Object.entries(line).map(
        ([member, value]) => [`${list}[${index}].${member}`, value] as const,
      ),
    ),
  ),
});

/** Gives a field's first value, "" if it has none. */
export const oneOf = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value : (value?.[0] ?? "");

/** Reads the line that a button removes: 2 for "remove-2". */
export function removedLine(edit: string): number | undefined {
  const [, line] = /^remove-(\d+)$/.exec(edit) ?? [];
  return line === undefined ? undefined : Number(line);
}
