import * as contract from "#contract/library/songs";
import type { libraryScope } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import type { Bind } from "../../http/bind.ts";
import { notFound } from "../../http/refusal.ts";
import { listAudit } from "../audit/audit.service.ts";
import type { FileKeeper } from "../files/files.service.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { songAudio } from "./song-audio.service.ts";
import { findCharts, findPlaylists, isSong } from "./song-uses.queries.ts";
import { addSong, changeSong, removeSong } from "./songs.service.ts";

type Needs = { database: Database; clock: () => number; keeper: FileKeeper; indexes: LibraryIndexes };

/** One song of the library: added, changed, and where it is used. */
export function songRoutes(bind: Bind, { database, clock, keeper, indexes }: Needs) {
  const { db } = database;
  const audio = songAudio({ database, keeper });
  const now = () => new Date(clock());

  bind.json(contract.readSongAudio, async (call, { files: [file] }) => ({
    message: "Audio read",
    data: await audio.read(call.scope, only(file), call.now, call),
  }));
  bind.json(contract.findSongAudio, async (call, { params }) => ({
    data: await audio.show(call.scope, db, params.fileId, call),
  }));
  bind.json(contract.addSong, async (call, { body }) => {
    const data = await addSong(call.scope, { database, keeper }, body, call);
    return { message: `${data.title} added`, data };
  });
  bind.json(contract.changeSong, async (call, { body }) => {
    const data = await changeSong(call.scope, database, body, call.now, call);
    return { message: `${data.title} saved`, data };
  });
  bind.json(contract.deleteSong, async (call, { query }) => {
    const data = await removeSong(call.scope, { database, keeper, indexes }, query.id, call);
    return { message: `${data.title} deleted`, data };
  });
  bind.json(contract.replaceSongAudio, async (call, { params, files: [file] }) => {
    const data = await audio.replace(call.scope, params.id, only(file), call.now, call);
    return { message: `Audio of ${data.title} replaced`, data };
  });
  bind.json(contract.setSongPicture, async (call, { params, files: [file] }) => ({
    message: "Picture saved",
    data: await audio.setPicture(call.scope, params.id, only(file), call.now, call),
  }));
  bind.json(contract.deleteSongPicture, async (call, { params }) => {
    await audio.deletePicture(call.scope, params.id, call.now, call);
    return { message: "Picture removed", data: null };
  });

  const ofSong = async (caller: Parameters<typeof libraryScope>[1], id: number) => {
    const scope = call.scope;
    if (!(await isSong(scope, db, id))) throw notFound();
    return scope;
  };
  bind.json(contract.songCharts, async (call, { params }) => ({
    data: await findCharts(await ofSong(call.caller, params.id), db, params.id),
  }));
  bind.json(contract.songPlaylists, async (call, { params }) => ({
    data: await findPlaylists(await ofSong(call.caller, params.id), db, params.id),
  }));
  bind.json(contract.songHistory, async (call, { params, query }) =>
    listAudit(await ofSong(call.caller, params.id), db, { ...query, itemKind: "song", itemId: params.id }),
  );
}

/** `withUploads` lets no request through without a file. */
function only(file: UploadedFile | undefined): UploadedFile {
  if (!file) throw new Error("no file");
  return file;
}
