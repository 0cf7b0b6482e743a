import * as uses from "#contract/library/song-uses";
import * as contract from "#contract/library/songs";
import { replacedWords } from "#contract/library/words";
import { onlyFile } from "../../files/uploaded-file.ts";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import type { FileKeeper } from "../files/index.ts";
import { songMessages } from "./messages.ts";
import {
  changeSongCues,
  deleteSongPicture,
  readSongAudio,
  replaceSongAudio,
  setSongPicture,
  showSongReading,
} from "./song-audio.service.ts";
import { findSongCompanies } from "./song-companies.queries.ts";
import { listSongCharts, listSongHistory, listSongPlaylists } from "./song-uses.service.ts";
import { addSong, changeSong, removeSong } from "./songs.service.ts";

/** One song of the library: added, changed, and where it is used. */
export function songRoutes(
  bind: Bind,
  { keeper, logger }: Pick<Services, "logger"> & { keeper: FileKeeper },
) {
  bind.json(contract.readSongAudio, async (call, { files }) => ({
    message: "Audio read",
    data: await readSongAudio({ ...call, keeper, logger }, onlyFile(files)),
  }));
  bind.json(contract.findSongAudio, async (call, { params }) => ({
    data: await showSongReading(call, params.fileId),
  }));
  bind.json(contract.addSong, async (call, { body }) => {
    const data = await addSong({ ...call, keeper }, body);
    return { message: `${data.title} added`, data };
  });
  bind.json(contract.changeSong, async (call, { body }) => {
    const data = await changeSong(call, body);
    const { hiddenIn } = await listSongCharts(call, data.id);
    const names = hiddenIn.map(({ companyName }) => companyName);
    const hidden = names.length > 0 ? songMessages.hiddenIn(names) : "";
    return { message: `${data.title} saved${hidden}`, data };
  });
  bind.json(contract.songCompanies, async ({ db }) => ({
    data: (await findSongCompanies(db)).map(({ id, name }) => ({ id, name })),
  }));
  bind.json(contract.deleteSong, async (call, { query }) => {
    const data = await removeSong({ ...call, keeper }, query.id);
    return { message: `${data.title} deleted`, data };
  });
  bind.json(contract.replaceSongAudio, async (call, { params, files }) => {
    const data = await replaceSongAudio(
      { ...call, keeper, logger },
      { id: params.id, file: onlyFile(files) },
    );
    return { message: replacedWords(data.title, data.convertedFrom), data };
  });
  bind.json(contract.changeSongCues, async (call, { params, body }) => {
    const data = await changeSongCues(call, params.id, body);
    return { message: `Start and end of ${data.title} saved`, data };
  });
  bind.json(contract.setSongPicture, async (call, { params, files }) => ({
    message: "Picture saved",
    data: await setSongPicture({ ...call, keeper }, { id: params.id, file: onlyFile(files) }),
  }));
  bind.json(contract.deleteSongPicture, async (call, { params }) => {
    await deleteSongPicture({ ...call, keeper }, params.id);
    return { message: "Picture removed", data: null };
  });

  bind.json(uses.songCharts, async (call, { params }) => ({
    data: await listSongCharts(call, params.id),
  }));
  bind.json(uses.songPlaylists, async (call, { params }) => ({
    data: await listSongPlaylists(call, params.id),
  }));
  bind.json(uses.songHistory, (call, { params, query }) =>
    listSongHistory(call, { ...query, id: params.id }),
  );
}
