import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { Facts } from "~/ui/frame/panel";
import type { RulePage } from "./rule-page.server";
import { masterRuleTexts, separationTexts } from "./rule-texts";

/** Shows the rule to people who may not change it. */
export function RuleFacts({ rule }: { rule: RulePage["rule"] }) {
  const { counted } = useFigures();
  if (!rule)
    return (
      <EmptyState icon="rule" title="No rule yet">
        {masterRuleTexts.noRuleAbove}
      </EmptyState>
    );
  const mix = rule.mix.map(({ name, percent, songs, active }) => ({
    term: `${percent}%`,
    value: `${name}, ${active ? counted(songs, "song") : "inactive"}`,
  }));
  return (
    <div className="grid gap-4">
      <Facts facts={mix} />
      {rule.separation.length > 0 ? (
        <ol className="grid list-decimal gap-1 pl-5" aria-label={separationTexts.inOrder}>
          {rule.separation.map(({ title, words, breakable }) => (
            <li key={title}>
              {title}: {words}{" "}
              <span className="text-ink-3">({breakable ? "breakable" : "unbreakable"})</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-ink-2">{separationTexts.none}</p>
      )}
      <Facts facts={rule.facts} />
    </div>
  );
}
