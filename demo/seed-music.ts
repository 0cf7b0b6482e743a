import { chart, chartSong } from "../platform/db/schema/charts.ts";
import { demoPlaylist, demoPlaylistSong } from "../platform/db/schema/demo-playlists.ts";
import {
  eventPlaylist,
  eventPlaylistSong,
  eventPlaylistUnit,
} from "../platform/db/schema/event-playlists.ts";
import { catalogueItem, song, songTag } from "../platform/db/schema/library.ts";
import {
  masterRule,
  masterRuleMix,
  masterRuleMixItem,
  timeSlot,
} from "../platform/db/schema/schedule.ts";
import { spot } from "../platform/db/schema/spots.ts";
import type { Db } from "../platform/db/types.ts";
import type { DemoPlaylists } from "./demo-playlists.ts";
import type { DemoEvents } from "./events.ts";
import { insertRows } from "./insert-rows.ts";
import type { DemoLibrary } from "./library.ts";
import { chartLogos, songPictures } from "./pictures.ts";
import type { DemoRules } from "./rules.ts";

/** A licence that is over, or ends soon, does so by the day the demo is made. */
export async function seedLibrary(tx: Db, library: DemoLibrary, now: Date): Promise<void> {
  const inDays = (days: number) =>
    new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const pictures = songPictures(library);
  const songs = library.songs.map((one) => ({
    ...one,
    ...(one.licenceEndsInDays !== undefined && { licensedTo: inDays(one.licenceEndsInDays) }),
    pictureFileId: pictures.get(one.id) ?? null,
  }));
  const logos = chartLogos(library);
  await insertRows(tx, catalogueItem, library.catalogue);
  await insertRows(tx, song, songs);
  await insertRows(tx, songTag, library.tags);
  await insertRows(
    tx,
    chart,
    library.charts.map((one) => ({ ...one, logoFileId: logos.get(one.id) ?? null })),
  );
  await insertRows(tx, chartSong, library.chartSongs);
}

export async function seedDemoPlaylists(
  tx: Db,
  { playlists, songs }: DemoPlaylists,
): Promise<void> {
  await insertRows(tx, demoPlaylist, playlists);
  await insertRows(tx, demoPlaylistSong, songs);
}

export async function seedRules(tx: Db, rules: DemoRules): Promise<void> {
  await insertRows(tx, catalogueItem, rules.brands);
  await insertRows(tx, spot, rules.spots);
  await insertRows(tx, timeSlot, rules.slots);
  await insertRows(tx, masterRule, rules.rules);
  await insertRows(tx, masterRuleMix, rules.mixes);
  await insertRows(tx, masterRuleMixItem, rules.mixItems);
}

export async function seedEvents(tx: Db, { events, units, songs }: DemoEvents): Promise<void> {
  await insertRows(tx, eventPlaylist, events);
  await insertRows(tx, eventPlaylistUnit, units);
  await insertRows(tx, eventPlaylistSong, songs);
}
