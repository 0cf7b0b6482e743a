import { createHash } from "node:crypto";

/**
 * A song or spot as media IDs write it, "song-12", with the version of its file behind it where one
 * is meant: "song-12-9f3a01bc".
 */
export type MediaRef = { kind: "song" | "spot"; id: number; version: string | undefined };

/**
 * Names a file so that players that keep the audio and cues of an older one load the new one as
 * another.
 */
export function makeMediaId(media: Pick<MediaRef, "kind" | "id">, fileKey: string): string {
  return `${makeMediaKey(media)}-${versionOf(fileKey)}`;
}

/** Names a song or spot, for any version of its file: "song-12". */
export const makeMediaKey = ({ kind, id }: Pick<MediaRef, "kind" | "id">): string =>
  `${kind}-${id}`;

/** Reads a media ID that its schema let through. */
export function readMediaId(mediaId: string): MediaRef {
  const [kind, id, version] = mediaId.split("-");
  return { kind: kind === "song" ? "song" : "spot", id: Number(id), version };
}

/** Files never change under their key, so the key identifies the content. */
export function versionOf(fileKey: string): string {
  return createHash("sha256").update(fileKey).digest("hex").slice(0, 8);
}
