import type { ComponentProps } from "react";
import { ChangeList } from "./change-list";
import { ButtonLink } from "./frame/button";
import { Counted } from "./frame/figures";
import { Panel } from "./frame/panel";
import { Timeline } from "./timeline";

type Entry = {
  key: string;
  at: string;
  title: string;
  changes: ComponentProps<typeof ChangeList>["changes"];
};

type Props = {
  /** The list's name for screen readers. */
  label: string;
  entries: readonly Entry[];
  older: string | null;
  newer: string | null;
  lead?: string | undefined;
};

/**
 * Lists what was done to an item, newest first: a page of its audit rows, each with its changes
 * folded away.
 */
export const HistoryPanel = ({ label, entries, older, newer, lead }: Props) => (
  <Panel title="History" lead={lead}>
    {entries.length === 0 ? <p className="text-ink-3">No changes yet.</p> : null}
    <Timeline
      label={label}
      entries={entries.map(({ key, at, title, changes }) => ({
        key,
        at,
        title,
        detail:
          changes.length > 0 ? (
            <details>
              <summary className="cursor-pointer rounded-sm py-1 text-ink underline underline-offset-2">
                <Counted of={changes.length} one="field" />
              </summary>
              <ChangeList changes={changes} />
            </details>
          ) : undefined,
      }))}
    />
    {older || newer ? (
      <div className="mt-4 flex gap-2">
        {newer ? (
          <ButtonLink to={newer} small preventScrollReset>
            Newer
          </ButtonLink>
        ) : null}
        {older ? (
          <ButtonLink to={older} small preventScrollReset>
            Older
          </ButtonLink>
        ) : null}
      </div>
    ) : null}
  </Panel>
);
