import { timeIn } from "#contract/base/dates";
import type { Answer } from "#contract/base/endpoint";
import { playerSchedule, type ScheduledItem } from "#contract/player/endpoints";
import { playerVersion } from "#contract/player/limits";
import { type Guarded, load } from "~/lib/guard.server";
import { playerMediaPath } from "./paths";
import type { PlayerItem, PlayerSchedule } from "./player-item.client-safe";

/** The store's published log, as the page and the player in it use it. */
export async function loadPlayer({ api, user }: Pick<Guarded, "api" | "user">) {
  const { data } = await load(() => api.call(playerSchedule, {}));
  return {
    storeId: data.storeId,
    storeName: data.storeName,
    version: playerVersion,
    person: [user.fname, user.lname].filter(Boolean).join(" "),
    schedule: asSchedule(data),
  };
}

/** The log anew, for the player in the page; 304 where it has it. */
export async function refreshSchedule({ api }: Pick<Guarded, "api">, request: Request): Promise<Response> {
  const known = request.headers.get("If-None-Match");
  const answer = await load(() => api.file(playerSchedule, { headers: known ? { "if-none-match": known } : {} }));
  const headers = { ETag: answer.headers.get("ETag") ?? "" };
  if (answer.status === 304) return new Response(null, { status: 304, headers });
  const { data } = (await answer.json()) as Answer<typeof playerSchedule>;
  return Response.json(asSchedule(data), { headers });
}

function asSchedule({ volume, skipsAnHour, timeZone, at, days }: Answer<typeof playerSchedule>["data"]): PlayerSchedule {
  const asItem = itemIn(timeZone);
  const items = days.flatMap(({ day, items }) => items.map((item) => asItem(item, day)));
  return { at: Date.parse(at), timeZone, volume, skipsAnHour, items };
}

const itemIn =
  (timeZone: string) =>
  ({ itemId, kind, startsAt, durationSeconds, title, artist, mediaId }: ScheduledItem, day: string): PlayerItem => ({
    itemId,
    kind,
    startsAt: Date.parse(startsAt),
    day,
    time: timeIn(timeZone, new Date(startsAt)),
    seconds: durationSeconds,
    title,
    artist,
    src: mediaId && playerMediaPath + mediaId,
  });
