import { EmptyState } from "~/ui/frame/empty-state";
import { Facts } from "~/ui/frame/panel";
import type { RulePage } from "./rule-page.server";

/** The rule in words, for those who do not own the unit. */
export function RuleFacts({ rule }: { rule: RulePage["rule"] }) {
  if (!rule)
    return (
      <EmptyState icon="rule" title="No rule yet">
        Neither this location nor any above it has a rule for this time slot, so no music is planned in it.
      </EmptyState>
    );
  const mix = rule.mix.map(({ chartName, percent, songs, active }) => ({
    term: `${percent}%`,
    value: `${chartName}, ${active ? `${songs} songs` : "inactive"}`,
  }));
  return (
    <div className="grid gap-4">
      <Facts facts={mix} />
      <Facts facts={rule.facts} />
    </div>
  );
}
