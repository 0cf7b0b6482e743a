import { dateIn, showDate, timeIn } from "#contract/base/dates";
import { playerSchedule, type ScheduledItem } from "#contract/player/endpoints";
import { playerVersion } from "#contract/player/limits";
import { type Guarded, load } from "~/lib/guard.server";
import type { PlayerItem } from "./player-item.client-safe";

/** The store's logs of today and the days to come, as the page and the player in it use it. */
export async function loadPlayer({ api, user }: Pick<Guarded, "api" | "user">) {
  const { data } = await load(() => api.call(playerSchedule, {}));
  const { storeId, storeName, volume, timeZone, at, days } = data;
  const today = dateIn(timeZone, new Date(at));
  const asItem = itemIn(timeZone);
  return {
    storeId,
    storeName,
    volume,
    version: playerVersion,
    person: [user.fname, user.lname].filter(Boolean).join(" "),
    at: Date.parse(at),
    date: showDate(today),
    now: timeIn(timeZone, new Date(at)),
    /** How many of the items are of today's log, or still of yesterday's; the rest is of the days to come. */
    today: days.filter(({ day }) => day <= today).flatMap(({ items }) => items).length,
    items: days.flatMap(({ items }) => items.map(asItem)),
  };
}

const itemIn =
  (timeZone: string) =>
  ({ itemId, kind, startsAt, durationSeconds, title, artist, mediaId }: ScheduledItem): PlayerItem => ({
    itemId,
    kind,
    startsAt: Date.parse(startsAt),
    time: timeIn(timeZone, new Date(startsAt)),
    seconds: durationSeconds,
    title,
    artist,
    src: mediaId && `/store-manager/media/${mediaId}`,
  });
