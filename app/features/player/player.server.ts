import { timeIn } from "#contract/base/dates";
import { playerSchedule, type ScheduledItem } from "#contract/player/endpoints";
import { playerVersion } from "#contract/player/limits";
import { type Guarded, load } from "~/lib/guard.server";
import { playerMediaPath } from "./paths";
import type { PlayerItem, PlayerSchedule } from "./player-item.client-safe";

/** The store's published log, as the page and the player in it use it. */
export async function loadPlayer({ api, user }: Pick<Guarded, "api" | "user">) {
  const { data } = await load(() => api.call(playerSchedule, {}));
  const { storeId, storeName, volume, skipsAnHour, timeZone, at, days } = data;
  const asItem = itemIn(timeZone);
  const items = days.flatMap(({ day, items }) => items.map((item) => asItem(item, day)));
  return {
    storeId,
    storeName,
    version: playerVersion,
    person: [user.fname, user.lname].filter(Boolean).join(" "),
    schedule: { at: Date.parse(at), timeZone, volume, skipsAnHour, items } satisfies PlayerSchedule,
  };
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
