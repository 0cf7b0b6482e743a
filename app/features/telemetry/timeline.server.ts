import { z } from "zod";
import { addDays, showDate, showLength, timeIn, weekdayOf } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { groupBy } from "#contract/base/group-by";
import { sum } from "#contract/base/sum";
import { weekdayNames } from "#contract/stores/words";
import { type Span, type StoreTimeline, storeTimeline } from "#contract/telemetry/endpoints";
import { storeDayPath, storePath } from "~/features/stores/paths";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { duration } from "~/lib/stores/store-state";
import { withMembers } from "~/ui/frame/address";

/**
 * `hour` chooses the plays to list, in hours since the day began (half hours where clocks change by
 * 30 minutes); by default the last hour with plays.
 */
const Address = z.object({
  day: field.isoDate.optional(),
  hour: z.literal("all").or(z.coerce.number().multipleOf(0.5).min(0).max(30)).optional(),
});
const minute = 60_000;
const hourMs = 60 * minute;
const hoursAMark = 3;

/**
 * Loads a store's day for drawing: lanes in minutes since the day began. Throws 404 if the person
 * may not see the store.
 */
export async function loadTimeline(
  request: Request,
  ref: string | undefined,
  { api, ids }: PageContext,
) {
  const { day: requestedDay, hour: requestedHour } = readQuery(request, Address);
  const { data } = await load(() =>
    api.call(storeTimeline, { query: { storeId: ids.decrypt("store", ref), day: requestedDay } }),
  );
  const { day, today, timeZone, storeName: name, plays } = data;
  const begin = Date.parse(data.from);
  const minutesOf = (instant: string) => (Date.parse(instant) - begin) / minute;
  const length = minutesOf(data.to);
  const store = storePath(ref ?? "");
  const at = (other: string) => withMembers(storeDayPath(ref ?? ""), { day: other });
  const lane = (key: Lane["key"], label: string, spans: Span[]): Lane => ({
    key,
    label,
    words: duration(sum(spans.map(({ from, to }) => minutesOf(to) - minutesOf(from))) * minute),
    bars: spans.map(({ from, to }) => ({
      from: minutesOf(from),
      minutes: minutesOf(to) - minutesOf(from),
    })),
  });
  const starts = data.hours.map(({ at: hourAt }) => minutesOf(hourAt) / 60);
  const hourOf = (instant: string) => {
    const hours = minutesOf(instant) / 60;
    return starts.find((start) => start <= hours && hours < start + 1) ?? Math.floor(hours);
  };
  const byHour = groupBy(plays, ({ startedAt }) => hourOf(startedAt));
  const shownHour = requestedHour ?? [...byHour.keys()].at(-1) ?? "all";
  const ofHour = (hour: typeof shownHour) => (hour === "all" ? plays : (byHour.get(hour) ?? []));
  const to = (hour: typeof shownHour) =>
    `${withMembers(storeDayPath(ref ?? ""), { day, hour })}#plays`;
  return {
    name,
    store,
    timeZone,
    day,
    today,
    isFuture: day > today,
    title: `${weekdayNames[weekdayOf(day)]} ${showDate(day)}`,
    before: at(addDays(day, -1)),
    after: day < today ? at(addDays(day, 1)) : null,
    length,
    marks: marksOf(data, length),
    lanes: [
      lane("open", "Open", data.open),
      lane("online", "Online", data.online),
      lane("playing", "Playing", data.playing),
      lane("paused", "Paused", data.paused),
      lane("quiet", "Below threshold", data.quiet),
    ],
    volumes: data.hours.flatMap(({ at: hourAt, hour, volume }) =>
      volume ? [{ from: minutesOf(hourAt), hour, ...volume }] : [],
    ),
    songs: plays.map(({ startedAt, kind, seconds }) => ({
      from: Math.round(minutesOf(startedAt) * 10) / 10,
      minutes: seconds / 60,
      kind,
    })),
    hours: data.hours.map((hour) => {
      const place = hourOf(hour.at);
      const own = ofHour(place);
      const songs = own.filter(({ kind }) => kind === "MUSIC").length;
      const counts = { songs, spots: own.length - songs };
      return {
        ...hour,
        ...counts,
        volume: hour.volume && volumeWords(hour.volume),
        to: own.length > 0 ? to(place) : null,
        isShown: place === shownHour,
      };
    }),
    all: { to: to("all"), count: plays.length },
    ...listPlays(data, ofHour(shownHour), shownHour),
  };
}

/** Lists the plays of an hour, or of the whole day, and the clock times between which they began. */
function listPlays(
  { from, timeZone }: Pick<StoreTimeline, "from" | "timeZone">,
  plays: StoreTimeline["plays"],
  hour: number | "all",
) {
  const begin = Date.parse(from);
  const timeOf = (instant: string | number) => timeIn(timeZone, new Date(instant));
  return {
    playsOf:
      hour === "all"
        ? null
        : { from: timeOf(begin + hour * hourMs), to: timeOf(begin + (hour + 1) * hourMs) },
    plays: plays.map(({ startedAt, seconds, ...play }, place) => ({
      ...play,
      key: `${startedAt} ${place}`,
      at: timeOf(startedAt),
      length: showLength(seconds),
    })),
  };
}

type Lane = {
  key: "open" | "online" | "playing" | "paused" | "quiet";
  label: string;
  /** The total time of the lane. */
  words: string;
  bars: { from: number; minutes: number }[];
};

/** Clock times along the day; they are not evenly spaced when clocks change. */
function marksOf({ from, timeZone }: Pick<StoreTimeline, "from" | "timeZone">, length: number) {
  const count = Math.floor(length / (hoursAMark * 60));
  return Array.from({ length: count }, (_, index) => {
    const minutes = index * hoursAMark * 60;
    return { minutes, time: timeIn(timeZone, new Date(Date.parse(from) + minutes * minute)) };
  });
}

const volumeWords = ({ least, average, most }: { least: number; average: number; most: number }) =>
  least === most ? String(least) : `${least} – ${most}, average ${average}`;
