import { Panel } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import type { RulePage } from "./rule-page.server";
import { masterRuleTexts } from "./rule-texts";
import { RuleVersions } from "./rule-versions";

/** Shows the latest versions with a link to all. */
export const LatestVersions = ({ page }: { page: RulePage }) => (
  <Panel
    title="Versions"
    actions={
      page.versions.length > 0 ? <TextLink to={page.versionsTo}>All versions</TextLink> : null
    }
  >
    <RuleVersions entries={page.versions} />
  </Panel>
);

/** Says where the rule of this location and time slot comes from. */
export function leadOf({ source, slotName }: Pick<RulePage, "source" | "slotName">): string {
  if (!source) return masterRuleTexts.noRule(slotName);
  return source.own ? masterRuleTexts.ownRule(slotName) : `${slotName}: ${source.words}.`;
}
