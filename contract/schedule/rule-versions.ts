import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { undoOf } from "../base/undo.ts";
import { MasterRule, oneUnit, RuleSource } from "./master-rule.ts";
import { ruleChanges } from "./words.ts";

/**
 * Describes a location's rule for a time slot after one save. The audit log keeps these, so that
 * none is ever lost.
 */
export const RuleVersion = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  who: z.string(),
  change: z.enum(ruleChanges),
  timeSlotId: z.int(),
  source: RuleSource,
  /** The location that the rule was copied from. */
  copiedFrom: RuleSource.nullable(),
  /** The time at which the version that this one restored was saved. */
  restoredFrom: z.iso.datetime().nullable(),
  /** False for a version from when rules had other settings: then both states are null. */
  isReadable: z.boolean(),
  /** The rule before and after; null if the location had none of its own. */
  before: MasterRule.nullable(),
  rule: MasterRule.nullable(),
});
export type RuleVersion = z.infer<typeof RuleVersion>;

export const listRuleVersions = endpoint({
  method: "get",
  path: "/masterRule/versions",
  summary:
    "Who changed a location's rule for a time slot, when and to what, newest first; removed rules included",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z
    .strictObject({ ...ofCompany, ...unitFilters, timeSlotId: idOf("slot"), ...paging })
    .refine(oneUnit.check, oneUnit.issue),
  list: true,
  data: RuleVersion,
});

export const findRuleVersion = endpoint({
  method: "get",
  path: "/masterRule/version",
  summary: "One version of a rule",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, id: idOf("version") }),
  data: RuleVersion,
});

export const restoreMasterRule = endpoint({
  method: "post",
  path: "/masterRule/restore",
  summary:
    "Go back to an earlier version of a rule, which makes a new one; or take back your own change of rules",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      versionId: idOf("version").optional(),
      /**
       * The version of the rule that you read; none where the location has no rule of its own now.
       */
      version: field.version.optional(),
      undoOf: undoOf.optional(),
    })
    .refine(({ versionId, undoOf }) => (versionId === undefined) !== (undoOf === undefined), {
      path: ["versionId"],
      message: "Choose a version, or a change to take back.",
    }),
  data: z.object({ changed: z.int() }),
  bulk: true,
});
