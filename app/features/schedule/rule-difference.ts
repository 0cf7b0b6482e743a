import type { Change } from "~/lib/audit/audit-change";

/** A setting of a rule in words. */
export type RuleFact = {
  term: string;
  value: string;
  /** The list in which its position counts. */
  list?: OrderedList;
};
type OrderedList = "charts" | "rules";

/**
 * Compares two rules' facts, in the order of the later rule; a missing setting is "". For an
 * ordered list, gives the fewest moves that explain the new order, with positions
 * counted from one.
 */
export function differenceOf(before: readonly RuleFact[], after: readonly RuleFact[]): Change[] {
  const factsBefore = numbered(before);
  const factsAfter = numbered(after);
  const keys = [...new Set([...factsAfter.keys(), ...factsBefore.keys()])];
  const changes = keys.flatMap((key): Change[] => {
    const factBefore = factsBefore.get(key);
    const factAfter = factsAfter.get(key);
    if (factBefore?.value === factAfter?.value) return [];
    return [
      {
        field: factAfter?.term ?? factBefore?.term ?? "",
        before: factBefore?.value ?? "",
        after: factAfter?.value ?? "",
      },
    ];
  });
  return [
    ...changes,
    ...movesIn("charts", factsBefore, factsAfter),
    ...movesIn("rules", factsBefore, factsAfter),
  ];
}

type Facts = Map<string, RuleFact>;

/** Lists moves such as "Order of rules, Mood in a row": 7 becomes 5. */
function movesIn(list: OrderedList, factsBefore: Facts, factsAfter: Facts): Change[] {
  const [before, after] = [factsBefore, factsAfter].map((facts) =>
    [...facts].filter(([, fact]) => fact.list === list).map(([key]) => key),
  );
  if (!before || !after) return [];
  const commonKeys = after.filter((key) => before.includes(key));
  const unmoved = longestRising(commonKeys.map((key) => before.indexOf(key)));
  return commonKeys
    .filter((key) => !unmoved.includes(before.indexOf(key)))
    .map((key) => ({
      field: `Order of ${list}, ${factsAfter.get(key)?.term ?? ""}`,
      before: String(before.indexOf(key) + 1),
      after: String(after.indexOf(key) + 1),
    }));
}

/** Finds the longest rising subsequence of different numbers; the first of equally long ones. */
function longestRising(numbers: readonly number[]): number[] {
  let longest: number[] = [];
  const endingAt: number[][] = [];
  for (const number of numbers) {
    let before: number[] = [];
    for (const one of endingAt)
      if ((one.at(-1) ?? 0) < number && one.length > before.length) before = one;
    const rising = [...before, number];
    endingAt.push(rising);
    if (rising.length > longest.length) longest = rising;
  }
  return longest;
}

/** Keys facts by term; a number tells charts of the same name apart. */
function numbered(facts: readonly RuleFact[]): Facts {
  const termCounts = new Map<string, number>();
  return new Map(
    facts.map((fact) => {
      const number = (termCounts.get(fact.term) ?? 0) + 1;
      termCounts.set(fact.term, number);
      return [`${fact.term} ${number}`, fact];
    }),
  );
}
