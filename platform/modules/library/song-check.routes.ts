import * as contract from "#contract/library/song-check";
import type { Bind } from "../../http/bind.ts";
import type { Services } from "../../services.ts";
import { songCheckService } from "./song-check.service.ts";

/** Songs are looked for before they come. */
export function songCheckRoutes(bind: Bind, services: Pick<Services, "indexes">) {
  const { checkSongs } = songCheckService(services);
  bind.json(contract.checkSongs, async (call, { body }) => ({ data: await checkSongs(call, body.songs) }));
}
