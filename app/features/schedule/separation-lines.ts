import { isAmong } from "#contract/base/records";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import { type RuleName, rowRules, ruleNames } from "#contract/schedule/separation-words";
import { linesIn, oneOf, type Values, withLinesIn } from "~/ui/form-lines";

/**
 * The control that takes the focus when the form comes back; the line itself if a line was added
 * or removed.
 */
export type SeparationFocus = { line: number; on: "up" | "down" | "line" };

const isRuleName = (name: string): name is RuleName => isAmong(ruleNames, name);

/** The rules of a form in order, without unknown names. */
export const ruleLinesOf = (values: Values): RuleName[] =>
  linesIn(values, "separation")
    .map(({ name }) => oneOf(name))
    .filter(isRuleName);

/**
 * The command of a button of the rules: "separation-up-2", "separation-down-2",
 * "separation-remove-2", or "separation-add" with the rule that was chosen. Undefined for anything
 * else.
 */
export function editSeparation(
  values: Values,
  edit: string,
  added: string,
): { values: Values; focus: SeparationFocus } | undefined {
  const [, act, place] = /^separation-(up|down|remove|add)(?:-(\d+))?$/.exec(edit) ?? [];
  if (act === undefined) return undefined;
  const lines = linesIn(values, "separation");
  const line = Number(place ?? lines.length);
  const edited = (order: Values[], focus: SeparationFocus) => ({
    values: withLinesIn(values, "separation", order),
    focus,
  });
  if (act === "add") {
    const isNew = isRuleName(added) && !ruleLinesOf(values).includes(added);
    return edited(isNew ? [...lines, newLine(added)] : lines, { line, on: "line" });
  }
  if (act === "remove")
    return edited(
      lines.filter((_, index) => index !== line),
      { line: Math.max(0, line - 1), on: "line" },
    );
  const to = act === "up" ? line - 1 : line + 1;
  const moved = lines[line];
  const other = lines[to];
  if (!moved || !other) return edited(lines, { line, on: "line" });
  const order = lines.map((one, index) => (index === line ? other : index === to ? moved : one));
  const isLast = act === "up" ? to === 0 : to === lines.length - 1;
  return edited(order, {
    line: to,
    on: isLast ? (act === "up" ? "down" : "up") : (act as "up" | "down"),
  });
}

/** A newly added rule: breakable, so that it never makes a day worse, with usual values. */
const newLine = (name: RuleName): Values => {
  const line = { name, breakable: "on" };
  if (name === "WEEK_OFFSET" || name === "DAYPART_ROTATION") return line;
  if (name === "DAY_OFFSET") return { ...line, days: "3" };
  if (name === "PLAYS_A_DAY") return { ...line, plays: "3" };
  if (name === "SEGUE") return { ...line, tempoStep: "1" };
  return name in rowRules ? { ...line, most: "3" } : { ...line, minutes: "60" };
};

/** Turns rules into the form's values. */
export const separationValues = (rules: readonly SeparationRule[]): Values =>
  withLinesIn(
    {},
    "separation",
    rules.map(({ breakable, ...rule }) => ({
      ...(breakable && { breakable: "on" }),
      ...(rule.name === "DAY_OFFSET" && { days: "1" }),
      ...Object.fromEntries(
        Object.entries(rule).map(([member, value]) => [
          member,
          value === null ? "" : String(value),
        ]),
      ),
    })),
  );

/** The separation rules that a new rule starts with. */
export const usualSeparation: SeparationRule[] = [
  { name: "MINIMUM_REST", breakable: false, minutes: 120 },
  { name: "ARTIST_SEPARATION", breakable: false, minutes: 30 },
  { name: "TITLE_SEPARATION", breakable: false, minutes: 60 },
  { name: "DAY_OFFSET", breakable: false, days: 1 },
];
