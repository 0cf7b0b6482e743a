import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { arcLimits } from "./day-arc.ts";
import { MixLine, SentMix, sentLineOf } from "./mix.ts";
import { SeparationRules } from "./separation-rules.ts";
import {
  depthLimits,
  fixedPointChoices,
  pauseLimits,
  shareMeasures,
  topWaitLimits,
} from "./separation-words.ts";
import { TimeSlot } from "./time-slots.ts";
import { ruleLevels } from "./words.ts";

/** The unit a rule is about: one of the four ids, or none of them for the company itself. */
export type UnitIds = {
  regionId?: number | undefined;
  zoneId?: number | undefined;
  groupId?: number | undefined;
  storeId?: number | undefined;
};
export const oneUnit = {
  check: (value: UnitIds) =>
    [value.regionId, value.zoneId, value.groupId, value.storeId].filter((id) => id !== undefined)
      .length <= 1,
  issue: { path: ["groupId"], message: messages.oneLocation },
};

export const RuleSource = z.object({
  level: z.enum(ruleLevels),
  unitId: z.int(),
  name: z.string(),
});

export const RuleUnit = z.object({
  ...RuleSource.shape,
  regionId: z.int().nullable(),
  zoneId: z.int().nullable(),
  groupId: z.int().nullable(),
  /** True if the caller owns the unit and so may give it a rule of its own (CTX-3). */
  mayChange: z.boolean(),
});
export type RuleUnit = z.infer<typeof RuleUnit>;

const arcHour = wholeNumber(0, 23, "Enter an hour from 0 to 23.");
const arcEnergy = wholeNumber(
  0,
  arcLimits.energy,
  `Enter an energy from 0 to ${arcLimits.energy}.`,
).nullable();
const idAndName = z.object({ id: z.int(), name: z.string() });
const SentArcPoint = z.strictObject(
  {
    hour: arcHour,
    energy: arcEnergy.default(null),
    moodId: idOf("item", "Choose a mood.").nullable().default(null),
  },
  { error: "Enter an hour, or remove the point." },
);
/**
 * Points of energy and mood over the hours of a day, which songs follow where the rules leave a
 * choice. A point without either ends the mood before it.
 */
const SentArc = z
  .array(SentArcPoint)
  .max(arcLimits.points, `At most ${arcLimits.points} points are allowed.`)
  .superRefine((points, context) => {
    const asksForMood = points.some(({ moodId }) => moodId !== null);
    for (const [index, { hour, energy }] of points.entries()) {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, field], message });
      if (points.findIndex((point) => point.hour === hour) < index)
        refuse("hour", "This hour already has a point.");
      if (energy === null && !asksForMood) refuse("energy", "Enter an energy or choose a mood.");
    }
  });
/** The points in the order of their hours. */
const Arc = z.array(z.object({ hour: arcHour, energy: arcEnergy, mood: idAndName.nullable() }));

/** The section a person fills in; PUT replaces it as a whole. */
const ruleSection = {
  mix: SentMix,
  /** The measure of its shares: plays or airtime. */
  shareBy: z.enum(shareMeasures).default("PLAYS"),
  separation: SeparationRules.default([]),
  arc: SentArc.default([]),
  /** The number of longest-rested songs that each position chooses from. */
  searchDepth: wholeNumber(depthLimits.least, depthLimits.most).default(depthLimits.usual),
  /** Plays if a chart of the mix has no song that may play; null: any licensed song. */
  fallbackChartId: idOf("chart", "Choose a chart.").nullable().default(null),
  /**
   * The longest pause, in seconds, that is left before a fixed point if no songs that keep the
   * unbreakable rules end at it.
   */
  longestPauseSeconds: wholeNumber(pauseLimits.least, pauseLimits.most).default(pauseLimits.usual),
  /** Seconds that a top of the hour may then wait for the end of a song; 0 is exact. */
  topWaitSeconds: wholeNumber(topWaitLimits.least, topWaitLimits.most).default(topWaitLimits.usual),
  /** Chooses what to give up if even that does not help. */
  beforeFixedPoint: z.enum(fixedPointChoices).default("PAUSE"),
};
export const MasterRuleSection = z.strictObject(ruleSection);
export type MasterRuleSection = z.output<typeof MasterRuleSection>;

export const MasterRule = z.object({
  id: z.int(),
  version: z.int(),
  timeSlotId: z.int(),
  source: RuleSource,
  mix: z.array(MixLine),
  shareBy: z.enum(shareMeasures).default("PLAYS"),
  separation: SeparationRules,
  arc: Arc.default([]),
  searchDepth: z.int(),
  fallbackChart: z
    .object({ chartId: z.int(), chartName: z.string(), active: z.boolean() })
    .nullable(),
  beforeFixedPoint: z.enum(fixedPointChoices),
  longestPauseSeconds: z.int().default(pauseLimits.usual),
  topWaitSeconds: z.int().default(topWaitLimits.usual),
  updatedAt: z.string(),
});
export type MasterRule = z.infer<typeof MasterRule>;

/** The arc that makes this one, as a save sends it. */
export const sentArcOf = (arc: MasterRule["arc"]): MasterRuleSection["arc"] =>
  arc.map(({ mood, ...point }) => ({ ...point, moodId: mood?.id ?? null }));

/** The section that makes this rule, as a save sends it. */
export const sectionOf = ({ mix, fallbackChart, ...rule }: MasterRule): MasterRuleSection => ({
  shareBy: rule.shareBy,
  separation: rule.separation,
  arc: sentArcOf(rule.arc),
  searchDepth: rule.searchDepth,
  beforeFixedPoint: rule.beforeFixedPoint,
  longestPauseSeconds: rule.longestPauseSeconds,
  topWaitSeconds: rule.topWaitSeconds,
  fallbackChartId: fallbackChart?.chartId ?? null,
  mix: mix.map(sentLineOf),
});

export const findMasterRules = endpoint({
  method: "get",
  path: "/master-rule/find-by-company-id",
  summary:
    "The rule of each location in scope for each time slot: its own, or the inherited one and its source",
  access: ["MASTER_RULE"],
  scope: "company",
  /**
   * Stores are listed where they have a rule of their own; with groupId, those of that group as
   * well.
   */
  query: z.strictObject({ ...ofCompany, groupId: field.id.optional() }),
  data: z.object({
    slots: z.array(TimeSlot),
    units: z.array(
      z.object({
        ...RuleUnit.shape,
        rules: z.array(
          z.object({
            timeSlotId: z.int(),
            ruleId: z.int().nullable(),
            own: z.boolean(),
            source: RuleSource.nullable(),
          }),
        ),
      }),
    ),
  }),
});

export const masterRuleBySlot = endpoint({
  method: "get",
  path: "/masterRuleBySlotId",
  summary: "The rule that applies to a location in a time slot, with its source",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z
    .strictObject({ ...ofCompany, ...unitFilters, timeSlotId: idOf("slot") })
    .refine(oneUnit.check, oneUnit.issue),
  data: z.object({
    slot: TimeSlot,
    unit: RuleUnit,
    /** The unit's own rule; null where it inherits. */
    own: MasterRule.nullable(),
    /**
     * The rule that it inherits, or would without its own; null if no unit above has a rule.
     */
    inherited: MasterRule.nullable(),
    /** True if the company's rules may let a top of the hour wait (VOC-1). */
    topsMayWait: z.boolean(),
  }),
});

export const findMasterRule = endpoint({
  method: "get",
  path: "/masterRule",
  summary: "One rule",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: MasterRule,
});

export const NewMasterRule = z
  .strictObject({ ...unitFilters, timeSlotId: idOf("slot"), ...ruleSection })
  .refine(oneUnit.check, oneUnit.issue);
export type NewMasterRule = z.output<typeof NewMasterRule>;

export const addMasterRule = endpoint({
  method: "post",
  path: "/masterRule",
  summary: "Give a location its own rule for a time slot",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: NewMasterRule,
  data: MasterRule,
  success: 201,
  idempotent: true,
});

export const changeMasterRule = endpoint({
  method: "put",
  path: "/masterRule",
  summary: "Replace a rule; send the version that you read",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ id: field.id, version: field.version, ...ruleSection }),
  data: MasterRule,
});

export const removeMasterRule = endpoint({
  method: "delete",
  path: "/masterRule",
  summary: "Remove a location's own rule, so that it inherits again",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, id: field.id, version: field.version }),
  data: z.null(),
});
