/** Gives every weekday the same hours, in the form that a store's form sends. */
export const everyDay = (opens: string, closes: string, more: { pastMidnight?: boolean } = {}) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens, closes, ...more }));

/** The required fields of a new store, open from 09:00 to 21:00. */
export const storeForm = (overrides: object = {}) => ({
  storeCode: "NEW-1",
  storeName: "New store",
  timeZone: "Asia/Kolkata",
  city: "Pune",
  week: everyDay("09:00", "21:00"),
  ...overrides,
});

/** Gives the same week as fields of a page's form. */
export const weekFields = (opens: string, closes: string): Record<string, string> =>
  Object.fromEntries(
    everyDay(opens, closes).flatMap((day, line) =>
      Object.entries(day).map(([name, value]) => [`week[${line}].${name}`, String(value)]),
    ),
  );
