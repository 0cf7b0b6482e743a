import type { Figures } from "#contract/base/figures";

/** Names listed if there are more. */
const firstNames = 2;

/** The platform counts stores to 10,000; beyond, the count of what was chosen is Infinity. */
export const countInWords = (
  { counted, figure }: Figures,
  count: number,
  one: string,
  many = `${one}s`,
) => (Number.isFinite(count) ? counted(count, one, many) : `more than ${figure(10_000)} ${many}`);

/**
 * Names the first items and counts the rest: "Andheri West, Bandra and 22 more".
 */
export function namesInWords(
  { figure }: Figures,
  names: readonly string[],
  count = names.length,
): string {
  if (count <= firstNames + 1 && names.length >= count)
    return [names.slice(0, count - 1).join(", "), ...names.slice(count - 1, count)]
      .filter(Boolean)
      .join(" and ");
  const first = names.slice(0, firstNames);
  return `${first.join(", ")} and ${Number.isFinite(count) ? figure(count - first.length) : "many"} more`;
}
