import { addDays, dateIn } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import type { StoreDetail } from "#contract/stores/endpoints";
import type { StoreChange, StoreForm } from "#contract/stores/form";
import { requireSession, toSessionCaller } from "../../access/account-writer.ts";
import { isNational, type Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall, ScopedSessionCall } from "../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../audit/index.ts";
import { listCommands, listDevices, showNowPlaying } from "../player/index.ts";
import { hashPassword } from "../session/index.ts";
import { addUser, advanceOnboarding, findOwnProfile, phoneOf } from "../users/index.ts";
import { findExceptions, findWeek, replaceHours } from "./store-hours.queries.ts";
import {
  findPlays,
  findStore,
  findStoreUsers,
  insertStore,
  lockGroupPath,
  lockStore,
} from "./store-record.queries.ts";
import { hoursOf, noGroup, prepareSection } from "./store-sections.service.ts";

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
  const plays = await findPlays(scope, db, { storeId: id, days, limit: latestPlays });
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
    nowPlaying: await showNowPlaying(scope, db, { storeId: id, timeZone: store.timeZone, now }),
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
    const session = toSessionCaller(call.caller);
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
    const section = await prepareSection(scope, tx, change, { stored, group, now });
    const { after, words, write } = section;
    const before = { ...section.before, version: stored.version };
    await refuseOutdated(scope, tx, {
      item: { kind: "store", id },
      loaded: version,
      stored: before,
      newValues: after,
      words,
    });
    const changed = changedFields(before, after);
    if (!changed) return stored;
    const updatedStore = await write();
    const item = { itemKind: "store", itemId: id, itemName: updatedStore.storeName };
    await audit(tx, call, [
      { companyId: scope.companyId, action: "store changed", ...item, ...changed },
    ]);
    return updatedStore;
  });
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
  return addUser(scope, tx, {
    form: { username, email: ownEmail, firstName, ...place },
    call,
    entrance: {
      passwordHash,
    },
  });
}
