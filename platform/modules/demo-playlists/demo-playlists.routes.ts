import * as contract from "#contract/demo-playlists/endpoints";
import { conditionsOf } from "../../files/serve-file.ts";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import {
  addDemo,
  changeDemo,
  changeSongs,
  listDemos,
  removeDemo,
  showDemo,
} from "./demo-playlists.service.ts";
import { listPublicDemos, serveDemoAudio, showPublicDemo } from "./public-demos.service.ts";

/** Demo playlists, which the provider's staff make and visitors hear. */
export function demoPlaylistRoutes(bind: Bind, services: Pick<Services, "files">) {
  bind.json(contract.listDemoPlaylists, async (call) => ({ data: await listDemos(call) }));
  bind.json(contract.findDemoPlaylist, async (call, { params }) => ({
    data: await showDemo(call, params.id),
  }));
  bind.json(contract.addDemoPlaylist, async (call, { body }) => ({
    message: `${body.name} added`,
    data: await addDemo(call, body),
  }));
  bind.json(contract.changeDemoPlaylist, async (call, { body }) => ({
    message: `${body.name} saved`,
    data: await changeDemo(call, body),
  }));
  bind.json(contract.changeDemoSongs, async (call, { body }) => ({
    message: "Songs saved",
    data: await changeSongs(call, body),
  }));
  bind.json(contract.removeDemoPlaylist, async (call, { query }) => {
    const data = await removeDemo(call, query.id);
    return { message: `${data.name} deleted`, data };
  });

  bind.json(contract.listPublicDemos, async (call, { query }) => ({
    data: await listPublicDemos(call, query),
  }));
  bind.json(contract.findPublicDemo, async (call, { params }) => ({
    data: await showPublicDemo(call, params.token),
  }));
  bind.file(contract.publicDemoAudio, (call, { params, headers }) =>
    serveDemoAudio(call, services, {
      ...params,
      ...conditionsOf(headers),
    }),
  );
}
