import type { DeviceHeaders, Heartbeat } from "#contract/player/endpoints";
import { notFound } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { deviceOf, findPlayer, toPlayingDevice } from "../player/index.ts";
import { saveHeartbeat } from "./store-minutes.queries.ts";

/**
 * Saves the report of the store's playing device; another device's does not count for the store.
 * Gives the platform's time, by which the player sets its clock, the volume set for the store,
 * the playing device, and commands for it.
 */
export async function recordHeartbeat(
  call: ScopedCall,
  heartbeat: Heartbeat,
  headers: DeviceHeaders,
) {
  const { scope, caller, db, now } = call;
  const at = now.toISOString();
  if (caller.openedBy) {
    const { store } = await findPlayer(call);
    return { at, volume: store.volume, plays: true, playing: null, commands: [] };
  }
  const deviceId = deviceOf(call, headers);
  const storeId = caller.units.storeIds[0];
  const heeded =
    storeId === undefined
      ? undefined
      : await saveHeartbeat(scope, db, { ...heartbeat, storeId, deviceId, at: now });
  if (!heeded) throw notFound();
  const { volume, since, lastSeenAt, commands } = heeded;
  const playing =
    since && lastSeenAt
      ? { since, lastSeenAt, deviceId: heeded.deviceId, userAgent: heeded.userAgent }
      : undefined;
  return {
    at,
    volume,
    plays: playing?.deviceId === deviceId,
    playing: playing ? toPlayingDevice(playing) : null,
    commands,
  };
}
