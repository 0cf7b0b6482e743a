import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { showInstant } from "#contract/base/dates";
import { idOf } from "#contract/base/identifiers";
import { type MasterRule, masterRuleBySlot, type RuleUnit } from "#contract/schedule/master-rule";
import {
  findRuleVersion,
  type RuleVersion,
  restoreMasterRule,
} from "#contract/schedule/rule-versions";
import type { TimeSlot } from "#contract/schedule/time-slots";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { confirmations } from "~/lib/forms/confirmation.server";
import { readQuery } from "~/lib/forms/forms.server";
import { findTimeZone } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMember, withMembers } from "~/ui/frame/address";
import { masterRulePath, ruleVersionPath, ruleVersionsPath } from "./paths";
import { differenceOf } from "./rule-difference";
import { masterRuleTexts, ruleVersionTexts } from "./rule-texts";
import { ruleAddress } from "./rule-unit.server";
import { comparedFacts } from "./rule-words";

const Address = z.object({ id: idOf("version").optional() });

/** The rule as it is now in the version's place, and the time zone for its dates. */
export type CurrentRule = {
  unit: RuleUnit;
  slot: TimeSlot;
  own: MasterRule | null;
  timeZone: string;
};

/** Describes a version for the question whether to restore it. */
export function restorationOf(
  { id, at, rule, isReadable }: RuleVersion,
  { unit, slot, own, timeZone }: CurrentRule,
  pageContext: PageContext,
) {
  const ref = pageContext.ids.encrypt("version", id);
  const ruleTo = ruleAddress(pageContext, unit, slot.id);
  return {
    id,
    path: withMembers(ruleVersionPath, { id: ref }),
    at: showInstant(new Date(at), timeZone),
    place: `${unit.name}, ${slot.slotName}`,
    version: own?.version,
    changes: differenceOf(comparedFacts(own), comparedFacts(rule)),
    obstacle: !isReadable ? ruleVersionTexts.unreadable : rule ? null : ruleVersionTexts.hadNone,
    ruleTo,
    versionsTo: ruleAddress(pageContext, unit, slot.id, ruleVersionsPath),
    /** The rule's form, filled in with the version. */
    formTo: withMember(ruleTo, "from", ref),
  };
}
type Restoration = ReturnType<typeof restorationOf>;

/**
 * Restores a version of a rule. If a chart of it is gone, opens the rule's form filled in with the
 * version, which marks the line.
 */
export const restorationConfirmations = confirmations({
  async find(pageContext: PageContext, { request, context }): Promise<Restoration> {
    const { api, ids } = pageContext;
    const { id } = readQuery(request, Address, { ids });
    if (id === undefined) throw data({ message: "Choose a version." }, { status: 404 });
    const { data: version } = await load(() => api.call(findRuleVersion, { query: { id } }));
    const { level, unitId } = version.source;
    const ofUnit = level === "COMPANY" ? {} : { [`${level.toLowerCase()}Id`]: unitId };
    const { data: currentRule } = await load(() =>
      api.call(masterRuleBySlot, { query: { ...ofUnit, timeSlotId: version.timeSlotId } }),
    );
    return restorationOf(
      version,
      { ...currentRule, timeZone: await findTimeZone(context, pageContext) },
      pageContext,
    );
  },

  path: ({ path }) => path,

  acts: {
    restore: {
      label: ruleVersionTexts.restore,
      ask: ({ at, place, changes, version }) => ({
        title: ruleVersionTexts.restoreTitle(at),
        message: ruleVersionTexts.restoreMessage(place),
        lines: changes.map(
          ({ field, before, after }) =>
            `${field}: ${[before || "none", after || "none"].join(" → ")}`,
        ),
        confirmLabel: "Restore version",
        danger: false,
        hidden: { version: String(version ?? "") },
      }),
      isDone: ({ obstacle, changes }) => !obstacle && changes.length === 0,
      obstacle: ({ obstacle, versionsTo }) =>
        obstacle
          ? {
              crumbs: [{ label: "Master rule", to: masterRulePath }],
              title: ruleVersionTexts.cannot,
              parts: [{ text: obstacle }],
              ways: [{ label: "Back to the versions", to: versionsTo, primary: true }],
            }
          : undefined,
      from: ({ versionsTo }) => versionsTo,
      to: ({ ruleTo }) => ruleTo,
      async call({ api }, { id, formTo }, posted) {
        const version = Number(posted.get("version")) || undefined;
        try {
          await api.call(restoreMasterRule, { body: { versionId: id, version } });
        } catch (error) {
          const isSectionRefused =
            error instanceof ApiRefusal &&
            error.problem.errors?.some(({ field }) => !/^version/.test(field));
          if (isSectionRefused) return redirect(formTo);
          throw error;
        }
        return { message: masterRuleTexts.saved };
      },
      undo: () => ({ act: "put-rules-back" }),
    },
  },
});
