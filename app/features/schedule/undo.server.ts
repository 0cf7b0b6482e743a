import { z } from "zod";
import { idOf } from "#contract/base/identifiers";
import { changePlaylist } from "#contract/schedule/day-changes";
import { requireArea } from "~/lib/guard.server";
import { undo } from "~/lib/undo.server";

export const scheduleUndos = {
  /** Goes back to the version that was changed, unless others changed the day since. */
  "change-day": undo({
    fields: { playlistId: idOf("playlist"), version: z.number().int().positive() },
    guard: (args) => requireArea(args, "MUSIC_SCHEDULE"),
    call: ({ api }, { playlistId, version }) => api.call(changePlaylist, { body: { id: playlistId, change: "restore", version } }),
  }),
};
