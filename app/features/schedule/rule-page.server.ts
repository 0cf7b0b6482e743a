import type { LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { showClock } from "#contract/base/dates";
import type { ArcPoint } from "#contract/schedule/day-arc";
import {
  findMasterRules,
  type MasterRule,
  MasterRuleSection,
  masterRuleBySlot,
  type RuleUnit,
  sectionOf,
} from "#contract/schedule/master-rule";
import { findRuleVersion, listRuleVersions } from "#contract/schedule/rule-versions";
import { depthLimits, pauseLimits, topWaitLimits } from "#contract/schedule/separation-words";
import { findRuleTrial, type RuleTrial } from "#contract/schedule/what-if";
import { withNames } from "~/lib/audit/people.server";
import { constraintsOf } from "~/lib/forms/forms.server";
import { isSameUnit, unitsAsTree } from "~/lib/locations/units-as-tree";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { Values } from "~/ui/form-lines";
import { withMember, withMembers } from "~/ui/frame/address";
import { arcEnergies, arcMoods, arcValues } from "./arc-lines";
import { goneLines, loadMixOptions, mixValues } from "./mix-page.server";
import { ownRuleConfirmations } from "./own-rule.server";
import {
  dayPath,
  ownRulePath,
  previewPath,
  ruleCheckPath,
  ruleComparePath,
  ruleCopyPath,
  ruleTrialPath,
  ruleVersionsPath,
  timeSlotsPath,
} from "./paths";
import { loadRuleCheck } from "./rule-check.server";
import { readRuleAddress, ruleAddress, trialAddress } from "./rule-unit.server";
import { versionEntries } from "./rule-versions.server";
import { ruleFacts, sourceWords } from "./rule-words";
import { separationValues, usualSeparation } from "./separation-lines";
import { seasonWords } from "./slot-lines";
import { trialWords } from "./what-if-words";

/** Versions shown beside the rule; a page of their own lists all. */
const versionsShown = 3;

export async function loadRulePage(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids } = pageContext;
  const { unit: unitQuery, slotId, find, from, opensTrial } = readRuleAddress(request, pageContext);
  const { slots, units } = (
    await load(() => api.call(findMasterRules, { query: { groupId: unitQuery.groupId } }))
  ).data;
  const slot = slots.find((one) => one.id === slotId) ?? slots[0];
  if (!slot) return null;
  const ofPlace = { ...unitQuery, timeSlotId: slot.id };
  const [slotRule, versions, version, ownTrial, { company }] = await load(() =>
    Promise.all([
      api.call(masterRuleBySlot, { query: ofPlace }),
      api.call(listRuleVersions, { query: { ...ofPlace, limit: versionsShown } }),
      from === undefined ? undefined : api.call(findRuleVersion, { query: { id: from } }),
      api.call(findRuleTrial, { query: ofPlace }),
      findCompanies(context, pageContext),
    ]),
  );
  const { unit, own, inherited, topsMayWait } = slotRule.data;
  const rule = version?.data.rule ?? own ?? inherited;
  const options = await loadMixOptions(pageContext, rule);
  const trial = ownTrial.data;
  const form = formOf(opensTrial ? trial : null, rule, own);
  return {
    check: form && (await loadRuleCheck(pageContext, unitQuery, slot.id, form.rule)),
    checkTo: ruleAddress(pageContext, unit, slot.id, ruleCheckPath),
    slots: slots.map((one) => ({
      label: [one.slotName, seasonWords(one)].filter(Boolean).join(", "),
      to: ruleAddress(pageContext, unit, one.id),
      current: one.id === slot.id,
    })),
    slotName: slot.slotName,
    slotId: slot.id,
    find,
    slotRef: slots.length > 1 ? ids.encrypt("slot", slot.id) : undefined,
    units: unitTree(pageContext, units, {
      unit,
      slotId: slot.id,
      isOnlySlot: slots.length === 1,
      find,
    }),
    unit: { name: nameWithPlace(unit, units), level: unit.level, mayChange: unit.mayChange },
    ruleRef: own && ids.encrypt("rule", own.id),
    source: sourceOf(own, inherited),
    versions: versionEntries(
      await withNames(pageContext, versions.data, "who"),
      { unit, slot, own, timeZone: zoneOf(company) },
      pageContext,
    ),
    versionsTo: ruleAddress(pageContext, unit, slot.id, ruleVersionsPath),
    compareTo: ruleAddress(pageContext, unit, slot.id, ruleComparePath),
    copyTo:
      own && units.some(({ mayChange }) => mayChange)
        ? ruleAddress(pageContext, unit, slot.id, ruleCopyPath)
        : null,
    variantTo: units.some(({ level, mayChange }) => level === "COMPANY" && mayChange)
      ? `${withMember(ruleAddress(pageContext, unit, undefined, timeSlotsPath), "variantOf", ids.encrypt("slot", slot.id))}#form-slots-${slots.length}-slotName`
      : null,
    removal:
      own && inherited
        ? removalOf(pageContext, { unit, units, slotId: slot.id, own, inherited })
        : null,
    previewTo:
      unit.level === "GROUP"
        ? withMembers(dayPath, { groupId: ids.encrypt("group", unit.unitId) })
        : previewPath,
    trial:
      trial &&
      trialWords(trial, {
        to: trialAddress(pageContext, unit, slot.id),
        progressTo: ruleAddress(pageContext, unit, slot.id, ruleTrialPath),
        isOpen: opensTrial,
        timeZone: zoneOf(company),
        figures: pageContext.figures,
      }),
    rule: rule && ruleFacts(rule),
    topsMayWait,
    arc: shownArc(rule?.arc ?? []),
    constraints: alwaysGiven(constraintsOf(MasterRuleSection)),
    values: form ? formValues(form, pageContext) : emptyRule,
    errors: version && rule ? goneLines(options, rule, pageContext) : undefined,
    options,
  };
}

type UnitsOfPage = z.output<typeof findMasterRules.data>["units"];
type TreePlace = {
  unit: RuleUnit;
  slotId: number;
  isOnlySlot: boolean;
  find: string | undefined;
};

/** The locations to choose from, each with its page for the same time slot. */
const unitTree = (
  pageContext: PageContext,
  units: UnitsOfPage,
  { unit, slotId, isOnlySlot, find }: TreePlace,
) =>
  unitsAsTree(units, { current: unit, find }, (one) => ({
    name: one.name,
    level: one.level,
    to: withMember(ruleAddress(pageContext, one, isOnlySlot ? undefined : slotId), "find", find),
    current: isSameUnit(one, unit),
    own: one.rules.some((state) => state.timeSlotId === slotId && state.own),
  }));

type FormContents = { rule: MasterRuleSection; version: number | null };

/** The rule that fills the form: the one that is tried, else the one that applies. */
const formOf = (
  trial: RuleTrial | null,
  rule: MasterRule | null,
  own: MasterRule | null,
): FormContents | null =>
  trial ?? (rule && { rule: sectionOf(rule), version: own?.version ?? null });

const formValues = ({ rule, version }: FormContents, pageContext: PageContext): Values => ({
  ...ruleValues(rule, pageContext),
  ...(version !== null && { version: String(version) }),
});

type Removal = {
  unit: RuleUnit;
  units: RuleUnit[];
  slotId: number;
  own: MasterRule;
  inherited: MasterRule;
};

/** Links to the question before a location's own rule is removed. */
const removalOf = (pageContext: PageContext, { unit, units, slotId, own, inherited }: Removal) =>
  ownRuleConfirmations.linkTo(
    "remove",
    {
      path: ruleAddress(pageContext, unit, slotId, ownRulePath),
      backTo: ruleAddress(pageContext, unit, slotId),
      name: nameWithPlace(unit, units),
      own,
      inheritedFrom: sourceWords(inherited.source, false),
    },
    pageContext,
  );

/** Draws the energy by hour and the moods that the stored rule asks for. */
const shownArc = (arc: readonly ArcPoint[]) => ({
  energy:
    arcEnergies(arc)?.map((energy, hour) => ({
      label: showClock(hour * 3600),
      values: [energy],
    })) ?? null,
  moods: arcMoods(arc),
});

export type RulePage = NonNullable<Awaited<ReturnType<typeof loadRulePage>>>;
export type RuleNode = RulePage["units"][number];

/** Marks filled-in fields as required, so that no field with a value is called "optional". */
const alwaysGiven = ({
  shareBy,
  searchDepth,
  beforeFixedPoint,
  longestPauseSeconds,
  topWaitSeconds,
  ...constraints
}: ReturnType<typeof constraintsOf>) => ({
  ...constraints,
  shareBy: { ...shareBy, required: true },
  searchDepth: { ...searchDepth, required: true },
  beforeFixedPoint: { ...beforeFixedPoint, required: true },
  longestPauseSeconds: { ...longestPauseSeconds, required: true },
  topWaitSeconds: { ...topWaitSeconds, required: true },
});

/** Adds the zone, because groups of different zones often have the same name. */
function nameWithPlace(unit: RuleUnit, units: RuleUnit[]): string {
  const zone =
    unit.level === "GROUP"
      ? units.find(({ level, unitId }) => level === "ZONE" && unitId === unit.zoneId)
      : undefined;
  return zone ? `${unit.name}, ${zone.name}` : unit.name;
}

const emptyRule: Values = {
  "mix[0].kind": "chart",
  "mix[0].percent": "100",
  shareBy: "PLAYS",
  ...separationValues(usualSeparation),
  searchDepth: String(depthLimits.usual),
  beforeFixedPoint: "PAUSE",
  longestPauseSeconds: String(pauseLimits.usual),
  topWaitSeconds: String(topWaitLimits.usual),
};

function ruleValues(rule: MasterRuleSection, pageContext: PageContext): Values {
  return {
    ...mixValues(rule.mix, pageContext),
    shareBy: rule.shareBy,
    ...separationValues(rule.separation),
    ...arcValues(rule.arc, (id) => pageContext.ids.encrypt("item", id)),
    searchDepth: String(rule.searchDepth),
    fallbackChartId:
      rule.fallbackChartId === null ? "" : pageContext.ids.encrypt("chart", rule.fallbackChartId),
    beforeFixedPoint: rule.beforeFixedPoint,
    longestPauseSeconds: String(rule.longestPauseSeconds),
    topWaitSeconds: String(rule.topWaitSeconds),
  };
}

const sourceOf = (own: MasterRule | null, inherited: MasterRule | null) => {
  const rule = own ?? inherited;
  return rule && { words: sourceWords(rule.source, own !== null), own: own !== null };
};
