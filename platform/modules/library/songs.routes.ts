import * as contract from "#contract/library/songs";
import { libraryScope } from "../../access/scope.ts";
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

  bind.json(contract.readSongAudio, async ({ files: [file] }, call) => ({
    message: "Audio read",
    data: await audio.read(await libraryScope(db, call.caller), only(file), now(), call),
  }));
  bind.json(contract.findSongAudio, async ({ params }, call) => ({
    data: await audio.show(await libraryScope(db, call.caller), db, params.fileId, call),
  }));
  bind.json(contract.addSong, async ({ body }, call) => {
    const data = await addSong(await libraryScope(db, call.caller), { database, keeper }, body, call);
    return { message: `${data.title} added`, data };
  });
  bind.json(contract.changeSong, async ({ body }, call) => {
    const data = await changeSong(await libraryScope(db, call.caller), database, body, now(), call);
    return { message: `${data.title} saved`, data };
  });
  bind.json(contract.deleteSong, async ({ query }, call) => {
    const data = await removeSong(await libraryScope(db, call.caller), { database, keeper, indexes }, query.id, call);
    return { message: `${data.title} deleted`, data };
  });
  bind.json(contract.replaceSongAudio, async ({ params, files: [file] }, call) => {
    const data = await audio.replace(await libraryScope(db, call.caller), params.id, only(file), now(), call);
    return { message: `Audio of ${data.title} replaced`, data };
  });
  bind.json(contract.setSongPicture, async ({ params, files: [file] }, call) => ({
    message: "Picture saved",
    data: await audio.setPicture(await libraryScope(db, call.caller), params.id, only(file), now(), call),
  }));
  bind.json(contract.deleteSongPicture, async ({ params }, call) => {
    await audio.deletePicture(await libraryScope(db, call.caller), params.id, now(), call);
    return { message: "Picture removed", data: null };
  });

  const ofSong = async (caller: Parameters<typeof libraryScope>[1], id: number) => {
    const scope = await libraryScope(db, caller);
    if (!(await isSong(scope, db, id))) throw notFound();
    return scope;
  };
  bind.json(contract.songCharts, async ({ params }, { caller }) => ({
    data: await findCharts(await ofSong(caller, params.id), db, params.id),
  }));
  bind.json(contract.songPlaylists, async ({ params }, { caller }) => ({
    data: await findPlaylists(await ofSong(caller, params.id), db, params.id),
  }));
  bind.json(contract.songHistory, async ({ params, query }, { caller }) =>
    listAudit(await ofSong(caller, params.id), db, { ...query, itemKind: "song", itemId: params.id }),
  );
}

/** `withUploads` lets no request through without a file. */
function only(file: UploadedFile | undefined): UploadedFile {
  if (!file) throw new Error("no file");
  return file;
}
