import type { Heartbeat } from "#contract/player/endpoints";
import { readMediaId } from "../player/index.ts";

/** Gives the item that a heartbeat names while the player plays, and the pause while it does not. */
export function readSound({
  at,
  playing,
  sound,
  pause,
}: Pick<Heartbeat, "playing" | "sound" | "pause"> & { at: Date }) {
  const media = playing && sound ? readMediaId(sound.mediaId) : undefined;
  const idOf = (kind: "song" | "spot") => (media?.kind === kind ? media.id : null);
  const afterSeconds = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(at.getTime() + seconds * 1000).toISOString();
  return {
    songId: idOf("song"),
    spotId: idOf("spot"),
    soundSince: afterSeconds(sound && -sound.seconds),
    pauseReason: (!playing && pause?.reason) || null,
    pausedUntil: afterSeconds(playing ? undefined : pause?.secondsLeft),
  };
}
