import type { Claim, StoreDevice } from "#contract/player/devices";
import type { DeviceHeaders, PlayingDevice } from "#contract/player/endpoints";
import { makePlayerCredential } from "../../access/player-credential.ts";
import type { Scope } from "../../access/scope.ts";
import { notFound } from "../../base/refusal.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { ScopedCall, ScopedSessionCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import {
  beginTurn,
  dropSecret,
  findDevices,
  findPlayingDevice,
  forgetOldDevices,
  lockDevice,
  noteDevice,
  setSecret,
} from "./devices.queries.ts";
import type { PlayerStore } from "./player.queries.ts";
import { findPlayer, type PlayersCaller } from "./player.service.ts";
import { lockStoreStates } from "./store-states.queries.ts";

/**
 * Identifies the device of a call: the one that its credential was given to, else the one that it
 * names.
 */
export const deviceOf = (
  { caller }: { caller: PlayersCaller },
  headers: DeviceHeaders,
): string | undefined => caller.playerDevice ?? headers["device-id"];

/**
 * Makes a device the store's player, unless another is and must not be taken over. Gives a
 * person's device a credential if it has none. Changes nothing for those who only listen in
 * (`openedBy`).
 */
export async function claimPlayer(
  call: ScopedSessionCall,
  {
    takeOver,
    newCredential,
    ...request
  }: { deviceId: string; takeOver: boolean; newCredential: boolean },
): Promise<Claim> {
  const { scope, caller, database, now } = call;
  const { store, openedBy } = await findPlayer(call);
  if (openedBy !== undefined) return { plays: true, playing: null, credential: null };
  const deviceId = caller.playerDevice ?? request.deviceId;
  return database.transaction(async (tx) => {
    lockStoreStates(scope, tx, [store.id]);
    const device = await noteDevice(
      caller,
      { scope, tx, storeId: store.id },
      {
        deviceId,
        userId: caller.id,
        userAgent: call.device?.slice(0, 300) ?? null,
        now,
      },
    );
    const playing = await findPlayingDevice(scope, tx, store.id);
    await forgetOldDevices(scope, tx, store.id, [
      deviceId,
      ...(playing?.deviceId ? [playing.deviceId] : []),
    ]);
    if (playing && playing.deviceId !== deviceId && !takeOver)
      return { plays: false, playing: toPlayingDevice(playing), credential: null };
    if (playing?.deviceId !== deviceId) {
      await beginTurn(scope, tx, store.id, { since: now, deviceId });
      if (playing)
        await note(tx, call, store, {
          action: "player taken over",
          change: {
            before: playing.userAgent,
            after: call.device,
          },
        });
    }
    const needsCredential =
      caller.playerDevice === null && (newCredential || !device.hasCredential);
    const newSecret = needsCredential
      ? makePlayerCredential(scope.companyId, device.id)
      : undefined;
    if (newSecret) {
      await setSecret(caller, {
        scope,
        tx,
        storeId: store.id,
        deviceId,
        credential: {
          secretHash: newSecret.secretHash,
          userId: caller.id,
          signedInAt: now,
        },
      });
      await note(tx, call, store, {
        action: "player device signed in",
        change: { after: call.device },
      });
    }
    const own = await findPlayingDevice(scope, tx, store.id);
    return {
      plays: true,
      playing: own ? toPlayingDevice(own) : null,
      credential: newSecret?.credential ?? null,
    };
  });
}

/**
 * Signs the calling device out of its store's player. One that is not known, or signed out already,
 * is no error.
 */
export async function leavePlayer(call: ScopedCall, headers: DeviceHeaders): Promise<void> {
  const { database } = call;
  const { store, openedBy } = await findPlayer(call);
  const deviceId = deviceOf(call, headers);
  if (openedBy !== undefined || deviceId === undefined) return;
  await database.transaction(async (tx) => {
    if (await signOut(tx, call, store, deviceId))
      await note(tx, call, store, {
        action: "player device signed out",
        change: { before: call.device },
      });
  });
}

/**
 * Ends the credential of a store's device, and its turn. Throws 404 for one of a store outside the
 * scope, as for one that is not there.
 */
export async function revokeDevice(
  call: ScopedCall,
  { storeId, playerDeviceId }: { storeId: number; playerDeviceId: number },
): Promise<void> {
  const { scope, database } = call;
  await database.transaction(async (tx) => {
    const device = await lockDevice(scope, tx, storeId, playerDeviceId);
    if (!device) throw notFound();
    const store = { id: storeId, name: device.storeName };
    if (await signOut(tx, call, store, device.deviceId))
      await note(tx, call, store, {
        action: "player device revoked",
        change: { before: device.userAgent },
      });
  });
}

/** Returns whether there was anything to end. */
async function signOut(
  tx: Tx,
  { scope, now }: ScopedCall,
  store: Pick<PlayerStore, "id">,
  deviceId: string,
): Promise<boolean> {
  lockStoreStates(scope, tx, [store.id]);
  const playing = await findPlayingDevice(scope, tx, store.id);
  const plays = playing?.deviceId === deviceId;
  if (plays) await beginTurn(scope, tx, store.id, { since: now, deviceId: null });
  return (await dropSecret(scope, tx, store.id, deviceId)) || plays;
}

type Change = Record<"before" | "after", string | null>;
const note = (
  tx: Tx,
  call: ScopedCall,
  { id, name }: Pick<PlayerStore, "id" | "name">,
  { action, change }: { action: string; change: Partial<Change> },
) =>
  audit(tx, call, [
    {
      companyId: call.scope.companyId,
      action,
      itemKind: "store",
      itemId: id,
      itemName: name,
      ...("before" in change && { before: { device: change.before } }),
      ...("after" in change && { after: { device: change.after } }),
    },
  ]);

/** The devices that are signed in to a store that was found within the scope, or play it. */
export async function listDevices(scope: Scope, db: Db, storeId: number): Promise<StoreDevice[]> {
  const playing = await findPlayingDevice(scope, db, storeId);
  const devices = await findDevices(scope, db, storeId, playing?.deviceId ?? undefined);
  return devices.map(({ deviceId, signedInAt, lastSeenAt, ...device }) => ({
    ...device,
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    playsSince: playing?.deviceId === deviceId ? playing.since.toISOString() : null,
  }));
}

export const toPlayingDevice = ({
  userAgent,
  since,
  lastSeenAt,
}: NonNullable<Awaited<ReturnType<typeof findPlayingDevice>>>): PlayingDevice => ({
  userAgent,
  since: since.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});
