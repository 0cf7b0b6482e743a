import { ChangeList } from "~/ui/change-list";
import { ConfirmLink } from "~/ui/frame/confirm";
import { Counted } from "~/ui/frame/figures";
import { Timeline } from "~/ui/timeline";
import { ruleVersionTexts } from "./rule-texts";
import type { VersionEntry } from "./rule-versions.server";

/** Lists a rule's versions, newest first, with what each changed and a link that restores it. */
export function RuleVersions({ entries }: { entries: VersionEntry[] }) {
  if (entries.length === 0) return <p className="text-ink-3">{ruleVersionTexts.none}</p>;
  return (
    <Timeline
      label="Versions of the rule"
      entries={entries.map(({ key, at, title, note, isNew, changes, restore }) => ({
        key,
        at,
        title,
        detail: (
          <>
            {note ? <p>{note}</p> : null}
            {isNew && changes.length > 0 ? (
              <details>
                <summary className="cursor-pointer rounded-sm py-1 text-ink underline underline-offset-2">
                  <Counted of={changes.length} one="setting" />
                </summary>
                <ChangeList changes={changes} />
              </details>
            ) : (
              <ChangeList changes={changes} />
            )}
            {restore ? (
              <p className="mt-2">
                <ConfirmLink {...restore} of={`of ${at}`} variant="plain" small />
              </p>
            ) : null}
          </>
        ),
      }))}
    />
  );
}
