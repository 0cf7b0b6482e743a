import { holdsGrant } from "#contract/base/roles";
import type { PlaylistLine } from "#contract/schedule/playlist-lines";
import { spotAudioPath, spotPath } from "~/features/ads/paths";
import { artOf } from "~/lib/cover.server";
import type { Guarded } from "~/lib/guard.server";
import type { Art } from "~/ui/cover";
import { spotKinds } from "~/ui/day";
import { previewAudioPath } from "./paths";

/** Gives a line's cover and audio address; null for spots if the person may not hear them. */
export function lineSound(
  guarded: Guarded,
  line: PlaylistLine,
): { art: Art; audio: string | null } {
  const { ids, person } = guarded;
  if (line.kind === "MUSIC")
    return {
      art: artOf(guarded, line.cover),
      audio: previewAudioPath(ids.encrypt("song", line.songId)),
    };
  const audio = holdsGrant(person, "spots.write")
    ? spotAudioPath(spotPath(ids.encrypt("spot", line.spotId)))
    : null;
  return { art: spotKinds[line.kind], audio };
}
