import type { z } from "zod";
import type { PublicDemoList, PublicDemoQuery } from "#contract/demo-playlists/endpoints";
import { notFound } from "../../base/refusal.ts";
import { type Conditions, serveAudio } from "../../files/serve-file.ts";
import type { Call, ScopedCall } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { countTries } from "../session/index.ts";
import {
  findDemoAudio,
  findDemoByToken,
  findDemoSongs,
  findListedDemos,
} from "./demo-playlists.queries.ts";
import { todayOf } from "./demo-playlists.service.ts";

/**
 * A visitor's call for demo playlists. Each function here throws 429 beyond a number of requests
 * from one address.
 */
type VisitorsCall = Call & Pick<ScopedCall, "scope">;

/** In 15 minutes: a browser asks for a song in a few parts, and an office has one address. */
const requestsAnAddress = 600;
const countVisit = ({ db, address, now }: Call) =>
  countTries(
    db,
    [{ key: `demo playlist address ${address ?? "unknown"}`, most: requestsAnAddress }],
    now,
  );

type Filters = z.output<typeof PublicDemoQuery>;

/** Lists the demo playlists that match the names, and the names to choose from. */
export async function listPublicDemos(
  call: VisitorsCall,
  filters: Filters,
): Promise<PublicDemoList> {
  await countVisit(call);
  const demos = await findListedDemos(call.scope, call.db, await todayOf(call));
  const names = (of: keyof Filters) =>
    [...new Set(demos.map((demo) => demo[of]))].sort((a, b) => a.localeCompare(b, "en"));
  const matches = (of: keyof Filters, demo: (typeof demos)[number]) =>
    !filters[of] || demo[of] === filters[of];
  return {
    playlists: demos.filter(
      (demo) => matches("language", demo) && matches("songType", demo) && matches("industry", demo),
    ),
    languages: names("language"),
    songTypes: names("songType"),
    industries: names("industry"),
  };
}

/** Throws 404 for a link to no demo playlist, or to one that is gone. */
export async function showPublicDemo(call: VisitorsCall, token: string) {
  await countVisit(call);
  const { scope, db } = call;
  const demo = await findDemoByToken(scope, db, token);
  if (!demo) throw notFound();
  const songs = await findDemoSongs(scope, db, demo.id, await todayOf(call));
  return { ...demo, songs: songs.filter(({ state }) => state === "playable") };
}

/** Throws 404 for anything except a song of the demo playlist that can be heard today. */
export async function serveDemoAudio(
  call: VisitorsCall,
  { files }: Pick<Services, "files">,
  { token, songId, ...conditions }: { token: string; songId: number } & Conditions,
): Promise<Response> {
  await countVisit(call);
  const key = await findDemoAudio(call.scope, call.db, { token, songId }, await todayOf(call));
  if (key === undefined) throw notFound();
  return serveAudio(files, key, conditions);
}
