import type { Change } from "~/lib/audit-change";

/** A setting of a rule in words. */
export type RuleFact = { term: string; value: string };

/**
 * What differs between two rules that are told in words, in the order of the later one; a setting that one of them does not have is "" there.
 * The same settings in another order differ by that order.
 */
export function differenceOf(before: readonly RuleFact[], after: readonly RuleFact[]): Change[] {
  const [were, are] = [numbered(before), numbered(after)];
  const keys = [...new Set([...are.keys(), ...were.keys()])];
  const changes = keys.flatMap((key): Change[] => {
    const [was, is] = [were.get(key), are.get(key)];
    if (was?.value === is?.value) return [];
    return [{ field: is?.term ?? was?.term ?? "", before: was?.value ?? "", after: is?.value ?? "" }];
  });
  const [orderBefore, orderAfter] = [[...were.keys()], [...are.keys()]].map((order) =>
    order.filter((key) => were.has(key) && are.has(key)),
  );
  if (orderBefore?.join() === orderAfter?.join()) return changes;
  const inOrder = (facts: readonly RuleFact[]) => facts.map(({ term }) => term).join(", ");
  return [...changes, { field: "Order", before: inOrder(before), after: inOrder(after) }];
}

/** By their terms; charts of the same name are told apart by their number. */
function numbered(facts: readonly RuleFact[]): Map<string, RuleFact> {
  const seen = new Map<string, number>();
  return new Map(
    facts.map((fact) => {
      const number = (seen.get(fact.term) ?? 0) + 1;
      seen.set(fact.term, number);
      return [`${fact.term} ${number}`, fact];
    }),
  );
}
