import * as contract from "#contract/library/song-check";
import { libraryScope } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { checkSongs } from "./song-check.service.ts";

/** Songs are looked for before they come. */
export function songCheckRoutes(bind: Bind, { db }: Database, indexes: LibraryIndexes) {
  bind.json(contract.checkSongs, async (call, { body }) => ({
    data: await checkSongs(call.scope, db, indexes, body.songs),
  }));
}
