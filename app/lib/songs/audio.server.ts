import { holdsGrant, mayOpen } from "#contract/base/roles";
import { spotAudioPath, spotPath } from "~/features/ads/paths";
import { previewAudioPath } from "~/features/schedule/paths";
import type { PageContext } from "../session/guard.server";

type Listener = Pick<PageContext, "ids" | "person">;

/** Gives the address of a song's audio; null if the person may not hear it. */
export const songAudioFor = ({ ids, person }: Listener, songId: number): string | null =>
  mayOpen(person, "PREVIEW") ? previewAudioPath(ids.encrypt("song", songId)) : null;

/** Gives the address of a spot's audio; null if the person may not hear it. */
export const spotAudioFor = ({ ids, person }: Listener, spotId: number): string | null =>
  holdsGrant(person, "spots.write") ? spotAudioPath(spotPath(ids.encrypt("spot", spotId))) : null;
