import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { mostUndone } from "../base/undo-limits.ts";
import { oneUnit, RuleSource } from "./master-rule.ts";

/** Limits the rules copied at once to as many as can be undone at once. */
export const mostCopied = mostUndone;
export const tooManyCopies = `At most ${mostCopied} rules are copied at once. Choose fewer locations, or a zone or region above them.`;

const locations = (kind: "region" | "zone" | "group" | "store") =>
  z.array(idOf(kind)).max(mostCopied, tooManyCopies).default([]);

/** Names the rules to copy and their targets: the half that the page's form has, too. */
export const RuleCopyForm = z.strictObject({
  /** One slot, or all for which the location has a rule of its own. */
  timeSlotId: idOf("slot").optional(),
  toCompany: z.boolean().default(false),
  toRegionIds: locations("region"),
  toZoneIds: locations("zone"),
  toGroupIds: locations("group"),
  toStoreIds: locations("store"),
});
export type RuleCopyForm = z.output<typeof RuleCopyForm>;

const RuleCopy = z.object({
  timeSlotId: z.int(),
  slotName: z.string(),
  target: RuleSource,
  /** SAME: the location has this very rule already, and keeps it. */
  change: z.enum(["ADDED", "REPLACED", "SAME"]),
});
export type RuleCopy = z.infer<typeof RuleCopy>;

export const copyMasterRule = endpoint({
  method: "post",
  path: "/masterRule/copy",
  summary:
    "Copy a location's own rules to others, in place of theirs; with dryRun=true only say what that does",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({ ...unitFilters, ...RuleCopyForm.shape, dryRun: z.boolean().default(false) })
    .refine(oneUnit.check, oneUnit.issue)
    .refine(
      ({ toCompany, toRegionIds, toZoneIds, toGroupIds, toStoreIds }) =>
        toCompany || [toRegionIds, toZoneIds, toGroupIds, toStoreIds].some((ids) => ids.length > 0),
      { path: ["toGroupIds"], message: "Choose at least one location." },
    ),
  data: z.object({ changed: z.int(), copies: z.array(RuleCopy) }),
  bulk: true,
});
