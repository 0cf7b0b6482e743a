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
  bind.json(contract.previewByCompany, async (call, { query }) => comingDays(call.scope, db, query, call.now));
  bind.json(contract.previewGroupDay, async (call, { query }) => ({
    data: await previewGroupDay(call.scope, database, query.groupId, query.day, call.now),
  }));
  bind.json(contract.findPlaylist, async (call, { params, query }) => ({
    data: await showPlaylist(call.scope, db, params.id, call.now),
  }));
  bind.json(contract.listPlaylists, async (call, { query }) => ({
    data: await listVersions(call.scope, db, query.groupId, query.day),
  }));
  bind.json(contract.playlistSongs, async (call, { query }) => ({
    data: await showSongs(call.scope, db, query.id),
  }));
  bind.json(contract.changePlaylist, async (call, { query, body }) => {
    const scope = call.scope;
    if (body.change === "regenerate")
      return { message: "Draft made from what there is now", data: await regeneratePlaylist(scope, database, body.id, call.now, call) };
    const data = await publishPlaylist(scope, database, body.id, call.now, call);
    return { message: `Published for ${data.stores === 1 ? "1 store" : `${data.stores} stores`}`, data };
  });
  bind.json(contract.storeAudioLog, async (call, { query }) => ({
    data: await previewStoreDay(call.scope, database, query.storeId, query.day, call.now),
  }));
  bind.file(contract.exportMusicSchedule, async (call, { query }) => {
    const slice = await exportSlice(call.scope, database, query, call.now);
    return csvResponse(database, {
      fileName: "MusicSchedule",
      headings: scheduleCsvHeadings,
      slices: [slice],
      fresh: true, // the day may have been made for this very download
      at: call.now,
      signal: call.signal,
    });
  });
}
