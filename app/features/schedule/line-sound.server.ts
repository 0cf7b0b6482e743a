import type { PlaylistLine } from "#contract/schedule/playlist-lines";
import type { PageContext } from "~/lib/session/guard.server";
import { songAudioFor, spotAudioFor } from "~/lib/songs/audio.server";
import { artOf } from "~/lib/songs/cover.server";
import type { Art } from "~/ui/cover";
import { spotKinds } from "~/ui/day";

/** Gives a line's cover and audio address; null if the person may not hear it. */
export function lineSound(
  guarded: PageContext,
  line: PlaylistLine,
): { art: Art; audio: string | null } {
  if (line.kind === "MUSIC")
    return { art: artOf(guarded, line.cover), audio: songAudioFor(guarded, line.songId) };
  return { art: spotKinds[line.kind], audio: spotAudioFor(guarded, line.spotId) };
}
