import type { PlaylistLine } from "#contract/schedule/playlist-lines";
import { songAudioFor, spotAudioFor } from "~/lib/audio.server";
import { artOf } from "~/lib/cover.server";
import type { Guarded } from "~/lib/guard.server";
import type { Art } from "~/ui/cover";
import { spotKinds } from "~/ui/day";

/** Gives a line's cover and audio address; null if the person may not hear it. */
export function lineSound(
  guarded: Guarded,
  line: PlaylistLine,
): { art: Art; audio: string | null } {
  if (line.kind === "MUSIC")
    return { art: artOf(guarded, line.cover), audio: songAudioFor(guarded, line.songId) };
  return { art: spotKinds[line.kind], audio: spotAudioFor(guarded, line.spotId) };
}
