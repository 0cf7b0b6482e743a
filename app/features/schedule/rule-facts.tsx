import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { Facts } from "~/ui/frame/panel";
import type { RulePage } from "./rule-page.server";
import { masterRuleTexts } from "./texts";

/** The rule in words, for those who do not own the unit. */
export function RuleFacts({ rule }: { rule: RulePage["rule"] }) {
  const { counted } = useFigures();
  if (!rule)
    return (
      <EmptyState icon="rule" title="No rule yet">
        {masterRuleTexts.noRuleAbove}
      </EmptyState>
    );
  const mix = rule.mix.map(({ chartName, percent, songs, active }) => ({
    term: `${percent}%`,
    value: `${chartName}, ${active ? counted(songs, "song") : "inactive"}`,
  }));
  return (
    <div className="grid gap-4">
      <Facts facts={mix} />
      <Facts facts={rule.facts} />
    </div>
  );
}
