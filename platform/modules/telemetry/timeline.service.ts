import { dateIn } from "#contract/base/dates";
import type { Span, StoreTimeline, TimelineHour } from "#contract/telemetry/endpoints";
import { notFound } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import {
  findCountedPlays,
  findHoursOfDay,
  findStoreClock,
  type HourOfDay,
} from "./timeline.queries.ts";

const minute = 60_000;

/**
 * A store's day by its own clock, today by default. Throws 404 for a store outside the scope, as
 * for one that is not there.
 */
export async function showTimeline(
  { scope, db, now }: ScopedCall,
  { storeId, ...query }: { storeId: number; day?: string | undefined },
): Promise<StoreTimeline> {
  const store = await findStoreClock(scope, db, { storeId, day: query.day, now });
  if (!store) throw notFound();
  const { name, timeZone, day, from, to } = store;
  const hours = await findHoursOfDay(scope, db, { storeId, day, now });
  const plays = await findCountedPlays(scope, db, storeId, day);
  return {
    storeName: name,
    timeZone,
    day,
    today: dateIn(timeZone, now),
    from: from.toISOString(),
    to: to.toISOString(),
    open: spansOf(hours, "open"),
    online: spansOf(hours, "online"),
    playing: spansOf(hours, "playing"),
    quiet: spansOf(hours, "quiet"),
    paused: spansOf(hours, "paused"),
    hours: hours.map(toFigures),
    plays: plays.map((play) => ({ ...play, startedAt: play.startedAt.toISOString() })),
  };
}

type Lane = "open" | "online" | "playing" | "quiet" | "paused";

/** Gives the minutes that are set in the hours, adjacent ones as one span. */
function spansOf(hours: HourOfDay[], lane: Lane): Span[] {
  const instants = hours.flatMap((hour) =>
    [...hour[lane]].flatMap((bit, index) =>
      bit === "1" ? [hour.hourAt.getTime() + index * minute] : [],
    ),
  );
  const spans: { from: number; to: number }[] = [];
  for (const at of instants.sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && at <= last.to) last.to = at + minute;
    else spans.push({ from: at, to: at + minute });
  }
  return spans.map(({ from, to }) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }));
}

function toFigures(hour: HourOfDay): TimelineHour {
  const minutes = (lane: Lane) => hour[lane].replaceAll("0", "").length;
  const online = minutes("online");
  const volume =
    hour.volumeLeast === null || hour.volumeMost === null
      ? null
      : {
          least: hour.volumeLeast,
          average: Math.round(hour.volumeSum / online),
          most: hour.volumeMost,
        };
  return {
    at: hour.hourAt.toISOString(),
    hour: hour.localHour,
    open: minutes("open"),
    online,
    playing: minutes("playing"),
    quiet: minutes("quiet"),
    paused: minutes("paused"),
    volume,
  };
}
