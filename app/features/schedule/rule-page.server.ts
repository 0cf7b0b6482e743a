import { chartChoices } from "#contract/charts/endpoints";
import { findMasterRules, type MasterRule, MasterRuleSection, masterRuleBySlot, type RuleUnit } from "#contract/schedule/master-rule";
import { constraintsOf } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ownRuleConfirmations } from "./own-rule.server";
import { dayPath, ownRulePath, previewPath, ruleCheckPath } from "./paths";
import { loadRuleCheck } from "./rule-check.server";
import { readRuleAddress, ruleAddress } from "./rule-unit.server";
import { durationWords, sourceWords } from "./rule-words";
import { masterRuleTexts } from "./texts";

export async function loadRulePage(request: Request, guarded: Guarded) {
  const { api, ids } = guarded;
  const { unit: unitQuery, slotId, find } = readRuleAddress(request, guarded);
  const { slots, units } = (await load(() => api.call(findMasterRules, { query: { groupId: unitQuery.groupId } }))).data;
  const slot = slots.find((one) => one.id === slotId) ?? slots[0];
  if (!slot) return null;
  const [slotRule, charts] = await load(() =>
    Promise.all([api.call(masterRuleBySlot, { query: { ...unitQuery, timeSlotId: slot.id } }), api.call(chartChoices, {})]),
  );
  const { unit, own, inherited } = slotRule.data;
  const rule = own ?? inherited;
  return {
    check: rule && (await loadRuleCheck(guarded, unitQuery, slot.id, sectionOf(rule))),
    checkTo: ruleAddress(guarded, unit, slot.id, ruleCheckPath),
    slots: slots.map((one) => ({ label: one.slotName, to: ruleAddress(guarded, unit, one.id), current: one.id === slot.id })),
    slotName: slot.slotName,
    slotId: slot.id,
    find,
    slotRef: slots.length > 1 ? ids.encrypt("slot", slot.id) : undefined,
    units: asTree(
      units.map((one) => ({
        ...one,
        to: withMembers(ruleAddress(guarded, one, slots.length > 1 ? slot.id : undefined), { find }),
        current: one.level === unit.level && one.unitId === unit.unitId,
        own: one.rules.some((state) => state.timeSlotId === slot.id && state.own),
      })),
      find,
    ),
    unit: { name: nameWithPlace(unit, units), level: unit.level, mayChange: unit.mayChange },
    source: rule && { words: sourceWords(rule.source, own !== null), own: own !== null },
    removal:
      own && inherited
        ? ownRuleConfirmations.linkTo(
            "remove",
            {
              path: ruleAddress(guarded, unit, slot.id, ownRulePath),
              backTo: ruleAddress(guarded, unit, slot.id),
              name: nameWithPlace(unit, units),
              own,
              inheritedFrom: sourceWords(inherited.source, false),
            },
            guarded,
          )
        : null,
    previewTo: unit.level === "GROUP" ? withMembers(dayPath, { groupId: ids.encrypt("group", unit.unitId) }) : previewPath,
    rule: rule && factsOf(rule),
    constraints: constraintsOf(MasterRuleSection),
    values: { ...(rule ? valuesOf(rule, guarded) : emptyRule), ...(own && { version: String(own.version) }) },
    charts: chartOptions(charts.data, rule, guarded),
  };
}
export type RulePage = NonNullable<Awaited<ReturnType<typeof loadRulePage>>>;

type Place = RuleUnit & { to: string; current: boolean; own: boolean };
export type RuleNode = Pick<Place, "name" | "level" | "to" | "current" | "own"> & {
  /** Whether what lies below is unfolded: the way to the unit in sight and to what was looked for. */
  open: boolean;
  below: RuleNode[];
};

const parentOf = {
  COMPANY: () => null,
  REGION: () => "COMPANY",
  ZONE: ({ regionId }: Place) => `REGION ${regionId}`,
  GROUP: ({ zoneId }: Place) => `ZONE ${zoneId}`,
  STORE: ({ groupId }: Place) => `GROUP ${groupId}`,
} as const;

/** The units as a tree; of a search those with the words in their name, and what leads to them. A unit whose parent is out of sight is a root. */
function asTree(places: Place[], find: string | undefined): RuleNode[] {
  const keyOf = ({ level, unitId }: Place) => (level === "COMPANY" ? level : `${level} ${unitId}`);
  const keys = new Set(places.map(keyOf));
  const parentIn = (place: Place) => {
    const parent = parentOf[place.level](place);
    return parent !== null && keys.has(parent) ? parent : null;
  };
  const byParent = new Map<string | null, Place[]>();
  for (const place of places) byParent.set(parentIn(place), [...(byParent.get(parentIn(place)) ?? []), place]);
  const words = find?.toLowerCase();
  const nodesBelow = (parent: string | null): RuleNode[] =>
    (byParent.get(parent) ?? []).flatMap((place) => {
      const { name, level, to, current, own } = place;
      const below = nodesBelow(keyOf(place));
      const isFound = words === undefined || name.toLowerCase().includes(words);
      if (!isFound && below.length === 0) return [];
      const open = level === "COMPANY" || words !== undefined || current || below.some((node) => node.open || node.current);
      return [{ name, level, to, current, own, open, below }];
    });
  return nodesBelow(null);
}

/** Groups of different zones often have the same name. */
function nameWithPlace(unit: RuleUnit, units: RuleUnit[]): string {
  const zone = unit.level === "GROUP" ? units.find(({ level, unitId }) => level === "ZONE" && unitId === unit.zoneId) : undefined;
  return zone ? `${unit.name}, ${zone.name}` : unit.name;
}

const sectionOf = ({ mix, minimumRestMinutes, artistSeparationMinutes, titleSeparationMinutes, dayOffset, tempoStep }: MasterRule) => ({
  ...{ minimumRestMinutes, artistSeparationMinutes, titleSeparationMinutes, dayOffset, tempoStep },
  mix: mix.map(({ chartId, percent }) => ({ chartId, percent })),
});

const emptyRule: Record<string, string> = {
  "mix[0].chartId": "",
  "mix[0].percent": "100",
  minimumRestMinutes: "120",
  artistSeparationMinutes: "30",
  titleSeparationMinutes: "60",
  dayOffset: "on",
  tempoStep: "2",
};

function valuesOf(rule: MasterRule, { ids }: Guarded): Record<string, string> {
  const lines = rule.mix.flatMap(({ chartId, percent }, line) => [
    [`mix[${line}].chartId`, ids.encrypt("chart", chartId)],
    [`mix[${line}].percent`, String(percent)],
  ]);
  return {
    ...Object.fromEntries(lines),
    minimumRestMinutes: String(rule.minimumRestMinutes),
    artistSeparationMinutes: String(rule.artistSeparationMinutes),
    titleSeparationMinutes: String(rule.titleSeparationMinutes),
    dayOffset: rule.dayOffset ? "on" : "",
    tempoStep: String(rule.tempoStep),
  };
}

/** Charts to choose from; one in the rule that was switched off since stays in the list, and says so. */
function chartOptions(
  charts: { id: number; chartName: string; kind: string; songs: number }[],
  rule: MasterRule | null,
  { ids, figures }: Guarded,
) {
  const gone = (rule?.mix ?? []).filter((line) => !charts.some(({ id }) => id === line.chartId));
  return [
    ...charts.map(({ id, chartName, kind, songs }) => ({
      value: ids.encrypt("chart", id),
      label: `${chartName} (${kind === "custom" ? "own, " : ""}${figures.counted(songs, "song")})`,
    })),
    ...gone.map(({ chartId, chartName }) => ({ value: ids.encrypt("chart", chartId), label: `${chartName} (inactive)` })),
  ];
}

const factsOf = (rule: MasterRule) => ({
  mix: rule.mix.map(({ chartName, percent, songs, active }) => ({ chartName, percent, songs, active })),
  facts: [
    { term: "Minimum rest", value: durationWords(rule.minimumRestMinutes) },
    { term: "Artist separation", value: durationWords(rule.artistSeparationMinutes) },
    { term: "Title separation", value: durationWords(rule.titleSeparationMinutes) },
    { term: "Day offset", value: rule.dayOffset ? masterRuleTexts.dayOffset : "Off" },
    { term: "Tempo", value: ["The same tempo throughout", "At most one level", "Any change"][rule.tempoStep] ?? "" },
  ],
});
