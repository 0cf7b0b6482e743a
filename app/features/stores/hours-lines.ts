import { clockOf, type DayHours, mostExceptions, weekFromMonday } from "#contract/stores/words";

/**
 * Opening hours as fields of a form: a line for each weekday from Monday, and one for each single
 * date.
 */

type Values = Record<string, string | string[]>;
type Week = readonly ({ weekday: number } & DayHours)[];
type Dates = readonly {
  day: string;
  opens: number | null;
  closes: number | null;
  note: string | null;
}[];

const times = (
  line: string,
  hours: { opens: number | null; closes: number | null } | undefined,
): Record<string, string> => {
  if (!hours || hours.opens === null || hours.closes === null) return { [`${line}.closed`]: "on" };
  const { opens, closes } = hours;
  return {
    [`${line}.opens`]: clockOf(opens),
    [`${line}.closes`]: clockOf(closes),
    ...(closes > 1440 && { [`${line}.pastMidnight`]: "on" }),
  };
};

export const hoursValues = (week: Week, exceptions: Dates = []): Record<string, string> =>
  Object.assign(
    {},
    ...weekFromMonday.map((weekday, line) =>
      times(
        `week[${line}]`,
        week.find((day) => day.weekday === weekday),
      ),
    ),
    ...exceptions.map((date, line) => ({
      ...times(`exceptions[${line}]`, date),
      [`exceptions[${line}].day`]: date.day,
      ...(date.note !== null && { [`exceptions[${line}].note`]: date.note }),
    })),
  );

/** Counts the lines of dates; a line just added has no values yet. */
export const countExceptions = (values: Values = {}): number =>
  Math.max(
    0,
    ...Object.keys(values).map((name) => 1 + Number(/^exceptions\[(\d+)\]/.exec(name)?.[1] ?? -1)),
  );

/**
 * Applies a button of the hours: "same" copies Monday's to every day, "add" adds a
 * date, "remove-3" removes the fourth.
 */
export function editHours(values: Values, edit: string): Values {
  const count = countExceptions(values);
  if (edit === "add")
    return count < mostExceptions ? { ...values, [`exceptions[${count}].day`]: "" } : values;
  if (edit === "same") {
    const others = Object.entries(values).filter(([name]) => !/^week\[[1-6]\]\./.test(name));
    const monday = others.filter(
      ([name]) => name.startsWith("week[0].") && name !== "week[0].weekday",
    );
    const copies = [1, 2, 3, 4, 5, 6].flatMap((line) => [
      [`week[${line}].weekday`, String(weekFromMonday[line])] as const,
      ...monday.map(([name, value]) => [name.replace("week[0]", `week[${line}]`), value] as const),
    ]);
    return Object.fromEntries([...others, ...copies]);
  }
  const removed = Number(/^remove-(\d{1,3})$/.exec(edit)?.[1] ?? Number.NaN);
  if (Number.isNaN(removed)) return values;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const line = Number(/^exceptions\[(\d+)\]/.exec(name)?.[1] ?? -1);
      if (line === removed) return [];
      return [[line > removed ? name.replace(/\d+/, String(line - 1)) : name, value]];
    }),
  );
}
