import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { showInstant } from "#contract/base/dates";
import { idOf } from "#contract/base/identifiers";
import { paging } from "#contract/base/pages";
import {
  findRuleVersion,
  listRuleVersions,
  type RuleVersion,
} from "#contract/schedule/rule-versions";
import type { RuleChange } from "#contract/schedule/words";
import { withNames } from "~/lib/audit/people.server";
import { readQuery } from "~/lib/forms/forms.server";
import { findTimeZone } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMember } from "~/ui/frame/address";
import { ruleVersionsPath } from "./paths";
import { type CurrentRule, restorationConfirmations, restorationOf } from "./restoration.server";
import { differenceOf } from "./rule-difference";
import { ruleVersionTexts } from "./rule-texts";
import { findOwnRule, readRuleAddress, ruleAddress } from "./rule-unit.server";
import { comparedFacts, placeWords } from "./rule-words";

const labels: Record<RuleChange, string> = {
  ADDED: "Rule added",
  CHANGED: "Rule changed",
  REMOVED: "Rule removed",
  RESTORED: "Rule restored",
  COPIED: "Rule copied",
};

/** Loads a page of the versions of the rule in the address. */
export async function loadRuleVersions(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { cursor } = readQuery(request, z.object({ cursor: paging.cursor }));
  const { unit: ofUnit } = readRuleAddress(request, pageContext);
  const { backTo, ...rule } = await findOwnRule(request, pageContext);
  const currentRule = {
    ...rule,
    timeZone: await findTimeZone(context, pageContext),
  };
  const { unit, slot } = rule;
  const query = { ...ofUnit, timeSlotId: slot.id, cursor };
  const { data, page } = await load(() => pageContext.api.call(listRuleVersions, { query }));
  const versions = await withNames(pageContext, data, "who");
  const here = ruleAddress(pageContext, unit, slot.id, ruleVersionsPath);
  return {
    rule: `${unit.name}, ${slot.slotName}`,
    ruleTo: backTo,
    entries: versionEntries(versions, currentRule, pageContext),
    choices: choicesOf(versions, currentRule.timeZone, pageContext),
    older: page.next ? withMember(here, "cursor", page.next) : null,
    newer: page.prev ? withMember(here, "cursor", page.prev) : null,
  };
}

/**
 * Describes versions and what each changed; those that differ from the current rule get a link that
 * asks to restore them.
 */
export function versionEntries(
  versions: RuleVersion[],
  currentRule: CurrentRule,
  pageContext: PageContext,
) {
  return versions.map((version) => {
    const { id, change, who, before, rule, isReadable } = version;
    const restoration = restorationOf(version, currentRule, pageContext);
    const changes = rule ? differenceOf(comparedFacts(before), comparedFacts(rule)) : [];
    const mayRestore =
      currentRule.unit.mayChange && !restoration.obstacle && restoration.changes.length > 0;
    return {
      key: pageContext.ids.encrypt("version", id),
      at: restoration.at,
      title: `${labels[change]} by ${who}`,
      note:
        noteOf(version, currentRule.timeZone) ??
        (!isReadable
          ? ruleVersionTexts.unreadable
          : rule && changes.length === 0
            ? ruleVersionTexts.same
            : null),
      isNew: before === null,
      changes,
      restore: mayRestore
        ? restorationConfirmations.linkTo("restore", restoration, pageContext)
        : null,
    };
  });
}
export type VersionEntry = ReturnType<typeof versionEntries>[number];

function noteOf({ copiedFrom, restoredFrom }: RuleVersion, timeZone: string): string | null {
  if (copiedFrom) return ruleVersionTexts.copiedFrom(placeWords(copiedFrom));
  return restoredFrom
    ? ruleVersionTexts.restoredFrom(showInstant(new Date(restoredFrom), timeZone))
    : null;
}

/**
 * Lists the versions to compare, in labels short enough for a phone. Versions with the same person
 * and minute get a number.
 */
function choicesOf(versions: RuleVersion[], timeZone: string, { ids }: PageContext) {
  const labelCounts = new Map<string, number>();
  return versions
    .filter(({ isReadable }) => isReadable)
    .map(({ id, at, who }) => {
      const label = `${showInstant(new Date(at), timeZone)}, ${who}`;
      const place = (labelCounts.get(label) ?? 0) + 1;
      labelCounts.set(label, place);
      return {
        value: ids.encrypt("version", id),
        label: place > 1 ? `${label} (${place})` : label,
      };
    });
}

const ComparisonAddress = z.object({
  id: idOf("version").optional(),
  withId: idOf("version").optional(),
});

/**
 * Loads two versions of one rule, the later one second. Null if the address does not name two, or
 * if they belong to different rules.
 */
export async function loadRuleDifference(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids } = pageContext;
  const compared = readQuery(request, ComparisonAddress, { ids });
  const versionIds = [compared.withId, compared.id]
    .filter((id) => id !== undefined)
    .sort((a, b) => a - b);
  const answers = await load(() =>
    Promise.all(versionIds.map((id) => api.call(findRuleVersion, { query: { id } }))),
  );
  const [before, after] = answers.map((answer) => answer.data);
  if (!before || !after || !isSamePlace(before, after)) return null;
  const timeZone = await findTimeZone(context, pageContext);
  const { source, timeSlotId } = after;
  const [saved, savedAfter] = [before, after].map(({ at }) => showInstant(new Date(at), timeZone));
  const isOneMinute = saved === savedAfter && versionIds[0] !== versionIds[1];
  const [first, second] = isOneMinute
    ? [`${saved} (earlier)`, `${savedAfter} (later)`]
    : [saved, savedAfter];
  return {
    rule: source.name,
    ruleTo: ruleAddress(pageContext, source, timeSlotId),
    versionsTo: ruleAddress(pageContext, source, timeSlotId, ruleVersionsPath),
    versions: [
      { at: first, who: before.who },
      { at: second, who: after.who },
    ],
    isReadable: before.isReadable && after.isReadable,
    changes: differenceOf(comparedFacts(before.rule), comparedFacts(after.rule)),
  };
}

const isSamePlace = (one: RuleVersion, other: RuleVersion) =>
  one.timeSlotId === other.timeSlotId &&
  one.source.level === other.source.level &&
  one.source.unitId === other.source.unitId;
