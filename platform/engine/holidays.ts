import { addDays, weekdayOf } from "#contract/base/dates";

/** A holiday; `isExpected` where the moon's sighting or an almanac may still move it by a day. */
export type Holiday = { date: string; name: string; isExpected: boolean };

type DatesOf = (year: number) => readonly (string | undefined)[];
type HolidayRule = { name: string; dates: DatesOf; isExpected?: true };

/** Lists a country's holidays in order; null for a country (ISO 3166-1) that this file lacks. */
export function holidaysIn(country: string, year: number): Holiday[] | null {
  const rules = countries[country];
  if (!rules) return null;
  return rules
    .flatMap(({ name, dates, isExpected = false }) =>
      dates(year).flatMap((date) =>
        date?.startsWith(`${year}-`) ? [{ date, name, isExpected }] : [],
      ),
    )
    .sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
}

const on =
  (monthDay: string): DatesOf =>
  (year) => [`${year}-${monthDay}`];

/** The nth weekday (0 Sunday) of a month; the last one for -1. */
const nth =
  (n: number, weekday: number, month: string): DatesOf =>
  (year) => {
    const first = `${year}-${month}-01`;
    const monthAfter = addDays(first, 31).slice(0, 7);
    const from = n > 0 ? first : addDays(`${monthAfter}-01`, -7);
    return [addDays(from, ((weekday - weekdayOf(from) + 7) % 7) + 7 * (n > 0 ? n - 1 : 0))];
  };

/** Days from Easter Sunday, by the rule of Meeus, Jones and Butcher. */
const easter =
  (days: number): DatesOf =>
  (year) => {
    const a = year % 19;
    const b = Math.floor(year / 100);
    const c = year % 100;
    const d =
      (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) %
      30;
    const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
    const m = Math.floor((a + 11 * d + 22 * e) / 451);
    const place = d + e - 7 * m + 114;
    const sunday = `${year}-0${Math.floor(place / 31)}-${String((place % 31) + 1).padStart(2, "0")}`;
    return [addDays(sunday, days)];
  };

const islamic = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura", {
  timeZone: "UTC",
  day: "numeric",
  month: "numeric",
});
/** A day of the Umm al-Qura calendar, whose year is shorter: two may fall into one of ours. */
const hijri =
  (month: number, day: number): DatesOf =>
  (year) =>
    Array.from({ length: 366 }, (_, place) => addDays(`${year}-01-01`, place)).filter(
      (date) => islamic.format(new Date(date)).split(" ")[0] === `${month}/${day}`,
    );

/** Dates from an almanac, for the years that it covers. */
const almanac =
  (...dates: string[]): DatesOf =>
  (year) => [dates.find((date) => date.startsWith(`${year}-`))];

const [newYear, christmas] = [on("01-01"), on("12-25")];
const goodFriday = { name: "Good Friday", dates: easter(-2) };
const eids = (fitr: string, adha: string): HolidayRule[] => [
  { name: fitr, dates: hijri(10, 1), isExpected: true },
  { name: adha, dates: hijri(12, 10), isExpected: true },
];
const diwali = almanac("2026-11-08", "2027-10-29", "2028-10-17", "2029-11-05", "2030-10-26");

/** Public holidays, and days for which stores change their music. */
const countries: Readonly<Record<string, readonly HolidayRule[]>> = {
  IN: [
    { name: "New Year's Day", dates: newYear },
    { name: "Republic Day", dates: on("01-26") },
    { name: "Valentine's Day", dates: on("02-14") },
    {
      name: "Holi",
      dates: almanac("2026-03-04", "2027-03-22", "2028-03-11", "2029-03-01", "2030-03-20"),
      isExpected: true,
    },
    goodFriday,
    ...eids("Eid al-Fitr", "Bakrid"),
    { name: "Independence Day", dates: on("08-15") },
    {
      name: "Raksha Bandhan",
      dates: almanac("2026-08-28", "2027-08-17", "2028-08-05", "2029-08-23", "2030-08-13"),
      isExpected: true,
    },
    {
      name: "Ganesh Chaturthi",
      dates: almanac("2026-09-14", "2027-09-04", "2028-08-23", "2029-09-11", "2030-09-01"),
      isExpected: true,
    },
    { name: "Gandhi Jayanti", dates: on("10-02") },
    {
      name: "Dussehra",
      dates: almanac("2026-10-20", "2027-10-09", "2028-09-27", "2029-10-16", "2030-10-06"),
      isExpected: true,
    },
    { name: "Diwali", dates: diwali, isExpected: true },
    { name: "Christmas Day", dates: christmas },
  ],
  AE: [
    { name: "New Year's Day", dates: newYear },
    ...eids("Eid al-Fitr", "Eid al-Adha"),
    { name: "Islamic New Year", dates: hijri(1, 1), isExpected: true },
    { name: "National Day", dates: on("12-02") },
  ],
  SG: [
    { name: "New Year's Day", dates: newYear },
    goodFriday,
    ...eids("Hari Raya Puasa", "Hari Raya Haji"),
    { name: "Labour Day", dates: on("05-01") },
    { name: "National Day", dates: on("08-09") },
    { name: "Deepavali", dates: diwali, isExpected: true },
    { name: "Christmas Day", dates: christmas },
  ],
  GB: [
    { name: "New Year's Day", dates: newYear },
    goodFriday,
    { name: "Easter Monday", dates: easter(1) },
    { name: "Early May bank holiday", dates: nth(1, 1, "05") },
    { name: "Spring bank holiday", dates: nth(-1, 1, "05") },
    { name: "Summer bank holiday", dates: nth(-1, 1, "08") },
    { name: "Christmas Day", dates: christmas },
    { name: "Boxing Day", dates: on("12-26") },
  ],
  US: [
    { name: "New Year's Day", dates: newYear },
    { name: "Martin Luther King Jr. Day", dates: nth(3, 1, "01") },
    { name: "Valentine's Day", dates: on("02-14") },
    { name: "Presidents' Day", dates: nth(3, 1, "02") },
    { name: "Memorial Day", dates: nth(-1, 1, "05") },
    { name: "Juneteenth", dates: on("06-19") },
    { name: "Independence Day", dates: on("07-04") },
    { name: "Labor Day", dates: nth(1, 1, "09") },
    { name: "Halloween", dates: on("10-31") },
    { name: "Veterans Day", dates: on("11-11") },
    { name: "Thanksgiving Day", dates: nth(4, 4, "11") },
    { name: "Christmas Day", dates: christmas },
  ],
};
