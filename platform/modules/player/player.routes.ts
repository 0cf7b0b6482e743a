import * as contract from "#contract/player/endpoints";
import { playerVersion } from "#contract/player/limits";
import type { Database } from "../../db/client.ts";
import type { FileStore } from "../../files/file-store.ts";
import { serveAudio } from "../../files/serve-file.ts";
import type { Bind } from "../../http/bind.ts";
import { takePlayOuts } from "./play-outs.service.ts";
import { mediaFileOf, noteHeartbeat, playerOf, showSchedule } from "./player.service.ts";

export function playerRoutes(bind: Bind, database: Database, clock: () => number, files: FileStore) {
  const { db } = database;
  const now = () => new Date(clock());
  bind.json(contract.playerSchedule, async (call, { query }) => ({
    data: await showSchedule(await playerOf(db, call.caller), db, query.day, call.now),
  }));
  bind.file(contract.playerMedia, async (call, { params, headers }) => {
    const file = await mediaFileOf(await playerOf(db, call.caller), db, params.id, call.now);
    return serveAudio(files, file, {
      range: headers.range,
      ifRange: headers["if-range"],
      ifNoneMatch: headers["if-none-match"],
    });
  });
  bind.json(contract.playerHeartbeat, async (call, { body }) => ({
    data: await noteHeartbeat(await playerOf(db, call.caller), db, body, call.now),
  }));
  bind.json(contract.reportPlayOuts, async (call, { body }) => ({
    data: await takePlayOuts(await playerOf(db, call.caller), database, body, call.now),
  }));
  bind.json(contract.latestPlayerVersion, async () => ({ data: { version: playerVersion, packageUrl: null } }));
}
