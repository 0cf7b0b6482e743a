import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { TimeSlot } from "./time-slots.ts";
import { isMixWhole, mixLimits, mixSaid, ruleLevels } from "./words.ts";

/** The unit a rule is about: one of the four ids, or none of them for the company itself. */
export type UnitIds = {
  regionId?: number | undefined;
  zoneId?: number | undefined;
  groupId?: number | undefined;
  storeId?: number | undefined;
};
const oneUnit = {
  check: (value: UnitIds) => [value.regionId, value.zoneId, value.groupId, value.storeId].filter((id) => id !== undefined).length <= 1,
  said: { path: ["groupId"], message: messages.oneLocation },
};

const Source = z.object({ level: z.enum(ruleLevels), unitId: z.int(), name: z.string() });

export const RuleUnit = z.object({
  ...Source.shape,
  regionId: z.int().nullable(),
  zoneId: z.int().nullable(),
  groupId: z.int().nullable(),
  /** Whether the caller owns the unit and so may give it a rule of its own (CTX-3). */
  mayChange: z.boolean(),
});
export type RuleUnit = z.infer<typeof RuleUnit>;

const minutes = (max: number) =>
  z
    .number({ error: `Enter minutes from 0 to ${max}.` })
    .int(`Enter whole minutes from 0 to ${max}.`)
    .min(0, `Enter minutes from 0 to ${max}.`)
    .max(max, `Enter minutes from 0 to ${max}.`);
const percent = wholeNumber(1, 100, "Enter a whole number from 1 to 100.");

const mix = z
  .array(z.strictObject({ chartId: idOf("chart", "Choose a chart."), percent }))
  .min(1, "Add at least one chart.")
  .max(mixLimits.lines, `At most ${mixLimits.lines} charts are allowed.`)
  .superRefine((lines, context) => {
    for (const [index, { chartId }] of lines.entries())
      if (lines.findIndex((line) => line.chartId === chartId) < index)
        context.addIssue({ code: "custom", path: [index, "chartId"], message: "This chart is already in the mix." });
    if (!isMixWhole(lines)) context.addIssue({ code: "custom", path: [], message: mixSaid(lines) });
  });

/** The section a person fills in; PUT replaces it as a whole. */
const ruleSection = {
  /** Order is the order of the lines; percents make 100. */
  mix,
  minimumRestMinutes: minutes(mixLimits.minutes),
  artistSeparationMinutes: minutes(mixLimits.minutes),
  titleSeparationMinutes: minutes(mixLimits.minutes),
  /** Not in the same hour as yesterday. */
  dayOffset: z.boolean().default(false),
  /** Largest step of tempo between neighbours: 0 the same, 1 one step, 2 any. */
  tempoStep: z.number({ error: "Choose how much the tempo may change." }).int().min(0).max(2),
};
export const MasterRuleSection = z.strictObject(ruleSection);
export type MasterRuleSection = z.output<typeof MasterRuleSection>;

export const MasterRule = z.object({
  id: z.int(),
  version: z.int(),
  timeSlotId: z.int(),
  source: Source,
  mix: z.array(z.object({ chartId: z.int(), chartName: z.string(), active: z.boolean(), songs: z.int(), percent: z.int() })),
  minimumRestMinutes: z.int(),
  artistSeparationMinutes: z.int(),
  titleSeparationMinutes: z.int(),
  dayOffset: z.boolean(),
  tempoStep: z.int(),
  updatedAt: z.string(),
});
export type MasterRule = z.infer<typeof MasterRule>;

export const findMasterRules = endpoint({
  method: "get",
  path: "/master-rule/find-by-company-id",
  summary: "The rule of each location in scope for each time slot: its own, or the inherited one and its source",
  access: ["MASTER_RULE"],
  scope: "company",
  /** Stores are listed where they have a rule of their own; with groupId, those of that group as well. */
  query: z.strictObject({ ...ofCompany, groupId: field.id.optional() }),
  data: z.object({
    slots: z.array(TimeSlot),
    units: z.array(
      z.object({
        ...RuleUnit.shape,
        rules: z.array(z.object({ timeSlotId: z.int(), ruleId: z.int().nullable(), own: z.boolean(), source: Source.nullable() })),
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
  query: z.strictObject({ ...ofCompany, ...unitFilters, timeSlotId: idOf("slot") }).refine(oneUnit.check, oneUnit.said),
  data: z.object({
    slot: TimeSlot,
    unit: RuleUnit,
    /** The unit's own rule; null where it inherits. */
    own: MasterRule.nullable(),
    /** What it inherits, or would inherit without its own; null where no unit above has a rule. */
    inherited: MasterRule.nullable(),
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
  .refine(oneUnit.check, oneUnit.said);
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
