import { z } from "zod";
import { wholeNumber } from "../base/whole-number.ts";
import { minuteRules, rowRuleNames, ruleNames, separationLimits } from "./separation-words.ts";

/** An unbreakable rule is given up only where no song at all would be left. */
const breakable = z.boolean().default(false);
const { minutes, inARow, energy, days, playsADay } = separationLimits;
const largestEnergyStep = `Enter a whole number from 1 to ${energy}.`;

const SeparationRule = z.discriminatedUnion(
  "name",
  [
    z.strictObject({
      name: z.enum(minuteRules),
      breakable,
      minutes: wholeNumber(1, minutes, `Enter minutes from 1 to ${minutes}.`),
    }),
    /** Not in the same hour as on this many days before; only yesterday if `days` is absent. */
    z.strictObject({
      name: z.literal("DAY_OFFSET"),
      breakable,
      days: wholeNumber(1, days, `Enter days from 1 to ${days}.`).optional(),
    }),
    /** Not in the same hour as on the same weekday of the week before. */
    z.strictObject({ name: z.literal("WEEK_OFFSET"), breakable }),
    z.strictObject({
      name: z.literal("PLAYS_A_DAY"),
      breakable,
      plays: wholeNumber(1, playsADay, `Enter a whole number from 1 to ${playsADay}.`),
    }),
    /** Back in a daypart only after all other dayparts that call for the song. */
    z.strictObject({ name: z.literal("DAYPART_ROTATION"), breakable }),
    z
      .strictObject({
        name: z.literal("SEGUE"),
        breakable,
        /** Largest step of tempo between neighbours: 0 the same, 1 one step; null any. */
        tempoStep: z.int().min(0).max(1).nullable().default(null),
        /** Largest step of energy (0 calm to 100 driving) between neighbours; null any. */
        energyStep: wholeNumber(1, energy, largestEnergyStep).nullable().default(null),
      })
      .refine((rule) => rule.tempoStep !== null || rule.energyStep !== null, {
        path: ["tempoStep"],
        message: "Choose a tempo change or enter an energy change.",
      }),
    z.strictObject({
      name: z.enum(rowRuleNames),
      breakable,
      most: wholeNumber(1, inARow, `Enter a whole number from 1 to ${inARow}.`),
    }),
  ],
  { error: "Choose a rule." },
);
export type SeparationRule = z.output<typeof SeparationRule>;

/**
 * A person chooses the order: the first matters most. Each rule may be listed once; a rule that is
 * not listed does not apply.
 */
export const SeparationRules = z
  .array(SeparationRule)
  .max(ruleNames.length, "Each rule can be added once.")
  .superRefine((rules, context) => {
    for (const [index, { name }] of rules.entries())
      if (rules.findIndex((rule) => rule.name === name) < index)
        context.addIssue({
          code: "custom",
          path: [index, "name"],
          message: "This rule is already in the list.",
        });
  });
