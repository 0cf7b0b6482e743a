import { removeMasterRule } from "#contract/schedule/master-rule";
import { confirmations } from "~/lib/forms/confirmation.server";
import type { PageContext } from "~/lib/session/guard.server";
import { masterRuleTexts } from "./rule-texts";
import { findOwnRule } from "./rule-unit.server";
import { sourceWords } from "./rule-words";

type OwnRule = {
  /** The address of the unit and its time slot. */
  path: string;
  backTo: string;
  name: string;
  /** Null if the unit has no rule of its own any more. */
  own: { id: number; version: number } | null;
  inheritedFrom: string | null;
};

/**
 * Removes a unit's own rule. A second press finds it done; a rule that somebody changed since the
 * question was asked stays.
 */
export const ownRuleConfirmations = confirmations({
  async find(pageContext: PageContext, { request }): Promise<OwnRule> {
    const { unit, own, inherited, backTo, ownTo } = await findOwnRule(request, pageContext);
    return {
      path: ownTo,
      backTo,
      name: unit.name,
      own,
      inheritedFrom: inherited && sourceWords(inherited.source, false),
    };
  },

  path: ({ path }) => path,

  acts: {
    remove: {
      label: "Remove own rule",
      ask: ({ name, own, inheritedFrom }) => ({
        title: `Remove ${name}'s own rule?`,
        message: masterRuleTexts.removeMessage(inheritedFrom ?? "above it"),
        confirmLabel: "Remove own rule",
        hidden: { version: String(own?.version ?? "") },
      }),
      isDone: ({ own }) => own === null,
      from: ({ backTo }) => backTo,
      async call({ api }, { own, name }, posted) {
        if (own)
          await api.call(removeMasterRule, {
            query: { id: own.id, version: Number(posted.get("version")) },
          });
        return { message: masterRuleTexts.removed(name) };
      },
      undo: () => ({ act: "put-rules-back" }),
    },
  },
});
