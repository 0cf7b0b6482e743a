import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { MasterRuleSection, oneUnit } from "./master-rule.ts";
import { breakCauses, trialStates } from "./words.ts";

/** The days over which a rule is tried, from tomorrow on. */
export const triedDays = 28;

const count = z.int();

/** Figures of the tried days under one rule. */
const Outcome = z.object({
  plays: count,
  /** Different songs that played, and songs of its mix that may play and never did. */
  songs: count,
  neverPlayed: count,
  pauseSeconds: z.number(),
  /** Songs that break a rule, and how many of them for which cause. */
  breaks: count,
  causes: z.array(z.object({ cause: z.enum(breakCauses), songs: count })),
  /** Plays in an hour in which the song played this many days before. */
  sameHour: z.array(z.object({ days: count, plays: count })),
  /** Each part of the mix, with the hours until all its songs have played once. */
  parts: z.array(
    z.object({
      categoryId: count,
      name: z.string(),
      songs: count,
      played: count,
      turnoverHours: z.number().nullable(),
    }),
  ),
  hours: z.array(
    z.object({
      hour: count,
      plays: count,
      breaks: count,
      /** The mean energy that an arc asks for in the hour, and the songs', where it has one. */
      askedEnergy: z.number().nullable(),
      energy: z.number().nullable(),
      /** The mood that an arc asks for in the hour, and the plays of each mood in it. */
      askedMood: z.object({ id: z.int(), name: z.string() }).nullable(),
      moods: z.array(z.object({ moodId: z.int(), plays: count })),
    }),
  ),
});
export type TriedOutcome = z.infer<typeof Outcome>;

export const WhatIf = z.object({
  /** The group whose days are tried: of those that play by the rule the one with the most stores. */
  groupName: z.string(),
  from: z.string(),
  to: z.string(),
  /** With the stored rules, and with the one that was sent. */
  present: Outcome,
  trial: Outcome,
  /** Songs whose plays differ most. */
  songs: z.array(
    z.object({
      songId: count,
      title: z.string(),
      artist: z.string(),
      present: count,
      trial: count,
    }),
  ),
});
export type WhatIf = z.infer<typeof WhatIf>;

export const RuleTrial = z.object({
  state: z.enum(trialStates),
  startedAt: z.iso.datetime(),
  /** The rule that is tried, and the version of the stored rule that it changes, if it has one. */
  rule: MasterRuleSection,
  version: z.int().nullable(),
  /** The days that are made, by both rules, of `days` in all. */
  day: count,
  days: count,
  /** Why it failed. */
  reason: z.string().nullable(),
  result: WhatIf.nullable(),
});
export type RuleTrial = z.infer<typeof RuleTrial>;

const place = { ...unitFilters, timeSlotId: idOf("slot") };

const NewTrial = z
  .strictObject({
    ...place,
    ...MasterRuleSection.shape,
    /** The version that was read; left out if the location has no rule of its own. */
    version: field.version.optional(),
  })
  .refine(oneUnit.check, oneUnit.issue);
export type NewTrial = z.output<typeof NewTrial>;

export const tryMasterRule = endpoint({
  method: "post",
  path: "/masterRule/what-if",
  summary:
    "Start a comparison of what a rule would make of the next 28 days of a group with what the stored rules make of them; saves no rule. It replaces the caller's earlier one of this location and time slot",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: NewTrial,
  data: RuleTrial,
});

export const findRuleTrial = endpoint({
  method: "get",
  path: "/masterRule/what-if",
  summary:
    "The caller's own comparison of a location's rule in a time slot, with its progress; null if there is none",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, ...place }).refine(oneUnit.check, oneUnit.issue),
  data: RuleTrial.nullable(),
});
