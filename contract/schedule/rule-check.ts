import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany } from "../base/pages.ts";
import { NewMasterRule } from "./master-rule.ts";
import { lineKinds } from "./mix-words.ts";
import { minuteRules, rowRuleNames } from "./separation-words.ts";

/**
 * A rule that cannot be kept: in this many minutes it needs `need` different songs, artists, titles
 * or albums, and there are `have`.
 */
const Shortage = z.object({
  rule: z.enum([...minuteRules, "DAY_OFFSET", "WEEK_OFFSET", "PLAYS_A_DAY"]),
  have: z.int(),
  need: z.int(),
  minutes: z.int(),
  /** Days of the day offset, or plays a day. */
  count: z.int().optional(),
});
export type Shortage = z.infer<typeof Shortage>;

/**
 * A rule on songs in a row that cannot be kept: `percent` of the music is alike, and the
 * rest is too little to separate it.
 */
const Monotony = z.object({ rule: z.enum(rowRuleNames), most: z.int(), percent: z.int() });
export type Monotony = z.infer<typeof Monotony>;

const CheckedLine = z.object({
  kind: z.enum(lineKinds),
  name: z.string(),
  active: z.boolean(),
  percent: z.int(),
  /** Active songs of the chart or filter; those that may play here, and why others may not. */
  songs: z.int(),
  playable: z.int(),
  withoutAudio: z.int(),
  notLicensed: z.int(),
  /** Licensed, but their play windows are never open in the time slot. */
  outsideWindow: z.int(),
  playsPerHour: z.number(),
  /** Minutes until every playable song has played once; null if there is none. */
  turnoverMinutes: z.int().nullable(),
  shortages: z.array(Shortage),
});
export type CheckedLine = z.infer<typeof CheckedLine>;

export const RuleCheck = z.object({
  /** Countries of the location's active stores, those with the most stores first. */
  countries: z.array(
    z.object({
      country: z.string(),
      countryName: z.string(),
      stores: z.int(),
      lines: z.array(CheckedLine),
      /** Shortages of all lines together that no single line explains. */
      shortages: z.array(Shortage),
      monotonies: z.array(Monotony),
    }),
  ),
});
export type RuleCheck = z.infer<typeof RuleCheck>;

export const checkMasterRule = endpoint({
  method: "post",
  path: "/masterRule/check",
  summary:
    "Whether a rule can be kept with the songs that may play in each country of a location; saves nothing",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: NewMasterRule,
  data: RuleCheck,
});
