import { z } from "zod";
import { idOf } from "#contract/base/identifiers";
import { changePlaylist } from "#contract/schedule/day-changes";
import { changeEventSongs } from "#contract/schedule/event-playlists";
import { restoreMasterRule } from "#contract/schedule/rule-versions";
import { undo } from "~/lib/audit/undo.server";
import { requireArea } from "~/lib/session/guard.server";

export const scheduleUndos = {
  /** Restores the version before the change, unless somebody else has changed the day since. */
  "change-day": undo({
    fields: { playlistId: idOf("playlist"), version: z.number().int().positive() },
    guard: (args) => requireArea(args, "MUSIC_SCHEDULE"),
    call: ({ api }, { playlistId, version }) =>
      api.call(changePlaylist, { body: { id: playlistId, change: "restore", version } }),
  }),
  "put-event-songs-back": undo({
    fields: { eventId: idOf("event") },
    guard: (args) => requireArea(args, "MUSIC_SCHEDULE"),
    call: ({ api }, { eventId, undoOf }) =>
      api.call(changeEventSongs, { body: { eventId, undoOf } }),
  }),
  /** Restores the rules from before the person's own change. */
  "put-rules-back": undo({
    fields: {},
    guard: (args) => requireArea(args, "MASTER_RULE"),
    call: ({ api }, { undoOf }) => api.call(restoreMasterRule, { body: { undoOf } }),
  }),
};
