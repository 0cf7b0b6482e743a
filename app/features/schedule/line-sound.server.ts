import type { PlaylistLine } from "#contract/schedule/playlist-lines";
import type { PageContext } from "~/lib/session/guard.server";
import { songAudioFor, spotAudioFor } from "~/lib/songs/audio.server";
import { artOf } from "~/lib/songs/cover.server";
import type { Art } from "~/ui/cover";
import { spotKinds } from "~/ui/day";

/** Gives a line's cover and audio address; null if the person may not hear it. */
export function lineSound(
  pageContext: PageContext,
  line: PlaylistLine,
): { art: Art; audio: string | null } {
  if (line.kind === "MUSIC")
    return { art: artOf(pageContext, line.cover), audio: songAudioFor(pageContext, line.songId) };
  return { art: spotKinds[line.kind], audio: spotAudioFor(pageContext, line.spotId) };
}
