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

type Locked = {
  stored: NonNullable<Awaited<ReturnType<typeof lockStore>>>;
  group: Awaited<ReturnType<typeof lockGroupPath>>;
  now: Date;
};
type SentSection = {
  /** By the form's fields, null where nothing was sent. */
  newValues: Record<string, unknown>;
  words?: Record<string, (value: unknown) => string>;
  /** Holds the stored values by the same names, where they are not in the store itself. */
  storedFields?: Record<string, unknown>;
  write: () => ReturnType<typeof updateStore>;
};

export async function prepareSection(
  scope: Scope,
  tx: Tx,
  change: StoreChange,
  { stored, group, now }: Locked,
): Promise<SentSection> {
  const { id } = change;
  switch (change.section) {
    case "hours": {
      const today = dateIn(stored.timeZone, now);
      const all = await findExceptions(scope, tx, id);
      const hours = hoursOf(change);
      refusePast(change, hours.exceptions, all, today);
      const fromToday = ({ day }: ExceptionDay) => day >= today;
      const newValues = { ...hours, exceptions: hours.exceptions.filter(fromToday) };
      const storedFields = {
        week: await findWeek(scope, tx, id),
        exceptions: all.filter(fromToday),
      };
      const write = async () => {
        await replaceHours(scope, tx, id, newValues, today);
        return updateStore(scope, tx, id, {}, now);
      };
      return { newValues, words: hoursInWords, storedFields, write };
    }
    case "place": {
      const {
        storeCode,
        storeName,
        timeZone,
        country,
        city,
        addressLine = null,
        state = null,
        postalCode = null,
      } = change;
      const { contactName = null, email = null, groupId = null } = change;
      const newValues = {
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
      const path = groupPath(scope, groupId, stored.groupId, group);
      const groupName =
        stored.groupId === null ? undefined : await findGroupName(scope, tx, stored.groupId);
      const words = { groupId: () => groupName ?? "another group" };
      return {
        newValues: { ...newValues, groupId },
        words,
        write: () => updateStore(scope, tx, id, { ...newValues, ...path }, now),
      };
    }
    case "device": {
      const { deviceKind = null, deviceSerial = null } = change;
      const newValues = { deviceKind, deviceSerial };
      return { newValues, write: () => updateStore(scope, tx, id, newValues, now) };
    }
    case "sound": {
      const {
        volume,
        licenceName = null,
        licenceNumber = null,
        licenceFrom = null,
        licenceTo = null,
      } = change;
      const newValues = { volume, licenceName, licenceNumber, licenceFrom, licenceTo };
      return { newValues, write: () => updateStore(scope, tx, id, newValues, now) };
    }
  }
}

/** Gives a store's path after its place was saved. Throws 422 on `groupId`. */
function groupPath(
  scope: Scope,
  newGroupId: number | null,
  storedGroupId: number | null,
  group: Locked["group"],
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
  const asStored = new Set(stored.map((date) => JSON.stringify(date)));
  const past = newExceptions.find(
    (date) => date.day < today && !asStored.has(JSON.stringify(date)),
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
