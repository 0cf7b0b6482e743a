import type {
  eventPlaylist,
  eventPlaylistSong,
  eventPlaylistUnit,
} from "../platform/db/schema/event-playlists.ts";
import { chartIds } from "./chart-plans.ts";
import { companies, unitIdOf } from "./companies.ts";
import type { DemoLibrary } from "./library.ts";
import { type DemoOrganisation, findUnit } from "./organisation.ts";

type WithId<T> = T & { id: number };
export type DemoEvents = {
  events: WithId<typeof eventPlaylist.$inferInsert>[];
  units: WithId<typeof eventPlaylistUnit.$inferInsert>[];
  songs: (typeof eventPlaylistSong.$inferInsert)[];
};

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/**
 * Two events of Northwind, of the songs of a chart: one that runs in a region in the evening, and
 * one of the whole company to come.
 */
export function demoEvents(
  organisation: DemoOrganisation,
  { chartSongs }: DemoLibrary,
  now: Date,
): DemoEvents {
  const companyId = companies.northwind.id;
  const inDays = (days: number) =>
    new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const running = unitIdOf(companyId, 1);
  const coming = unitIdOf(companyId, 2);
  const songsOf = (eventId: number, chartId: number) =>
    chartSongs
      .filter((one) => one.chartId === chartId)
      .slice(0, 40)
      .map(({ songId }, place) => ({ companyId, eventId, songId, position: place + 1 }));
  return {
    events: [
      {
        companyId,
        id: running,
        name: "Festive evenings",
        startsOn: inDays(-2),
        endsOn: inDays(5),
        weekdays: everyDay,
        fromMinute: 18 * 60,
        toMinute: 19 * 60,
        priority: 5,
        mode: "RULES",
      },
      {
        companyId,
        id: coming,
        name: "Winter sale opening",
        startsOn: inDays(12),
        endsOn: inDays(13),
        weekdays: everyDay,
        fromMinute: 10 * 60,
        toMinute: 12 * 60,
        priority: 7,
        mode: "ORDER",
      },
    ],
    units: [
      {
        companyId,
        id: running,
        eventId: running,
        regionId: findUnit(organisation.regions, companyId, "South"),
      },
      { companyId, id: coming, eventId: coming },
    ],
    songs: [...songsOf(running, chartIds.festiveLights), ...songsOf(coming, chartIds.upbeatRetail)],
  };
}
