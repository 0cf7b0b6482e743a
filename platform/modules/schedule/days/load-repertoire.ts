import type { GroupPlaylist } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import type { Db } from "../../../db/types.ts";
import { mayPlay, type SchedulingSong } from "../../../engine/scheduling.ts";
import { findCategorySongs } from "../rules/category-songs.queries.ts";
import type { DayInputs, PlanningInputs } from "./day-inputs.ts";
import type { Repertoire } from "./engine-input.ts";
import { type ChainDay, ruleCategories } from "./schedule-days.ts";
import { findFallbackSongs, findSongs } from "./songs.queries.ts";

/**
 * The versions that days keep. Their songs are needed too, because they may have left the
 * categories since.
 */
type KeptVersion = {
  playlist?: Pick<GroupPlaylist, "positions"> | undefined;
  locked?: readonly { songId: number }[];
};

/** The songs of the rules' categories: the same for all groups that were prepared together. */
export type ChartSongs = Pick<Repertoire, "songs" | "membersOf">;

/**
 * Loads the songs of the rules' categories. Call it after the digests are read: if a category
 * changes in between, the day shows as stale, never as fresh.
 */
export async function loadChartSongs(
  scope: Scope,
  db: Db,
  { rules }: PlanningInputs,
): Promise<ChartSongs> {
  const members = await findCategorySongs(scope, db, ruleCategories(rules));
  const membersOf = new Map<number, { songIds: number[]; weights: number[] }>();
  for (const { categoryId, songId, weight } of members) {
    const ofCategory = membersOf.get(categoryId) ?? { songIds: [], weights: [] };
    membersOf.set(categoryId, ofCategory);
    ofCategory.songIds.push(songId);
    ofCategory.weights.push(weight);
  }
  return {
    songs: await loadSongs(scope, db, [...new Set(members.map(({ songId }) => songId))]),
    membersOf,
  };
}

/**
 * Loads the songs of the rules' categories, of the days' events and of versions that days keep. If
 * one of the days a store has no song that it may play at any hour, the fallback: all that is
 * licensed in its country.
 */
export async function loadRepertoire(
  scope: Scope,
  db: Db,
  {
    chartSongs,
    days,
    keptVersions = [],
  }: {
    chartSongs: ChartSongs;
    days: readonly Pick<ChainDay, "day" | "inputs">[];
    keptVersions?: readonly KeptVersion[];
  },
): Promise<Repertoire> {
  const planned = keptVersions.flatMap(({ playlist, locked = [] }) => [
    ...(playlist?.positions ?? []).flatMap((position) =>
      position.kind === "MUSIC" ? [position.songId] : [],
    ),
    ...locked.map(({ songId }) => songId),
  ]);
  const ofEvents = days.flatMap(({ inputs }) =>
    [inputs, ...inputs.stores].flatMap(({ events }) => events.flatMap(({ songIds }) => songIds)),
  );
  const withMore = async (songs: readonly SchedulingSong[], ids: readonly number[]) => {
    const loadedIds = new Set(songs.map(({ id }) => id));
    const more = [...new Set(ids)].filter((id) => !loadedIds.has(id));
    // always in one order, whatever else was loaded: days are drawn from it
    return more.length === 0
      ? songs
      : [...songs, ...(await loadSongs(scope, db, more))].sort((one, other) => one.id - other.id);
  };
  const { membersOf } = chartSongs;
  const songs = await withMore(chartSongs.songs, [...ofEvents, ...planned]);
  const repertoire = { songs, membersOf };
  const needs = new Map(
    days.flatMap((at) =>
      countriesInNeed(at.inputs, repertoire).map((country) => [country, at.day] as const),
    ),
  );
  if (needs.size === 0) return repertoire;
  const fallback = new Set<number>();
  for (const [territory, day] of needs)
    for (const id of await findFallbackSongs(scope, db, { day, territory })) fallback.add(id);
  return { songs: await withMore(songs, [...fallback]), membersOf, fallback: [...fallback] };
}

async function loadSongs(scope: Scope, db: Db, ids: number[]): Promise<SchedulingSong[]> {
  const everywhere = (territories: string[]) => (territories.length === 0 ? null : territories);
  return (await findSongs(scope, db, ids)).map(({ windows, ...song }) => ({
    ...song,
    ...(windows && { windows }),
    blocked: false,
    territories: everywhere(song.territories),
  }));
}

/**
 * The countries of stores that are open on a day on which none of their charts' songs may play
 * there at any hour.
 */
function countriesInNeed(inputs: DayInputs, { songs, membersOf }: Repertoire): string[] {
  const chartSongIds = new Set(
    inputs.digests.flatMap(([chartId]) => membersOf.get(chartId)?.songIds ?? []),
  );
  const countries = new Set(
    inputs.stores.flatMap(({ store, opening }) => (opening.length > 0 ? [store.country] : [])),
  );
  return [...countries].filter(
    (country) =>
      !songs.some(
        (song) => chartSongIds.has(song.id) && !song.windows && mayPlay(song, inputs.day, country),
      ),
  );
}
