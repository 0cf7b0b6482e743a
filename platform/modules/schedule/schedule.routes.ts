import * as contract from "#contract/schedule/endpoints";
import { scopeOf } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { csvResponse } from "../../http/csv.ts";
import { scheduleCsvHeadings } from "./playlists.queries.ts";
import {
  comingDays,
  exportSlice,
  listVersions,
  previewGroupDay,
  previewStoreDay,
  publishPlaylist,
  regeneratePlaylist,
  showPlaylist,
  showSongs,
} from "./schedule.service.ts";

export function scheduleRoutes(bind: Bind, database: Database, clock: () => number) {
  const { db } = database;
  const now = () => new Date(clock());
  bind.json(contract.previewByCompany, async ({ query }, { caller }) =>
    comingDays(await scopeOf(db, caller, query.companyId), db, query, now()),
  );
  bind.json(contract.previewGroupDay, async ({ query }, { caller }) => ({
    data: await previewGroupDay(await scopeOf(db, caller, query.companyId), database, query.groupId, query.day, now()),
  }));
  bind.json(contract.findPlaylist, async ({ params, query }, { caller }) => ({
    data: await showPlaylist(await scopeOf(db, caller, query.companyId), db, params.id, now()),
  }));
  bind.json(contract.listPlaylists, async ({ query }, { caller }) => ({
    data: await listVersions(await scopeOf(db, caller, query.companyId), db, query.groupId, query.day),
  }));
  bind.json(contract.playlistSongs, async ({ query }, { caller }) => ({
    data: await showSongs(await scopeOf(db, caller, query.companyId), db, query.id),
  }));
  bind.json(contract.changePlaylist, async ({ query, body }, call) => {
    const scope = await scopeOf(db, call.caller, query.companyId);
    if (body.change === "regenerate")
      return { message: "Draft made from what there is now", data: await regeneratePlaylist(scope, database, body.id, now(), call) };
    const data = await publishPlaylist(scope, database, body.id, now(), call);
    return { message: `Published for ${data.stores === 1 ? "1 store" : `${data.stores} stores`}`, data };
  });
  bind.json(contract.storeAudioLog, async ({ query }, { caller }) => ({
    data: await previewStoreDay(await scopeOf(db, caller, query.companyId), database, query.storeId, query.day, now()),
  }));
  bind.file(contract.exportMusicSchedule, async ({ query }, call) => {
    const slice = await exportSlice(await scopeOf(db, call.caller, query.companyId), database, query, now());
    return csvResponse(database, {
      fileName: "MusicSchedule",
      headings: scheduleCsvHeadings,
      slices: [slice],
      fresh: true, // the day may have been made for this very download
      at: now(),
      signal: call.signal,
    });
  });
}
