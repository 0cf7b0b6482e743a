import { and, desc, eq, isNotNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { AccountWriter } from "../../access/account-writer.ts";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { broadcastToPlayers } from "../../db/changes.ts";
import { appUser, playerDevice, playingTurn, store } from "../../db/schema/index.ts";
import { statement } from "../../db/statement.ts";
import type { Db, Tx } from "../../db/types.ts";

const ofStore = (table: typeof playerDevice | typeof playingTurn, scope: Scope, storeId: number) =>
  and(eq(table.companyId, scope.companyId), eq(table.storeId, storeId));

const isDevice = (scope: Scope, storeId: number, deviceId: string) =>
  and(ofStore(playerDevice, scope, storeId), eq(playerDevice.deviceId, deviceId));

/** `deviceId` null: none plays the store. */
export type Turn = { since: Date; deviceId: string | null };

const turnsSince = statement<{ company: number; storeIds: number[]; from: string }>(
  ({ company, storeIds, from }) => sql`
    select store_id as "storeId", since, device_id as "deviceId" from ${playingTurn}
    where company_id = ${company} and store_id = any(${storeIds}::bigint[])
      and since >= coalesce((select max(earlier.since) from ${playingTurn} as earlier where earlier.company_id = ${company}
        and earlier.store_id = ${playingTurn.storeId} and earlier.since <= ${from}::timestamptz), '-infinity')
    order by since desc`,
);

/** Which devices have played stores since an instant, the latest first. */
export async function findTurns(
  { companyId: company }: Scope,
  db: Db,
  storeIds: number[],
  from: Date,
): Promise<(Turn & { storeId: number })[]> {
  return (
    await db.execute<Turn & { storeId: number }>(
      turnsSince({ company, storeIds, from: from.toISOString() }),
    )
  ).rows;
}

/** The device that plays a store now; undefined where none does. */
export async function findPlayingDevice(scope: Scope, db: Db, storeId: number) {
  const [turn] = await db
    .select({
      since: playingTurn.since,
      deviceId: playingTurn.deviceId,
      userAgent: playerDevice.userAgent,
      lastSeenAt: playerDevice.lastSeenAt,
    })
    .from(playingTurn)
    .leftJoin(playerDevice, isDeviceOfTurn)
    .where(ofStore(playingTurn, scope, storeId))
    .orderBy(desc(playingTurn.since))
    .limit(1);
  if (!turn?.lastSeenAt) return undefined;
  const { since, deviceId, userAgent, lastSeenAt } = turn;
  return { since, deviceId, userAgent, lastSeenAt };
}
const isDeviceOfTurn = and(
  eq(playerDevice.companyId, playingTurn.companyId),
  eq(playerDevice.storeId, playingTurn.storeId),
  eq(playerDevice.deviceId, playingTurn.deviceId),
);

/**
 * Begins a device's turn, which ends the one before. A device that got the store's lock first may
 * have read a later time, or another server's clock: then the turn begins a millisecond after
 * the one before.
 */
export async function beginTurn(
  scope: Scope,
  tx: Tx,
  storeId: number,
  { since, deviceId }: Turn,
): Promise<void> {
  await tx.insert(playingTurn).values({
    companyId: scope.companyId,
    storeId,
    deviceId,
    since: sql`greatest(${since.toISOString()}::timestamptz, (select max(${playingTurn.since}) + interval '1 millisecond'
      from ${playingTurn} where ${ofStore(playingTurn, scope, storeId)}))`,
  });
  broadcastToPlayers(tx, { signal: "commands", storeIds: [storeId] });
}

export type SeenDevice = { deviceId: string; userId: number; userAgent: string | null; now: Date };

/** Records the visit of a device, and gives its known facts. */
export async function noteDevice(
  _by: AccountWriter,
  { scope, tx, storeId }: { scope: Scope; tx: Tx; storeId: number },
  { deviceId, userId, userAgent, now }: SeenDevice,
) {
  const lastSeen = { userAgent, lastSeenAt: now };
  const [device] = await tx
    .insert(playerDevice)
    .values({ companyId: scope.companyId, storeId, deviceId, userId, signedInAt: now, ...lastSeen })
    .onConflictDoUpdate({
      target: [playerDevice.companyId, playerDevice.storeId, playerDevice.deviceId],
      set: lastSeen,
    })
    .returning({
      id: playerDevice.id,
      hasCredential: isNotNull(playerDevice.secretHash).mapWith(Boolean),
    });
  if (!device) throw new Error("the device was not written");
  return device;
}

/**
 * WITH parts for a call of a device, which record its visit: `turn` has a row (since,
 * device_id, user_agent, last_seen_at) if a device plays the store, as in findPlayingDevice.
 */
export const findTurnNow = (
  scope: Scope,
  storeId: number,
  deviceId: SQL,
  now: Date,
): SQL => sql`seen as (
    update player_device set last_seen_at = ${now.toISOString()}::timestamptz
    where ${ofStore(playerDevice, scope, storeId)} and ${playerDevice.deviceId} = ${deviceId}
  ), last_turn as (
    select since, device_id from ${playingTurn} where ${ofStore(playingTurn, scope, storeId)} order by since desc limit 1
  ), turn as (
    select last_turn.since, last_turn.device_id, ${playerDevice.userAgent} as user_agent, ${playerDevice.lastSeenAt} as last_seen_at
    from last_turn join ${playerDevice} on ${ofStore(playerDevice, scope, storeId)} and ${playerDevice.deviceId} = last_turn.device_id
  )`;

/**
 * A browser whose memory is cleared comes back as another device, so a store keeps the last of them
 * alone.
 */
const devicesAStore = 20;

/**
 * Forgets the devices of a store that were seen the longest ago, their credentials too, but for
 * those named.
 */
export async function forgetOldDevices(
  scope: Scope,
  tx: Tx,
  storeId: number,
  currentDeviceIds: string[],
): Promise<void> {
  const last = tx
    .select({ id: playerDevice.id })
    .from(playerDevice)
    .where(ofStore(playerDevice, scope, storeId))
    .orderBy(desc(playerDevice.lastSeenAt), desc(playerDevice.id))
    .limit(devicesAStore);
  await tx
    .delete(playerDevice)
    .where(
      and(
        ofStore(playerDevice, scope, storeId),
        notInArray(playerDevice.id, last),
        notInArray(playerDevice.deviceId, currentDeviceIds),
      ),
    );
}

/** Gives a device a credential, in place of one it has. */
export const setSecret = (
  _by: AccountWriter,
  {
    scope,
    tx,
    storeId,
    deviceId,
    credential,
  }: {
    scope: Scope;
    tx: Tx;
    storeId: number;
    deviceId: string;
    credential: { secretHash: string; userId: number; signedInAt: Date };
  },
) =>
  tx
    .update(playerDevice)
    .set(credential)
    .where(isDevice(scope, storeId, deviceId));

/** Ends a device's credential; false where it has none. */
export async function dropSecret(
  scope: Scope,
  tx: Tx,
  storeId: number,
  deviceId: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(playerDevice)
    .set({ secretHash: null })
    .where(and(isDevice(scope, storeId, deviceId), isNotNull(playerDevice.secretHash)));
  return (rowCount ?? 0) > 0;
}

/** A store's devices that are signed in or play, the one seen last first. */
export const findDevices = (scope: Scope, db: Db, storeId: number, playing: string | undefined) =>
  db
    .select({
      id: playerDevice.id,
      deviceId: playerDevice.deviceId,
      userAgent: playerDevice.userAgent,
      username: appUser.username,
      signedInAt: playerDevice.signedInAt,
      lastSeenAt: playerDevice.lastSeenAt,
    })
    .from(playerDevice)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, playerDevice.companyId), eq(appUser.id, playerDevice.userId)),
    )
    .where(
      and(
        ofStore(playerDevice, scope, storeId),
        or(
          isNotNull(playerDevice.secretHash),
          playing === undefined ? undefined : eq(playerDevice.deviceId, playing),
        ),
      ),
    )
    .orderBy(desc(playerDevice.lastSeenAt), playerDevice.id);

/** A device of a store within the scope, its store locked. */
export async function lockDevice(scope: Scope, tx: Tx, storeId: number, id: number) {
  const [device] = await tx
    .select({
      deviceId: playerDevice.deviceId,
      userAgent: playerDevice.userAgent,
      hasCredential: isNotNull(playerDevice.secretHash).mapWith(Boolean),
      storeName: store.name,
    })
    .from(store)
    .innerJoin(
      playerDevice,
      and(eq(playerDevice.companyId, store.companyId), eq(playerDevice.storeId, store.id)),
    )
    .where(and(storesWithin(scope), eq(store.id, storeId), eq(playerDevice.id, id)))
    .for("update", { of: playerDevice });
  return device;
}
