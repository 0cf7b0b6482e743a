import { dateIn } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { minutesFor, type StoreChange, type StoreForm } from "#contract/stores/form";
import { hoursWords, weekdayNames } from "#contract/stores/words";
import type { Scope } from "../../access/scope.ts";
import { invalid } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { phoneOf } from "../users/index.ts";
import {
  type ExceptionDay,
  findExceptions,
  findWeek,
  type Hours,
  replaceHours,
  type WeekDay,
} from "./store-hours.queries.ts";
import {
  findGroupName,
  type lockGroupPath,
  type lockStore,
  updateStore,
} from "./store-record.queries.ts";

type LockedRows = {
  stored: NonNullable<Awaited<ReturnType<typeof lockStore>>>;
  group: Awaited<ReturnType<typeof lockGroupPath>>;
  now: Date;
};
type SectionChange = {
  /** The stored values and those that were sent, both by the form's fields, null for none. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Words for a field's value that is not plain text or a number. */
  words?: Record<string, (value: unknown) => string>;
  write: () => ReturnType<typeof updateStore>;
};

/**
 * Compares a sent section with the locked store, and gives the write that saves it. Throws 422 by
 * field for a group or a past date that may not be set.
 */
export async function prepareSection(
  scope: Scope,
  tx: Tx,
  change: StoreChange,
  rows: LockedRows,
): Promise<SectionChange> {
  switch (change.section) {
    case "place":
      return preparePlace(scope, tx, change, rows);
    case "hours":
      return prepareHours(scope, tx, change, rows);
    case "device": {
      const { deviceKind = null, deviceSerial = null } = change;
      return prepareColumns(scope, tx, change, rows, { deviceKind, deviceSerial });
    }
    case "sound": {
      const { volume, licenceName = null, licenceNumber = null } = change;
      const { licenceFrom = null, licenceTo = null } = change;
      const after = { volume, licenceName, licenceNumber, licenceFrom, licenceTo };
      return prepareColumns(scope, tx, change, rows, after);
    }
  }
}

type SectionOf<Name extends StoreChange["section"]> = Extract<StoreChange, { section: Name }>;

async function preparePlace(
  scope: Scope,
  tx: Tx,
  change: SectionOf<"place">,
  { stored, group, now }: LockedRows,
): Promise<SectionChange> {
  const { storeCode, storeName, timeZone, country, city } = change;
  const { addressLine = null, state = null, postalCode = null } = change;
  const { contactName = null, email = null, groupId = null } = change;
  const fields = {
    storeCode,
    storeName,
    timeZone,
    country,
    addressLine,
    city,
    state,
    postalCode,
    contactName,
    email,
    ...phoneOf(change),
  };
  const after = { ...fields, groupId };
  const path = groupPath(scope, groupId, stored.groupId, group);
  const groupName =
    stored.groupId === null ? undefined : await findGroupName(scope, tx, stored.groupId);
  return {
    before: storedFields(stored, after),
    after,
    words: { groupId: () => groupName ?? "another group" },
    write: () => updateStore(scope, tx, change.id, { ...fields, ...path }, now),
  };
}

async function prepareHours(
  scope: Scope,
  tx: Tx,
  change: SectionOf<"hours">,
  { stored, now }: LockedRows,
): Promise<SectionChange> {
  const { id } = change;
  const today = dateIn(stored.timeZone, now);
  const all = await findExceptions(scope, tx, id);
  const hours = hoursOf(change);
  refusePast(change, hours.exceptions, all, today);
  const isFromToday = ({ day }: ExceptionDay) => day >= today;
  const after = { ...hours, exceptions: hours.exceptions.filter(isFromToday) };
  return {
    before: { week: await findWeek(scope, tx, id), exceptions: all.filter(isFromToday) },
    after,
    words: hoursInWords,
    write: async () => {
      await replaceHours(scope, tx, id, after, today);
      return updateStore(scope, tx, id, {}, now);
    },
  };
}

/** Prepares fields that are columns of the store, saved as they were sent. */
const prepareColumns = (
  scope: Scope,
  tx: Tx,
  { id }: StoreChange,
  { stored, now }: LockedRows,
  after: Parameters<typeof updateStore>[3],
): SectionChange => ({
  before: storedFields(stored, after),
  after,
  write: () => updateStore(scope, tx, id, after, now),
});

/** Gives the stored values of the fields that are sent. */
const storedFields = (stored: Record<string, unknown>, after: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(after).map((name) => [name, stored[name]]));

/** Gives a store's path after its place was saved. Throws 422 on `groupId`. */
function groupPath(
  scope: Scope,
  newGroupId: number | null,
  storedGroupId: number | null,
  group: LockedRows["group"],
) {
  if (newGroupId === storedGroupId) return {}; // unchanged: the person may not see the group
  if (newGroupId === null && scope.reach !== "company")
    throw invalid({ groupId: messages.required });
  if (newGroupId !== null && !group) throw invalid({ groupId: messages.notFound });
  const { name: _, ...path } = group ?? noGroup;
  return path;
}

export const noGroup = { groupId: null, zoneId: null, regionId: null, name: "" };

/**
 * Past dates are read-only; resending them unchanged is allowed. Throws 422 on the first that is
 * anything else.
 */
function refusePast(
  { exceptions = [] }: Pick<StoreForm, "exceptions">,
  newExceptions: ExceptionDay[],
  stored: ExceptionDay[],
  today: string,
) {
  const storedKeys = new Set(stored.map((date) => JSON.stringify(date)));
  const past = newExceptions.find(
    (date) => date.day < today && !storedKeys.has(JSON.stringify(date)),
  );
  if (past)
    throw invalid({
      [`exceptions.${exceptions.findIndex(({ day }) => day === past.day)}.day`]:
        "This date is in the past. Its hours cannot change.",
    });
}

/** Gives the hours to store, by weekday and date. */
export function hoursOf({ week, exceptions = [] }: Pick<StoreForm, "week" | "exceptions">): Hours {
  const open = week.flatMap((line) => {
    const hours = minutesFor(line);
    return hours ? [{ weekday: line.weekday, ...hours }] : [];
  });
  const dates = exceptions.map((line) => {
    const { opens = null, closes = null } = minutesFor(line) ?? {};
    return { day: line.day, opens, closes, note: line.note ?? null };
  });
  return {
    week: open.sort((a, b) => a.weekday - b.weekday),
    exceptions: dates.sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

const hoursInWords = {
  week: (week: unknown) =>
    (week as WeekDay[])
      .map((day) => `${weekdayNames[day.weekday]?.slice(0, 3)} ${hoursWords(day)}`)
      .join(", "),
  exceptions: (dates: unknown) =>
    (dates as ExceptionDay[]).map((date) => `${date.day} ${hoursWords(date)}`).join(", "),
};
