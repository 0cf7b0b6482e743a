import { idOf } from "#contract/base/identifiers";
import { changeDemoSongs } from "#contract/demo-playlists/endpoints";
import { undo } from "~/lib/audit/undo.server";
import { requireDemos } from "./demo-playlists.server";

export const demoUndos = {
  "put-demo-songs-back": undo({
    fields: { demoPlaylistId: idOf("demo") },
    guard: requireDemos,
    call: ({ api }, { demoPlaylistId, undoOf }) =>
      api.call(changeDemoSongs, { body: { demoPlaylistId, undoOf } }),
  }),
};
