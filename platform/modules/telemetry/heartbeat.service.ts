import type { DeviceHeaders, Heartbeat } from "#contract/player/endpoints";
import type { ScopedCall } from "../../http/context.ts";
import { asPlaying, deviceOf, findPlayer, findPlayingDevice, noteSeen } from "../player/index.ts";
import { saveHeartbeats } from "./store-minutes.queries.ts";

/**
 * Keeps what the store's playing device says of itself; another device's word is not the store's. Tells the platform's time, by which the
 * player sets its clock, the volume the store is set to, and which device plays.
 */
export async function recordHeartbeat(call: ScopedCall, heartbeat: Heartbeat, headers: DeviceHeaders) {
  const { scope, db, now } = call;
  const { store, openedBy } = await findPlayer(call);
  const told = { at: now.toISOString(), volume: store.volume };
  if (openedBy !== undefined) return { ...told, plays: true, playing: null };
  const deviceId = deviceOf(call, headers);
  if (deviceId !== undefined) await noteSeen(scope, db, store.id, deviceId, now);
  const playing = await findPlayingDevice(scope, db, store.id);
  const isOwnWord = playing === undefined || playing.deviceId === deviceId;
  if (isOwnWord) await saveHeartbeats(scope, db, [{ ...heartbeat, storeId: store.id, at: now }]);
  return { ...told, plays: playing?.deviceId === deviceId, playing: playing ? asPlaying(playing) : null };
}
