import { addDays, dateIn } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import type { StoreDetail } from "#contract/stores/endpoints";
import { minutesFor, type StoreChange, type StoreForm } from "#contract/stores/form";
import { hoursWords, weekdayNames } from "#contract/stores/words";
import { asSession, requireSession } from "../../access/account-writer.ts";
import { isNational, type Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall, ScopedSessionCall } from "../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../audit/index.ts";
import { listCommands, listDevices } from "../player/index.ts";
import { hashPassword } from "../session/index.ts";
import { addUser, advanceOnboarding, findOwnProfile, phoneOf } from "../users/index.ts";
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
  findPlays,
  findStore,
  findStoreUsers,
  insertStore,
  lockGroupPath,
  lockStore,
  updateStore,
} from "./store-record.queries.ts";

const latestPlays = 20;
const daysOfPlays = 7;

/**
 * A store with its hours, players and latest play-outs. Throws 404 for a store outside the scope,
 * as for one that is not there.
 */
export async function showStore({ scope, db, now }: ScopedCall, id: number): Promise<StoreDetail> {
  const store = await findStore(scope, db, id, now);
  if (!store) throw notFound();
  // a play past midnight is logged under the day it began on, or the next
  const tomorrow = addDays(dateIn(store.timeZone, now), 1);
  const days = Array.from({ length: daysOfPlays + 1 }, (_, back) => addDays(tomorrow, -back));
  const plays = await findPlays(scope, db, id, days, latestPlays);
  const users = await findStoreUsers(scope, db, id);
  const { heldSince, holdsNewest: areNewest, ...facts } = store;
  return {
    ...facts,
    playerLogs: heldSince && { areNewest, since: heldSince.toISOString() },
    statusSince: store.statusSince.toISOString(),
    lastSeenAt: store.lastSeenAt?.toISOString() ?? null,
    storedUntil: store.storedUntil?.toISOString() ?? null,
    lastPlayedAt: store.lastPlayedAt?.toISOString() ?? null,
    week: await findWeek(scope, db, id),
    exceptions: await findExceptions(scope, db, id),
    devices: await listDevices(scope, db, id),
    commands: await listCommands(scope, db, id, now),
    users: users.map((user) => ({
      ...user,
      lastSignedInAt: user.lastSignedInAt?.toISOString() ?? null,
    })),
    plays: plays.map((play) => ({ ...play, startedAt: play.startedAt.toISOString() })),
  };
}

/**
 * Adds a store, with a user who plays it where one is named, and ends step 3 of the caller's
 * onboarding. Throws 422 on `storeCode` when it is taken, on `username` alike, on `groupId` for a
 * group outside the scope, or for none where the caller's scope is narrower than the company (they
 * would lose sight of it); 403 for an API token that names a user.
 */
export async function addStore(call: ScopedCall, form: StoreForm) {
  const { scope, now } = call;
  const { username, password, week, exceptions, groupId, ...rest } = form;
  if (groupId === undefined && scope.reach !== "company")
    throw invalid({ groupId: messages.required });
  const isWithPlayer = username !== undefined || password !== undefined;
  const by = isWithPlayer
    ? requireSession(
        call.caller,
        "API tokens cannot make player accounts. Add the store without a username.",
      )
    : undefined;
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return call.database.transaction(async (tx) => {
    const group = groupId === undefined ? noGroup : await lockGroupPath(scope, tx, groupId);
    if (!group) throw invalid({ groupId: messages.notFound });
    const { name: _, ...path } = group;
    const added = await insertStore(scope, tx, { ...rest, ...phoneOf(rest), ...path });
    const hours = hoursOf({ week, exceptions });
    await replaceHours(scope, tx, added.id, hours, dateIn(rest.timeZone, now));
    const item = { itemKind: "store", itemId: added.id, itemName: added.storeName };
    const after = { ...rest, groupId, ...hours, username };
    await audit(tx, call, [{ companyId: scope.companyId, action: "store added", ...item, after }]);
    if (by && username !== undefined && passwordHash !== undefined)
      await addPlayer(
        scope,
        tx,
        { ...added, email: rest.email ?? null },
        { username, passwordHash },
        { ...call, caller: by },
      );
    const session = asSession(call.caller);
    if (session && isNational(session)) await advanceOnboarding(session, tx, 3, 4);
    return added;
  });
}

/**
 * Replaces one section of a store (VAL-4). Throws 404 out of scope, 422 by
 * field as `addStore` does, and if others changed the same fields since the version given (see
 * `refuseOutdated`). If nothing changed, nothing is written.
 */
export async function changeStore(call: ScopedCall, change: StoreChange) {
  const { scope, now } = call;
  const { id, version } = change;
  return call.database.transaction(async (tx) => {
    // units before stores, as when a unit is moved
    const group =
      change.section === "place" && change.groupId !== undefined
        ? await lockGroupPath(scope, tx, change.groupId)
        : undefined;
    const stored = await lockStore(scope, tx, id);
    if (!stored) throw notFound();
    const { newValues, words, write, storedFields } = await prepareSection(scope, tx, change, {
      stored,
      group,
      now,
    });
    const storedValues: Record<string, unknown> = storedFields ?? stored;
    const before = {
      ...Object.fromEntries(Object.keys(newValues).map((name) => [name, storedValues[name]])),
      version: stored.version,
    };
    await refuseOutdated(scope, tx, {
      item: { kind: "store", id },
      loaded: version,
      stored: before,
      newValues,
      words,
    });
    const changed = changedFields(before, newValues);
    if (!changed) return stored;
    const updatedStore = await write();
    const item = { itemKind: "store", itemId: id, itemName: updatedStore.storeName };
    await audit(tx, call, [
      { companyId: scope.companyId, action: "store changed", ...item, ...changed },
    ]);
    return updatedStore;
  });
}

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

async function prepareSection(
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

/**
 * Gives a store a user who plays it. Throws 404 out of scope, 422 on `username` when it is taken.
 */
export async function addStorePlayer(
  call: ScopedSessionCall,
  { storeId, username, password }: { storeId: number; username: string; password: string },
) {
  const { scope } = call;
  const passwordHash = await hashPassword(password);
  return call.database.transaction(async (tx) => {
    const stored = await lockStore(scope, tx, storeId);
    if (!stored) throw notFound();
    return addPlayer(scope, tx, stored, { username, passwordHash }, call);
  });
}

type Player = { username: string; passwordHash: string };

/** Emails about the account go to the store's address, else to the caller's. */
async function addPlayer(
  scope: Scope,
  tx: Tx,
  { id, storeName, email }: { id: number; storeName: string; email: string | null },
  { username, passwordHash }: Player,
  call: ScopedSessionCall,
) {
  const ownEmail = email ?? (await findOwnProfile(tx, call.caller))?.email;
  if (ownEmail === undefined) throw notFound();
  const firstName = storeName
    .replace(/[^\p{L}\p{M}\p{Nd}_.]+/gu, "_")
    .slice(0, 60)
    .replace(/\p{Cs}$/u, "");
  const place = {
    role: "ROLE_Store_Music_Manager" as const,
    level: "store" as const,
    storeIds: [id],
  };
  return addUser(scope, tx, { username, email: ownEmail, firstName, ...place }, call, {
    passwordHash,
  });
}

const noGroup = { groupId: null, zoneId: null, regionId: null, name: "" };

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
