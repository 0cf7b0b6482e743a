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
  bind.json(contract.playerSchedule, async ({ query }, { caller }) => ({
    data: await showSchedule(await playerOf(db, caller), db, query.day, now()),
  }));
  bind.file(contract.playerMedia, async ({ params, headers }, { caller }) => {
    const file = await mediaFileOf(await playerOf(db, caller), db, params.id, now());
    return serveAudio(files, file, {
      range: headers.range,
      ifRange: headers["if-range"],
      ifNoneMatch: headers["if-none-match"],
    });
  });
  bind.json(contract.playerHeartbeat, async ({ body }, { caller }) => ({
    data: await noteHeartbeat(await playerOf(db, caller), db, body, now()),
  }));
  bind.json(contract.reportPlayOuts, async ({ body }, { caller }) => ({
    data: await takePlayOuts(await playerOf(db, caller), database, body, now()),
  }));
  bind.json(contract.latestPlayerVersion, async () => ({ data: { version: playerVersion, packageUrl: null } }));
}
