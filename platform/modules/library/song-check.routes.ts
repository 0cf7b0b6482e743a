import * as contract from "#contract/library/song-check";
import type { Bind } from "../../http/bind.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { songCheckService } from "./song-check.service.ts";

/** Songs are looked for before they come. */
export function songCheckRoutes(bind: Bind, services: { indexes: LibraryIndexes }) {
  const { checkSongs } = songCheckService(services);
  bind.json(contract.checkSongs, async (call, { body }) => ({
    data: await checkSongs(call, body.songs),
  }));
}
